import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { later } from '../../../words/t.ts'
import { Unreadable } from './row.ts'
import { notReadable, type WhyNotReadable } from './sqlite-words.ts'

/**
 * Tables of a database, read by a process of its own, which is killed at these limits: SQLite cannot be stopped within a thread. It is started from
 * the thread that reads the file, and dies with it.
 */

/** A table to read. Of an optional one that is not there, or lacks a column, nothing is read; `later` has columns that only newer files have. */
export type WantedTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly later: readonly string[]
  readonly most: number
  readonly isOptional?: true
  /** Only rows that are not marked as deleted. */
  readonly isLive?: true
}
export type SqliteCell = string | number | null
/** A row by its columns; `rowid` says which one of its table it is. */
export type SqliteRow = Readonly<Record<string, SqliteCell>>

export type SqliteGets = { readonly bytes: Uint8Array; readonly tables: readonly WantedTable[] }
/** The messages of the process: `lacks` and `refused` are about the database, `broken` is a fault of ours. */
export type SqliteSays =
  | { readonly is: 'alive'; readonly bytes: number }
  /** Rows as JSON, a list of lists: a text passes from thread to thread and from process to process in one piece. */
  | { readonly is: 'rows'; readonly table: string; readonly json: string }
  | { readonly is: 'end' }
  | { readonly is: 'lacks'; readonly table: string }
  | {
      readonly is: 'refused'
      readonly why: WhyNotReadable
      readonly of: Readonly<Record<string, string | number>>
    }
  | { readonly is: 'broken'; readonly why: string }

/** Less than a file may take in all, so that the sentence is about the database. */
export const limits = { ms: 8_000, bytes: 450_000_000 } as const
/** A message that comes later than this counts as this much: the computer was suspended, and the process with it. */
const MAX_LATE_MS = 100
const HEAP_MB = 96

const SCRIPT = new URL('./sqlite-process.ts', import.meta.url)

/** Which table is not there: the database is of another program. */
export class LacksTable extends Error {
  readonly table: string
  constructor(table: string) {
    super(`no table ${table}`)
    this.table = table
  }
}

/** All rows of these tables. */
export async function tablesOf(
  bytes: Uint8Array,
  tables: readonly WantedTable[],
  { ms, bytes: most }: { readonly ms: number; readonly bytes: number } = limits,
): Promise<ReadonlyMap<string, readonly SqliteRow[]>> {
  const script = fileURLToPath(SCRIPT)
  const child = fork(script, {
    env: {},
    execArgv: [
      // no network, no files, no processes
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${script}`,
      `--max-old-space-size=${HEAP_MB}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const columns = new Map(tables.map((one) => [one.name, ['rowid', ...one.columns, ...one.later]]))
  const found = new Map<string, SqliteRow[]>()
  try {
    await until(child, { bytes, tables }, (says, spentMs) => {
      if (says.is === 'end') return true
      if (says.is === 'rows') take(found, says, columns.get(says.table) ?? [])
      else if (says.is === 'lacks') throw new LacksTable(says.table)
      else if (says.is === 'refused') throw new Unreadable(notReadable[says.why](says.of))
      else if (says.is === 'broken') throw new Error(says.why)
      else if (says.is === 'alive' && says.bytes > most)
        throw new Unreadable(
          later(
            'Reading the database takes more than {megabytes} MB of memory, which no export needs: it is damaged, or made to do so.',
            { megabytes: Math.round(most / 1e6) },
          ),
        )
      if (spentMs > ms)
        throw new Unreadable(
          later(
            'Reading the database takes longer than {seconds, number} seconds: it is damaged, or made to take so long.',
            { seconds: ms / 1_000 },
          ),
        )
      return false
    })
  } finally {
    child.kill('SIGKILL')
  }
  return found
}

function take(
  found: Map<string, SqliteRow[]>,
  { table, json }: Extract<SqliteSays, { is: 'rows' }>,
  columns: readonly string[],
): void {
  const all = found.get(table) ?? []
  found.set(table, all)
  const rows: SqliteCell[][] = JSON.parse(json) // the script's own
  for (const cells of rows) {
    const row: Record<string, SqliteCell> = {}
    for (const [at, name] of columns.entries()) row[name] = cells[at] ?? null
    all.push(row)
  }
}

/** Hands the messages of a process on, with the time that it has taken, until one of them is the last. */
function until(
  child: ChildProcess,
  gets: SqliteGets,
  isLast: (says: SqliteSays, spentMs: number) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let [last, spentMs] = [performance.now(), 0]
    child.on('message', (says) => {
      const now = performance.now()
      spentMs += Math.min(now - last, MAX_LATE_MS)
      last = now
      try {
        if (isLast(says as SqliteSays, spentMs)) resolve() // the script sends nothing else
      } catch (error) {
        reject(error)
      }
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the process that reads a database ended with ${signal ?? code}`)),
    )
    child.send(gets, (error) => {
      if (error) reject(error)
    })
  })
}
