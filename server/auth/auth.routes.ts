import * as contract from '../../contract/auth.ts'
import * as invitations from '../../contract/invitations.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { queuedAs, row, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { networkOf } from '../http/network.ts'
import { logSecurity } from '../http/security-log.ts'
import { page } from '../lists/lists.ts'
import { serve } from '../serve.ts'
import { placeOf } from '../settings.ts'
import { countIfTaken } from './attempts.ts'
import { anybody, devices, programs } from './auth.sql.ts'
import { emailHash, logIn, logOut, registerUser, requireUser, revoke } from './auth.ts'
import { DEVICE, SESSION } from './cookies.ts'
import { shownUser } from './email.ts'
import { eraseBook } from './erase.sql.ts'
import { openInvitations } from './invitations.sql.ts'
import { invite, requireOperator, revokeInvitation } from './invitations.ts'
import { eventsOf, type UserEventRow } from './log.sql.ts'
import { proveByKey } from './passkeys.ts'
import {
  changeProfile,
  deleteMe,
  endOtherSessions,
  proveForChange,
  proveNewPassword,
  setPassword,
} from './profile.ts'
import { proveFresh, proveSession } from './proof.ts'
import { recover } from './recovery.ts'
import {
  answerSignIn,
  clearCookies,
  findKnownDevices,
  forgetEverywhere,
  originOf,
  senderOf,
  setSession,
} from './session.ts'

export const auth = [
  serve(contract.register, async (asked) => {
    const { db, settings, body } = asked
    const result = await registerUser(db, body, originOf(asked, body.device_name), settings)
    return answerSignIn(asked, 'registered', result)
  }),

  serve(contract.login, async (asked) => {
    const { db, settings, instanceKey, body, request } = asked
    if (!settings.passwords) refuse('passwords_off')
    request.securitySubject = emailHash(instanceKey, body.email)
    const origin = originOf(asked, body.device_name)
    const known = await findKnownDevices({ ...asked, db: queuedAs(db, origin.address) })
    return answerSignIn(asked, 'signed_in', await logIn(db, body, origin, known, settings.secretKey))
  }),

  serve(contract.authOptions, async ({ db, settings, request }) => {
    const found = await row(queuedAs(db, networkOf(request.ip)), anybody)
    const { registration, passwords } = settings
    const { isUsable: passkeys, origin } = placeOf(settings)
    const mail = settings.smtpUrl !== undefined
    const oidc_name = settings.oidcIssuer ? settings.oidcName : null
    return { is_empty: found === undefined, registration, mail, passwords, passkeys, origin, oidc_name }
  }),

  serve(contract.logout, async ({ db, settings, user, worker, request, reply }) => {
    await logOut(db, user)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'signed_out')
    clearCookies(reply, settings, SESSION)
    return undefined
  }),

  serve(contract.getMe, async ({ db, settings, user }) => {
    const me = await requireUser(db, user.id)
    const { id: default_book_id, base_currency_id } = user.book
    // To a key that is bound to a book, this is the book, and nothing is said of another one.
    return shownUser(user.program?.bookId ? { ...me, default_book_id, base_currency_id } : me, settings)
  }),

  serve(contract.updateMe, async (asked) => {
    const { db, settings, user, body, guard, worker, request } = asked
    const sender = senderOf(asked)
    const proof = await proveForChange(asked, sender, body)
    const mail = { isMailOn: settings.smtpUrl !== undefined, ip: request.ip }
    const change = { draft: body, proof, guard, mail }
    const most = { rows: settings.bookMaxRows, bytes: settings.bookMaxBytes }
    const changed = await countIfTaken(db, { address: sender.address, userId: user.id }, async () =>
      transaction(db, (tx) => changeProfile(tx, user, change, most)),
    )
    if (changed.default_book_id !== user.book.id) forgetEverywhere(user.id, worker)
    if (proof) logSecurity(request, changed.email === body.email ? 'email_changed' : 'email_change_asked')
    return shownUser(changed, settings)
  }),

  serve(contract.proveIdentity, async (asked) => {
    const { body, request } = asked
    const { password, passkey, code } = body
    const proven = passkey
      ? await proveByKey(asked, senderOf(asked), passkey)
      : await proveSession(asked, senderOf(asked), {
          password: password ?? refuseField('password', 'password_or_passkey', {}),
          ...(code !== undefined && { code }),
        })
    logSecurity(request, 'proved')
    return proven
  }),

  serve(contract.changePassword, async (asked) => {
    const { db, settings, user, worker, request } = asked
    const proof = await proveNewPassword(asked, senderOf(asked), asked.body)
    const { token, generation, ...data } = await setPassword(db, user, proof)
    forgetEverywhere(user.id, worker)
    logSecurity(request, 'password_changed')
    setSession(asked, { userId: user.id, token, generation })
    return { data: shownUser(data, settings), token, token_type: 'Bearer' as const }
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
      from: sql`(${query.kind === 'program' ? programs(user.id) : devices(user.id, user.token_id)}) device`,
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
    logSecurity(request, 'token_revoked', device.abilities ? { program: device.device_name } : {})
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
