import { join, names, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import {
  addressOf,
  type EnteredField,
  type Find,
  type Finds,
  type Keys,
  type KindOf,
  type Refers,
  type Stored,
} from '../ledger/kind.ts'
import type { Found, Known, Reference, References } from '../ledger/known.ts'
import type { AnyRow, Kind, Rows } from '../ledger/rows.ts'
import { listOf, part } from '../ledger/stored.ts'
import { type Column, type Columns, orNull, time, version } from './columns.ts'

/** The columns that most records end with. No edit changes `created_version`, and no clock decides it. */
export const dated = {
  created_version: version,
  version,
  created_at: time,
  updated_at: time,
  deleted_at: orNull(time),
}

/** A find whose rows are those of the kind's table that meet a condition, or one that says itself how it is loaded. */
type Described<Row, Result> =
  | (Omit<Find<Row, Result>, 'load'> & { readonly where: (keys: Keys) => Sql })
  | (Find<Row, Result> & { readonly where?: never })

/** The description of a kind of record; `ledger/kind.ts` explains each field. */
type Description<K extends Kind> = Pick<KindOf<K>, 'table' | 'alias'> &
  Partial<
    Omit<
      KindOf<K>,
      'name' | 'table' | 'alias' | 'key' | 'columns' | 'added' | 'rows' | 'finds' | 'entered' | 'refers'
    >
  > & {
    readonly columns: Columns
    /** Records that its rows contain, each with its columns. */
    readonly inside?: Columns
    /** The order of its fields in the file of a book, if that is not the order of its columns. */
    readonly file?: readonly string[]
    /** The order of its records there, if that is not the order of their creation. */
    readonly order?: Sql
    /** A value that is loaded beside the columns of each row, for a holder of the kind's own. */
    readonly beside?: (books: Sql) => Sql
    readonly finds: { readonly [R in Reference]?: Described<Rows[K], Found[R]> }
    /** The kinds whose changes leave every result of `finds` valid, unless a find says otherwise. */
    readonly survives?: readonly Kind[]
    /** The fields that people enter, those that an undo takes back together as one list. Everything else is computed from them. */
    readonly entered: readonly (string | EnteredField)[]
    readonly refers?: Readonly<Record<string, Refers>>
    readonly show: (row: Rows[K], book: BookRow, known: Known) => object
  }

export type RecordKind<K extends Kind = Kind> = KindOf<K> & {
  /** Its fields in the file of a book. */
  readonly fields: Columns
  readonly order: Sql
}

/** Describes a kind of record. */
export function kind<K extends Kind>(name: K, description: Description<K>): RecordKind<K> {
  const {
    table,
    alias,
    columns,
    inside = {},
    file,
    survives = [],
    refers = {},
    beside,
    ...given
  } = description
  const key = description.address ? Object.keys(description.address) : ['id']
  const stored = storedOf(columns)
  const [list, of] = [listOf(stored, alias), names(alias)]
  const rows = (books: Sql, condition: Sql): Sql =>
    part(
      name,
      sql`${of}.book_id`,
      beside ? sql`${list}, ${beside(books)}` : list,
      sql`${names(table)} ${of} where ${of}.book_id = any (${books}) and ${condition}`,
    )
  const fields: Columns = { ...columns, ...inside }
  return {
    holders: {},
    links: (row) => linksBy(refers, row),
    referrers: () => [],
    users: () => [],
    trashed: {},
    isRemembered: false,
    resources: [name],
    resourceOf: () => name,
    resource: sql`'${names(name)}'`,
    isWrittenApart: () => false,
    writes: () => [],
    order: sql`r.created_at, r.id`,
    ...given,
    name,
    table,
    alias,
    key,
    refers,
    rows,
    columns: stored,
    added: Object.fromEntries(
      Object.entries(columns).flatMap(([column, { was }]) => (was === undefined ? [] : [[column, was]])),
    ),
    finds: Object.fromEntries(
      Object.entries(description.finds).map(([reference, find]) => [
        reference,
        { ...(find.keys && { survives }), ...loaded(find as Described<Rows[K], unknown>, rows) },
      ]),
    ) as Finds<Rows[K]>, // the same references
    entered: description.entered.map((field) => (typeof field === 'string' ? [field] : field)),
    fields: file ? Object.fromEntries(file.map((field) => [field, fields[field] as Column])) : fields, // its own fields
  }
}

export const storedOf = (columns: Columns): Readonly<Record<string, Stored>> =>
  Object.fromEntries(Object.entries(columns).map(([column, { stored }]) => [column, stored]))

function loaded<Row, Result>(
  find: Described<Row, Result>,
  rows: (books: Sql, condition: Sql) => Sql,
): Find<Row, Result> {
  const { where } = find
  return where ? { ...find, load: (books, keys) => [rows(books, where(keys))] } : find
}

/** The records that columns refer to. */
function linksBy(refers: Readonly<Record<string, Refers>>, row: AnyRow): References {
  const links: Record<string, (string | null)[]> = {}
  for (const [column, { to }] of Object.entries(refers)) {
    links[to] ??= []
    links[to].push((row as unknown as Record<string, string | null>)[column] ?? null) // a column of the row
  }
  return links
}

/** A column with the id of another record: while this one is there, that one cannot be removed by an undo or deleted for good. */
export const refersTo = (to: Refers['to']): Refers => ({ to, holdsUndo: true, holdsErase: true })

/** The same, but the other record can be deleted for good, and this one with it. */
export const belongsTo = (to: Refers['to']): Refers => ({ to, holdsUndo: true, holdsErase: false })

/** The other record is named by this one, and nothing more. */
export const mentions = (to: Refers['to']): Refers => ({ to, holdsUndo: false, holdsErase: false })

/** The rows of a table whose text contains ids of other records: `text` is that text of a row `d`. */
export const namedIn = (resource: Sql, table: Sql, id: Sql, text: Sql, ids: Sql, books: Sql): Sql => sql`
    select d.book_id, u.id as used_id, ${resource} as resource, d.${id}::text as id, false as is_past
    from ${table} d join unnest(${ids}) u (id) on strpos(${text}, u.id::text) > 0 where d.book_id = any (${books})`

/** Keys that end with a space and a day, as columns: the book, the text before, which people may have sent with spaces in it, and the day. */
export function dayColumns(keys: ReturnType<Keys['ofBooks']>): (index: 0 | 1 | 2) => string[] {
  const rows = keys.map(({ bookId, key }) => {
    const at = key.lastIndexOf(' ')
    return [bookId, key.slice(0, at), key.slice(at + 1)] as const
  })
  return (index) => rows.map((row) => row[index])
}

/** Finds records by the column `id`. */
export const byId = <Row extends { id: string }>(alias: Sql) => ({
  where: ({ ids }: Keys) => sql`${alias}.id = any (${ids})`,
  keys: ({ id }: Row) => [id],
})

/** Finds records by their address. */
export const byAddress = (alias: Sql, address: Readonly<Record<string, string>>) => {
  const columns = Object.keys(address)
  const types = Object.values(address)
  return {
    where: ({ texts }: Keys) => {
      const addresses = texts.map((key) => key.split('/'))
      const lists = types.map((type, index) => sql`${addresses.map((one) => one[index])}::${names(type)}[]`)
      const row = join(
        columns.map((column) => sql`${alias}.${names(column)}`),
        sql`, `,
      )
      return sql`(${row}) in (select * from unnest(${join(lists, sql`, `)}))`
    },
    keys: (row: object) => [addressOf({ key: columns }, row as Record<string, unknown>)], // its columns
  }
}
