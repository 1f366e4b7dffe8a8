import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../contract/refusals.ts'
import { type Db, firstRows, isForFile, row } from '../database/database.ts'
import { allOf, join, names, nothing, type Sql, sql, wholeNumber } from '../database/sql.ts'
import { batchesOf } from '../database/stream.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'

/** The types that lists are ordered by: their cast in PostgreSQL, and the form of their text. */
const types = {
  date: { cast: sql`date`, pattern: /^(\d{4}-\d\d-\d\d|infinity)$/ },
  timestamptz: { cast: sql`timestamptz`, pattern: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/ },
  bigint: { cast: sql`bigint`, pattern: /^-?\d{1,19}$/ },
  integer: { cast: sql`integer`, pattern: /^\d{1,10}$/ },
  smallint: { cast: sql`smallint`, pattern: /^\d{1,5}$/ },
  uuid: { cast: sql`uuid`, pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ },
  text: { cast: sql`text`, pattern: /^[^\0]*$/ },
} as const

/** A sort key of a list. Never null: a row without a key would be lost on page two. */
export type SortKey = { key: Sql; type: keyof typeof types }

/** The position of a row in its list: the text of each of its keys. */
export type Position = readonly string[]

/** Part of a list, as it is read. `serve` makes the reply of it: it writes the records and seals the cursor. */
export type Page<Item> = {
  /** Made one by one, while the reply is written, so that a long list does not hold everybody else up. */
  data: Iterable<Item>
  /** The position of each record, so that a reply may end at any of them. */
  positions: Position[]
  isMore: boolean
  meta: { limit: number; total?: number; sum_base?: number }
  /** How many bytes the page may have, where that is less than usual. */
  mostBytes?: number
  /**
   * Whether records have exactly the fields of the route's schema: JSON.stringify then writes them, in less than half of the time of the
   * compiled schema, which would leave out other fields.
   */
  isExact?: boolean
  /** In the file of a list: all records of the list, in batches. `data` then has none. */
  batches?: AsyncIterable<Iterable<Item>>
}

/** A page of the history: its `meta` depends on how many of its records there was room for. */
export type HistoryPage<Item> = Page<Item> & { nextSince: (count: number) => number }

type ListQuery = { limit?: number; cursor?: string; sort?: string; include?: string; id?: string }

/** Whether a request asks for an addition to the page; several are separated by commas. */
export const isIncluded = ({ include }: ListQuery, what: 'total' | 'sum' | 'balance'): boolean =>
  include?.split(',').includes(what) ?? false

/** The part of a list that a page shows: after a position, in a direction, so many rows. */
export type Window = { position: Position | undefined; isDescending: boolean; rows: number }

type ListSource<Row, Item> = {
  /** The columns that are read; all of them by default. */
  columns?: Sql
  /** Where rows come from; a source that can look ahead is told where the page starts and how many rows it needs. */
  from: Sql | ((window?: Window) => Sql)
  where: Sql[]
  /** The order unless the caller asks for another, as the caller would write it. */
  order: string
  orders: Record<string, SortKey>
  /** Breaks ties: together unique within the list. */
  ties: SortKey[]
  /**
   * The amount that a row adds to the sum of the list, in minor units of a currency, or the whole sum where it is known otherwise; left
   * out for a list without a sum.
   */
  sum?: () => { of: Sql; toApi: (minor: bigint) => number; whole?: Sql | undefined }
  record: (row: Row) => Item
  isExact?: boolean
  beside?: Beside<Row>
}

/**
 * Columns that are joined to the rows of a page, `t`, once these are known. A row may then come several times, in `order`: `gather` merges
 * those that belong together. It is given all rows in their order, of which the first may be merged already.
 */
type Beside<Row> = { columns: Sql; from: Sql; order: Sql; gather: (rows: Row[]) => Row[] }

/** Breaks ties between records of a book by their creation. Ids of one millisecond are not in order. */
export const byCreation: SortKey[] = [
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`id`, type: 'uuid' },
]

/** A page has at most so many bytes, however wide its rows are, and at least one row. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024

/** One page of a list, in one statement: rows after the cursor, in a total order, one more than asked to see the end. */
export async function page<Row, Item = Row>(
  db: Db,
  query: ListQuery,
  list: ListSource<Row, Item>,
): Promise<Page<Item>> {
  const limit = query.limit ?? 200
  const sort = query.sort ?? list.order
  const order = list.orders[sort.replace('-', '')] as SortKey // the contract lists the same sorts
  const keys = [order, ...list.ties]
  const isDescending = sort.startsWith('-')
  const from = positionIn(query.cursor, keys)
  const source = (window?: Window) => (typeof list.from === 'function' ? list.from(window) : list.from)
  const where = [
    ...list.where,
    ...(query.id === undefined ? [] : [isOneOf(sql`id`, knownIds(query.id), sql`uuid`)]),
  ]
  const statement = (from: Sql, where: Sql[], own: PageReading['own'] = {}, limited = nothing) =>
    statementOf(list, { keys, isDescending, from, where, own, limited })
  if (isForFile(db)) return wholeList(db, statement(source(), where), list, limit)
  const sums = query.include === undefined ? undefined : sumsOf(list, query, source, where)
  const found = await firstRows<Row & ListSums & { place_in_list: string[] }>(
    db,
    statement(
      source({ position: from, isDescending, rows: limit + 1 }),
      [...where, ...(from ? [beyond(keys, from, isDescending)] : [])],
      sums?.ofRows,
      limitTo(limit + 1),
    ),
    limit + 1,
    MAX_PAGE_BYTES,
  )
  const { beside } = list
  const rows = beside ? (beside.gather(found.rows) as typeof found.rows) : found.rows // some of those that it is given
  if (beside && found.isCut && rows.length > 1) rows.pop() // more of it may have been left
  const shown = rows.slice(0, limit)
  return {
    data: shown.values().map(list.record),
    positions: shown.map(({ place_in_list }) => place_in_list),
    isMore: found.isCut || rows.length > limit,
    isExact: list.isExact ?? false,
    meta: { limit, ...(await sums?.read(db, found.rows[0], from !== undefined)) },
  }
}

/** The total and the sum of a list, as far as a request asks for them: they are read with its page, so that all are of one moment. */
function sumsOf<Row>(
  { sum }: Pick<ListSource<Row, unknown>, 'sum'>,
  query: ListQuery,
  source: () => Sql,
  where: readonly Sql[],
) {
  const hasTotal = isIncluded(query, 'total')
  const asked = isIncluded(query, 'sum') ? sum?.() : undefined
  const everything = hasTotal || asked ? sql`from ${source()} where ${allOf(where)}` : nothing
  const ofList = {
    ...(hasTotal && { total: sql`(select count(*)::int ${everything})` }),
    ...(asked && { sum_base: sql`(${asked.whole ?? sql`select sum(${asked.of}) ${everything}`})::text` }),
  }
  return {
    /** The columns that each row has for them. */
    ofRows: { ...ofList, ...(asked && { counted: sql`(${asked.of})::text` }) },
    /** They come with the first row. A first page without rows has nothing to count; a later one asks for both by themselves. */
    async read(db: Db, first: ListSums | undefined, isLater: boolean): Promise<Partial<Page<Row>['meta']>> {
      const isAlone = (hasTotal || asked !== undefined) && isLater && first === undefined
      const { total = 0, sum_base = null } =
        (isAlone ? await row<ListSums>(db, sql`select ${columnsOf(ofList)}`) : first) ?? {}
      return { ...(hasTotal && { total }), ...(asked && { sum_base: asked.toApi(BigInt(sum_base ?? 0)) }) }
    },
  }
}

type PageReading = {
  keys: readonly SortKey[]
  isDescending: boolean
  from: Sql
  where: readonly Sql[]
  /** Columns that a page has beside those of its list. */
  own: Readonly<Record<string, Sql>>
  limited: Sql
}

/** The names of a list's keys within a statement. */
const KEYS = ['first_key', 'second_key', 'third_key'].map((name) => names(name))

/** Reads rows of a list in its order, each with its position: its keys, as PostgreSQL writes them. */
function statementOf<Row>(
  { columns = sql`*`, beside }: Pick<ListSource<Row, unknown>, 'columns' | 'beside'>,
  { keys, isDescending, from, where, own, limited }: PageReading,
): Sql {
  const inOrder = (keys: readonly Sql[], more: readonly Sql[] = []) =>
    sql`order by ${commas([...keys.map((key) => (isDescending ? sql`${key} desc` : key)), ...more])}`
  const page = (called: readonly Sql[]) => sql`
    select ${commas([columns, columnsOf(own), ...keys.map(({ key }, index) => sql`${key} as ${called[index]}`)])}
    from ${from} where ${allOf(where)} ${inOrder(keys.map(({ key }) => key))} ${limited}`
  if (!beside) return page(keys.map(() => sql`"place_in_list[]"`))
  const called = KEYS.slice(0, keys.length)
  assert.equal(called.length, keys.length, 'a list with more keys needs more names')
  const ofPage = columnsOf(Object.fromEntries(Object.keys(own).map((name) => [name, sql`t.${names(name)}`])))
  return sql`
    select ${commas([beside.columns, ofPage, ...called.map((key) => sql`t.${key} as "place_in_list[]"`)])}
    from (${page(called)}) t ${beside.from}
    ${inOrder(
      called.map((key) => sql`t.${key}`),
      [beside.order],
    )}`
}

function columnsOf(columns: Readonly<Record<string, Sql>>): Sql {
  const all = Object.entries(columns).map(([name, column]) => sql`${column} as ${names(name)}`)
  return all.length === 0 ? nothing : commas(all)
}

/** Pieces with commas between them, but for those that are empty. */
const commas = (pieces: readonly Sql[]): Sql =>
  join(
    pieces.filter((piece) => piece !== nothing),
    sql`, `,
  )

/** The common page sizes. */
const USUAL = [1, 10, 20, 25, 50, 100, 200, 500, 1000]

/**
 * The `limit` clause. A limit in the text lets PostgreSQL plan a statement once; one that is a parameter keeps statements few, however many
 * page sizes clients ask for.
 */
export const limitTo = (rows: number): Sql =>
  USUAL.includes(rows - 1) ? sql`limit ${wholeNumber(rows)}` : sql`limit ${rows}`

/** All records of a list, in batches. */
const wholeList = <Row, Item>(
  db: Db,
  statement: Sql,
  list: ListSource<Row, Item>,
  limit: number,
): Page<Item> => ({
  data: [],
  positions: [],
  isMore: false,
  meta: { limit },
  batches: recordsOf(db, statement, list),
})

/** They are made one by one while they are written. */
async function* recordsOf<Row, Item>(
  db: Db,
  statement: Sql,
  { record, beside }: ListSource<Row, Item>,
): AsyncGenerator<Iterable<Item>> {
  let unfinished: Row[] = []
  for await (const batch of batchesOf<Row>(db, 'list', statement)) {
    const rows = beside ? beside.gather([...unfinished, ...batch]) : batch
    if (beside) unfinished = rows.splice(-1) // the next batch may begin with more of it
    yield rows.values().map(record)
  }
  yield unfinished.values().map(record)
}

/** The same page with other records: `make` is given those that were read together. */
export async function mapPage<Item, Made>(
  { data, batches, isExact, ...page }: Page<Item>,
  make: (items: Item[]) => Promise<Iterable<Made>>,
): Promise<Page<Made>> {
  async function* madeOf(batches: AsyncIterable<Iterable<Item>>): AsyncGenerator<Iterable<Made>> {
    for await (const items of batches) yield make([...items])
  }
  return { ...page, data: await make([...data]), ...(batches && { batches: madeOf(batches) }) }
}

/** The amount that a row adds to the sum, as read: absent where there is no sum; null counts as 0. */
export type Counted = { counted?: string | null }

/** The total and the sum of a list, as read; the sum is null where there is nothing to add up. */
export type ListSums = { total?: number; sum_base?: string | null }

/** The rows that come after a position, in one comparison, so that the index leads straight there. */
export const beyond = (keys: readonly SortKey[], position: Position, isDescending: boolean): Sql =>
  sql`(${join(
    keys.map(({ key }) => key),
    sql`, `,
  )}) ${isDescending ? sql`<` : sql`>`}
      (${join(
        keys.map(({ type }, index) => sql`${position[index]}::${types[type].cast}`),
        sql`, `,
      )})`

/** The position in a cursor that `serve` has found to be ours: as many texts as the list has keys, each of its key's type. */
export function positionIn(cursor: string | undefined, keys: readonly SortKey[]): Position | undefined {
  if (cursor === undefined) return undefined
  const position: unknown = JSON.parse(cursor)
  const fits = (text: unknown, { type }: SortKey) =>
    typeof text === 'string' && types[type].pattern.test(text)
  if (!Array.isArray(position) || position.length !== keys.length) return refuse('cursor_invalid')
  return keys.every((key, index) => fits(position[index], key)) ? position : refuse('cursor_invalid')
}

/**
 * Whether a text that was folded (see the migrations) contains another, whatever its case and accents. A regular expression that
 * is one literal reads each character once; `like` starts over at every character, so that 255 of them over long notes took seconds.
 */
export const contains = (folded: Sql, text: string): Sql => sql`${folded} ~ ('***=' || folded(${text}))`

/** Whether a column has one of some values. One alone is compared as such, so that an index in the list's order serves it. */
export const isOneOf = (column: Sql, values: readonly string[], type: Sql): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values}::${type}[])`

/** Whether a filter of ids also asks for records without one. */
export const isNoneIn = (ids = ''): boolean => commaSeparated(ids).includes('none')

/** Whether a column has one of some ids, or nothing that `isNone` accepts where the filter names `none`. */
export const isAmong = (column: Sql, ids: string, isNone: Sql): Sql => {
  const isOne = isOneOf(column, knownIds(ids), sql`uuid`)
  return isNoneIn(ids) ? sql`(${isOne} or ${isNone})` : isOne
}

/**
 * Cursors are signed, so that they cannot be forged. The signature covers person, list, order and filters. All instances on one
 * database share the key.
 */
export type CursorSeal = { seal: (text: string) => string; open: (cursor: string) => string }

const MARK_CHARACTERS = 22

/** Seals cursors of one list: whose it is, its address, its order and its filters. */
export function cursorSeal(key: Uint8Array, list: readonly unknown[]): CursorSeal {
  const markOf = (text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['cursor', ...list, text]))
      .digest('base64url')
      .slice(0, MARK_CHARACTERS)
  return {
    seal: (text) => `${Buffer.from(text).toString('base64url')}.${markOf(text)}`,
    open(cursor) {
      const [encoded = '', mark = ''] = cursor.split('.')
      const text = Buffer.from(encoded, 'base64url').toString()
      const expected = Buffer.from(markOf(text))
      const given = Buffer.from(mark)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs ? text : refuse('cursor_invalid')
    },
  }
}
