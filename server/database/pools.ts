import pg from 'pg'

/** How the driver reads values: days as text, int8 as bigint, timestamps as ISO 8601 in UTC with milliseconds. */
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

export type Connection =
  | { connectionString: string }
  | { host: string; database: string; user: string; password?: string; open?: OpenSession }

/** Makes the session itself, not connected yet, where the driver's own would trust too much. */
type OpenSession = (config: pg.ClientConfig) => pg.Client

/** The pool makes its sessions with `new`. */
const constructorOf = (open: OpenSession) =>
  new Proxy(pg.Client, { construct: (_, [config]: [pg.ClientConfig]) => open(config) })

/** The names of sessions in `pg_stat_activity`: those of a running service, by which `npm run distribute` sees it, and those of a command. */
export const SERVICE = 'florin'
export const COMMAND = 'florin-command'

/** A server that hangs does not enforce its own time limit, so the driver gives up shortly after that limit. */
const QUERY_MS = 5_500

type PoolOptions = {
  /** How many sessions stay open without work. */
  min: number
  max: number
  name: string
  /** Whether a session is sent statements while those before them run. */
  isPipelined: boolean
  /** How long a session may take to begin, if not the default. */
  connectMs: number | undefined
  /** Whether statements have no time limit. */
  isPatient: boolean
  /** The settings of the session; none behind a pooler. */
  options?: string
}

export function makePool(
  connection: Connection,
  onError: (error: Error) => void,
  { min, max, name, isPipelined, connectMs, isPatient, options }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...('open' in connection && connection.open && { Client: constructorOf(connection.open) }),
    min,
    max,
    types,
    pipeline: isPipelined,
    application_name: name,
    // The built-in PostgreSQL is late only on a busy machine, where giving up would not help.
    connectionTimeoutMillis: connectMs ?? ('open' in connection ? 5_000 : 2_000),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: isPatient ? 0 : QUERY_MS,
    ...(options !== undefined && { options }),
  })
  pool.on('error', onError)
  // A backend that is ended while its client is in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
