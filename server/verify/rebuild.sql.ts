import { allOf, join, names, type Sql, sql, wholeNumber } from '../database/sql.ts'
import type { Kind } from '../ledger/rows.ts'
import { entryColumns, listOf } from '../ledger/stored.ts'
import { isId } from '../process/ids.ts'
import { kinds } from '../records/kinds.ts'

/** The key of a record: its book, and its id in the log. */
type RecordKey = { book_id: string; id: string }

/** A row of a record's table, or undefined columns where there is none. */
export type TableRow = {
  place: number
  list: unknown[]
  category_ids: string[] | null
  search: string | null
}

const given = (keys: readonly RecordKey[]): Sql =>
  sql`unnest(${keys.map(({ book_id }) => book_id)}::uuid[], ${keys.map(({ id }) => id)}::text[]) with ordinality g (book_id, id, place)`

/**
 * The rows of records of one kind. A malformed id finds nothing. Each row is looked up by its key (a subquery that groups by it is not joined
 * in another way, on a cluster neither): a join of a batch with a large table would read all of the table for every batch.
 */
export function rowsOfKind(kind: Kind, keys: readonly RecordKey[]): Sql {
  const { table, columns, address = { id: 'uuid' } } = kinds[kind]
  const known = keys.map(({ book_id, id }) => ({
    book_id,
    id: Object.values(address).every((type, index) => type !== 'uuid' || isId(id.split('/')[index] ?? ''))
      ? id
      : '',
  }))
  const derived =
    kind === 'transaction' ? sql`t.category_ids, t.search` : sql`null as category_ids, null as search`
  return sql`
    select g.place::int as place, f.* from ${given(known)} cross join lateral (
      select json_build_array(${listOf(columns, 't')}) as list, ${derived} from ${names(table)} t where ${isRow(kind)}
      group by ${join(
        keyOf(kind).map((name) => sql`t.${names(name)}`),
        sql`, `,
      )}) f`
}

const keyOf = (kind: Kind): readonly string[] => (kind === 'book' ? ['id'] : ['book_id', ...kinds[kind].key])

function isRow(kind: Kind): Sql {
  const { address = { id: 'uuid' } } = kinds[kind]
  const isPart = ([column, type]: [string, string], index: number) => {
    const part = kinds[kind].address ? sql`split_part(g.id, '/', ${wholeNumber(index + 1)})` : sql`g.id`
    if (type === 'uuid') return sql`t.${names(column)} = nullif(${part}, '')::uuid`
    return sql`t.${names(column)}::text = ${part}`
  }
  const isKey = allOf(Object.entries(address).map(isPart))
  return kind === 'book' ? isKey : sql`t.book_id = g.book_id and ${isKey}`
}

/** Texts as lists are searched by them. */
export const foldedTexts = (texts: readonly string[]): Sql =>
  sql`select folded(text) as text from unnest(${texts}::text[]) with ordinality given (text, place) order by place`

/** An entry's row: the version it counts until, the columns that repeat its transaction's, and its own. */
export const postedColumns = {
  until_version: 'version',
  kind: 'plain',
  date: 'plain',
  created_version: 'version',
  created_position: 'plain',
  ...entryColumns,
  is_debit_first: 'plain',
  is_credit_first: 'plain',
} as const

/** The entries that versions of transactions posted. */
export const entriesAtVersions = (postings: readonly (RecordKey & { version: number })[]): Sql => sql`
  select g.place::int as place, f.*
  from unnest(${postings.map(({ book_id }) => book_id)}::uuid[], ${postings.map(({ id }) => id)}::uuid[],
              ${postings.map(({ version }) => version)}::bigint[]) with ordinality g (book_id, transaction_id, version, place)
  cross join lateral (
    select e.ordinal, json_build_array(${listOf(postedColumns, 'e')}) as list from entries e
    where e.book_id = g.book_id and e.transaction_id = g.transaction_id and e.version = g.version
    group by e.book_id, e.transaction_id, e.version, e.ordinal) f`

export const bookSizes = (bookIds: readonly string[]): Sql =>
  sql`select id, row_count::float8 as rows, byte_count::float8 as bytes from books where id = any (${bookIds}::uuid[])`
