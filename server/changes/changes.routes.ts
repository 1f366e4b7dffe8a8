import { type Change, listChanges } from '../../contract/changes.ts'
import { readExactly } from '../../contract/money.ts'
import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { serve } from '../serve.ts'

type EventRow = Omit<Change, 'version' | 'after'> & { version: bigint; after: string }

/** Everything up to the version of the limit-th change: a version is never cut in two. */
async function changesAfter(db: Db, bookId: string, since: number, limit: number): Promise<Change[]> {
  const found = await rows<EventRow>(
    db,
    sql`select version, at, user_id, action, resource, record_id as id, after::text from events
        where book_id = ${bookId} and version > ${since}
          and version <= (select max(version) from (
                select version from events where book_id = ${bookId} and version > ${since}
                order by version, ordinal limit ${limit}) first)
        order by version, ordinal`,
  )
  return found.map((event) => ({
    ...event,
    version: Number(event.version),
    after: readExactly(event.after) as Change['after'], // a record, as it was written
  }))
}

export const changes = [
  serve(listChanges, async ({ db, book, query }) => {
    const { since = 0, limit = 200 } = query
    const data = await changesAfter(db, book.id, since, limit)
    return { data, meta: { limit, next_since: data.at(-1)?.version ?? since } }
  }),
]
