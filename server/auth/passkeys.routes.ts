import * as contract from '../../contract/passkeys.ts'
import * as waysBack from '../../contract/ways-back.ts'
import { queuedAs } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { networkOf } from '../http/network.ts'
import { logSecurity } from '../http/security-log.ts'
import { page } from '../lists/lists.ts'
import { serve } from '../serve.ts'
import { optionsToRecover, optionsToRegister, recoverByKey, registerByKey } from './passkey-accounts.ts'
import { type PasskeyRow, passkeysOf } from './passkeys.sql.ts'
import {
  addKey,
  optionsToAdd,
  optionsToProve,
  optionsToSignIn,
  passkeyToApi,
  removeKey,
  renameKey,
  signInByKey,
} from './passkeys.ts'
import { proveFresh } from './proof.ts'
import { answerSignIn, findKnownDevices, forgetEverywhere, originOf, senderOf } from './session.ts'
import { setReminder, waysBackOf } from './ways-back.ts'

export const passkeys = [
  serve(contract.listPasskeys, ({ db, settings, user, query }) =>
    page<PasskeyRow, contract.Passkey>(db, query, {
      from: passkeysOf(user.id),
      where: [],
      order: '-created_at',
      orders: { created_at: { key: sql`created_at`, type: 'timestamptz' } },
      ties: [{ key: sql`id`, type: 'uuid' }],
      record: (passkey) => passkeyToApi(passkey, settings),
    }),
  ),

  serve(contract.passkeyOptions, async (asked) => {
    const { db, user, body } = asked
    return optionsToAdd(db, user, await proveFresh(asked, senderOf(asked), body), asked)
  }),

  serve(contract.addPasskey, async (asked) => {
    const { db, user, body, request } = asked
    const added = await addKey(db, user, await proveFresh(asked, senderOf(asked), body), body, asked)
    logSecurity(request, 'passkey_added')
    return added
  }),

  serve(contract.renamePasskey, async ({ db, settings, user, params, body }) =>
    passkeyToApi(await renameKey(db, user, params.id, body.name), settings),
  ),

  serve(contract.removePasskey, async (asked) => {
    const { db, settings, user, params, body, request } = asked
    const proof = await proveFresh(asked, senderOf(asked), body)
    const removed = await removeKey(db, user, proof, params.id, settings)
    logSecurity(request, 'passkey_removed')
    return passkeyToApi(removed, settings)
  }),

  serve(contract.passkeyProofOptions, (asked) => optionsToProve(asked.db, asked.user, asked)),

  serve(contract.passkeySignInOptions, (asked) => optionsToSignIn(asked)),

  serve(contract.passkeySignIn, async (asked) => {
    const { db, body } = asked
    const origin = originOf(asked, body.device_name)
    const known = await findKnownDevices({ ...asked, db: queuedAs(db, origin.address) })
    return answerSignIn(asked, 'signed_in', await signInByKey(db, asked, body.passkey, origin, known))
  }),

  serve(contract.passkeyRegisterOptions, (asked) =>
    optionsToRegister(queuedAs(asked.db, networkOf(asked.request.ip)), asked.body, asked),
  ),

  serve(contract.passkeyRegister, async (asked) => {
    const { db, body } = asked
    const result = await registerByKey(db, body, originOf(asked, body.device_name), asked)
    return answerSignIn(asked, 'registered', result)
  }),

  serve(contract.passkeyRecoveryOptions, (asked) =>
    optionsToRecover(queuedAs(asked.db, networkOf(asked.request.ip)), asked.body.token, asked),
  ),

  serve(contract.passkeyRecovery, async (asked) => {
    const { db, worker, body, request } = asked
    const { userId } = await recoverByKey(db, body, senderOf(asked), asked)
    forgetEverywhere(userId, worker)
    request.securitySubject = userId
    logSecurity(request, 'passkey_recovered')
    return undefined
  }),

  serve(waysBack.getWaysBack, ({ db, settings, user }) => waysBackOf(db, user.id, settings)),

  serve(waysBack.setReminder, async ({ db, settings, user, body }) => {
    await setReminder(db, user.id, body.is_reminded)
    return waysBackOf(db, user.id, settings)
  }),
]
