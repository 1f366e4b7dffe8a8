import { MAX_BOOKS, MAX_MEMBERS, type Role } from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Language } from '../../words/languages.ts'
import { change, type Db, onlyRow, row, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookSettings } from '../ledger/book.ts'
import { changed, florinFor, unchanged, type Verb } from '../ledger/verb.ts'
import { lockBook, writeIn } from '../ledger/write-in.ts'
import { newId } from '../process/ids.ts'
import { otherBookName } from '../records/account.ts'
import { openBook } from '../records/chart.ts'
import { findBook, insertOwner, lockUser, noteFormer } from './auth.sql.ts'

/** Memberships. Every change of one locks the book's row and then the person's, so that no book is deleted while somebody joins it. */

type Taken = { name: string; is_archived: boolean }

/** Locks a book; undefined if it is being deleted. */
export async function lockLiving(tx: Tx, bookId: string): Promise<Taken | undefined> {
  await change(tx, lockBook(bookId))
  return row(tx, sql`select name, is_archived from books where id = ${bookId} and not is_ownerless`)
}

/** Locks a book that is not being deleted. */
export const takeBook = async (tx: Tx, bookId: string): Promise<Taken> =>
  (await lockLiving(tx, bookId)) ?? refuse('book_not_found')

/** Locks the book of an invitation. Nobody joins an archived book. */
export async function takeToJoin(tx: Tx, bookId: string): Promise<void> {
  if ((await lockLiving(tx, bookId))?.is_archived !== false) refuse('link_invalid')
}

/** Locks a person who has not been deleted meanwhile. */
export async function takePerson(tx: Tx, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) refuse('unauthenticated')
}

export const roleIn = async (db: Db, userId: string, bookId: string): Promise<Role | undefined> =>
  (
    await row<{ role: Role }>(
      db,
      sql`select role from members where user_id = ${userId} and book_id = ${bookId}`,
    )
  )?.role

const countOf = async (db: Db, statement: Sql): Promise<number> =>
  (await onlyRow<{ count: number }>(db, statement)).count

/** Refuses another book of a person who has as many as one can have. */
export async function checkBooks(tx: Tx, userId: string): Promise<void> {
  const count = await countOf(
    tx,
    sql`select count(*)::integer as count from members where user_id = ${userId}`,
  )
  if (count >= MAX_BOOKS) refuse('too_many_books', { most: MAX_BOOKS })
}

/** Makes a person a member of a locked book. */
export async function joinBook(tx: Tx, userId: string, bookId: string, role: Role): Promise<void> {
  if (await roleIn(tx, userId, bookId)) refuse('already_member')
  await checkBooks(tx, userId)
  const others = await countOf(
    tx,
    sql`select count(*)::integer as count from members where book_id = ${bookId}`,
  )
  if (others >= MAX_MEMBERS) refuse('too_many_members', { most: MAX_MEMBERS })
  await change(
    tx,
    sql`insert into members (user_id, book_id, role, is_default, created_at)
        values (${userId}, ${bookId}, ${role}, false, ${new Date().toISOString()})`,
  )
  await change(tx, sql`delete from former_members where book_id = ${bookId} and user_id = ${userId}`)
  const most = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }
  await writeIn(tx, bookId, shareBook, {
    token: null,
    by: florinFor(userId),
    most,
    command: 'POST /invitations/accept',
  })
}

/** Notes that a book has had two members. It is a change of the book, so that whoever knows the book at its version knows this too. */
const shareBook: Verb<undefined> = {
  looksAt: {},
  decide(book) {
    if (book.is_shared) return unchanged(undefined)
    const {
      at,
      by: _,
      size: __,
      most: ___,
      hash: ____,
      changed_at: _____,
      members_version: ______,
      ...settings
    } = book
    const before: BookSettings = { ...settings, version: book.version - 1 }
    const after = { ...before, is_shared: true, version: book.version, updated_at: at }
    return { answer: undefined, changes: [changed('book', before, after)] }
  },
}

/** Notes in a locked book that roles or defaults have changed, so that nothing is written that was admitted before. */
export async function noteMembers(tx: Tx, bookId: string): Promise<void> {
  await change(tx, sql`update books set members_version = members_version + 1 where id = ${bookId}`)
}

/** Names the accounts that stand for a person's other books. Their name is not in the log, so that it can follow the person and go with them. */
export async function renameOtherBooks(tx: Tx, userId: string, name: string | null): Promise<void> {
  type OfBook = { book_id: string }
  const present = await rows<OfBook>(tx, sql`select book_id from members where user_id = ${userId}`)
  const former = await rows<OfBook>(tx, sql`select book_id from former_members where user_id = ${userId}`)
  for (const { book_id: id } of [...present, ...former])
    await change(
      tx,
      sql`update accounts set name = ${otherBookName(name)} where book_id = ${id} and person_id = ${userId}`,
    )
}

/** Ends the links that somebody has made, once they are no owner any more: a link gives its role as long as it is there. */
export async function endLinksBy(tx: Tx, userId: string, bookId: string): Promise<void> {
  await change(tx, sql`delete from book_invitations where book_id = ${bookId} and created_by = ${userId}`)
}

/** Ends a membership of a locked book. Whoever worked in it as their default works in another book from then on. */
export async function leaveBook(tx: Tx, userId: string, bookId: string, leftAt: string): Promise<void> {
  const [left] = await change<{ created_at: string }>(
    tx,
    sql`delete from members where user_id = ${userId} and book_id = ${bookId} returning created_at`,
  )
  if (!left) return
  await endLinksBy(tx, userId, bookId)
  await noteMembers(tx, bookId)
  await noteFormer(tx, userId, bookId, { joined_at: left.created_at, left_at: leftAt })
  await ensureDefault(tx, userId, bookId)
}

/** Refuses to leave books of others without an owner, and notes in the others that the person has left. */
export async function leaveShared(tx: Tx, userId: string, bookIds: readonly string[]): Promise<void> {
  // On a cluster the other members are on other shards: each is asked for by itself.
  const shared: { book_id: string; created_at: string; role: Role }[] = []
  const last: typeof shared = []
  for (const id of bookIds) {
    const mine = await onlyRow<(typeof shared)[number]>(
      tx,
      sql`select book_id, created_at, role from members where user_id = ${userId} and book_id = ${id}`,
    )
    const owners = sql`select from members where book_id = ${id} and role = 'owner' and user_id <> ${userId} limit 1`
    shared.push(mine)
    if (mine.role === 'owner' && (await rows(tx, owners)).length === 0) last.push(mine)
  }
  const books: { id: string; name: string }[] = []
  for (const { book_id } of last)
    books.push(
      ...(await rows<{ id: string; name: string }>(
        tx,
        sql`select id, name from books where id = ${book_id}`,
      )),
    )
  if (books.length > 0) refuse('last_owner', { books })
  for (const { book_id, created_at } of shared) {
    await endLinksBy(tx, userId, book_id)
    await noteMembers(tx, book_id)
    await noteFormer(tx, userId, book_id, { joined_at: created_at, left_at: new Date().toISOString() })
  }
}

/** A person always has a default book: their oldest one, of those that they own if there are any; and if they have none, a new one like the one they left. */
export async function ensureDefault(tx: Tx, userId: string, leftId: string): Promise<void> {
  const mine = await rows<{ book_id: string; role: string; is_default: boolean }>(
    tx,
    sql`select book_id, role, is_default from members where user_id = ${userId} order by created_at, book_id`,
  )
  if (mine.some(({ is_default }) => is_default)) return
  for (const { book_id } of [...mine.filter(({ role }) => role === 'owner'), ...mine]) {
    const book = await findBook(tx, book_id)
    if (!book || book.is_archived) continue
    await setDefault(tx, userId, book_id)
    return
  }
  await openOwn(tx, userId, leftId)
}

/** Opens a book for somebody who has none left. */
async function openOwn(tx: Tx, userId: string, leftId: string): Promise<void> {
  const left = (await findBook(tx, leftId)) ?? refuse('book_not_found')
  const { base_currency_id, time_zone } = left
  const person = await onlyRow<{ name: string; language: Language | null }>(
    tx,
    sql`select name, language from users where id = ${userId}`,
  )
  const [id, at] = [newId(), new Date().toISOString()]
  await openBook(tx, {
    id,
    ...person,
    base_currency_id,
    time_zone,
    at,
    by: florinFor(userId),
    command: 'POST /books',
  })
  await insertOwner(tx, userId, id, at)
}

/** Makes one of a person's books the one that they work in. */
export async function setDefault(tx: Tx, userId: string, bookId: string): Promise<void> {
  await change(tx, sql`update members set is_default = false where user_id = ${userId} and is_default`)
  await change(
    tx,
    sql`update members set is_default = true where user_id = ${userId} and book_id = ${bookId}`,
  )
}
