import { join, names, type Sql, sql } from '../database/sql.ts'
import { type Kind, tables } from '../ledger/records.ts'
import { PAGE_ROWS } from './stream.ts'

/** The log, page by page, in the order of its keys. */

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LEAST = '-9223372036854775808'

export type BookEnd = { id: string; version: number; hash: Buffer; changed_at: string }

export const booksAfter = (last?: BookEnd): Sql => sql`
  select id, version::float8 as version, hash, changed_at from books
  where id > ${last?.id ?? FIRST_ID} order by id limit ${PAGE_ROWS}`

export type ChangeRow = {
  book_id: string
  version: number
  id: string
  at: string
  user_id: string
  device_name: string
  command: string
  undoes: number | null
  undone_by: number | null
  hash: Buffer
}

export const changesAfter = (last?: ChangeRow): Sql => sql`
  select book_id, version::float8 as version, id, at, user_id, device_name, command, undoes::float8 as undoes,
         undone_by::float8 as undone_by, hash
  from changes where (book_id, version) > (${last?.book_id ?? FIRST_ID}::uuid, ${last?.version ?? LEAST}::bigint)
  order by book_id, version limit ${PAGE_ROWS}`

export type EventRow = {
  book_id: string
  version: number
  ordinal: number
  action: string
  resource: string
  record_id: string
  date_before: string | null
  date_after: string | null
  /** Exactly as they are stored: a digest is of these texts. */
  before: string | null
  after: string | null
  salt: Buffer | null
  digest: Buffer
}

const eventColumns = sql`book_id, version::float8 as version, ordinal, action, resource, record_id, date_before, date_after,
  before::text as before, after::text as after, salt, digest`

/** In the order in which the books changed. */
export const eventsAfter = (last?: EventRow): Sql => sql`
  select ${eventColumns} from events
  where (book_id, version, ordinal) >
        (${last?.book_id ?? FIRST_ID}::uuid, ${last?.version ?? LEAST}::bigint, ${last?.ordinal ?? -1}::integer)
  order by book_id, version, ordinal limit ${PAGE_ROWS}`

/** Record by record: all events of one, the oldest first, before those of the next. */
export const recordEventsAfter = (last?: EventRow): Sql => sql`
  select ${eventColumns} from events
  where (book_id, record_id, version, ordinal) >
        (${last?.book_id ?? FIRST_ID}::uuid, ${last?.record_id ?? ''}, ${last?.version ?? LEAST}::bigint, ${last?.ordinal ?? -1}::integer)
  order by book_id, record_id, version, ordinal limit ${PAGE_ROWS}`

const kinds = Object.keys(tables) as Kind[] // its very keys
const others = kinds.filter((kind) => kind !== 'transaction')

/** Rows that no event is about. */
export const unknownRows: Sql = join(
  [
    ...kinds
      .filter((kind) => kind !== 'book')
      .map((kind) => {
        const id =
          kind === 'exchange_rate' ? sql`concat_ws('/', t.from_id, t.to_id, t.date)` : sql`t.id::text`
        const isOfKind =
          kind === 'transaction' ? sql`e.resource <> all (${others})` : sql`e.resource = ${kind}`
        return sql`
          select t.book_id, format('%s %s: the row is there, but the log does not know it', ${tables[kind].table}::text, ${id}) as sentence
          from ${names(tables[kind].table)} t
          where not exists (select from events e where e.book_id = t.book_id and e.record_id = ${id} and ${isOfKind})`
      }),
    sql`
      select t.book_id, format('entries %s, version %s, ordinal %s: the row is there, but the log does not know it',
               t.transaction_id, t.version, t.ordinal)
      from entries t
      where not exists (select from events e where e.book_id = t.book_id and e.record_id = t.transaction_id::text and e.version = t.version)`,
  ],
  sql` union all `,
)
