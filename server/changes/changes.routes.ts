import { type Change, listChanges } from '../../contract/changes.ts'
import { readExactly } from '../../contract/money.ts'
import { type Db, firstRows, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { PAGE_BYTES } from '../lists.ts'
import { serve } from '../serve.ts'

type EventRow = Omit<Change, 'version' | 'after'> & { version: bigint; after: string }

/** Everything up to the version of the limit-th change, or as much as a page may have: a version is never cut in two. */
async function changesAfter(db: Db, bookId: string, since: number, limit: number): Promise<EventRow[]> {
  const statement = sql`
    select version, at, user_id, action, resource, record_id as id, after::text from events
    where book_id = ${bookId} and version > ${since}
      and version <= (select max(version) from (
            select version from events where book_id = ${bookId} and version > ${since}
            order by version, ordinal limit ${limit}) first)
    order by version, ordinal`
  const first = await firstRows<EventRow>(db, statement, PAGE_BYTES)
  const last = first.rows.at(-1)?.version
  const whole = first.isCut ? first.rows.filter(({ version }) => version !== last) : first.rows
  // A single version that is larger than a page is the one exception.
  return first.isCut && whole.length === 0 ? rows<EventRow>(db, statement) : whole
}

const changeOf = (event: EventRow): Change => ({
  ...event,
  version: Number(event.version),
  after: readExactly(event.after) as Change['after'], // a record, as it was written
})

export const changes = [
  serve(listChanges, async ({ db, book, query, ignored }) => {
    const { since = 0, limit = 200 } = query
    const found = await changesAfter(db, book.id, since, limit)
    const next_since = Number(found.at(-1)?.version ?? since)
    return { data: found.values().map(changeOf), meta: { limit, next_since, ignored } }
  }),
]
