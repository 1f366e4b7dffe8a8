import { names, type Sql, sql } from '../database/sql.ts'
import { entryColumns, fromList, listOf } from '../ledger/stored.ts'
import { kinds } from '../records/kinds.ts'
import type { FileKind } from './format.ts'

/** The columns of a row as a list and, of a transaction, those of its entries. */
export type ListedColumns = { list: unknown[]; entries: unknown[][] | null }

/** The entries of a transaction; of one in the trash, its last ones. */
const entriesOf = (bookId: string): Sql => sql`
  (select json_agg(json_build_array(${listOf(entryColumns, 'e')}) order by e.ordinal) from entries e
   where e.book_id = ${bookId} and e.transaction_id = r.id
     and case when r.deleted_at is null then e.until_version is null else e.until_version = r.version end)`

/** All records of one kind, the trash included, in the order of the file. A change gives all its records the same time. */
export function rowsOfFile(bookId: string, kind: FileKind): Sql {
  const { table, columns, order } = kinds[kind]
  const entries = kind === 'transaction' ? entriesOf(bookId) : sql`null::json`
  return sql`
    select json_build_array(${listOf(columns, 'r')}) as list, ${entries} as entries
    from ${names(table)} r where r.book_id = ${bookId} order by ${order}`
}

/** A row in stored shape. */
export function toRow(kind: FileKind, { list, entries }: ListedColumns): Record<string, unknown> {
  const row = fromList(kinds[kind].columns, list)
  return kind === 'transaction'
    ? { ...row, entries: (entries ?? []).map((entry) => fromList(entryColumns, entry)) }
    : row
}
