import { createHash } from 'node:crypto'
import { refuse } from '../contract/refusals.ts'
import type { Listed } from '../contract/route.ts'
import { type Db, row, rows } from './database/database.ts'
import { allOf, join, type Sql, sql } from './database/sql.ts'

/** What a list is sorted by. Never null: a row without a key would be lost on page two. */
type Key = { key: Sql; type: Sql }

type Query = { limit?: number; cursor?: string; sort?: string; include?: 'total'; deleted?: 'only' }

/** The part of a list that a page shows: after a position, in a direction, so many rows. */
export type Window = { position: string[] | undefined; isDescending: boolean; rows: number }

type List<Row, Item> = {
  /** Tells this list from every other, so that a cursor fits only where it came from. */
  name: string
  /** What is read of each row; every column, unless told otherwise. */
  columns?: Sql
  /** Where rows come from; a source that can look ahead is told where the page starts and how many rows it needs. */
  from: Sql | ((window?: Window) => Sql)
  where: Sql[]
  /** The order unless the caller asks for another, as the caller would write it. */
  order: string
  orders: Record<string, Key>
  /** Breaks ties: together unique within the list. */
  ties: Key[]
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
  const order = list.orders[sort.replace('-', '')] as Key // the contract lists the same sorts
  const keys = [order, ...list.ties]
  const isDescending = sort.startsWith('-')
  const { limit: _, cursor, include, ...filters } = query
  const seal = sealOf(JSON.stringify([list.name, sort, filters]))
  const from = cursor === undefined ? undefined : openCursor(cursor, seal)
  const source = (window?: Window) => (typeof list.from === 'function' ? list.from(window) : list.from)
  const found = await rows<Row & { position: string[] }>(
    db,
    sql`select ${list.columns ?? sql`*`}, array[${join(
      keys.map(({ key }) => sql`(${key})::text`),
      sql`, `,
    )}] as position
        from ${source({ position: from, isDescending, rows: limit + 1 })}
        where ${allOf([...list.where, ...(from ? [beyond(keys, from, isDescending)] : [])])}
        order by ${join(
          keys.map(({ key }) => (isDescending ? sql`${key} desc` : key)),
          sql`, `,
        )} limit ${limit + 1}`,
  )
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const total =
    include === 'total'
      ? await row<{ total: number }>(
          db,
          sql`select count(*)::int as total from ${source()} where ${allOf(list.where)}`,
        )
      : undefined
  return {
    data: shown.map(list.record),
    meta: { limit, next_cursor: last ? makeCursor(last.position, seal) : null, ...total },
  }
}

/** The rows that come after a position, in one comparison, so that the index leads straight there. */
export const beyond = (keys: readonly Key[], position: readonly string[], isDescending: boolean): Sql =>
  sql`(${join(
    keys.map(({ key }) => key),
    sql`, `,
  )}) ${isDescending ? sql`<` : sql`>`}
      (${join(
        keys.map(({ type }, index) => sql`${position[index]}::${type}`),
        sql`, `,
      )})`

type Seal = (position: string) => string

/** Marks a cursor as ours, and as of this list, order and filters. */
export const sealOf =
  (list: string): Seal =>
  (position) =>
    createHash('sha256').update(`${list}\n${position}`).digest('base64url').slice(0, 12)

export function makeCursor(position: readonly string[], seal: Seal): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${seal(text)}`
}

export function openCursor(cursor: string, seal: Seal): string[] {
  const [text = '', mark] = cursor.split('.')
  if (mark !== seal(text)) refuse('cursor_invalid')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) // sealed, so it is what makeCursor wrote
}

/** Text to look for anywhere in a column, whatever its case; `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
