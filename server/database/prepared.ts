import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * PostgreSQL keeps a prepared statement until it is told otherwise, and lists have more combinations of filters than it
 * has memory. Each session therefore keeps the statements it used last, and gives up the one unused for longest.
 */
const KEPT = 100
const keptBy = new WeakMap<pg.ClientBase, Set<string>>()

/** The driver's own record of what a session has prepared; its types leave it out. */
type Session = pg.ClientBase & { connection: { parsedStatements: Record<string, string | undefined> } }

/** The name under which a session keeps a statement; none where each run is planned for its own values. */
export function named(client: pg.ClientBase, text: string): { name?: string } {
  // What is searched for decides how: such a statement is planned for its text each time, not once for all.
  if (text.includes(' ~* ')) return {}
  const name = nameOf(text)
  const kept = keptBy.get(client) ?? new Set()
  keptBy.set(client, kept)
  kept.delete(name)
  kept.add(name) // the latest is last
  const [oldest] = kept
  if (kept.size > KEPT && oldest !== undefined) {
    kept.delete(oldest)
    const { parsedStatements } = (client as Session).connection
    if (parsedStatements[oldest] !== undefined) {
      delete parsedStatements[oldest]
      // It goes out before the statement that takes its place. A session on which it fails is about to fail anyway.
      client.query(`deallocate "${oldest}"`).catch(() => undefined)
    }
  }
  return { name }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  if (names.size < 1_000) names.set(text, name)
  return name
}

const ROWS_AT_ONCE = 50

/** What the driver's query does with each message; its types leave these out. */
type Reading = pg.Query & {
  handleDataRow: (message: { length: number }) => void
  handlePortalSuspended: (connection: { sync: () => void }) => void
}

/**
 * Reads rows by the dozen until they come to so many bytes, in one statement: PostgreSQL computes the next ones only when
 * they are asked for.
 */
export function readFirst(
  client: pg.ClientBase,
  config: { name?: string; text: string; values: unknown[] },
  maxBytes: number,
): Promise<{ rows: unknown[]; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    let isCut = false
    const whenDone = (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve({ rows: result.rows, isCut })
    // The driver knows `rows`, how many are asked for at a time, and a callback; its types know neither.
    const asked = { ...config, rows: ROWS_AT_ONCE, callback: whenDone } as pg.QueryConfig
    const reading = new pg.Query(asked) as Reading
    const { handleDataRow, handlePortalSuspended } = reading
    reading.handleDataRow = (message) => {
      bytes += message.length
      handleDataRow.call(reading, message)
    }
    reading.handlePortalSuspended = (connection) => {
      isCut = bytes > maxBytes
      if (isCut) connection.sync()
      else handlePortalSuspended.call(reading, connection)
    }
    client.query(reading)
  })
}
