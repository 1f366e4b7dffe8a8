import type { PasswordChange, User, UserChange } from '../../contract/auth.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Database, type Tx, transaction } from '../database/database.ts'
import { type Book, checkRebase, type Guard, keep } from '../ledger/book.ts'
import type { SignedIn } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { checkTaken, takeBack } from './attempts.ts'
import {
  type Credentials,
  changePasswordHash,
  changeUser,
  deleteAttempts,
  deleteLogin,
  deleteOtherTokens,
  deleteTokens,
  findCredentials,
  insertLogin,
  lockUser,
} from './auth.sql.ts'
import { checkNewPassword, openSession, provePassword, requireUser } from './auth.ts'
import { checkEmail, emailKey } from './email-key.ts'
import { deletePerson, disownBooks, takeBooks } from './erase.sql.ts'
import type { Sender } from './hash-queue.ts'
import { hashPassword, inTurn } from './passwords.ts'
import { checkRight } from './roles.ts'

/** Attempts of somebody who is signed in count for their device: strangers who guess do not hold them up. */
const attemptOf = (me: SignedIn, email: string, address: string) => ({
  emailKey: emailKey(email),
  address,
  deviceId: me.token_id,
})

/** The hash that a password was found to fit. A change requires that it is still the one, with the person's row locked. */
export type ProvenHash = { readonly proven: string }

async function lockProven(tx: Tx, me: SignedIn, { proven }: ProvenHash): Promise<Credentials> {
  const locked = (await lockUser(tx, me.id)) ?? refuse('unauthenticated')
  if (locked.password_hash !== proven) refuse('busy') // the password changed meanwhile: asked again, it is checked again
  return locked
}

/** Checks somebody's own password, before the book is taken: hashing takes too long to hold the book's row meanwhile. */
export async function proveMyself(
  db: Database,
  me: SignedIn,
  password: string,
  sender: Sender,
): Promise<ProvenHash> {
  const { email, password_hash } = (await findCredentials(db, me.id)) ?? refuse('unauthenticated')
  const proof = await inTurn('session', sender, () =>
    provePassword(db, attemptOf(me, email, sender.address), password, password_hash),
  )
  if (!proof) return refuse('password_wrong')
  await transaction(db, (tx) => takeBack(tx, proof.admitted))
  return { proven: password_hash }
}

/** What a change of the profile needs proof of: nothing, unless it takes another e-mail. */
export async function proveForChange(
  db: Database,
  me: SignedIn,
  draft: UserChange,
  sender: Sender,
): Promise<ProvenHash | undefined> {
  if (draft.email === undefined) return undefined
  const { email } = await requireUser(db, me.id)
  if (draft.email === email) return undefined
  checkEmail(draft.email)
  if (draft.current_password === undefined) return refuse('password_required')
  await checkTaken(db, { address: sender.address, userId: me.id })
  return proveMyself(db, me, draft.current_password, sender)
}

export async function changeMe(
  tx: Tx,
  book: Book,
  me: SignedIn,
  draft: UserChange,
  proof: ProvenHash | undefined,
  guard: Guard,
): Promise<User> {
  if (proof) await lockProven(tx, me, proof)
  const before = await requireUser(tx, me.id)
  const { name = before.name, email = before.email, base_currency_id = before.base_currency_id } = draft
  const after = { ...before, name, email, base_currency_id, version: book.version, updated_at: book.at }
  guard(before)
  const isRebased = base_currency_id !== before.base_currency_id
  if (name === before.name && email === before.email && !isRebased) return before
  if (email !== before.email && !proof) refuse('busy') // another device changed it meanwhile
  if (isRebased) checkRight(me.role, 'own')
  await checkRebase(tx, book, base_currency_id)
  if (emailKey(email) !== emailKey(before.email)) {
    await insertLogin(tx, emailKey(email), me.id) // refuses an e-mail that is taken
    await deleteLogin(tx, emailKey(before.email))
    await deleteAttempts(tx, emailKey(before.email))
  }
  const changed = isRebased ? { ...book, base_currency_id, updated_at: book.at } : book
  const statements = [changeUser(after)]
  return keep(tx, changed, { action: 'updated', resource: 'user', record: after, statements })
}

export async function proveNewPassword(
  db: Database,
  me: SignedIn,
  draft: PasswordChange,
  sender: Sender,
  settings: Settings,
): Promise<ProvenHash & { hash: string }> {
  await checkNewPassword({ ...draft, ...(await requireUser(db, me.id)) }, settings)
  const { proven } = await proveMyself(db, me, draft.current_password, sender)
  return { proven, hash: await inTurn('session', sender, () => hashPassword(draft.password)) }
}

/** Takes a new password and ends every session; the device that asked gets a new one. */
export async function setPassword(
  tx: Tx,
  book: Book,
  me: SignedIn,
  proof: ProvenHash & { hash: string },
): Promise<User & { token: string; generation: number }> {
  const { password_generation } = await lockProven(tx, me, proof)
  const before = await requireUser(tx, me.id)
  const after = { ...before, version: book.version, updated_at: book.at }
  const deviceName = (await deleteTokens(tx, me.id, me.token_id)) ?? refuse('unauthenticated')
  await keep(tx, book, {
    action: 'updated',
    resource: 'user',
    record: after,
    statements: [changePasswordHash(after, proof.hash)],
  })
  const { token } = await openSession(tx, after, deviceName)
  return { ...after, token, generation: password_generation + 1 }
}

export const endOtherSessions = (db: Database, me: SignedIn, proof: ProvenHash): Promise<number> =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    return deleteOtherTokens(tx, me.id, me.token_id)
  })

/** Deletes a person, and leaves the books that were theirs alone without a member: nobody reaches them from now on. */
export const deleteMe = (db: Database, me: SignedIn, proof: ProvenHash): Promise<string[]> =>
  transaction(db, async (tx) => {
    const books = await takeBooks(tx, me.id)
    const { email } = await lockProven(tx, me, proof)
    const alone = await disownBooks(tx, me.id, books)
    await deletePerson(tx, me.id, emailKey(email))
    return alone
  })
