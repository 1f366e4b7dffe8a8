import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Watcher } from '../http/streams.ts'

/** A watched book, or a token and the role of its person in such a book. */
type WatchedRow =
  | { user_id: null; book_id: string; version: bigint }
  | {
      user_id: string
      token_id: string
      book_id: string
      role: string
      created_at: string
      last_used_at: string
      is_program: boolean
      expires_at: string | null
    }

/**
 * All that the streams of a process have to know, in one statement: the versions of their books, and the tokens and memberships of those who watch. On a
 * cluster each half is read from the shards of its books or people.
 */
export const watched = (watchers: readonly Watcher[]): Sql => {
  const idsOf = (of: (watcher: Watcher) => string) => [...new Set(watchers.map(of))]
  const books = idsOf(({ bookId }) => bookId)
  return sql`select null::uuid as user_id, null::uuid as token_id, id as book_id, version, null::text as role, null::timestamptz as created_at,
                    null::timestamptz as last_used_at, null::boolean as is_program, null::timestamptz as expires_at
             from books where id = any (${books}::uuid[]) and not is_ownerless
             union all
             select t.user_id, t.id, m.book_id, null, m.role, t.created_at, t.last_used_at, t.abilities is not null, t.expires_at
             from tokens t join members m on m.user_id = t.user_id
             where t.user_id = any (${idsOf(({ userId }) => userId)}::uuid[]) and t.id = any (${idsOf(({ tokenId }) => tokenId)}::uuid[])
               and m.book_id = any (${books}::uuid[])`
}

export const readWatched = (db: Db, watchers: readonly Watcher[]): Promise<WatchedRow[]> =>
  rows(db, watched(watchers))
