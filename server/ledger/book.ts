import type { Day } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import { change, row, type Tx } from '../database/database.ts'
import { type Sql, sql, withParts } from '../database/sql.ts'

export type BookRow = {
  id: string
  name: string
  base_currency_id: string
  time_zone: string
  closed_through: Day | null
  default_account_id: string
  version: number
  created_at: string
  updated_at: string
}

/** A book whose row this transaction has locked; `version` is that of the change being made. */
export type Book = BookRow & {
  readonly at: string
  readonly by: string
  readonly size: Size
  readonly most: Size
}

/** How much there is of a book, or may be at most: rows of its log and its journal, and bytes of both, roughly. */
export type Size = { readonly rows: number; readonly bytes: number }

/** A record of a book, as the API shows it. */
export type Versioned = { id: string; version: number }

/** Refuses a change to a record that is not the one its caller has seen. */
export type Guard = (record: Versioned) => void

export type Action = 'created' | 'updated' | 'deleted' | 'restored'

export const bookColumns = sql`id, name, base_currency_id, time_zone, closed_through, default_account_id, version, created_at, updated_at`

/**
 * Locks the book's row, alone, before anything is read that a rule depends on: a check in the statement that waits for
 * the lock would see the book as it was before the wait. Writes to one book so happen one after another, in the order of their
 * versions; `at` is only shown, since a clock can step back and no two machines have the same one.
 */
export async function takeBook(
  tx: Tx,
  bookId: string,
  userId: string,
  most: Size,
  at: string = new Date().toISOString(),
): Promise<Book> {
  const [taken] = await change<BookRow & { row_count: bigint; byte_count: bigint }>(
    tx,
    sql`select ${bookColumns}, row_count, byte_count from books
        where id = ${bookId} and not is_ownerless for no key update`,
  )
  if (!taken) return refuse('unauthenticated') // deleted, with its owner, after the request was authenticated
  const { row_count, byte_count, ...book } = taken
  const size = { rows: Number(row_count), bytes: Number(byte_count) }
  return { ...book, version: Number(book.version) + 1, at, by: userId, size, most }
}

/** What a change adds: a row of the log and its entries, and its text once in the log and once in the tables. */
function sizeOf(lines: readonly { after: object }[], text: string): Size {
  const entries = lines.map(({ after }) => (after as { lines?: unknown[] }).lines?.length ?? 0)
  return {
    rows: lines.length + entries.reduce((sum, count) => sum + count / 2, 0),
    bytes: 2 * Buffer.byteLength(text),
  }
}

/** Refuses what would make a book larger than it may become. */
function checkRoom({ size, most }: Book, added: Size): void {
  if (size.rows + added.rows > most.rows || size.bytes + added.bytes > most.bytes)
    refuse('quota_exceeded', { size, most })
}

/** Whether a book may be kept in another currency from now on: only while nothing was recorded in it, trash included. */
export async function checkRebase(tx: Tx, book: Book, currencyId: string): Promise<void> {
  if (!currencyFacts(currencyId))
    refuse('currency_not_found', { field: 'base_currency_id', id: currencyId.slice(0, 20) })
  if (currencyId === book.base_currency_id) return
  const recorded = await row<{ count: number }>(
    tx,
    sql`select count(*)::int as count from transactions where book_id = ${book.id}`,
  )
  const count = recorded?.count ?? 0
  if (count > 0) refuse('base_currency_fixed', { base_currency_id: book.base_currency_id, count })
}

/** The book after a change: its settings, its new version and its new size. */
const saveBook = (book: Book, added: Size): Sql =>
  sql`update books set name = ${book.name}, base_currency_id = ${book.base_currency_id}, time_zone = ${book.time_zone},
             closed_through = ${book.closed_through}, default_account_id = ${book.default_account_id}, version = ${book.version},
             row_count = ${book.size.rows + added.rows}, byte_count = ${book.size.bytes + added.bytes}, updated_at = ${book.updated_at}
      where id = ${book.id}`

/** One line of the book's log: what was done to which record, the record after it, and the statements that do it. */
export type Change<R extends Versioned = Versioned> = {
  action: Action
  resource: string
  record: R
  /** What the log keeps of the record, where that is not all of it. */
  logged?: object
  statements: readonly Sql[]
}

/**
 * Carries out changes, appends each to the book's log and saves the book, all in one statement; gives back the first one's
 * record. A change of the book's own settings comes in the book. The parts do not see each other's work, so no two of them may
 * touch the same row.
 */
export async function keep<R extends Versioned>(
  tx: Tx,
  book: Book,
  ...changes: [Change<R>, ...Change[]]
): Promise<R> {
  const lines = changes.map(({ action, resource, record, logged }, ordinal) => ({
    ordinal,
    action,
    resource,
    record_id: record.id,
    after: logged ?? record,
  }))
  const text = JSON.stringify(lines)
  const added = sizeOf(lines, text)
  checkRoom(book, added)
  await change(
    tx,
    withParts(
      [saveBook(book, added), ...changes.flatMap(({ statements }) => statements)],
      sql`insert into events (book_id, version, ordinal, at, user_id, action, resource, record_id, after)
        select ${book.id}::uuid, ${book.version}::bigint, ordinal, ${book.at}::timestamptz, ${book.by}::uuid, action, resource,
               record_id, after
        from json_to_recordset(${text}::json)
             as line (ordinal smallint, action text, resource text, record_id text, after json)`,
    ),
  )
  return changes[0].record
}
