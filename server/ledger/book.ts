import { type Sql, sql } from '../database/sql.ts'
import type { BookSettings } from './records.ts'

/** A book as its row is: its settings, and where its log ends. */
export type BookRow = BookSettings & {
  /** The hash of the latest change, in hexadecimal: the seal of the log. */
  hash: string
  /** When the latest change was made. */
  changed_at: string
}

export const bookColumns: Sql = sql`id, name, base_currency_id, time_zone, closed_through, version::float8 as version, encode(hash, 'hex') as hash,
  changed_at, created_at, updated_at`

/** Who makes a change, and on which device. */
export type Author = { readonly user_id: string; readonly device_name: string }

/** A book as a verb sees it: `version` is that of the change being made, `at` its time. */
export type Book = BookRow & {
  readonly at: string
  readonly by: Author
  readonly size: Size
  readonly most: Size
}

/** How much there is of a book, or may be at most: rows of its log and its journal, and bytes of both, roughly. */
export type Size = { readonly rows: number; readonly bytes: number }

/** A record of a book, as the API shows it. */
export type Versioned = { readonly id: string; readonly version: number }

/** Refuses a change to a record that is not the one its caller has seen. */
export type Guard = (record: Versioned) => void

/** The book at its next version. A change is never before the one that it follows, whatever the clock says. */
export const nextVersion = (
  book: BookRow & { size: Size },
  by: Author,
  most: Size,
  now: string = new Date().toISOString(),
): Book => ({
  ...book,
  version: book.version + 1,
  at: now > book.changed_at ? now : book.changed_at,
  by,
  most,
})
