import { change, type Database, queuedAs, rows, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How many rows of a book are deleted at once: a fraction of a second's work. */
const STEP = 2_000

/** Takes a book's row and marks it, so that nobody writes to the book any more and its rows can be deleted. */
export async function disownBook(tx: Tx, bookId: string): Promise<void> {
  await change(tx, sql`update books set is_ownerless = true where id = ${bookId}`)
}

/** Deletes a person and everything that lets somebody in. Their book is left to `eraseBook`. */
export async function deletePerson(tx: Tx, userId: string, emailKey: string): Promise<void> {
  await change(tx, sql`delete from tokens where user_id = ${userId}`)
  await change(tx, sql`delete from logins where email_key = ${emailKey} and user_id = ${userId}`)
  await change(
    tx,
    sql`delete from login_attempts where email_key = ${emailKey} or email_key = 'taken' and address = ${userId}`,
  )
  await change(tx, sql`delete from users where id = ${userId}`)
}

/**
 * Deletes a book without an owner, step by step. All deletions share one turn at the database, so that they hold up nobody;
 * one that is broken off is resumed by housekeeping.
 */
export async function eraseBook(db: Database, bookId: string): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const [answer] = await transaction(queuedAs(db, 'erasing'), (tx) =>
      change<{ left: boolean }>(tx, sql`select erase_book(${bookId}, ${STEP}) as left`),
    )
    isLeft = answer?.left ?? false
  }
}

/** Books whose deletion has begun. */
export const ownerless = sql`select id from books where is_ownerless`

export async function eraseOwnerless(db: Database): Promise<void> {
  for (const { id } of await rows<{ id: string }>(db, ownerless)) await eraseBook(db, id)
}
