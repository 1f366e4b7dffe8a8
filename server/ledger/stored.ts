import { join, names, nothing, type Sql, sql, type Value } from '../database/sql.ts'
import type { Transaction } from './journal.ts'
import { addressOf, type Column, entryColumns, hasAddress, type Kind, type Rows, tables } from './records.ts'

/** How records are read from their tables and from the log, and how they are written. */

/** The columns of a row `alias`, in the order of `columns`, as a JSON list can hold them, for `fromList`. */
export const listOf = (columns: Readonly<Record<string, Column>>, alias: string): Sql =>
  join(
    Object.entries(columns).map(
      ([name, how]) =>
        sql`${names(alias)}.${names(name)}${how === 'bigint' || how === 'decimal' ? sql`::text` : nothing}`,
    ),
    sql`, `,
  )

/** A part of the statement that loads: its name, the book of each row, the list of its columns, and the tables that it reads. */
export const part = (name: string, bookId: Sql, list: Sql, from: Sql): Sql =>
  sql`select ${name} as part, ${bookId} as book_id, json_build_array(${list}) as list from ${from}`

function read(how: Column, value: unknown): unknown {
  if (value === null) return null
  if (how === 'bigint') return BigInt(value as string) // as `listOf` and `toStored` write it
  return how === 'time' ? timeFrom(value as string) : value // a time is text
}

/** A time as the API and the log write it. PostgreSQL writes an offset, and no zeros at the end. */
export function timeFrom(text: string): string {
  if (text.length === 29 && text.endsWith('+00:00')) return `${text.slice(0, 23)}Z`
  return text.endsWith('Z') ? text : new Date(text).toISOString()
}

/** A row from the list of its columns. */
export function fromList(
  columns: Readonly<Record<string, Column>>,
  list: readonly unknown[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let index = 0
  for (const name in columns) row[name] = read(columns[name] ?? 'plain', list[index++])
  return row
}

function columnsToJson(columns: Readonly<Record<string, Column>>, row: object): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const name in columns) {
    const value = (row as Record<string, unknown>)[name] ?? null // every row has the columns of its kind
    json[name] = typeof value === 'bigint' ? value.toString() : value
  }
  return json
}

/** A record as the log stores it: a JSON object with the columns in their order, and a transaction's entries. */
export function toStored<K extends Kind>(kind: K, row: Rows[K]): Record<string, unknown> {
  const json = columnsToJson(tables[kind].columns, row)
  if (kind !== 'transaction') return json
  const { entries } = row as Transaction // a row of this kind
  return { ...json, entries: entries.map((entry) => columnsToJson(entryColumns, entry)) }
}

function fromJson(columns: Readonly<Record<string, Column>>, json: Record<string, unknown>) {
  const row: Record<string, unknown> = {}
  // An event is as old as the log: columns that were added since are not in it.
  for (const name in columns) row[name] = read(columns[name] ?? 'plain', json[name] ?? null)
  return row
}

/** A record from the log. */
export function fromStored<K extends Kind>(kind: K, json: Record<string, unknown>): Rows[K] {
  const row = fromJson(tables[kind].columns, json)
  if (hasAddress(kind)) row.id = addressOf(kind, row)
  if (kind === 'transaction')
    row.entries = (json.entries as Record<string, unknown>[]).map((entry) => fromJson(entryColumns, entry))
  return row as unknown as Rows[K] // the columns of this kind
}

/** The parameters that write a row, in the order of its columns. */
export function valuesOf(columns: Readonly<Record<string, Column>>, row: object): Value[] {
  const values: Value[] = []
  for (const name in columns) {
    const value = (row as Record<string, Value>)[name] // a row's columns can all be parameters, JSON as text
    values.push(columns[name] === 'json' && value !== null ? JSON.stringify(value) : value)
  }
  return values
}

/** A list or a count over all rows of a table, one for each book. */
export const wholePart = (reference: string, value: Sql, table: Sql) => (books: Sql) => [
  part(
    reference,
    sql`w.book_id`,
    sql`w.value`,
    sql`(select book_id, ${value} as value from ${table} where book_id = any (${books}) group by book_id) w`,
  ),
]
