import type { BookInvitation, BookOfPerson, Member, Role } from '../../contract/members.ts'
import { change, type Db, row, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

/** Members are beside their person on a cluster, books elsewhere: each is asked for by itself. */

/** Of more people who have left a book, those who left first are not named any more. */
const MAX_FORMER = 1_000

type Membership = { book_id: string; role: Role; is_default: boolean }
type BookName = Pick<
  BookOfPerson,
  'id' | 'name' | 'base_currency_id' | 'time_zone' | 'is_archived' | 'is_shared' | 'created_at'
>

/** Some books of one person, at once. */
export const booksNamed = (ids: readonly string[]): Sql =>
  sql`select id, name, base_currency_id, time_zone, is_archived, is_shared, created_at from books
      where id = any (${ids}::uuid[]) and not is_ownerless order by id`

/** The members of some books of one person, in the order in which they joined. */
export const membersOfAll = (bookIds: readonly string[]): Sql =>
  sql`select book_id, user_id, role, created_at as joined_at from members where book_id = any (${bookIds}::uuid[])
      order by created_at, user_id, book_id`

/** The books of a person, or the one of them that a key is bound to. */
export async function booksOf(db: Db, userId: string, only: string | null): Promise<BookOfPerson[]> {
  const mine = await rows<Membership>(
    db,
    sql`select book_id, role, is_default from members where user_id = ${userId} and (${only}::uuid is null or book_id = ${only})
        order by is_default desc, created_at, book_id`,
  )
  const ids = mine.map(({ book_id }) => book_id)
  const books = await rows<BookName>(db, booksNamed(ids))
  const shared = books.flatMap(({ id, is_shared }) => (is_shared ? [id] : []))
  const people = shared.length > 0 ? await presentInAll(db, shared) : []
  const byId = new Map(books.map((book) => [book.id, book]))
  const present = Map.groupBy(people, ({ book_id }) => book_id)
  return mine.flatMap(({ book_id, role, is_default }) => {
    const book = byId.get(book_id)
    const others = (present.get(book_id) ?? []).flatMap(({ user_id, name }) =>
      user_id === userId || name === null ? [] : [{ user_id, name }],
    )
    return book ? [{ ...book, role, is_default, others }] : []
  })
}

type StoredMember = Omit<Member, 'is_you'>

type Profile = { id: string; name: string; email: string }

/** The profiles of people, by their ids. */
const peopleOf = async (db: Db, some: readonly { user_id: string }[]): Promise<Map<string, Profile>> =>
  new Map(
    (
      await rows<Profile>(
        db,
        sql`select id, name, email from users where id = any (${some.map(({ user_id }) => user_id)}::uuid[])`,
      )
    ).map((one) => [one.id, one]),
  )

type PresentMember = StoredMember & { book_id: string }

/** The members of some books, in the order in which they joined. */
async function presentInAll(db: Db, bookIds: readonly string[]): Promise<PresentMember[]> {
  const members = await rows<{ book_id: string; user_id: string; role: Role; joined_at: string }>(
    db,
    membersOfAll(bookIds),
  )
  const people = await peopleOf(db, members)
  return members.map((one) => {
    const { name = null, email = null } = people.get(one.user_id) ?? {}
    return { ...one, name, email, left_at: null }
  })
}

/** The members of a book, in the order in which they joined. */
export const presentIn = async (db: Db, bookId: string): Promise<StoredMember[]> =>
  (await presentInAll(db, [bookId])).map(({ book_id: _, ...member }) => member)

/** The members of a book, in the order in which they joined, and then those who left it, the latest first. */
export async function membersOf(db: Db, bookId: string): Promise<StoredMember[]> {
  const present = await presentIn(db, bookId)
  const former = await rows<Pick<StoredMember, 'user_id' | 'joined_at' | 'left_at'>>(
    db,
    sql`select user_id, joined_at, left_at from former_members where book_id = ${bookId} order by left_at desc, user_id limit ${MAX_FORMER}`,
  )
  const people = await peopleOf(db, former)
  return [
    ...present,
    ...former.map((one) => ({
      ...one,
      name: people.get(one.user_id)?.name ?? null,
      email: null,
      role: null,
    })),
  ]
}

export async function changeRole(tx: Tx, userId: string, bookId: string, role: Role): Promise<void> {
  await change(tx, sql`update members set role = ${role} where user_id = ${userId} and book_id = ${bookId}`)
}

const shown = sql`id, role, created_by, created_at, expires_at`

/** Deletes the links to a book that have ended. */
export const deleteEnded = (tx: Tx, bookId: string): Promise<unknown> =>
  change(tx, sql`delete from book_invitations where book_id = ${bookId} and expires_at <= now()`)

export const invitationsTo = (db: Db, bookId: string): Promise<BookInvitation[]> =>
  rows(
    db,
    sql`select ${shown} from book_invitations where book_id = ${bookId} order by created_at desc, id desc`,
  )

export async function insertInvitation(
  tx: Tx,
  bookId: string,
  { id, role, created_by, created_at, expires_at }: BookInvitation,
  secretHash: Buffer,
): Promise<void> {
  await change(
    tx,
    sql`insert into book_invitations (book_id, id, secret_hash, role, created_by, created_at, expires_at)
        values (${bookId}, ${id}, ${secretHash}, ${role}, ${created_by}, ${created_at}, ${expires_at})`,
  )
}

export const deleteInvitation = async (
  tx: Tx,
  bookId: string,
  id: string,
): Promise<BookInvitation | undefined> =>
  (
    await change<BookInvitation>(
      tx,
      sql`delete from book_invitations where book_id = ${bookId} and id = ${id} returning ${shown}`,
    )
  )[0]

/** The name of somebody who may be gone. */
export const nameOf = async (db: Db, userId: string): Promise<string | null> =>
  (await row<{ name: string }>(db, sql`select name from users where id = ${userId}`))?.name ?? null
