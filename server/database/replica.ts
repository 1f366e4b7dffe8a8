import { Refusal } from '../../contract/refusals.ts'
import { ClientGone } from '../process/slices.ts'
import { type Database, onlyRow, queuedAs, type Replica, row, snapshot } from './database.ts'
import { type Sql, sql } from './sql.ts'

const PAUSE_MS = 5_000

/** The replica ended a statement: it needed rows that the primary has removed, or it took or waited too long. The next may succeed. */
const ofStatement = ['40001', '40P01', '55P03', '57014']

/** The same database with a replica. `say` is told when the replica stops answering, and when it answers again. */
export function withReplica(db: Database, replica: Database, say: (text: string) => void): Database {
  let isUp = true
  let askAt = Number.NEGATIVE_INFINITY
  const pause = () => {
    askAt = performance.now() + PAUSE_MS
  }
  return {
    ...db,
    replica: {
      db: replica,
      reports: { replica: 0, primary: 0 },
      isToBeAsked() {
        if (isUp) return true
        if (performance.now() < askAt) return false
        pause() // the others wait for this result
        return true
      },
      answered() {
        if (!isUp) say('The replica answers again: reports are read from it.')
        isUp = true
      },
      failed(error) {
        if (ofStatement.includes((error as { code?: string }).code ?? '')) return
        if (isUp) say(`The replica does not answer, so reports are read from the primary: ${error.message}`)
        isUp = false
        pause()
      },
    },
  }
}

/** How new a server's data is, as far as reports of a book show it. */
type Mark = { version: bigint; rates: string | null; is_following: boolean }

/** A load of published rates that changes any rewrites the newest row of the euro: the transaction of that row tells how new all rates are. */
const markOf = (bookId: string): Sql =>
  sql`select version, pg_is_in_recovery() as is_following,
             (select date || ' ' || xmin from published_rates where currency_id = 'EUR' order by date desc limit 1) as rates
      from books where id = ${bookId}`

/** A server that has been promoted, or never followed, has a history of its own. */
function checkFollowing({ is_following }: Pick<Mark, 'is_following'>): void {
  if (!is_following) throw new Error('DATABASE_READ_URL leads to a server that follows no other')
}

/**
 * Reads from a snapshot of the replica, if there is one that has caught up with the primary on the book; else from the primary. After any
 * failure of the replica the primary is asked, so the work may be done twice.
 */
export async function fromReplica<T>(
  db: Database,
  bookId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { replica } = db
  if (!replica) return work(db)
  const read = await tryReplica(replica, db, bookId, work)
  replica.reports[read ? 'replica' : 'primary']++
  return read ? read.answer : work(db)
}

async function tryReplica<T>(
  replica: Replica,
  db: Database,
  bookId: string,
  work: (db: Database) => Promise<T>,
): Promise<{ answer: T } | undefined> {
  if (!replica.isToBeAsked()) return undefined
  const needed = await row<Mark>(db, markOf(bookId))
  if (!needed) return undefined // erased since the request came
  try {
    const read = await snapshot(queuedAs(replica.db, db.queueKey, db.isGone), async (reading) => {
      const found = await row<Mark>(reading, markOf(bookId))
      if (found) checkFollowing(found)
      const isNewEnough = found && found.version >= needed.version && found.rates === needed.rates
      return isNewEnough ? { answer: await work(reading) } : undefined
    })
    replica.answered()
    return read
  } catch (error) {
    // A refusal of the request is the same there and here; one for want of a connection is the replica's alone.
    if (error instanceof ClientGone || (error instanceof Refusal && error.status < 500)) throw error
    replica.failed(error as Error)
    return undefined
  }
}

/** Whether the replica answers, as far as it may be asked. */
export async function isAnswering(replica: Replica): Promise<boolean> {
  if (!replica.isToBeAsked()) return false
  try {
    checkFollowing(await onlyRow(replica.db, sql`select pg_is_in_recovery() as is_following`))
    replica.answered()
    return true
  } catch (error) {
    replica.failed(error as Error)
    return false
  }
}
