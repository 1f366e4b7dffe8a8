import { hash } from 'node:crypto'
import type pg from 'pg'
import {
  type AheadResult,
  ask,
  type Kept,
  type QueryOptions,
  type RawRow,
  type SqlQuery,
} from './driver-query.ts'
import { type Sql, textOf } from './sql.ts'

/** A statement that is sent ahead of the first statement of its handle, in the same round trip; see `aheadOf`. */
export type Ahead = AheadResult & {
  readonly statement: Sql
  /** The one row that it gives, if it gives any. */
  readonly row: Promise<RawRow | undefined>
  isSent: boolean
}

export function aheadOf(statement: Sql): Ahead {
  const { promise: row, resolve: found, reject: failed } = Promise.withResolvers<RawRow | undefined>()
  row.catch(() => undefined) // awaiting it reports the error
  return { statement, row, found, failed, isSent: false }
}

const observers = new WeakMap<pg.ClientBase, (text: string) => void>()

/** For the tests: tells the text of every statement that a session is asked. */
export const observeStatements = (client: pg.ClientBase, observe: (text: string) => void): unknown =>
  observers.set(client, observe)

/** A statement in the form that a session takes. */
function askedOf(client: pg.ClientBase, statement: Sql): SqlQuery {
  const text = textOf(statement)
  observers.get(client)?.(text)
  return { ...named(client, text), text, values: statement.values }
}

/** Runs the token look-up alone, when no read travels with it. */
export async function askAhead(client: pg.ClientBase, ahead: Ahead): Promise<void> {
  ahead.isSent = true
  try {
    const { rows } = await ask(client, askedOf(client, ahead.statement), { isRaw: true })
    ahead.found(rows[0] as RawRow | undefined) // as asked
  } catch (error) {
    ahead.failed(error as Error)
    throw error
  }
}

/** Sends a statement, and the one ahead of it, in one round trip; reads rows up to a number of bytes. */
export async function query(
  client: pg.ClientBase,
  statement: Sql,
  ahead?: Ahead,
  { maxBytes, mostBytes }: Pick<QueryOptions, 'maxBytes' | 'mostBytes'> = {},
): Promise<{ rows: unknown[]; isCut: boolean }> {
  try {
    const first = ahead && !ahead.isSent ? await firstOf(client, ahead) : undefined
    return await ask(client, askedOf(client, statement), { ahead: first, maxBytes, mostBytes })
  } catch (error) {
    Error.captureStackTrace(error as Error) // the stack of the caller says more than that from the socket to the driver
    throw error
  }
}

/** The statement to send ahead. If the session has not prepared it, it runs alone first, once for each session. */
function firstOf(client: pg.ClientBase, ahead: Ahead): (SqlQuery & AheadResult) | Promise<undefined> {
  const { name } = named(client, textOf(ahead.statement))
  if (name !== undefined && !isPrepared(client, name)) return askAhead(client, ahead) as Promise<undefined>
  ahead.isSent = true
  return { ...askedOf(client, ahead.statement), found: ahead.found, failed: ahead.failed }
}

/**
 * PostgreSQL keeps a prepared statement until it is deallocated, and lists have more combinations of filters than it
 * has memory. Each session therefore keeps the statements it used last, and gives up the one unused for longest.
 */
const KEPT = 100
/** A statement of at most so many characters has a fixed text; a longer one has as many rows as it was given. */
const SHORT = 8_000
/** Longer statements are parts of batches, whose text never repeats: they are not kept. */
const MAX_KEPT_CHARACTERS = 200_000
const keptBy = new WeakMap<pg.ClientBase, { statements: Map<string, Kept>; plannedSince: number }>()
/** How long a session may use its plans. Tables grow, and it is not known when PostgreSQL will analyse them next. */
export const PLANS = { freshMs: 15_000 }
let uses = 0

/** The driver's own record of what a session has prepared; its types leave it out. */
type PreparingSession = pg.ClientBase & {
  connection: { parsedStatements: Record<string, string | undefined> }
}

/** Sessions of a pooler in transaction mode: the next statement may run on another one, where nothing was prepared. */
const pooled = new WeakSet<pg.ClientBase>()
export const notePooled = (client: pg.ClientBase): unknown => pooled.add(client)
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client)

/** The name under which a session keeps a statement; none where each run is planned for its own values. */
function named(client: pg.ClientBase, text: string): { name?: string; kept?: Kept } {
  if (isPooled(client)) return {}
  // The best plan of a text search depends on the text, so it is planned each time.
  if (text.length > MAX_KEPT_CHARACTERS || text.includes(' ~ ')) return {}
  // The columns of a cursor's rows depend on the statement that it was opened for.
  if (text.startsWith('fetch ')) return {}
  const name = nameOf(text)
  // A statement that comes once is not worth keeping: groups of changes have many shapes, and only some come again.
  if (text.length > SHORT && !isAgain(name)) return {}
  const { statements } = keptOn(client)
  let kept = statements.get(name)
  if (!kept) {
    kept = { usedAt: 0 }
    statements.set(name, kept)
  }
  kept.usedAt = ++uses
  if (statements.size > KEPT) giveUpOldest(client as PreparingSession, statements)
  return { name, kept }
}

/** The prepared statements of a session. Once in a while the session is told to plan all of them again. */
function keptOn(client: pg.ClientBase) {
  const now = performance.now()
  let kept = keptBy.get(client)
  if (!kept) {
    kept = { statements: new Map(), plannedSince: now }
    keptBy.set(client, kept)
  }
  if (now - kept.plannedSince > PLANS.freshMs) {
    kept.plannedSince = now
    client.query('discard plans').catch(() => undefined) // as in `giveUpOldest`
  }
  return kept
}

/** Whether a session has prepared a statement, so that it need only be run. */
const isPrepared = (client: pg.ClientBase, name: string): boolean =>
  (client as PreparingSession).connection.parsedStatements[name] !== undefined

function giveUpOldest(client: PreparingSession, kept: Map<string, Kept>): void {
  const [oldest] = [...kept].reduce((a, b) => (b[1].usedAt < a[1].usedAt ? b : a))
  kept.delete(oldest)
  const { parsedStatements } = client.connection
  if (parsedStatements[oldest] === undefined) return
  delete parsedStatements[oldest]
  // It goes out before the statement that takes its place. A session on which it fails is about to fail anyway.
  client.query(`deallocate "${oldest}"`).catch(() => undefined)
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = hash('sha256', text, 'base64url').slice(0, 20)
  if (names.size < 1_000 && text.length <= SHORT) names.set(text, name)
  return name
}

const MAX_SEEN = 1_000
const seen = new Set<string>()

/** Whether a statement was run before, as far as the cache knows. */
function isAgain(name: string): boolean {
  if (seen.has(name)) return true
  const [oldest] = seen.size >= MAX_SEEN ? seen : []
  if (oldest !== undefined) seen.delete(oldest)
  seen.add(name)
  return false
}
