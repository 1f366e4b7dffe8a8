import { excluded, names, rowsOf, type Sql, selectOf, sql, type Value } from '../database/sql.ts'
import type { Column } from './records.ts'

/** The rows of one part of a write, and the statement that writes some of them. `isLong`: it takes many at once, as lists. */
export type Row = readonly Value[]
export type Part = {
  readonly rows: Iterable<Row>
  readonly write: (rows: readonly Row[]) => Sql
  readonly isLong?: true
}

/** The columns of a table that a change writes many rows of, in their order, and what `v` holds them as. */
export type Types = Readonly<Record<string, string>>

/** The types of a record's columns. One that is `plain` is text, unless its name says that it is an id, or it is one of the others. */
export const typesOf = (columns: Readonly<Record<string, Column>>): Types =>
  Object.fromEntries(Object.entries(columns).map(([name, how]) => [name, types[how] ?? plainType(name)]))

const types: { readonly [How in Column]?: string } = {
  ...{ bigint: 'bigint', decimal: 'numeric', version: 'bigint', time: 'timestamptz', json: 'json' },
}
const others: Types = {
  ...{ date: 'date', fx_date: 'date', is_refund: 'boolean', tags: 'text[]', created_position: 'integer' },
}
const plainType = (name: string) => others[name] ?? (/^id$|(?<!currency)_id$/.test(name) ? 'uuid' : 'text')

/** Up to so many rows are parameters: the plan of such a statement, once kept, is run fastest. */
const FEW = 250

/** Rows as a table `v`: its columns with their types, which PostgreSQL cannot infer from a list of parameters. */
export const valuesAs = (types: Readonly<Record<string, string>>, rows: readonly Row[]): Sql =>
  sql`(values ${rowsOf(rows, Object.values(types))}) v (${names(...Object.keys(types))})`

/** The books of rows that begin with their book: every statement names them, as a book lives on one shard. */
export const booksIn = (rows: readonly Row[]): Sql =>
  sql`${[...new Set(rows.map(([bookId]) => bookId))]}::uuid[]`

export const insert = (
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
  folded?: number,
): Sql => sql`insert into ${names(table)} (${names(...columns)}) values ${rowsOf(rows, [], folded)}`

/** Rows of a table of which one change may write tens of thousands. `folded` is the column that is searched. */
export const insertLong = (table: string, types: Types, rows: readonly Row[], folded?: string): Sql =>
  rows.length <= FEW
    ? insert(
        table,
        Object.keys(types),
        rows,
        folded === undefined ? folded : Object.keys(types).indexOf(folded),
      )
    : sql`insert into ${names(table)} (${names(...Object.keys(types))}) ${selectOf(types, rows, folded)}`

/** Rows that are new or not: an existing row takes the new values. */
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
