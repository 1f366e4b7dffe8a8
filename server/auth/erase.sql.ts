import { change, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

/** Every row of a book, those that refer to others first. A test holds the list against the database's own catalog. */
const bookRows = (bookId: string): Sql[] => [
  sql`delete from entries where book_id = ${bookId}`,
  sql`delete from balances where book_id = ${bookId}`,
  sql`delete from totals where book_id = ${bookId}`,
  // Transactions and obligations refer to each other: payments to their obligation, that to the expense it came from.
  sql`delete from transactions where book_id = ${bookId} and obligation_id is not null`,
  sql`delete from obligations where book_id = ${bookId}`,
  sql`delete from transactions where book_id = ${bookId}`,
  sql`delete from categories where book_id = ${bookId}`,
  sql`delete from contacts where book_id = ${bookId}`,
  sql`delete from book_rates where book_id = ${bookId}`,
  sql`update books set default_account_id = null where id = ${bookId}`,
  sql`delete from accounts where book_id = ${bookId}`,
  sql`delete from events where book_id = ${bookId}`,
  sql`delete from idempotency_keys where book_id = ${bookId}`,
  sql`delete from books where id = ${bookId}`,
]

const userRows = (userId: string, emailKey: string): Sql[] => [
  sql`delete from tokens where user_id = ${userId}`,
  sql`delete from logins where email_key = ${emailKey} and user_id = ${userId}`,
  sql`delete from login_attempts where email_key = ${emailKey}`,
  sql`delete from users where id = ${userId}`,
]

/** Takes the book's row, so that nobody writes to the book any more. */
export async function lockBook(tx: Tx, bookId: string): Promise<void> {
  await change(tx, sql`select id from books where id = ${bookId} for update`)
}

/** Deletes a person and a book. A large book takes longer than a statement usually may. */
export async function erase(tx: Tx, userId: string, emailKey: string, bookId: string): Promise<void> {
  await change(tx, sql`select set_config('statement_timeout', '30min', true)`)
  for (const statement of [...userRows(userId, emailKey), ...bookRows(bookId)]) await change(tx, statement)
}
