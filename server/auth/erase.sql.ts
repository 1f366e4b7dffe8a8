import { change, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How long the deletion of a book may take. */
export const ERASING_MS = 30 * 60_000

/** Takes the book's row, so that nobody writes to the book any more. */
export async function lockBook(tx: Tx, bookId: string): Promise<void> {
  await change(tx, sql`select id from books where id = ${bookId} for update`)
}

/** Deletes a person, and then their book, which takes longer than a statement usually may if it is large. */
export async function erase(tx: Tx, userId: string, emailKey: string, bookId: string): Promise<void> {
  await change(tx, sql`delete from tokens where user_id = ${userId}`)
  await change(tx, sql`delete from logins where email_key = ${emailKey} and user_id = ${userId}`)
  await change(tx, sql`delete from login_attempts where email_key = ${emailKey}`)
  await change(tx, sql`delete from users where id = ${userId}`)
  await change(tx, sql`select set_config('statement_timeout', ${String(ERASING_MS)}, true)`)
  await change(tx, sql`select erase_book(${bookId})`)
}
