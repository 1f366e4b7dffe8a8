import type { Copy } from '../database/copied.ts'
import { excluded, names, rowsOf, type Sql, selecter, sql, type Value } from '../database/sql.ts'

/**
 * The rows of one table that a change writes, and the statement that writes some of them. `isLong`: it takes many at once, as one list. `copy` does the
 * same for a large change, where that costs PostgreSQL less.
 */
export type Row = readonly Value[]
export type TableWrite = {
  readonly rows: Iterable<Row>
  readonly write: (rows: readonly Row[]) => Sql
  readonly copy?: (rows: readonly Row[]) => readonly (Sql | Copy)[]
  readonly isLong?: true
}

/** Rows as a table `v`: its columns with their types. They are lists, so that the statement is the same for any number of rows, and is planned once. */
export const valuesAs = (types: Readonly<Record<string, string>>, rows: readonly Row[]): Sql =>
  sql`(${selecter(types)(rows)}) v`

/** The books of rows that begin with their book: every statement names them, as a book lives on one shard. */
export const booksIn = (rows: readonly Row[]): Sql =>
  sql`${[...new Set(rows.map(([bookId]) => bookId))]}::uuid[]`

export const insert = (table: string, columns: readonly string[], rows: readonly Row[]): Sql =>
  sql`insert into ${names(table)} (${names(...columns)}) values ${rowsOf(rows)}`

/** Upserts rows: an existing row takes the new values. */
export const upsert = (
  table: string,
  key: readonly string[],
  columns: readonly string[],
  rows: readonly Row[],
): Sql => sql`${insert(table, columns, rows)} ${orUpdate(key, columns)}`

/** The end of an insert of rows that may exist already. */
export const orUpdate = (key: readonly string[], columns: readonly string[]): Sql =>
  sql`on conflict (book_id, ${names(...key)}) do update set ${excluded(
    columns.filter((name) => !key.includes(name) && name !== 'book_id'),
  )}`
