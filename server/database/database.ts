import assert from 'node:assert/strict'
import type pg from 'pg'
import type { FairQueue } from '../process/fair-queue.ts'
import { ClientGone } from '../process/slices.ts'
import { type Ahead, askAhead, isPooled, query } from './asking.ts'
import { type Copy, isCopy } from './copied.ts'
import { copyRows, FIRST_ROWS } from './driver-query.ts'
import { isConnectionLost, MAX_READ, TooMuchRead } from './failures.ts'
import type { Nodes } from './nodes.ts'
import type { ShardOf } from './shards.ts'
import type { Queues } from './sizes.ts'
import type { Sql } from './sql.ts'

/**
 * Only this folder imports the driver. A read takes a `Db`; a write takes a `Tx`, which only `transaction` and `transactionOn` make: a
 * write outside a transaction does not compile. Only the writer's connections can write without saying so; on all others a transaction
 * is read-only unless it begins with `read write`, so that a write in a place for reads fails in PostgreSQL too.
 */
declare const readable: unique symbol
declare const writable: unique symbol
declare const committing: unique symbol
export type Db = { readonly [readable]: true }
export type Tx = Db & { readonly [writable]: true }
/** A session of the writer: it reads, and `commit` runs statements on it that are a transaction together. */
export type WriteSession = Db & { readonly [committing]: true }

/** The pool, and the function that closes it. It is a `Db`, and never a `Tx`. */
export type Database = Db & {
  readonly pool: pg.Pool
  /** The few sessions that all changes of books share. */
  readonly writers: pg.Pool
  /** The few sessions that exports read with: they last as long as a reader takes, and everybody else's requests need none of them. */
  readonly exporters: pg.Pool
  /** The server that reports are read from while it is up to date; see `replica.ts`. */
  readonly replica?: Replica
  /** Requests that change books of one shard can share a statement. */
  readonly shardOf: ShardOf
  readonly isCluster: boolean
  /** The nodes of a cluster. */
  readonly nodes?: Nodes
  /** The person or the book whose node has the rows, where that is known. */
  readonly placeId?: string
  readonly queues: Queues
  /** Who these connections are for: they are shared out fairly among keys. An empty key does not queue. */
  readonly queueKey: string
  /** Whether the client that the work is for has gone away: its wait for a connection or a book then ends. */
  readonly isGone?: () => boolean
  /** The look-up that is sent ahead of the first statement. */
  readonly ahead?: Ahead | undefined
}

/** A server that follows the primary and answers reads in its place, and its last known state. */
export type Replica = {
  readonly db: Database
  /** Whether it may be asked now. After a failure it rests for a while; then a single request tries it before all others do. */
  readonly isToBeAsked: () => boolean
  readonly answered: () => void
  readonly failed: (error: Error) => void
  /** How many reports were read from which server. A replica that lags behind answers, but no report is read from it. */
  readonly reports: { replica: number; primary: number }
}

/** The same database for rows on the node of a person or of their first book. */
export const near = (db: Database, placeId: string): Database => (db.nodes ? { ...db, placeId } : db)

/** The same database for one person, or one client's IP: those with many requests wait for those with few. */
export const queuedAs = (db: Database, queueKey: string, isGone = db.isGone): Database => ({
  ...db,
  queueKey,
  ...(isGone && { isGone }),
})

/** The same database for the look-up of a token: in turn with other networks, on connections that are kept for look-ups. */
export const forLookUp = (db: Database, network: string, isGone: () => boolean): Database => ({
  ...queuedAs(db, network, isGone),
  queues: { ...db.queues, connections: db.queues.lookUps },
})

/** The same database for an export: in turn with other people's exports, on connections that are kept for exports. */
export const forExport = (db: Database): Database => ({
  ...db,
  pool: db.exporters,
  queues: { ...db.queues, connections: db.queues.exports },
})

async function take(db: Database, queue: FairQueue, key: string, node: string): Promise<() => void> {
  const leave = await queue.take(key, { node })
  try {
    if (db.isGone?.()) throw new ClientGone()
    db.nodes?.check(node)
    return leave
  } catch (error) {
    leave()
    throw error
  }
}

/** The same database without a queue: for work that is short, and limited elsewhere. */
export const unqueued = (db: Database): Database => queuedAs(db, '')

async function connect(db: Database): Promise<{ client: pg.PoolClient; release: (broken: boolean) => void }> {
  const node = db.placeId === undefined ? '' : (db.nodes?.of(db.placeId) ?? '')
  db.nodes?.check(node)
  const leave =
    db.queueKey === '' ? () => undefined : await take(db, db.queues.connections, db.queueKey, node)
  try {
    const client = await db.pool.connect()
    const end = db.nodes?.begin(node)
    return {
      client,
      release(broken) {
        end?.(broken)
        client.release(broken)
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Runs the work on the handle's own session, or on one of the pool's. */
async function onSession<T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const own = (db as unknown as { client?: pg.PoolClient }).client // a handle made by `transaction`, `transactionOn`, `onWriter` or `snapshot`
  if (own) return work(own)
  const { client, release } = await connect(db as Database) // there is no third kind of handle
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } finally {
    release(broken)
  }
}

/** The session of a handle that has one, for this folder alone: the handle of a transaction or a snapshot. */
export function clientOf(db: Db): pg.PoolClient {
  const { client } = db as unknown as { client?: pg.PoolClient } // as in `onSession`
  assert(client, 'this needs a transaction or a snapshot')
  return client
}

/** Reads up to 32 MiB; if a statement gives more, its rows are dropped as they arrive, and the request is refused. */
export const rows = async <Row>(db: Db, statement: Sql): Promise<Row[]> =>
  (await onSession(db, (client) => query(client, statement, aheadIn(db)))).rows as Row[] // the caller names the columns it selects

/** Reads the records of a change that is served alone, on its own session: four times as many bytes. */
export const rowsToChange = async <Row>(db: Db, statement: Sql): Promise<Row[]> =>
  (
    await onSession(db, (client) =>
      query(client, statement, undefined, { mostBytes: MAX_READ.bytesToChange }),
    )
  ).rows as Row[] // as in `rows`

const aheadIn = (db: Db): Ahead | undefined => (db as Database).ahead // other handles have none

/** Sends the look-up alone, if no statement has taken it along. */
export const sendAhead = async (db: Database, ahead: Ahead): Promise<void> => {
  if (!ahead.isSent) await onSession(db, (client) => askAhead(client, ahead))
}

/** Reads the first row, if there is one. */
export const row = async <Row>(db: Db, statement: Sql): Promise<Row | undefined> =>
  (await rows<Row>(db, statement))[0]

/** The row of a statement that always gives one. */
export async function onlyRow<Row>(db: Db, statement: Sql): Promise<Row> {
  const found = await row<Row>(db, statement)
  assert(found, 'a statement of one row gave none')
  return found
}

/** Reads the rows, of which there are at most `most`, up to so many bytes, but at least one; says whether any were left. */
export const firstRows = <Row>(
  db: Db,
  statement: Sql,
  most: number,
  maxBytes: number,
): Promise<{ rows: Row[]; isCut: boolean }> =>
  onSession(db, async (client) => {
    // On a pipeline nothing can be asked for later; and few rows come at once anyway, so that PostgreSQL need not wait to hear whether more are wanted.
    const { pipeline } = client as { pipeline?: boolean } // the driver's types leave it out
    const bounds = most < FIRST_ROWS ? {} : pipeline ? { mostBytes: maxBytes } : { maxBytes }
    return (await query(client, statement, aheadIn(db), bounds)) as { rows: Row[]; isCut: boolean } // as in `rows`
  })

/** Runs a change, and returns its rows. */
export const change = <Row>(tx: Tx, statement: Sql): Promise<Row[]> => rows<Row>(tx, statement)

/** Runs several statements that take no parameters: a migration. */
export const script = async (tx: Tx, text: string): Promise<void> => {
  await onSession(tx, (client) => client.query(text))
}

const RETRIES = 5
/** The driver gave up on a statement, and would give up on a rollback after it too; or its rows are still on their way. */
const isSilent = (error: unknown) =>
  (error as Error).message === 'Query read timeout' || error instanceof TooMuchRead
const isSerialisationFailure = (error: unknown) =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

/**
 * Runs the work in one transaction: all of it happens, or nothing. A throw rolls back; so does a result that `keep`
 * does not want kept. Deadlocks and serialisation failures are tried again.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { client, release } = await connect(db)
    let broken = true
    try {
      await client.query('begin read write')
      const result = await work({ client, isCluster: db.isCluster } as unknown as Tx) // a Tx is made here and in `transactionOn`
      await client.query(keep(result) ? 'commit' : 'rollback')
      broken = false
      return result
    } catch (error) {
      if (!isSilent(error))
        await client.query('rollback').then(
          () => {
            broken = false
          },
          () => undefined, // the connection is gone, and the transaction with it
        )
      if (!isSerialisationFailure(error) || attempt === RETRIES) throw error
    } finally {
      release(broken)
    }
  }
}

/** Hands out one of the writer's sessions for as long as the work takes, which is about books of one node. */
export async function onWriter<T>(
  db: Database,
  work: (session: WriteSession) => Promise<T>,
  node = '',
): Promise<T> {
  db.nodes?.check(node)
  const client = await db.writers.connect()
  const end = db.nodes?.begin(node)
  let broken = false
  try {
    return await work({ client, spread: db.isCluster ? db.shardOf : undefined } as unknown as WriteSession) // the one place where one is made
  } catch (error) {
    broken = isConnectionLost(error)
    throw error
  } finally {
    end?.(broken)
    client.release(broken)
  }
}

/** Which shard a book is on, if the handle is a session of the writer on a cluster. No other handle has it under this name. */
export const spreadOf = (db: Db): ShardOf | undefined => (db as { spread?: ShardOf }).spread

/** Whether tables are spread over the shards of a cluster. */
export const isSpread = (db: Db): boolean =>
  (db as { isCluster?: boolean }).isCluster === true || spreadOf(db) !== undefined

export type Statements = Iterable<Sql | Copy> | AsyncIterable<Sql | Copy>

/** Runs statements that change, all of them or none. A single one is a transaction by itself, in one round trip. */
export async function commit(session: WriteSession, statements: Statements): Promise<void> {
  const [only] = Array.isArray(statements) && statements.length === 1 ? statements : []
  if (only && isPooled(clientOf(session))) await commitPooled(session, only)
  else if (only) await rows(session, only)
  else await transactionOn(session, (tx) => changeInTurn(tx, statements))
}

/** A role behind a pooler only reads unless a transaction says otherwise. All three go at once; if the statement fails, `commit` rolls back. */
async function commitPooled(session: WriteSession, statement: Sql): Promise<void> {
  const client = clientOf(session)
  await Promise.all([client.query('begin read write'), rows(session, statement), client.query('commit')])
}

const AHEAD = 3

/** Runs statements one after another. Each is made when it is sent, while PostgreSQL runs those before it, `AHEAD` of them at most. */
export async function changeInTurn(tx: Tx, statements: Statements): Promise<void> {
  const underWay: Promise<unknown>[] = []
  for await (const statement of statements) {
    const sent = isCopy(statement) ? copyRows(clientOf(tx), statement) : change(tx, statement)
    sent.catch(() => undefined) // those behind one that failed fail too, and say less
    underWay.push(sent)
    if (underWay.length > AHEAD) await underWay.shift()
  }
  await Promise.all(underWay)
}

/** Runs the work in one transaction of the session: all of it happens, or nothing. Its first statement is sent with the beginning. */
export async function transactionOn<T>(session: WriteSession, work: (tx: Tx) => Promise<T>): Promise<T> {
  return onSession(session, async (client) => {
    const begun = client.query('begin read write')
    begun.catch(() => undefined) // the work then fails too
    try {
      const result = await work({ client, isCluster: spreadOf(session) !== undefined } as unknown as Tx) // a Tx is made here and in `transaction`
      await begun
      await client.query('commit')
      return result
    } catch (error) {
      // A session that is lost takes its transaction with it.
      if (!isConnectionLost(error)) await client.query('rollback')
      throw error
    }
  })
}

/**
 * Reads of one moment, however many statements they take. If it is patient, each has the time that a look at everything needs. The work
 * is handed no `Tx`: nothing changes here.
 */
export async function snapshot<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  { isPatient = false } = {},
): Promise<T> {
  if ('client' in db) return work(db) // a snapshot within a snapshot is of the same moment
  const { client, release } = await connect(db)
  let broken = true
  try {
    await client.query('begin isolation level repeatable read, read only')
    if (isPatient) await client.query("set local statement_timeout = '1h'")
    const reading = { ...db, client } // it holds a session as a Tx does, but is not called one
    const result = await work(reading)
    await client.query('commit')
    broken = false
    return result
  } catch (error) {
    if (!isConnectionLost(error) && !isSilent(error)) {
      await client.query('rollback')
      broken = false
    }
    throw error
  } finally {
    release(broken) // a session that is ended takes its transaction with it
  }
}

/** The snapshot of a file that has the whole of a list: see `isForFile`. */
type FileMoment = Database & { readonly isForFile: true }

/** The same snapshot for the file of a list. The list is then read by one statement, which PostgreSQL plans and sorts once. */
export const forFile = (moment: Database): FileMoment => ({ ...moment, isForFile: true })

/** Whether a list is read for a file, and so as a whole rather than as a page. */
export const isForFile = (db: Db): db is FileMoment => 'isForFile' in db
