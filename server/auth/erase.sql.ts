import { change, type Database, queuedAs, rows, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { NO_HASH } from '../ledger/log.ts'
import { newId } from '../process/ids.ts'
import { deleteMail } from './mail.sql.ts'

/** The number of rows of a book that are deleted at once, which takes a fraction of a second. */
const STEP = 2_000

/**
 * Locks the rows of all books of a person, so that meanwhile nobody writes to them or becomes a member: every change of a book's members
 * locks its row first. The order keeps two deletions from waiting for each other.
 */
export const takeBooks = async (tx: Tx, userId: string): Promise<string[]> => {
  const mine = await booksOf(tx, userId)
  for (const id of mine) await change(tx, sql`select from books where id = ${id} for no key update`)
  return mine
}

/** The ids of all books of a person, in their order. */
export const booksOf = async (tx: Tx, userId: string): Promise<string[]> =>
  (
    await rows<{ book_id: string }>(
      tx,
      sql`select book_id from members where user_id = ${userId} order by book_id`,
    )
  ).map(({ book_id }) => book_id)

/** Of locked books, marks those without any other member, so that their rows can be deleted; returns them. */
export async function disownBooks(tx: Tx, userId: string, bookIds: string[]): Promise<string[]> {
  const alone: string[] = []
  for (const id of bookIds) {
    const others = sql`select from members where book_id = ${id} and user_id <> ${userId} limit 1`
    if ((await rows(tx, others)).length === 0) alone.push(id)
  }
  for (const id of alone) await disown(tx, userId, id, 'DELETE /auth/me')
  return alone
}

/** Marks a locked book without members as one to delete. */
export async function disown(tx: Tx, userId: string, bookId: string, command: string): Promise<void> {
  const [marked] = await change<{ version: bigint }>(
    tx,
    sql`update books set is_ownerless = true, version = version + 1 where id = ${bookId} returning version`,
  )
  // A writer that loaded the book before finds its next version taken, so it writes nothing.
  await change(
    tx,
    sql`insert into changes (book_id, version, id, at, user_id, device_name, command, hash)
        values (${bookId}, ${marked?.version}, ${newId()}, ${new Date().toISOString()}, ${userId}, '', ${command}, ${NO_HASH})`,
  )
}

/** Deletes a person with all credentials. Books without another member are deleted by `eraseBook`. */
export async function deletePerson(tx: Tx, userId: string, emailKey: string): Promise<void> {
  await change(tx, sql`delete from user_events where user_id = ${userId}`)
  await change(tx, sql`delete from recovery_links where user_id = ${userId}`)
  await deleteMail(tx, userId, emailKey)
  await change(tx, sql`delete from recovery_codes where user_id = ${userId}`)
  await change(tx, sql`delete from second_factors where user_id = ${userId}`)
  await change(tx, sql`delete from passkeys where user_id = ${userId}`)
  await change(tx, sql`delete from used_challenges where user_id = ${userId}`)
  await change(tx, sql`delete from oidc_links where user_id = ${userId}`)
  await change(tx, sql`delete from members where user_id = ${userId}`)
  await change(tx, sql`delete from tokens where user_id = ${userId}`)
  await change(tx, sql`delete from logins where email_key = ${emailKey} and user_id = ${userId}`)
  await change(
    tx,
    sql`delete from login_attempts where email_key = ${emailKey} or email_key in (${`code ${userId}`}, ${`passkey ${userId}`}) or email_key = 'taken' and address = ${userId}`,
  )
  await change(tx, sql`update operators set operator_id = null where operator_id = ${userId}`)
  await change(tx, sql`delete from users where id = ${userId}`)
}

/** Deletes some rows of a book without members; returns whether any are left. */
export async function eraseStep(tx: Tx, bookId: string): Promise<boolean> {
  const [answer] = await change<{ left: boolean }>(tx, sql`select erase_book(${bookId}, ${STEP}) as left`)
  return answer?.left ?? false
}

/**
 * Deletes a book without members, step by step. All deletions share one slot of the database queue, so that they do not delay others;
 * housekeeping resumes an interrupted one.
 */
export async function eraseBook(db: Database, bookId: string): Promise<void> {
  while (await transaction(queuedAs(db, 'erasing'), (tx) => eraseStep(tx, bookId)));
}

/** Some of the books whose deletion has begun. */
export const ownerless = sql`select id from books where is_ownerless order by id limit 100`
