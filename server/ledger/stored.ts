import { join, names, nothing, type Sql, sql, type Value } from '../database/sql.ts'
import type { Entry, Transaction } from './journal.ts'
import {
  addressOf,
  type Find,
  type Finds,
  type InCourse,
  type KindOf,
  kindNamed,
  type Lookup,
  type Stored,
  type StoredColumns,
} from './kind.ts'
import { type Holdings, heldKey, hold, type Reference } from './known.ts'
import type { Kind, Rows } from './rows.ts'

/** How records are read from their tables and from the log, and how they are written. */

export const entryColumns: { readonly [N in keyof Entry]: Stored } = {
  debit_account_id: 'plain',
  credit_account_id: 'plain',
  debit_line_id: 'plain',
  credit_line_id: 'plain',
  currency_id: 'plain',
  amount: 'bigint',
  base_amount: 'bigint',
  category_id: 'plain',
  obligation_id: 'plain',
  memo: 'plain',
}

/** All columns except some. */
export const without = (columns: StoredColumns, ...left: readonly string[]): StoredColumns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !left.includes(name)))

/** Some of the columns. */
export const only = (columns: StoredColumns, ...kept: readonly string[]): StoredColumns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => kept.includes(name)))

/** The columns of a row `alias`, in the order of `columns`, as a JSON list can hold them, for `fromList`. */
export const listOf = (columns: StoredColumns, alias: string): Sql =>
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

function read(how: Stored, value: unknown): unknown {
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
export function fromList(columns: StoredColumns, list: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let index = 0
  for (const name in columns) row[name] = read(columns[name] ?? 'plain', list[index++])
  return row
}

function columnsToJson(columns: StoredColumns, row: object): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const name in columns) {
    const value = (row as Record<string, unknown>)[name] ?? null // every row has the columns of its kind
    json[name] = typeof value === 'bigint' ? value.toString() : value
  }
  return json
}

/** A record as the log stores it: a JSON object with the columns in their order, and a transaction's entries. */
export function toStored<K extends Kind>(kind: K, row: Rows[K]): Record<string, unknown> {
  const { columns, logged } = kindNamed(kind)
  const json = columnsToJson(columns, logged ? logged(row) : row)
  if (kind !== 'transaction') return json
  const { entries } = row as Transaction // a row of this kind
  return { ...json, entries: entries.map((entry) => columnsToJson(entryColumns, entry)) }
}

/** A row from JSON. An event is as old as the log: a column that was added since is not in it, and has the value in `added`. */
function fromJson(
  columns: StoredColumns,
  json: Record<string, unknown>,
  added: Record<string, unknown> = {},
) {
  const row: Record<string, unknown> = {}
  for (const name in columns)
    row[name] = name in json ? read(columns[name] ?? 'plain', json[name]) : (added[name] ?? null)
  return row
}

/** A record from the log. */
export function fromStored<K extends Kind>(name: K, json: Record<string, unknown>): Rows[K] {
  const kind = kindNamed(name)
  const row = fromJson(kind.columns, json, kind.added)
  if (kind.address) row.id = addressOf(kind, row)
  if (name === 'transaction')
    row.entries = (json.entries as Record<string, unknown>[]).map((entry) => fromJson(entryColumns, entry))
  return row as unknown as Rows[K] // the columns of this kind
}

/** The parameters that write a row, in the order of its columns. */
export function valuesOf(columns: StoredColumns, row: object): Value[] {
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

/** Holds a row of a kind under every reference and key that find it. */
export function holdRow<K extends Kind>(holdings: Holdings, { finds }: KindOf<K>, row: Rows[K]): void {
  const lookup: Lookup = (reference, key) => holdings.get(reference)?.get(heldKey(reference, key)) as never // as it was held
  putFound(finds, row, lookup, (reference, key, found) => hold(holdings, reference, key, found))
}

/** Puts a row, or what it is found as, under every reference and key that find it. */
export function putFound<Row>(finds: Finds<Row>, row: Row, lookup: Lookup, put: InCourse['put']): void {
  for (const name in finds) {
    const reference = name as Reference // a key of Finds
    const { keys, found } = finds[reference] as Find<Row, unknown>
    for (const key of keys?.(row) ?? []) {
      const result = found ? found(row, lookup) : row
      if (key !== null && result !== undefined && result !== null) put(reference, key, result as never) // of this reference
    }
  }
}
