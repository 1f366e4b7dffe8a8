import { createHmac } from 'node:crypto'
import type { Login, Registration, User } from '../../contract/auth.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Database, type Db, queuedAs, type Tx, transaction, unqueued } from '../database/database.ts'
import type { SignedIn } from '../http/request.ts'
import { newId } from '../process/ids.ts'
import { openBook } from '../records/chart.ts'
import { requireCurrency } from '../records/require.ts'
import type { Settings } from '../settings.ts'
import {
  type Admitted,
  type Attempt,
  admit,
  checkTaken,
  countIfTaken,
  rememberAddress,
  uncountAttempts,
} from './attempts.ts'
import {
  deleteToken,
  deleteTokensBeyond,
  type EndedToken,
  findDevice,
  findLogin,
  findUser,
  insertLogin,
  insertOwner,
  insertToken,
  insertUser,
  lockUser,
  rehash,
} from './auth.sql.ts'
import { joinByInvitation } from './book-invitations.ts'
import { codeAttempt, takeCode } from './codes.ts'
import { deviceOf, type KnownDevice } from './devices.ts'
import { welcomeByMail } from './email.ts'
import { checkEmail, emailKey } from './email-key.ts'
import { admitNew, checkMayRegister } from './invitations.ts'
import { logEvents, type UserLogEvent } from './log.sql.ts'
import { hashPassword, inTurn, isCommon, isPassword, needsRehash, type Sender } from './passwords.ts'
import { makeToken } from './tokens.ts'

/** The origin of a request: its sender, and the name of the device as sent. */
export type Origin = Sender & { deviceName: string; ip: string }

/** A person may be signed in on at most this many devices; one more ends the session that has been unused for longest. */
const MAX_SESSIONS = 100

/** An e-mail as a hash, for the log: lines can be grouped and counted, but the e-mail cannot be recovered. */
export const emailHash = (key: Uint8Array, email: string) =>
  createHmac('sha256', key)
    .update(`e-mail ${emailKey(email)}`)
    .digest('base64url')
    .slice(0, 16)

export const now = () => new Date().toISOString()

export async function checkNewPassword(
  draft: { password: string; password_confirmation: string; email: string; name: string },
  settings: Settings,
): Promise<void> {
  const length = [...draft.password].length
  const minimum = settings.passwordMinLength
  if (length < minimum) refuse('password_too_short', { length, minimum })
  if (draft.password !== draft.password_confirmation) refuse('password_mismatch')
  if (settings.passwordBlocklist && (await isCommon(draft.password, draft.email, draft.name)))
    refuse('password_common')
}

/** The end of a session, or of a key for a program, for the person's log. */
export const endOf = (
  action: 'signed_out' | 'revoked' | 'ended_by_password' | 'ended_by_recovery' | 'ended_by_limit',
  { id, device_name, abilities, expires_at, ...times }: EndedToken,
): UserLogEvent =>
  abilities
    ? { action, resource: 'program', id, before: { name: device_name, abilities, expires_at } }
    : { action, resource: 'device', id, before: { device_name, ...times } }

/** Opens a session. The person's row is locked, or new: sessions of one person are opened one after another. `by` says in the log how, unless by password. */
export async function openSession(tx: Tx, user: User, deviceName: string, by: { passkey?: string } = {}) {
  const [id, at] = [newId(), now()]
  const { text, secretHash } = makeToken(user.id, id)
  const ended = await deleteTokensBeyond(tx, user.id, MAX_SESSIONS - 1)
  await insertToken(tx, { userId: user.id, id, secretHash, deviceName, at })
  const after = { device_name: deviceName, created_at: at, last_used_at: at, ...by }
  await logEvents(tx, { userId: user.id, tokenId: id, at }, [
    ...ended.map((token) => endOf('ended_by_limit', token)),
    { action: 'signed_in', resource: 'device', id, after },
  ])
  return { data: user, token: text, token_type: 'Bearer' as const }
}

/** Creates a user account and its book, and signs the device in, in one transaction. */
export async function registerUser(db: Database, draft: Registration, origin: Origin, settings: Settings) {
  if (!settings.passwords) refuse('passwords_off')
  checkEmail(draft.email)
  const base_currency_id = draft.base_currency_id ?? settings.defaultCurrency
  requireCurrency(base_currency_id, 'base_currency_id')
  await checkMayRegister(queuedAs(db, origin.address), draft, settings)
  await checkNewPassword(draft, settings)
  const passwordHash = await inTurn('registration', origin, async () => {
    await checkTaken(unqueued(db), origin)
    return hashPassword(draft.password)
  })
  const open = async (tx: Tx) => {
    const person = { ...draft, base_currency_id }
    const user = await openAccount(tx, newId(), person, passwordHash, origin, settings)
    return openSession(tx, user, origin.deviceName)
  }
  return countIfTaken(db, origin, () => transaction(db, open))
}

/** A person to let in, and the currency of their book. */
export type AccountDraft = Pick<Registration, 'name' | 'email' | 'invitation' | 'language'> & {
  base_currency_id: string
}

/** Creates a person who may register, with a book. Without a password, the caller adds another way in, in the same transaction. */
export async function openAccount(
  tx: Tx,
  id: string,
  draft: AccountDraft,
  passwordHash: string | null,
  origin: Origin,
  settings: Settings,
): Promise<User> {
  const at = now()
  const { name, email, base_currency_id, language = null } = draft
  const { is_operator, toBook } = await admitNew(tx, id, draft, settings)
  const user: User = {
    id,
    name,
    email,
    base_currency_id,
    language,
    default_book_id: id, // so that on a cluster a person and their first book are on one shard
    is_operator,
    email_confirmed_at: null,
    pending_email: null,
    needs_confirmation: true,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  await insertLogin(tx, emailKey(email), user.id) // refuses an e-mail that is taken
  const bookId = user.default_book_id
  const by = { user_id: user.id, device: '', device_name: null } // the session is opened after the book
  await openBook(tx, {
    id: bookId,
    name,
    base_currency_id,
    language,
    at,
    by,
    command: 'POST /auth/register',
  })
  await insertUser(tx, user, passwordHash)
  await insertOwner(tx, user.id, bookId, at)
  if (toBook) await joinByInvitation(tx, user.id, toBook)
  const profile = {
    action: 'created',
    resource: 'profile',
    id: user.id,
    after: { name, email, ...(user.language && { language: user.language }) },
  } as const
  await logEvents(tx, { userId: user.id, tokenId: null, at }, [profile])
  await rememberAddress(tx, { emailKey: emailKey(email), address: origin.address })
  await welcomeByMail(tx, user, origin, settings)
  return user
}

/** A correct password: the attempt to remove, and a new hash if one is due. */
type PasswordProof = { admitted: Admitted; newHash?: string }

/**
 * Checks a password against the stored hash. A wrong one stays counted. A request that holds a hashing slot does not wait in a queue for
 * the database: otherwise a person with many requests would block that slot for everybody else.
 */
export async function provePassword(
  db: Database,
  attempt: Attempt,
  password: string,
  hash: string | null | undefined,
): Promise<PasswordProof | undefined> {
  const admitted = await admit(unqueued(db), attempt)
  if (!(await isPassword(password, hash ?? undefined))) return undefined
  return { admitted, ...(hash && needsRehash(hash) ? { newHash: await hashPassword(password) } : {}) }
}

/** Signs a device in. An unknown e-mail, an account without a password and a wrong password take the same steps and get the same answer. */
export async function logIn(
  db: Database,
  draft: Login,
  origin: Origin,
  known: KnownDevice[],
  secretKey: string,
) {
  const key = emailKey(draft.email)
  // A hash that changed after it was checked is checked again: the same password may have got a newer hash.
  for (let round = 0; round < 3; round++) {
    const login = await findLogin(queuedAs(db, origin.address), key) // in turn with other addresses
    const device = deviceOf(known, login)
    const attempt = { emailKey: key, address: origin.address, deviceId: device?.id }
    const proof = await inTurn(device ? 'known_device' : 'login', origin, () =>
      provePassword(db, attempt, draft.password, login?.password_hash),
    )
    if (!proof || !login) return refuse('bad_credentials')
    const { code } = draft
    const guess =
      login.has_second_factor && code ? codeAttempt(login.id, code, origin.address, device?.id) : undefined
    const guessed = guess && (await admit(queuedAs(db, origin.address), guess))
    // The hashing slot is free again, so requests that wait for this person's row do not block it.
    const session = await transaction(queuedAs(db, origin.address), async (tx) => {
      const locked = await lockUser(tx, login.id)
      await uncountAttempts(tx, proof.admitted)
      if (locked?.password_hash !== login.password_hash || emailKey(locked.email) !== key) return undefined
      const second = await takeCode(tx, login.id, guess && code, secretKey)
      if (second === 'missing') return code && !guess ? undefined : 'second_factor_required' // it was switched on meanwhile
      if (second === 'wrong') return 'second_factor_wrong'
      if (guess && guessed) {
        await uncountAttempts(tx, guessed)
        await rememberAddress(tx, guess)
      }
      if (proof.newHash) await rehash(tx, login.id, proof.newHash)
      await rememberAddress(tx, attempt)
      const session = await openSession(tx, await requireUser(tx, login.id), origin.deviceName)
      return { ...session, generation: locked.password_generation }
    })
    // Nothing but the attempt is kept of a sign-in without its second step: no token of any kind.
    if (typeof session === 'string') return refuse(session)
    if (session) return session
  }
  return refuse('busy')
}

/** The user of a session that was just checked; refused if the account was deleted meanwhile. */
export async function requireUser(db: Db, id: string): Promise<User> {
  return (await findUser(db, id)) ?? refuse('unauthenticated')
}

/**
 * Ends one session of a person. The person's row is locked before the token's, as everywhere: otherwise a change of the password that ends
 * the same session could deadlock with this.
 */
async function endSession(tx: Tx, me: SignedIn, id: string, action: 'signed_out' | 'revoked'): Promise<void> {
  const ended = await deleteToken(tx, me.id, id)
  if (ended.length === 0) return
  await logEvents(
    tx,
    { userId: me.id, tokenId: me.token_id, at: now() },
    ended.map((token) => endOf(action, token)),
  )
}

export const logOut = (db: Database, me: SignedIn): Promise<void> =>
  transaction(db, async (tx) => {
    if (await lockUser(tx, me.id)) await endSession(tx, me, me.token_id, 'signed_out')
  })

export async function revoke(db: Database, me: SignedIn, id: string) {
  return transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    const device = (await findDevice(tx, me.id, me.token_id, id)) ?? refuse('not_found')
    await endSession(tx, me, id, 'revoked')
    return device
  })
}
