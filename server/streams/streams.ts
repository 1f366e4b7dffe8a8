import { watchBook } from '../../contract/streams.ts'
import { isOver } from '../auth/session.ts'
import { type Database, unqueued } from '../database/database.ts'
import { isAllowed } from '../http/request.ts'
import { type LookAt, makeStreams, type Streams } from '../http/streams.ts'
import type { House } from '../serve.ts'
import { readWatched } from './streams.sql.ts'

const keyOf = (userId: string, tokenId: string, bookId: string) => `${userId} ${tokenId} ${bookId}`

/** Finds the versions of watched books. A stream has ended for whoever could not open it any more: the token, the membership, the right or the book is gone. */
const lookAtBooks =
  (db: Database): LookAt =>
  async (watchers) => {
    const versions = new Map<string, number>()
    const allowed = new Set<string>()
    for (const row of await readWatched(unqueued(db), watchers)) {
      if (row.user_id === null) versions.set(row.book_id, Number(row.version))
      else {
        const program = row.is_program ? row : null
        if (!isOver({ ...row, program }) && isAllowed(row.role, watchBook))
          allowed.add(keyOf(row.user_id, row.token_id, row.book_id))
      }
    }
    return ({ userId, tokenId, bookId }) =>
      (allowed.has(keyOf(userId, tokenId, bookId)) && versions.get(bookId)) || 'ended'
  }

/** The streams of a process. */
export const streamsOf = ({ db, worker }: Pick<House, 'db' | 'worker'>): Streams =>
  makeStreams(lookAtBooks(db), worker?.peers)
