import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { SqliteGets, SqliteSays, WantedTable } from './sqlite.ts'
import type { WhyNotReadable } from './sqlite-words.ts'

/**
 * The process that reads tables of a stranger's database. It imports nothing of ours, has neither environment nor network nor files, and dies with
 * whoever started it. SQLite works in a thread, since one step of a damaged database may never end; the main thread says how much memory is used.
 */
const LOOK_EACH_MS = 20
/** It ends by itself after so long, if nobody has ended it. */
const MAX_MS = 30_000
/** The longest text in a row, and the row itself. */
const MAX_LENGTH = 1_000_000
/** A database of a program has a few dozen tables, with an index or two each. */
const MAX_OBJECTS = 2_000
const MAX_CHARACTERS = 64_000_000
const PIECE_ROWS = 2_000
const PIECE_CHARACTERS = 256 * 1024

/** A database that cannot be read: which sentence it is, and its values. */
class NotReadable extends Error {
  readonly why: WhyNotReadable
  readonly of: Readonly<Record<string, string | number>>

  constructor(why: WhyNotReadable, of: Readonly<Record<string, string | number>>) {
    super(why)
    this.why = why
    this.of = of
  }
}

function watchOver(): void {
  const end = () => process.kill(process.pid, 'SIGKILL') // an exit would wait for the thread
  process.on('disconnect', end)
  setTimeout(end, MAX_MS)
  process.once('message', (gets: SqliteGets) => {
    const say = (says: SqliteSays) => process.send?.(says)
    const thread = new Worker(new URL(import.meta.url), {
      workerData: gets,
      transferList: [gets.bytes.buffer as ArrayBuffer], // its own: it came in a message
    })
    thread.on('message', say)
    thread.on('error', (error: Error) => say({ is: 'broken', why: error.message }))
    setInterval(() => say({ is: 'alive', bytes: process.memoryUsage.rss() }), LOOK_EACH_MS)
  })
}

function read(port: MessagePort): void {
  const say = (says: SqliteSays) => port.postMessage(says)
  try {
    // The main thread has started this thread with these tables.
    readTables(workerData as SqliteGets, say)
    say({ is: 'end' })
  } catch (error) {
    if (error instanceof NotReadable) say({ is: 'refused', why: error.why, of: error.of })
    else if (error instanceof Error && isAboutDatabase(error))
      say({ is: 'refused', why: 'damaged', of: { reason: reasonOf(error) } })
    else throw error
  }
}

/** An error of SQLite, or a number that no number of ours can hold. */
const isAboutDatabase = (error: Error): boolean =>
  'errcode' in error || ('code' in error && error.code === 'ERR_OUT_OF_RANGE')

const reasonOf = ({ message }: Error): string => message.replaceAll('\n', ' ').slice(0, 200)

const escaped = (name: string) => name.replaceAll('"', '""')
const quoted = (name: string) => `"${escaped(name)}"`

function readTables({ bytes, tables }: SqliteGets, say: (says: SqliteSays) => void): void {
  const db = new DatabaseSync(':memory:', {
    defensive: true,
    enableDoubleQuotedStringLiterals: false,
    limits: { length: MAX_LENGTH, attach: 0, triggerDepth: 0 },
  })
  db.deserialize(bytes)
  db.exec('pragma query_only = on; pragma trusted_schema = off; pragma cell_size_check = on')
  const { found, refused } = tablesIn(db)
  const missing = tables.find(({ name, isOptional }) => !isOptional && !found.has(name))
  if (missing) {
    say({ is: 'lacks', table: missing.name })
    return
  }
  if (refused !== undefined) throw refused
  const plans = tables.flatMap((table) => {
    const selected = found.has(table.name) ? selectOf(table, columnsOf(db, table)) : undefined
    return selected === undefined ? [] : [{ table, ...selected }]
  })
  const names = new Set(tables.map(({ name }) => name))
  // From here on, statements can do nothing but read columns of these tables, and count.
  db.setAuthorizer((action, table, name) =>
    action === constants.SQLITE_SELECT ||
    (action === constants.SQLITE_READ && names.has(table ?? '')) ||
    (action === constants.SQLITE_FUNCTION && name === 'count')
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY,
  )
  const left = { characters: MAX_CHARACTERS }
  for (const { table, rows } of plans) checkCount(db, table, rows)
  for (const { table, columns, rows } of plans) sendRows(db, table, `select ${columns} ${rows}`, left, say)
}

/** The names of plain tables. With anything that runs by itself, or only looks like a table, the whole database is `refused`. */
function tablesIn(db: DatabaseSync): { found: ReadonlySet<string>; refused: NotReadable | undefined } {
  const list = db.prepare('select type, name, rootpage, sql from sqlite_schema limit ?')
  const all = list.all(MAX_OBJECTS + 1)
  if (all.length > MAX_OBJECTS) throw new NotReadable('too_many_objects', { most: MAX_OBJECTS })
  const found = new Set<string>()
  let refused: NotReadable | undefined
  for (const { type, name, rootpage, sql } of all) {
    const called = { name: escaped(String(name).slice(0, 60)) }
    if (type === 'trigger') refused ??= new NotReadable('trigger', called)
    if (type !== 'table') continue
    if (rootpage === 0 || !/^CREATE TABLE/i.test(String(sql)))
      refused ??= new NotReadable('virtual_table', called)
    else found.add(String(name))
  }
  return { found, refused }
}

function columnsOf(db: DatabaseSync, { name }: WantedTable): ReadonlySet<string> {
  const columns = new Set<string>()
  for (const column of db.prepare(`pragma main.table_xinfo(${quoted(name)})`).all()) {
    if (column.hidden !== 0)
      throw new NotReadable('computed_column', {
        table: escaped(name),
        column: escaped(String(column.name).slice(0, 60)),
      })
    columns.add(String(column.name))
  }
  return columns
}

/** Reads the table itself, from its first row to its last: an index may say something else. */
function selectOf(
  table: WantedTable,
  columns: ReadonlySet<string>,
): { columns: string; rows: string } | undefined {
  const { name, isOptional, most } = table
  const missing = table.columns.find((column) => !columns.has(column))
  if (missing && isOptional) return undefined
  if (missing) throw new NotReadable('no_column', { table: escaped(name), column: escaped(missing) })
  const wanted = [...table.columns, ...table.later].map((column) =>
    columns.has(column) ? quoted(column) : 'null',
  )
  const live = table.isLive && columns.has('tombstone') ? 'where "tombstone" is not 1' : ''
  const rows = `from main.${quoted(name)} not indexed ${live} limit ${most + 1}`
  return { columns: `rowid, ${wanted.join(', ')}`, rows }
}

/** Refuses a table of too many rows before any of them has cost more than being counted. */
function checkCount(db: DatabaseSync, { name, most }: WantedTable, rows: string): void {
  if (countOf(db, rows) > most) throw new NotReadable('too_many_rows', { table: escaped(name), most })
}

/** How many rows there are. Of a table that is damaged it says nothing: reading its rows says where. */
function countOf(db: DatabaseSync, rows: string): number {
  try {
    return Number(db.prepare(`select count(*) as count from (select null ${rows})`).get()?.count)
  } catch (error) {
    if (error instanceof Error && isAboutDatabase(error)) return 0
    throw error
  }
}

function sendRows(
  db: DatabaseSync,
  { name, columns, later }: WantedTable,
  sql: string,
  left: { characters: number },
  say: (says: SqliteSays) => void,
): void {
  const all = ['rowid', ...columns, ...later]
  const statement = db.prepare(sql, { returnArrays: true })
  let piece: SQLOutputValue[][] = []
  let [last, characters] = ['', 0]
  try {
    for (const values of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
      last = String(values[0])
      for (const [at, value] of values.entries()) {
        if (typeof value === 'string') characters += value.length
        if (value instanceof Uint8Array)
          throw new NotReadable('bytes', { row: last, table: escaped(name), column: escaped(all[at] ?? '') })
      }
      piece.push(values)
      if (piece.length < PIECE_ROWS && characters < PIECE_CHARACTERS) continue
      left.characters -= characters
      if (left.characters < 0)
        throw new NotReadable('too_many_characters', {
          row: last,
          table: escaped(name),
          most: MAX_CHARACTERS / 1e6,
        })
      say({ is: 'rows', table: name, json: JSON.stringify(piece) })
      piece = []
      characters = 0
    }
  } catch (error) {
    if (!(error instanceof Error) || !isAboutDatabase(error)) throw error
    const of = { table: escaped(name), reason: reasonOf(error) }
    throw last === ''
      ? new NotReadable('damaged_in', of)
      : new NotReadable('damaged_after', { ...of, row: last })
  }
  if (piece.length > 0) say({ is: 'rows', table: name, json: JSON.stringify(piece) })
}

if (isMainThread) watchOver()
else if (parentPort) read(parentPort)
