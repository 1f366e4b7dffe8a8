import pg from 'pg'
import { type Copy, copyTextOf } from './copied.ts'
import { MAX_READ, ofCopy, TooMuchRead } from './failures.ts'
import { quoted, type Value } from './sql.ts'

/** The columns of a statement's rows. Adjacent columns with the same name such as `place_in_list[]` form one list, of texts as PostgreSQL writes them. */
type ResultColumns = readonly {
  name: string
  isList: boolean
  from: number
  to: number
  parse: (text: string) => unknown
}[]

/** A statement that a session keeps: when it was last used, counted in uses, and the columns of its rows. */
export type Kept = { usedAt: number; columns?: ResultColumns }

/** A statement in the form that a session takes. A statement with a name is prepared, and the session keeps it. */
export type SqlQuery = { text: string; values: readonly Value[]; name?: string; kept?: Kept }

/** A row as PostgreSQL writes it. */
export type RawRow = readonly (string | null)[]

/** Receives the result of a statement that goes ahead of another: one row at most, which is known before the other's rows are. */
export type AheadResult = {
  readonly found: (row: RawRow | undefined) => void
  readonly failed: (error: Error) => void
}

/** Rows as PostgreSQL writes them, not parsed. */
const RAW: ResultColumns = []

/** How many rows are read before it is known how wide they are. */
export const FIRST_ROWS = 60

/** The parts of the driver's session and of its query that its types leave out. */
type DriverConnection = {
  stream: Record<'cork' | 'uncork' | 'pause' | 'resume' | 'destroy', () => void> & {
    write: (bytes: Buffer) => void
  }
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  query: (text: string) => void
  parse: (message: { text: string; name: string }) => void
  bind: (message: { statement: string; values: readonly Value[]; valueMapper: typeof sent }) => void
  execute: (message: { rows: number }) => void
  flush: () => void
  sync: () => void
}
type DriverQuery = {
  /** The name that the driver notes as prepared once PostgreSQL has parsed the statement. */
  name: string | undefined
  text: string
  values: readonly Value[]
  /** How many rows are asked for at a time, unless all are. */
  rows: number | undefined
  callback: (error: Error | null) => void
  _result: { _types: { getTypeParser: (type: number, format: 'text') => (text: string) => unknown } }
}
const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery

/** How many rows are read between two looks at the clock, and how long a turn may take. */
const SOME_ROWS = 100
const MAX_MS = 3

// Messages that are always the same, the portal being the unnamed one.
const DESCRIBE = Buffer.from('44000000065000', 'hex')
const EXECUTE = Buffer.from('45000000090000000000', 'hex')
const SYNC = Buffer.from('5300000004', 'hex')
const EXECUTE_SYNC = Buffer.concat([EXECUTE, SYNC])
const DESCRIBE_EXECUTE_SYNC = Buffer.concat([DESCRIBE, EXECUTE_SYNC])

/**
 * One statement in flight, and perhaps another ahead of it: the driver sends it and hands it the replies. The driver's own query asks for
 * a description of the rows each time, and cannot hold a second statement.
 */
class Asking extends DriverQuery {
  /** The statement that goes ahead of it, for listeners of a session. */
  readonly ahead: SqlQuery | undefined
  readonly found: unknown[] = []
  isCut = false
  readonly #kept: Kept | undefined
  readonly #maxBytes: number
  readonly #mostBytes: number
  #columns: ResultColumns | undefined
  #ahead: (SqlQuery & AheadResult) | undefined
  #row: RawRow | undefined
  #bytes = 0
  #isTooMuch = false
  #failure: Error | undefined
  #stream: DriverConnection['stream'] | undefined
  #sinceMs = 0

  constructor(
    { text, values, name, kept }: SqlQuery,
    { ahead, maxBytes, mostBytes = MAX_READ.bytes, isRaw }: QueryOptions,
  ) {
    super(text)
    this.name = name
    this.values = values
    this.rows = maxBytes === undefined ? undefined : FIRST_ROWS
    this.#kept = isRaw ? undefined : kept
    this.#columns = isRaw ? RAW : kept?.columns
    this.ahead = ahead
    this.#ahead = ahead
    this.#mostBytes = mostBytes
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY
  }

  submit(connection: DriverConnection): null {
    const { stream } = connection
    this.#stream = stream
    stream.cork() // all of it leaves in one piece
    try {
      if (this.#ahead) {
        bind(connection, this.#ahead)
        stream.write(EXECUTE)
      }
      bind(connection, this)
      if (this.rows === undefined) stream.write(this.#columns ? EXECUTE_SYNC : DESCRIBE_EXECUTE_SYNC)
      else {
        if (!this.#columns) stream.write(DESCRIBE)
        connection.execute({ rows: this.rows })
        connection.flush()
      }
    } finally {
      stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const { _types: types } = this._result
    const columns: { -readonly [Name in keyof ResultColumns[number]]: ResultColumns[number][Name] }[] = []
    for (const [index, { name: called, dataTypeID }] of fields.entries()) {
      const isList = called.endsWith('[]')
      const name = isList ? called.slice(0, -2) : called
      const last = columns.at(-1)
      const place = { from: index, to: index + 1 }
      if (isList && last?.isList && last.name === name) last.to = place.to
      else columns.push({ name, isList, ...place, parse: types.getTypeParser(dataTypeID, 'text') })
    }
    this.#columns = columns
    if (this.#kept) this.#kept.columns = this.#columns
  }

  handleDataRow({ fields, length }: { fields: RawRow; length: number }): void {
    if (this.#ahead) this.#row = fields
    else if (this.#columns && !this.#isTooMuch) {
      this.#bytes += length
      if (this.rows === undefined && this.#bytes > this.#mostBytes) {
        this.#isTooMuch = true
        this.found.length = 0
        this.callback(new TooMuchRead(this.#mostBytes))
        this.#stream?.destroy() // otherwise the rest would be read, and the session's locks held, until PostgreSQL has sent all of it
        return
      }
      try {
        this.found.push(this.#columns === RAW ? fields : rowOf(fields, this.#columns))
      } catch (error) {
        this.#failure = error as Error // a parser of ours threw it
      }
      if (this.found.length % SOME_ROWS === 0) this.#letOthersIn()
    }
  }

  /** Yields to other work after a few milliseconds: up to two megabytes that have arrived would otherwise be read in one turn. */
  #letOthersIn(): void {
    const now = performance.now()
    if (this.#sinceMs === 0) this.#sinceMs = now
    if (now - this.#sinceMs < MAX_MS) return
    this.#sinceMs = now
    this.#stream?.pause()
    setImmediate(() => {
      this.#sinceMs = performance.now()
      this.#stream?.resume()
    })
  }

  handleCommandComplete(_: unknown, connection: DriverConnection): void {
    if (this.#ahead) {
      this.#ahead.found(this.#row)
      this.#ahead = undefined
      return
    }
    if (this.#kept) this.#kept.columns ??= [] // a change that returns nothing
    if (this.rows !== undefined) connection.sync()
  }

  /** PostgreSQL computes the next rows only when they are asked for: as many as should fit. */
  handlePortalSuspended(connection: DriverConnection): void {
    this.isCut = this.#bytes > this.#maxBytes
    if (this.isCut) {
      connection.sync()
      return
    }
    const rows = Math.ceil((this.#maxBytes - this.#bytes + 1) / (this.#bytes / this.found.length))
    connection.execute({ rows: Math.min(rows, 1_000) })
    connection.flush()
  }

  handleEmptyQuery(connection: DriverConnection): void {
    if (this.rows !== undefined) connection.sync()
  }

  handleError(error: Error): void {
    this.#ahead?.failed(error)
    this.#ahead = undefined
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null)
  }
}

const COPY_DONE = Buffer.from('6300000004', 'hex')

/**
 * Copies rows into a table without waiting for PostgreSQL to ask for them, as the driver's own streams do, which holds up all statements
 * behind them.
 */
class Copying extends DriverQuery {
  readonly #rows: Buffer

  constructor(copy: Copy) {
    super(copyTextOf(copy))
    this.#rows = copy.bytes
  }

  submit(connection: DriverConnection): null {
    const { stream } = connection
    const bytes = this.#rows
    const head = Buffer.from('6400000000', 'hex')
    head.writeInt32BE(bytes.length + 4, 1)
    stream.cork()
    try {
      connection.query(this.text)
      for (const part of [head, bytes, COPY_DONE]) stream.write(part) // where `copy` fails, PostgreSQL lets them pass
    } finally {
      stream.uncork()
    }
    return null
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(ofCopy(error))
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}

/** Copies rows into a table. */
export const copyRows = (client: pg.ClientBase, copy: Copy): Promise<void> =>
  new Promise((resolve, reject) => {
    const copying = new Copying(copy)
    copying.callback = (error) => (error ? reject(error) : resolve())
    client.query(copying as unknown as pg.Query) // as in `ask`
  })

function bind(
  connection: DriverConnection,
  { name = '', text, values }: Pick<SqlQuery, 'text' | 'values'> & { name?: string | undefined },
): void {
  const { parsedStatements, submittedNamedStatements } = connection
  if (name === '' || (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined)) {
    connection.parse({ text, name })
    if (name !== '') submittedNamedStatements[name] = text
  }
  connection.bind({ statement: name, values, valueMapper: sent })
}

/** A value as it is sent: text, or bytes. */
function sent(value: Value): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? listText(value) : String(value)
}

export function listText(list: readonly Value[]): string {
  const texts = list.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
    return Array.isArray(value) ? listText(value) : quoted(String(value))
  })
  return `{${texts.join(',')}}`
}

function rowOf(fields: RawRow, columns: ResultColumns): object {
  const row: Record<string, unknown> = {}
  for (const { name, isList, from, to, parse } of columns) {
    const text = fields[from] ?? null
    if (isList) row[name] = fields.slice(from, to)
    else row[name] = text === null ? null : parse(text)
  }
  return row
}

/** How a statement is asked: with another ahead of it, until its rows come to so many bytes, or for rows as PostgreSQL writes them. */
export type QueryOptions = {
  ahead?: (SqlQuery & AheadResult) | undefined
  maxBytes?: number | undefined
  /** Without `maxBytes`: more than this is a failure. */
  mostBytes?: number | undefined
  isRaw?: boolean
}

/** The rows of a statement, and whether any were left. */
export function ask(
  client: pg.ClientBase,
  statement: SqlQuery,
  how: QueryOptions = {},
): Promise<{ rows: unknown[]; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    const asking = new Asking(statement, how)
    asking.callback = (error) =>
      error ? reject(error) : resolve({ rows: asking.found, isCut: asking.isCut })
    client.query(asking as unknown as pg.Query) // it has everything that the driver asks of a query
  })
}
