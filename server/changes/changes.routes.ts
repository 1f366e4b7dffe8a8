import { type Change, type ChangeQuery, listChanges } from '../../contract/changes.ts'
import { readExactly } from '../../contract/money.ts'
import { type Db, firstRows } from '../database/database.ts'
import { allOf, type Sql, sql } from '../database/sql.ts'
import { valuesOf } from '../ids.ts'
import { beyond, type HistoryPage, isOneOf, type Key, positionIn } from '../lists.ts'
import { serve } from '../serve.ts'

/** A page of the history has at most so many bytes: a change carries a record twice. */
const HISTORY_BYTES = 1024 * 1024

const keys: Key[] = [
  { key: sql`version`, type: 'bigint' },
  { key: sql`ordinal`, type: 'smallint' },
]

type EventRow = Pick<Change, 'at' | 'user_id' | 'action' | 'resource' | 'id'> & {
  version: bigint
  ordinal: number
  after: string
}

const conditions = (bookId: string, { since = 0, resource, id, user_id, from, to }: ChangeQuery): Sql[] => [
  sql`book_id = ${bookId}`,
  sql`version > ${since}`,
  ...(resource === undefined ? [] : [isOneOf(sql`resource`, valuesOf(resource), sql`text`)]),
  ...(id === undefined ? [] : [sql`record_id = ${id}`]),
  ...(user_id === undefined ? [] : [sql`user_id::text = ${user_id}`]),
  ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`at <= ${to}::timestamptz`]),
]

const changeOf = ({ ordinal: _, ...event }: EventRow): Change => ({
  ...event,
  version: Number(event.version),
  user_name: null,
  device_name: null,
  before: null,
  after: readExactly(event.after) as Change['after'], // a record, as it was written
  undoes: null,
  undone_by: null,
})

/** A page of the history. It reads one row more than it shows, to see whether the last version goes on. */
async function changesOf(db: Db, bookId: string, query: ChangeQuery): Promise<HistoryPage<Change>> {
  const { limit = 200, since = 0 } = query
  const isDescending = query.order === 'desc'
  const position = positionIn(query.cursor, keys)
  const where = [...conditions(bookId, query), ...(position ? [beyond(keys, position, isDescending)] : [])]
  const direction = isDescending ? sql`desc` : sql`asc`
  const found = await firstRows<EventRow>(
    db,
    sql`select version, ordinal, at, user_id, action, resource, record_id as id, after::text from events
        where ${allOf(where)} order by version ${direction}, ordinal ${direction} limit ${limit + 1}`,
    HISTORY_BYTES,
  )
  const shown = found.rows.slice(0, limit)
  return {
    data: shown.values().map(changeOf),
    positions: shown.map(({ version, ordinal }) => [String(version), String(ordinal)]),
    isMore: found.isCut || found.rows.length > limit,
    meta: { limit },
    mostBytes: HISTORY_BYTES,
    nextSince(count) {
      const last = found.rows[count - 1]?.version ?? position?.[0]
      if (isDescending || last === undefined) return since
      const next = found.rows[count]?.version
      const isWhole = next === undefined ? !found.isCut : next !== last
      return isWhole ? Number(last) : Number(last) - 1
    },
  }
}

export const changes = [serve(listChanges, ({ db, book, query }) => changesOf(db, book.id, query))]
