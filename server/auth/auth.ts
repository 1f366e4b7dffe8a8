import { createHmac, randomBytes } from 'node:crypto'
import type { Login, PasswordChange, Registration, User, UserChange } from '../../contract/auth.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import { openedAccounts } from '../accounts/accounts.ts'
import { type Database, type Tx, transaction } from '../database/database.ts'
import { newId } from '../ids.ts'
import { type Book, changeBook, checkRebase, type Guard, keep } from '../ledger/book.ts'
import { openBook } from '../ledger/chart.ts'
import type { SignedIn } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { type Attempt, checkAttempt, countFailure, countSuccess, forgetAttempts } from './attempts.ts'
import {
  changePasswordHash,
  changeUser,
  deleteExpiredTokens,
  deleteLogin,
  deleteOtherTokens,
  deleteToken,
  findDevice,
  findLogin,
  findPasswordHash,
  findUser,
  insertLogin,
  insertToken,
  insertUser,
  rehash,
} from './auth.sql.ts'
import { hashPassword, inTurn, isCommon, isPassword, needsRehash } from './passwords.ts'
import { makeToken } from './tokens.ts'

/** Where a request comes from: the device's name as it gave it, and its address. */
export type Origin = { deviceName: string; address: string }

/** E-mails are kept as typed and compared without case. */
const emailKey = (email: string) => email.normalize('NFC').toLowerCase()

/** What the log calls an e-mail: its lines can be told apart and counted, but not turned back into addresses. */
const logKey = randomBytes(32)
export const emailHash = (email: string) =>
  createHmac('sha256', logKey).update(emailKey(email)).digest('base64url').slice(0, 16)

const now = () => new Date().toISOString()

function checkNewPassword(
  draft: { password: string; password_confirmation: string; email: string; name: string },
  settings: Settings,
): void {
  const length = [...draft.password].length
  const minimum = settings.passwordMinLength
  if (length < minimum) refuse('password_too_short', { length, minimum })
  if (settings.passwordBlocklist && isCommon(draft.password, draft.email, draft.name))
    refuse('password_common')
  if (draft.password !== draft.password_confirmation) refuse('password_mismatch')
}

function checkCurrency(id: string): void {
  if (!currencyFacts(id)) refuse('currency_not_found', { field: 'base_currency_id', id: id.slice(0, 20) })
}

async function openSession(tx: Tx, user: User, origin: Origin) {
  const id = newId()
  const { text, secretHash } = makeToken(user.id, id)
  await insertToken(tx, { userId: user.id, id, secretHash, deviceName: origin.deviceName, at: now() })
  return { data: user, token: text, token_type: 'Bearer' as const }
}

/** Opens an account and its book, and signs the device in: all of it, or nothing. */
export async function registerUser(db: Database, draft: Registration, origin: Origin, settings: Settings) {
  checkNewPassword(draft, settings)
  const base_currency_id = draft.base_currency_id ?? settings.defaultCurrency
  checkCurrency(base_currency_id)
  const passwordHash = await inTurn(() => hashPassword(draft.password))
  return transaction(db, async (tx) => {
    const at = now()
    const { name, email } = draft
    const user: User = {
      id: newId(),
      name,
      email,
      base_currency_id,
      version: 1,
      created_at: at,
      updated_at: at,
    }
    await insertLogin(tx, emailKey(email), user.id) // refuses an e-mail that is taken
    const { book, accounts } = await openBook(tx, { id: user.id, name, base_currency_id, at, by: user.id })
    const opened = {
      action: 'created',
      resource: 'user',
      record: user,
      statements: [insertUser(user, passwordHash)],
    } as const
    await keep(tx, book, opened, ...openedAccounts(book, accounts))
    await countSuccess(tx, { emailKey: emailKey(email), address: origin.address })
    return openSession(tx, user, origin)
  })
}

/** Checks a password against what is stored, counting failures; gives back a newer hash where one is due. */
async function provePassword(db: Database, attempt: Attempt, password: string, hash: string | undefined) {
  await checkAttempt(db, attempt)
  if (!(await isPassword(password, hash))) {
    await transaction(db, (tx) => countFailure(tx, attempt))
    return { isRight: false }
  }
  return { isRight: true, ...(hash && needsRehash(hash) ? { newHash: await hashPassword(password) } : {}) }
}

/** Signs a device in. An unknown e-mail and a wrong password take the same steps and get the same answer. */
export async function logIn(db: Database, draft: Login, origin: Origin) {
  const attempt = { emailKey: emailKey(draft.email), address: origin.address }
  return inTurn(async () => {
    const login = await findLogin(db, attempt.emailKey)
    const { isRight, newHash } = await provePassword(db, attempt, draft.password, login?.password_hash)
    if (!isRight || !login) return refuse('bad_credentials')
    return transaction(db, async (tx) => {
      if (newHash) await rehash(tx, login.id, newHash)
      await countSuccess(tx, attempt)
      return openSession(tx, await theUser(tx, login.id), origin)
    })
  })
}

/** The user of a session that was just checked. */
export async function theUser(db: Parameters<typeof findUser>[0], id: string): Promise<User> {
  return (await findUser(db, id)) ?? refuse('unauthenticated')
}

export async function changeMe(
  tx: Tx,
  book: Book,
  me: SignedIn,
  draft: UserChange,
  guard: Guard,
): Promise<User> {
  const before = await theUser(tx, me.id)
  const { name = before.name, email = before.email, base_currency_id = before.base_currency_id } = draft
  const after = { ...before, name, email, base_currency_id, version: book.version, updated_at: book.at }
  guard(before)
  const isRebased = base_currency_id !== before.base_currency_id
  if (name === before.name && email === before.email && !isRebased) return before
  await checkRebase(tx, book, base_currency_id)
  if (emailKey(email) !== emailKey(before.email)) {
    await insertLogin(tx, emailKey(email), me.id) // refuses an e-mail that is taken
    await deleteLogin(tx, emailKey(before.email))
  }
  const statements = [
    changeUser(after),
    ...(isRebased ? [changeBook({ ...book, base_currency_id, updated_at: book.at })] : []),
  ]
  return keep(tx, book, { action: 'updated', resource: 'user', record: after, statements })
}

/** Checked before the book is taken: hashing takes too long to do it with the book's row in hand. */
export async function proveNewPassword(
  db: Database,
  me: SignedIn,
  draft: PasswordChange,
  address: string,
  settings: Settings,
) {
  const user = await theUser(db, me.id)
  checkNewPassword({ ...draft, email: user.email, name: user.name }, settings)
  return inTurn(async () => {
    const attempt = { emailKey: emailKey(user.email), address }
    const { isRight } = await provePassword(
      db,
      attempt,
      draft.current_password,
      await findPasswordHash(db, me.id),
    )
    if (!isRight) refuse('password_wrong')
    return hashPassword(draft.password)
  })
}

/** Takes a new password, and signs every other device out. */
export async function setPassword(
  tx: Tx,
  book: Book,
  me: SignedIn,
  hash: string,
  guard: Guard,
): Promise<User> {
  const before = await theUser(tx, me.id)
  guard(before)
  const after = { ...before, version: book.version, updated_at: book.at }
  await deleteOtherTokens(tx, me.id, me.token_id)
  return keep(tx, book, {
    action: 'updated',
    resource: 'user',
    record: after,
    statements: [changePasswordHash(after, hash)],
  })
}

export async function revoke(db: Database, me: SignedIn, id: string) {
  return transaction(db, async (tx) => {
    const device = (await findDevice(tx, me.id, me.token_id, id)) ?? refuse('not_found')
    await deleteToken(tx, me.id, id)
    return device
  })
}

/** What nobody needs any more: sign-ins that have ended, failures that no longer count. */
export const forgetThePast = (db: Database): Promise<void> =>
  transaction(db, async (tx) => {
    await deleteExpiredTokens(tx)
    await forgetAttempts(tx)
  })
