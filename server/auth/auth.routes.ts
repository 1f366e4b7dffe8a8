import * as contract from '../../contract/auth.ts'
import * as invitations from '../../contract/invitations.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { queuedAs, row, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { networkOf } from '../http/network.ts'
import { logSecurity } from '../http/security-log.ts'
import { page } from '../lists/lists.ts'
import { type House, serve } from '../serve.ts'
import { countIfTaken } from './attempts.ts'
import { anybody, devices } from './auth.sql.ts'
import { emailHash, logIn, logOut, registerUser, requireUser, revoke } from './auth.ts'
import { DEVICE, SESSION } from './cookies.ts'
import { eraseBook } from './erase.sql.ts'
import { openInvitations } from './invitations.sql.ts'
import { invite, requireOperator, revokeInvitation } from './invitations.ts'
import { eventsOf, type UserEventRow } from './log.sql.ts'
import {
  changeProfile,
  changeProfileAndBook,
  deleteMe,
  endOtherSessions,
  proveForChange,
  proveNewPassword,
  setPassword,
} from './profile.ts'
import { proveFresh, proveSession } from './proof.ts'
import { recover } from './recovery.ts'
import { clearCookies, findKnownDevices, forgetVerified, originOf, senderOf, setSession } from './session.ts'

/** After tokens of a person have ended, no process treats them as verified. */
function forgetEverywhere(userId: string, worker: House['worker']): void {
  forgetVerified(userId)
  worker?.peers.forget(userId)
}

export const auth = [
  serve(contract.register, async (asked) => {
    const { db, settings, body, request } = asked
    const result = await registerUser(db, body, originOf(asked, body.device_name), settings)
    request.securitySubject = result.data.id
    logSecurity(request, 'registered')
    setSession(asked, { userId: result.data.id, token: result.token, generation: 1 })
    return result
  }),

  serve(contract.login, async (asked) => {
    const { db, instanceKey, body, request } = asked
    request.securitySubject = emailHash(instanceKey, body.email)
    const origin = originOf(asked, body.device_name)
    const known = await findKnownDevices({ ...asked, db: queuedAs(db, origin.address) })
    const { generation, ...result } = await logIn(db, body, origin, known, asked.settings.secretKey)
    request.securitySubject = result.data.id
    logSecurity(request, 'signed_in')
    setSession(asked, { userId: result.data.id, token: result.token, generation })
    return result
  }),

  serve(contract.authOptions, async ({ db, settings, request }) => {
    const found = await row(queuedAs(db, networkOf(request.ip)), anybody)
    return {
      is_empty: found === undefined,
      registration: settings.registration,
      oidc_name: settings.oidcIssuer ? settings.oidcName : null,
    }
  }),

  serve(contract.logout, async ({ db, settings, user, worker, request, reply }) => {
    await logOut(db, user)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'signed_out')
    clearCookies(reply, settings, SESSION)
    return undefined
  }),

  serve(contract.getMe, ({ db, user }) => requireUser(db, user.id)),

  serve(contract.updateMe, async (asked) => {
    const { db, settings, user, body, guard, request } = asked
    const sender = senderOf(asked)
    const proof = await proveForChange(asked, sender, body)
    const change = { draft: body, proof, guard }
    const { base_currency_id = user.book.base_currency_id } = body
    const most = { rows: settings.bookMaxRows, bytes: settings.bookMaxBytes }
    const changed = await countIfTaken(db, { address: sender.address, userId: user.id }, async () =>
      transaction(db, (tx) =>
        base_currency_id === user.book.base_currency_id
          ? changeProfile(tx, user, change)
          : changeProfileAndBook(tx, user, base_currency_id, change, most),
      ),
    )
    if (proof) logSecurity(request, 'email_changed')
    return changed
  }),

  serve(contract.proveIdentity, async (asked) => {
    const { body, request } = asked
    const proven = await proveSession(asked, senderOf(asked), body)
    logSecurity(request, 'proved')
    return proven
  }),

  serve(contract.changePassword, async (asked) => {
    const { db, user, worker, request } = asked
    const proof = await proveNewPassword(asked, senderOf(asked), asked.body)
    const { token, generation, ...data } = await setPassword(db, user, proof)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'password_changed')
    setSession(asked, { userId: user.id, token, generation })
    return { data, token, token_type: 'Bearer' as const }
  }),

  serve(recoverPassword, async (asked) => {
    const { db, settings, worker, body, request } = asked
    const { userId } = await recover(db, body, senderOf(asked), settings)
    forgetEverywhere(userId, worker)
    request.securitySubject = userId
    logSecurity(request, 'password_recovered')
    return undefined
  }),

  serve(contract.deleteMe, async (asked) => {
    const { db, settings, user, worker, body, request, reply } = asked
    const proof = await proveFresh(asked, senderOf(asked), body)
    const books = await deleteMe(db, user, proof)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'person_deleted')
    // The answer does not wait for the deletion of the books' rows, which are no longer accessible.
    for (const id of books)
      eraseBook(db, id).catch((error: Error) =>
        request.log.warn(
          { request_id: request.id },
          `The rest of a deleted book is left to housekeeping: ${error.message}`,
        ),
      )
    clearCookies(reply, settings, SESSION, DEVICE)
    return undefined
  }),

  serve(contract.listDevices, ({ db, user, query }) =>
    page<contract.Device>(db, query, {
      from: sql`(${devices(user.id, user.token_id)}) device`,
      where: [],
      order: '-created_at',
      orders: { created_at: { key: sql`created_at`, type: 'timestamptz' } },
      ties: [{ key: sql`id`, type: 'uuid' }],
      record: (device) => device,
    }),
  ),

  serve(contract.revokeDevice, async ({ db, user, worker, params, request }) => {
    const device = await revoke(db, user, params.id)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'token_revoked')
    return device
  }),

  serve(contract.revokeOtherDevices, async (asked) => {
    const { db, user, worker, body, request } = asked
    await endOtherSessions(db, user, await proveFresh(asked, senderOf(asked), body))
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'tokens_revoked')
    return undefined
  }),

  serve(invitations.listInvitations, async ({ db, user, query }) => {
    await requireOperator(db, user)
    return page<invitations.Invitation>(db, query, {
      from: openInvitations,
      where: [],
      order: '-created_at',
      orders: { created_at: { key: sql`created_at`, type: 'timestamptz' } },
      ties: [{ key: sql`id`, type: 'uuid' }],
      record: (invitation) => invitation,
    })
  }),

  serve(invitations.createInvitation, async ({ db, settings, user, body, request }) => {
    const made = await invite(db, user, body, settings)
    logSecurity(request, 'invited')
    return made
  }),

  serve(invitations.revokeInvitation, async ({ db, user, params, request }) => {
    const revoked = await revokeInvitation(db, user, params.id)
    logSecurity(request, 'invitation_revoked')
    return revoked
  }),

  serve(contract.listUserEvents, ({ db, user, query }) =>
    page<UserEventRow, contract.UserEvent>(db, query, {
      from: eventsOf(user.id),
      where: [],
      order: '-version',
      orders: { version: { key: sql`version`, type: 'bigint' } },
      ties: [],
      record: (event) => ({ ...event, version: Number(event.version) }),
    }),
  ),
]
