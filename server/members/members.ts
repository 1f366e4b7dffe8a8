import { isTimeZone } from '../../contract/day.ts'
import type { BookDraft, BookOfPerson, Member, Role } from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import { insertOwner, lockUser } from '../auth/auth.sql.ts'
import { disown } from '../auth/erase.sql.ts'
import {
  checkBooks,
  endLinksBy,
  ensureDefault,
  leaveBook,
  noteMembers,
  roleIn,
  takeBook,
  takePerson,
} from '../auth/memberships.ts'
import { change, type Database, type Db, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { checkRight, type SignedIn } from '../http/request.ts'
import { newId } from '../process/ids.ts'
import { openBook } from '../records/chart.ts'
import { requireCurrency } from '../records/require.ts'
import { booksOf, changeRole, presentIn } from './members.sql.ts'

/** One of a person's books, as they see it. */
export async function bookOf(db: Db, userId: string, bookId: string): Promise<BookOfPerson> {
  const [book = refuse('book_not_found')] = await booksOf(db, userId, bookId)
  return book
}

/** Opens another book for a person. */
export const openAnother = (db: Database, me: SignedIn, draft: BookDraft) =>
  transaction(db, async (tx) => {
    const {
      name,
      base_currency_id = me.book.base_currency_id,
      time_zone = me.book.time_zone,
      language = null,
    } = draft
    requireCurrency(base_currency_id, 'base_currency_id')
    if (!isTimeZone(time_zone)) refuse('time_zone_unknown', { time_zone: time_zone.slice(0, 100) })
    await takePerson(tx, me.id)
    await checkBooks(tx, me.id)
    const [id, at] = [newId(), new Date().toISOString()]
    const by = { user_id: me.id, device: me.token_id, device_name: null }
    await openBook(tx, { id, name, base_currency_id, time_zone, language, at, by, command: 'POST /books' })
    await insertOwner(tx, me.id, id, at, false)
    return bookOf(tx, me.id, id)
  })

/** Begins to delete a book: nobody can reach it any more. Returns everybody who could. */
export const deleteForGood = (db: Database, me: SignedIn, name: string): Promise<string[]> =>
  transaction(db, async (tx) => {
    const { id } = me.book
    await takeBook(tx, id)
    checkRight((await roleIn(tx, me.id, id)) ?? refuse('book_not_found'), { needs: 'own' })
    const book = await bookOf(tx, me.id, id)
    if (book.is_default) refuse('book_is_default', { name: book.name })
    if (name.normalize().trim() !== book.name.normalize().trim())
      refuse('book_name_wrong', { name: book.name })
    const people = [me.id, ...book.others.map(({ user_id }) => user_id)].sort()
    for (const userId of people) {
      await lockUser(tx, userId)
      await change(tx, sql`delete from members where user_id = ${userId} and book_id = ${id}`)
      await ensureDefault(tx, userId, id)
    }
    await disown(tx, me.id, id, 'DELETE /books/current')
    return people
  })

/** A member as somebody sees them: their e-mail is for owners and for themselves. */
export const memberToApi = (me: SignedIn, role: string, member: Omit<Member, 'is_you'>): Member => ({
  ...member,
  email: role === 'owner' || member.user_id === me.id ? member.email : null,
  is_you: member.user_id === me.id,
})

async function requireMember(tx: Tx, me: SignedIn, role: string, userId: string): Promise<Member> {
  const found = (await presentIn(tx, me.book.id)).find((one) => one.user_id === userId.toLowerCase())
  return found ? memberToApi(me, role, found) : refuse('not_found')
}

/** Refuses to leave a book without an owner. */
async function checkOwners(tx: Tx, me: SignedIn, userId: string): Promise<void> {
  const { id, name } = me.book
  const present = await presentIn(tx, id)
  const others = present.filter(({ user_id }) => user_id !== userId)
  if (others.some(({ role }) => role === 'owner')) return
  const isOwner = present.some(({ user_id, role }) => user_id === userId && role === 'owner')
  if (isOwner) refuse('last_owner', { books: [{ id, name }], ...(others.length === 0 && { is_alone: true }) })
}

/** Gives a member another role. The book is locked, and with it the roles of all its members. */
export const giveRole = (db: Database, me: SignedIn, userId: string, role: Role): Promise<Member> =>
  transaction(db, async (tx) => {
    await takeBook(tx, me.book.id)
    const mine = (await roleIn(tx, me.id, me.book.id)) ?? refuse('book_not_found')
    checkRight(mine, { needs: 'own' })
    const member = await requireMember(tx, me, mine, userId)
    if (role !== 'owner') {
      await checkOwners(tx, me, member.user_id)
      await endLinksBy(tx, member.user_id, me.book.id)
    }
    await changeRole(tx, member.user_id, me.book.id, role)
    await noteMembers(tx, me.book.id)
    return { ...member, role }
  })

/** Ends a membership: one's own, or as an owner another one. */
export const endMembership = (db: Database, me: SignedIn, userId: string): Promise<Member> =>
  transaction(db, async (tx) => {
    await takeBook(tx, me.book.id)
    const mine = (await roleIn(tx, me.id, me.book.id)) ?? refuse('book_not_found')
    if (userId.toLowerCase() !== me.id) checkRight(mine, { needs: 'own' })
    const member = await requireMember(tx, me, mine, userId)
    await checkOwners(tx, me, member.user_id)
    await lockUser(tx, member.user_id)
    const left_at = new Date().toISOString()
    await leaveBook(tx, member.user_id, me.book.id, left_at)
    return { ...member, role: null, left_at }
  })
