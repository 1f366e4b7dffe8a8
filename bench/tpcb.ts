import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { programs } from '../server/postgres/binaries.ts'
import { inOwnProcess, type Owner } from './processes.ts'

const DATABASE = 'tpcb'
const SCALE = 10

export type TpcbTask = { connection: Owner; scale: number; clients: number; seconds: number }

/** The banking transactions of TPC-B on the service's own PostgreSQL: the speed of this server on this machine at this moment. */
export type Tpcb = {
  by: 'pgbench' | 'its statements, sent by Node'
  perSecond: (clients: number, seconds: number) => Promise<number>
}

export async function prepareTpcb(owner: Owner): Promise<Tpcb> {
  const connection = { ...owner, database: DATABASE }
  await inDatabase(owner, `create database ${DATABASE}`)
  for (const statement of tables) await inDatabase(connection, statement)
  const pgbench = await findPgbench()
  if (pgbench)
    return {
      by: 'pgbench',
      perSecond: (clients, seconds) => runPgbench(pgbench, connection, clients, seconds),
    }
  return {
    by: 'its statements, sent by Node',
    perSecond: (clients, seconds) =>
      inOwnProcess<TpcbTask, number>('tpcb-process.ts', {
        connection,
        scale: SCALE,
        clients,
        seconds,
      }),
  }
}

/** The tables as `pgbench -i` makes them. */
const tables = [
  'create table pgbench_branches (bid int not null primary key, bbalance int, filler char(88)) with (fillfactor = 100)',
  'create table pgbench_tellers (tid int not null primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100)',
  'create table pgbench_accounts (aid int not null primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100)',
  'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  `insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n`,
  `insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) n`,
  `insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n`,
  'vacuum analyze',
]

/** Runs a statement as the owner. */
export async function inDatabase(connection: Owner, statement: string): Promise<void> {
  const session = new pg.Client(connection)
  await session.connect()
  await session.query(statement).finally(() => session.end())
}

export async function findPgbench(): Promise<string | undefined> {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'))),
    join(await programs(), 'bin'),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
}

async function runPgbench(
  program: string,
  connection: Owner,
  clients: number,
  seconds: number,
): Promise<number> {
  const { host, user, password, database } = connection
  const args = ['--no-vacuum', `--client=${clients}`, `--jobs=${Math.min(2, clients)}`, `--time=${seconds}`]
  const { stdout } = await promisify(execFile)(program, [...args, '-h', host, '-U', user, database], {
    env: { ...process.env, PGPASSWORD: password },
  })
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
}
