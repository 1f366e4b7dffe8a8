import { join, names, type Sql, sql } from '../database/sql.ts'
import type { ChangeFacts, Event } from '../ledger/log.ts'
import { kinds } from '../records/kinds.ts'

/** The log, in the order of its keys. The columns that sort are the table's: one that is converted may not use the index. */

export type BookEnd = { id: string; version: number; hash: Buffer; changed_at: string }

export const bookEnds: Sql = sql`
  select id, version::float8 as version, hash, changed_at from books b order by b.id`

export type ChangeRow = ChangeFacts & { undone_by: number | null; hash: Buffer }

export const allChanges: Sql = sql`
  select book_id, version::float8 as version, id, at, user_id, device_name, command, undoes::float8 as undoes,
         undone_by::float8 as undone_by, hash
  from changes c order by c.book_id, c.version`

/** An event of the log. One whose record was deleted for good has lost its random bytes. */
export type EventRow = Omit<Event, 'salt'> & { book_id: string; version: number; salt: Buffer | null }

const eventColumns = sql`book_id, version::float8 as version, ordinal, action, resource, record_id, date_before, date_after,
  before::text as before, after::text as after, salt, digest`

/** In the order in which the books changed. */
export const allEvents: Sql = sql`
  select ${eventColumns} from events e order by e.book_id, e.version, e.ordinal`

/** Record by record: all events of one, the oldest first, before those of the next. */
export const eventsByRecord: Sql = sql`
  select ${eventColumns} from events e order by e.book_id, e.record_id, e.version, e.ordinal`

const all = Object.values(kinds)
const others = all.flatMap(({ name }) => (name === 'transaction' ? [] : [name]))

/** Rows that no event is about. */
export const unknownRows: Sql = join(
  [
    ...all
      .filter(({ name }) => name !== 'book')
      .map(({ name: kind, table, key: columns }) => {
        const key = columns.map((name) => sql`t.${names(name)}::text`)
        const id = join(key, sql` || '/' || `)
        const isOfKind =
          kind === 'transaction' ? sql`e.resource <> all (${others})` : sql`e.resource = ${kind}`
        return sql`
          select t.book_id, format('%s %s: the row is there, but the log does not know it', ${table}::text, ${id}) as sentence
          from ${names(table)} t
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
