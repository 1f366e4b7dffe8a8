import { createHash } from 'node:crypto'
import { refuse } from '../contract/refusals.ts'
import type { Listed } from '../contract/route.ts'
import { type Db, row, rows } from './database/database.ts'
import { allOf, type Sql, sql } from './database/sql.ts'

/** What a list is sorted by. Never null: a row without a key would be lost on page two. */
type Key = { key: Sql; type: Sql }

type Query = { limit?: number; cursor?: string; sort?: string; include?: 'total'; deleted?: 'only' }

type List<Row, Item> = {
  /** Tells this list from every other, so that a cursor fits only where it came from. */
  name: string
  /** Where the rows come from; all of its columns are read. */
  from: Sql
  where: Sql[]
  /** The order unless the caller asks for another, as the caller would write it. */
  order: string
  orders: Record<string, Key>
  /** Breaks ties: unique within the list. */
  tie: Key
  record: (row: Row) => Item
}

/** One page of a list, in one statement: rows after the cursor, in a total order, one more than asked to see the end. */
export async function page<Row, Item = Row>(
  db: Db,
  query: Query,
  list: List<Row, Item>,
): Promise<Listed<Item>> {
  const limit = query.limit ?? 200
  const sort = query.sort ?? list.order
  const { key, type } = list.orders[sort.replace('-', '')] as Key // the contract lists the same sorts
  const isDescending = sort.startsWith('-')
  const after = isDescending ? sql`<` : sql`>`
  const direction = isDescending ? sql`desc` : sql`asc`
  const { limit: _, cursor, include, ...filters } = query
  const seal = sealOf(JSON.stringify([list.name, sort, filters]))
  const from = cursor === undefined ? undefined : openCursor(cursor, seal)
  const position = from
    ? [sql`(${key}, ${list.tie.key}) ${after} (${from[0]}::${type}, ${from[1]}::${list.tie.type})`]
    : []
  const found = await rows<Row & { sort_key: string; tie_key: string }>(
    db,
    sql`select *, (${key})::text as sort_key, (${list.tie.key})::text as tie_key from ${list.from}
        where ${allOf([...list.where, ...position])}
        order by ${key} ${direction}, ${list.tie.key} ${direction} limit ${limit + 1}`,
  )
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const total =
    include === 'total'
      ? await row<{ total: number }>(
          db,
          sql`select count(*)::int as total from ${list.from} where ${allOf(list.where)}`,
        )
      : undefined
  return {
    data: shown.map(({ sort_key, tie_key, ...record }) => list.record(record as Row)), // the two were added above
    meta: { limit, next_cursor: last ? makeCursor([last.sort_key, last.tie_key], seal) : null, ...total },
  }
}

type Position = [key: string, tie: string]

const sealOf = (list: string) => (position: string) =>
  createHash('sha256').update(`${list}\n${position}`).digest('base64url').slice(0, 12)

function makeCursor(position: Position, seal: (position: string) => string): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${seal(text)}`
}

function openCursor(cursor: string, seal: (position: string) => string): Position {
  const [text = '', mark] = cursor.split('.')
  if (mark !== seal(text)) refuse('cursor_invalid')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) // sealed, so it is what makeCursor wrote
}

/** Text to look for anywhere in a column, whatever its case; `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
