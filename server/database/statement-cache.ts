import { hash } from 'node:crypto'
import pg from 'pg'

/**
 * PostgreSQL keeps a prepared statement until it is deallocated, and lists have more combinations of filters than it
 * has memory. Each session therefore keeps the statements it used last, and gives up the one unused for longest.
 */
const KEPT = 100
/** Characters up to which a statement is one of ours as it is written; longer ones have as many rows as they were given. */
const SHORT = 8_000
/** Parts of a batch are longer, and never the same twice. */
const LONGEST = 200_000
/** For each session, the names it keeps and when each was used last, counted in uses. */
const keptBy = new WeakMap<pg.ClientBase, Map<string, number>>()
let uses = 0

/** The driver's own record of what a session has prepared; its types leave it out. */
type Session = pg.ClientBase & { connection: { parsedStatements: Record<string, string | undefined> } }

/** Sessions of a pooler in transaction mode: the next statement may run on another one, where nothing was prepared. */
const pooled = new WeakSet<pg.ClientBase>()
export const notePooled = (client: pg.ClientBase): unknown => pooled.add(client)
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client)

/** The name under which a session keeps a statement; none where each run is planned for its own values. */
export function named(client: pg.ClientBase, text: string): { name?: string } {
  if (isPooled(client)) return {}
  // The best plan of a text search depends on the text, so it is planned each time.
  if (text.length > LONGEST || text.includes(' ~ ')) return {}
  const name = nameOf(text)
  // A statement that comes once is not worth keeping: groups of changes have many shapes, and only some come again.
  if (text.length > SHORT && !isAgain(name)) return {}
  let kept = keptBy.get(client)
  if (!kept) {
    kept = new Map()
    keptBy.set(client, kept)
  }
  kept.set(name, ++uses)
  if (kept.size > KEPT) giveUpOldest(client as Session, kept)
  return { name }
}

function giveUpOldest(client: Session, kept: Map<string, number>): void {
  const [oldest] = [...kept].reduce((a, b) => (b[1] < a[1] ? b : a))
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

const MOST_SEEN = 1_000
const seen = new Set<string>()

/** Whether a statement was run before, as far as is remembered. */
function isAgain(name: string): boolean {
  if (seen.has(name)) return true
  const [oldest] = seen.size >= MOST_SEEN ? seen : []
  if (oldest !== undefined) seen.delete(oldest)
  seen.add(name)
  return false
}

/** How many rows are read before it is known how wide they are. */
export const FIRST_ROWS = 60

/** What the driver's query does with each message; its types leave these out. */
type Reading = pg.Query & {
  handleDataRow: (message: { length: number }) => void
  handlePortalSuspended: (connection: PortalReader) => void
}
type PortalReader = {
  execute: (portal: { portal: string; rows: number }) => void
  flush: () => void
  sync: () => void
}

/**
 * Reads rows until they come to so many bytes, in one statement: PostgreSQL computes the next ones only when they are asked
 * for. After the first few, as many are asked for as should fit.
 */
export function readFirst(
  client: pg.ClientBase,
  config: { name?: string; text: string; values: unknown[] },
  maxBytes: number,
): Promise<{ rows: unknown[]; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    let count = 0
    let isCut = false
    const whenDone = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve({ rows: result.rows, isCut })
    // The driver knows `rows`, how many are asked for at a time, and a callback; its types know neither.
    const asked = { ...config, rows: FIRST_ROWS, callback: whenDone } as pg.QueryConfig
    const reading = new pg.Query(asked) as Reading
    const { handleDataRow } = reading
    reading.handleDataRow = (message) => {
      bytes += message.length
      count++
      handleDataRow.call(reading, message)
    }
    reading.handlePortalSuspended = (connection) => {
      isCut = bytes > maxBytes
      if (isCut) return connection.sync()
      const rows = Math.ceil((maxBytes - bytes + 1) / (bytes / count))
      connection.execute({ portal: '', rows: Math.min(rows, 1_000) })
      return connection.flush()
    }
    client.query(reading)
  })
}
