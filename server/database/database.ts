import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from './sql.ts'
import { textOf } from './sql.ts'

/**
 * The only file that knows the driver. A read takes a `Db`; a change takes a `Tx`, which only `transaction` makes: a
 * change outside a transaction does not compile. Connections are read-only unless a transaction says otherwise, so a
 * change slipped into a read fails in PostgreSQL too.
 */
declare const readable: unique symbol
declare const writable: unique symbol
export type Db = { readonly [readable]: true }
export type Tx = Db & { readonly [writable]: true }

/** The pool, and what closes it. It is a `Db`, and never a `Tx`. */
export type Database = Db & { readonly pool: pg.Pool }

/** What the driver hands back: days as text, int8 as bigint, timestamps as ISO 8601 in UTC with milliseconds. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.INT8, (text) => BigInt(text)],
  [pg.types.builtins.NUMERIC, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig // the driver's own type has an overload per format; we only read text

export type Connection = { connectionString: string } | { host: string; database: string; user: string }

export function openDatabase(connection: Connection, onError: (error: Error) => void, max = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    application_name: 'florin',
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    // No statement of ours is worth a second process, and one that starts them holds everybody else up.
    options: '-c default_transaction_read_only=on -c timezone=UTC -c max_parallel_workers_per_gather=0',
  })
  pool.on('error', onError)
  // A backend that is ended while its client is in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onError))
  return { pool } as Database // the brand exists only for the compiler
}

// A statement's text is prepared once per connection, under a name made from it.
const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  if (names.size < 1_000) names.set(text, name)
  return name
}

const runner = (db: Db) =>
  (db as unknown as { pool?: pg.Pool; client?: pg.PoolClient }).client ?? (db as Database).pool

async function query<Row>(db: Db, statement: Sql): Promise<Row[]> {
  const text = textOf(statement)
  // What is searched for decides how: such a statement is planned for its text each time, not once for all.
  const prepared = text.includes(' ilike ') ? {} : { name: nameOf(text) }
  const result = await runner(db).query({ ...prepared, text, values: [...statement.values] })
  return result.rows as Row[] // the caller names the columns it selects
}

/** Reads. */
export const rows = <Row>(db: Db, statement: Sql): Promise<Row[]> => query<Row>(db, statement)

/** Reads the first row, if there is one. */
export const row = async <Row>(db: Db, statement: Sql): Promise<Row | undefined> =>
  (await query<Row>(db, statement))[0]

/** Changes, and reads what the statement returns. */
export const change = <Row>(tx: Tx, statement: Sql): Promise<Row[]> => query<Row>(tx, statement)

/** Runs several statements that take no parameters: a migration. */
export const script = async (tx: Tx, text: string): Promise<void> => {
  await runner(tx).query(text)
}

const RETRIES = 5
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
    const client = await db.pool.connect()
    let broken = true
    try {
      await client.query('begin read write')
      const result = await work({ client } as unknown as Tx) // the one place where a Tx is made
      await client.query(keep(result) ? 'commit' : 'rollback')
      broken = false
      return result
    } catch (error) {
      await client.query('rollback').then(
        () => {
          broken = false
        },
        () => undefined, // the connection is gone, and the transaction with it
      )
      if (!isSerialisationFailure(error) || attempt === RETRIES) throw error
    } finally {
      client.release(broken)
    }
  }
}

/**
 * Reads of one moment, however many statements they take, with the time that a look at everything needs. The work is
 * handed a `Db`, never a `Tx`: nothing changes here.
 */
export async function snapshot<T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  let broken = true
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query("set local statement_timeout = '1h'")
    const result = await work({ client } as unknown as Db) // it holds a session as a Tx does, but is not called one
    await client.query('commit')
    broken = false
    return result
  } finally {
    client.release(broken) // a session that is ended takes its transaction with it
  }
}

export const closeDatabase = (db: Database): Promise<void> => db.pool.end()
