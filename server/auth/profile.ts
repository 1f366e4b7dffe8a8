import type { PasswordChange, User, UserChange } from '../../contract/auth.ts'
import { refuse } from '../../contract/refusals.ts'
import { changeBook } from '../books/books.ts'
import { type Database, type Tx, transaction } from '../database/database.ts'
import { checkRight, type SignedIn } from '../http/request.ts'
import type { Guard, Size } from '../ledger/verb.ts'
import { writeIn } from '../ledger/write-in.ts'
import { isId } from '../process/ids.ts'
import type { Settings } from '../settings.ts'
import { checkTaken } from './attempts.ts'
import {
  changePasswordHash,
  changeUser,
  deleteOtherTokens,
  deleteSessions,
  findBook,
  lockUser,
} from './auth.sql.ts'
import { checkNewPassword, endOf, now, openSession, requireUser } from './auth.ts'
import { changeEmail } from './email.ts'
import { checkEmail, emailKey } from './email-key.ts'
import { booksOf, deletePerson, disownBooks, takeBooks } from './erase.sql.ts'
import { logEvents } from './log.sql.ts'
import { leaveShared, lockLiving, noteMembers, renameOtherBooks, roleIn, setDefault } from './memberships.ts'
import { hashPassword, inTurn, type Sender } from './passwords.ts'
import { type FreshProof, lockProven, type ProofBody, type Proving, proveFresh } from './proof.ts'

/** Asks for a proof for a change of e-mail. Other changes of the profile need no proof. */
export async function proveForChange(
  proving: Proving,
  sender: Sender,
  draft: UserChange,
): Promise<FreshProof | undefined> {
  if (draft.email === undefined) return undefined
  const { db, user: me } = proving
  const { email } = await requireUser(db, me.id)
  if (draft.email === email) return undefined
  checkEmail(draft.email)
  await checkTaken(db, { address: sender.address, userId: me.id })
  return proveFresh(proving, sender, draft)
}

/** A change of the profile: the draft, the person's proof for it, the version that they have seen, and whether and from where mails are asked for. */
type ProfileChange = {
  draft: UserChange
  proof: FreshProof | undefined
  guard: Guard
  mail: { isMailOn: boolean; ip: string }
}

/**
 * Changes name, e-mail, language, default book, and the base currency of what is then the default book. The rows of the books are locked first, in the
 * order of their ids as everywhere, and then the person's.
 */
export async function changeProfile(tx: Tx, me: SignedIn, change: ProfileChange, most: Size): Promise<User> {
  const { base_currency_id, default_book_id } = change.draft
  const bookId = default_book_id?.toLowerCase() ?? me.book.id
  if (default_book_id !== undefined || base_currency_id !== undefined) {
    for (const id of new Set([me.book.id, bookId].sort()))
      if (isId(id) && (await roleIn(tx, me.id, id))) await lockLiving(tx, id)
  }
  if (base_currency_id !== undefined) await changeBase(tx, me, bookId, base_currency_id, most)
  return changeLocked(tx, me, change)
}

/** Changes the base currency of a locked book, which is a change of the book and in its log. */
async function changeBase(
  tx: Tx,
  me: SignedIn,
  bookId: string,
  currencyId: string,
  most: Size,
): Promise<void> {
  const role = isId(bookId) ? await roleIn(tx, me.id, bookId) : undefined
  const book = role && (await findBook(tx, bookId))
  if (!book || !role) {
    await requireUser(tx, me.id) // the person may be gone with it
    return refuse(bookId === me.book.id ? 'busy' : 'default_book_unusable') // they have just left it
  }
  if (book.base_currency_id === currencyId) return
  checkRight(role, { needs: 'own' })
  const verb = changeBook({ base_currency_id: currencyId }, () => undefined)
  const token = { userId: me.id, id: me.token_id }
  await writeIn(tx, bookId, verb, { token, most, command: 'PUT /auth/me' })
}

async function changeLocked(
  tx: Tx,
  me: SignedIn,
  { draft, proof, guard, mail }: ProfileChange,
): Promise<User> {
  if (proof) await lockProven(tx, me, proof)
  else await lockUser(tx, me.id)
  const before = await requireUser(tx, me.id)
  const { name = before.name, language = before.language } = draft
  const default_book_id = draft.default_book_id?.toLowerCase() ?? before.default_book_id
  guard(before)
  const isMoved = default_book_id !== before.default_book_id
  if (isMoved) await moveDefault(tx, me.id, before.default_book_id, default_book_id)
  if (draft.email !== undefined && draft.email !== before.email && !proof) refuse('busy') // another device changed it meanwhile
  const changed = await changeEmail(tx, before, draft.email, mail) // refuses an e-mail that is taken
  const { email, pending_email } = changed
  const isPending = pending_email !== before.pending_email
  const isSpoken = language !== before.language
  if (name === before.name && email === before.email && !isPending && !isMoved && !isSpoken) return before
  const at = now()
  const change = {
    before: {
      name: before.name,
      email: before.email,
      ...(isPending && { pending_email: before.pending_email }),
      ...(isMoved && { default_book_id: before.default_book_id }),
      ...(isSpoken && { language: before.language }),
    },
    after: {
      name,
      email,
      ...(isPending && { pending_email }),
      ...(isMoved && { default_book_id }),
      ...(isSpoken && { language }),
    },
  }
  const version = await logEvents(tx, { userId: me.id, tokenId: me.token_id, at }, [
    { action: 'updated', resource: 'profile', id: me.id, ...change },
  ])
  const after = { ...before, ...changed, name, language, version, updated_at: at }
  await changeUser(tx, after)
  if (name !== before.name) await renameOtherBooks(tx, me.id, name)
  return isMoved ? requireUser(tx, me.id) : after // with the currency of the other book
}

/** Makes another of their books the one that a person works in. */
async function moveDefault(tx: Tx, userId: string, from: string, bookId: string): Promise<void> {
  const book = isId(bookId) && (await roleIn(tx, userId, bookId)) ? await findBook(tx, bookId) : undefined
  if (!book || book.is_archived) refuse('default_book_unusable')
  await setDefault(tx, userId, bookId)
  await noteMembers(tx, from)
}

export async function proveNewPassword(
  proving: Proving & { settings: Settings },
  sender: Sender,
  draft: PasswordChange & ProofBody,
): Promise<{ proof: FreshProof; hash: string }> {
  const { db, user: me, settings } = proving
  if (!settings.passwords) refuse('passwords_off')
  await checkNewPassword({ ...draft, ...(await requireUser(db, me.id)) }, settings)
  const proof = await proveFresh(proving, sender, draft)
  return { proof, hash: await inTurn('session', sender, () => hashPassword(draft.password)) }
}

/** Changes the password and ends every session; the device of the request gets a new session. Keys for programs are independent of the password, and stay. */
export const setPassword = (
  db: Database,
  me: SignedIn,
  { proof, hash }: { proof: FreshProof; hash: string },
): Promise<User & { token: string; generation: number }> =>
  transaction(db, async (tx) => {
    const { password_generation, password_hash } = await lockProven(tx, me, proof)
    const before = await requireUser(tx, me.id)
    const ended = await deleteSessions(tx, me.id)
    const device = ended.find(({ id }) => id === me.token_id) ?? refuse('unauthenticated')
    const at = now()
    const version = await logEvents(tx, { userId: me.id, tokenId: me.token_id, at }, [
      { action: password_hash === null ? 'created' : 'updated', resource: 'password', id: me.id },
      ...ended.map((token) => endOf('ended_by_password', token)),
    ])
    const after = { ...before, pending_email: null, version, updated_at: at }
    await changePasswordHash(tx, after, hash)
    const { token } = await openSession(tx, after, device.device_name)
    return { ...after, token, generation: password_generation + 1 }
  })

export const endOtherSessions = (db: Database, me: SignedIn, proof: FreshProof): Promise<void> =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const ended = await deleteOtherTokens(tx, me.id, me.token_id)
    if (ended.length === 0) return
    await logEvents(
      tx,
      { userId: me.id, tokenId: me.token_id, at: now() },
      ended.map((token) => endOf('revoked', token)),
    )
  })

/** Deletes a person, and leaves books without another member without any: nobody can access them from now on. */
export const deleteMe = (db: Database, me: SignedIn, proof: FreshProof): Promise<string[]> =>
  transaction(db, async (tx) => {
    const books = await takeBooks(tx, me.id)
    const { email } = await lockProven(tx, me, proof)
    if ((await booksOf(tx, me.id)).join() !== books.join()) refuse('busy') // they have joined one meanwhile
    const alone = await disownBooks(tx, me.id, books)
    await leaveShared(
      tx,
      me.id,
      books.filter((id) => !alone.includes(id)),
    )
    await renameOtherBooks(tx, me.id, null)
    await deletePerson(tx, me.id, emailKey(email))
    return alone
  })
