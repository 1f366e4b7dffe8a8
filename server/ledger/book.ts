import type { Day } from '../../contract/day.ts'
import { change, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

export type BookRow = {
  id: string
  name: string
  base_currency_id: string
  time_zone: string
  closed_through: Day | null
  version: number
  created_at: string
  updated_at: string
}

/** A book in the hand of whoever writes: its row is locked, its version is that of the change under way. */
export type Book = BookRow & { readonly at: string; readonly by: string }

/** A record of a book, as the API shows it. */
export type Versioned = { id: string; version: number }

/** Refuses a change to a record that is not the one its caller has seen. */
export type Guard = (record: Versioned) => void

export type Action = 'created' | 'updated' | 'deleted' | 'restored'

/**
 * Takes the book's row, alone, before anything is read that a rule depends on: a check in the statement that waits for
 * the lock would see the book as it was before the wait. Writes to one book so happen one after another.
 */
export async function takeBook(tx: Tx, bookId: string, userId: string): Promise<Book> {
  const [book] = await change<Omit<BookRow, 'version'> & { version: bigint }>(
    tx,
    sql`update books set version = version + 1 where id = ${bookId}
        returning id, name, base_currency_id, time_zone, closed_through, version, created_at, updated_at`,
  )
  if (!book) throw new Error(`book ${bookId} is gone`)
  return { ...book, version: Number(book.version), at: new Date().toISOString(), by: userId }
}

/** One line of the book's log: what was done to which record, and the record after it. */
export type Change<R extends Versioned = Versioned> = {
  action: Action
  resource: string
  record: R
  statement: Sql
}

/** Carries out changes and appends each to the book's log, in one statement; gives back the first one's record. */
export async function keep<R extends Versioned>(
  tx: Tx,
  book: Book,
  ...changes: [Change<R>, ...Change[]]
): Promise<R> {
  await change(
    tx,
    sql`with ${changes
      .map(({ statement }, index) => sql`${name(index)} as (${statement})`)
      .reduce((all, one) => sql`${all}, ${one}`)}
        insert into events (book_id, version, ordinal, at, user_id, action, resource, record_id, after)
        select ${book.id}::uuid, ${book.version}::bigint, ordinal, ${book.at}::timestamptz, ${book.by}::uuid, action, resource, record_id, after
        from unnest(${changes.map((_, index) => index)}::smallint[], ${changes.map((one) => one.action)}::text[],
                    ${changes.map((one) => one.resource)}::text[], ${changes.map((one) => one.record.id)}::text[],
                    ${changes.map((one) => JSON.stringify(one.record))}::json[])
             as line (ordinal, action, resource, record_id, after)`,
  )
  return changes[0].record
}

const name = (index: number): Sql => ({ strings: [`change_${index}`], values: [] })
