import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, chooseAccount, environment, hand, run } from './account.ts'
import { binaries } from './binaries.ts'
import type { Connection } from './database.ts'
import { StartError } from './start-error.ts'

/**
 * The PostgreSQL that comes with Florin, supervised: created on first start, taken over when an earlier Florin was
 * killed, started again when it dies, stopped with us. It listens on a socket in a private folder, never on a port.
 *
 * One session of ours holds an advisory lock for as long as we live. Whoever gets the lock owns the data folder; it is
 * free again the moment its holder is gone, however it went.
 */
export type Embedded = { readonly connection: Connection; readonly stop: () => Promise<void> }

type Log = { info: (text: string) => void; warn: (text: string) => void }

const USER = 'florin'
const OWNER_LOCK = 0x6f776e

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  jit: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The log tells what happened to the server, never what a statement or a person's row contained.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
}

export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const bin = await binaries()
  const root = resolve(dataDir)
  const account = await chooseAccount(bin, root)
  const data = join(root, 'postgres')
  if (!existsSync(join(data, 'PG_VERSION'))) await create(bin, account, root, data)
  await hand(data, account)

  const sockets = (await running(data))?.sockets ?? (await privateFolder(account))
  const owner = { bin, account, data, sockets, logFile: join(root, 'postgres.log') }
  let guard = await own(owner, dataDir, log)
  let stopping = false

  // The guard's session ends when PostgreSQL does (or when somebody ended it): see what is left, and start again.
  const watch = (client: pg.Client) =>
    client.once('end', () => {
      if (!stopping)
        recover().catch((error: Error) => log.warn(`The built-in PostgreSQL is gone: ${error.message}`))
    })
  async function recover() {
    log.warn('The built-in PostgreSQL went away; starting it again.')
    while (!stopping) {
      try {
        guard = await own(owner, dataDir, log)
        watch(guard)
        return
      } catch (error) {
        log.warn((error as Error).message)
        await sleep(500)
      }
    }
  }
  watch(guard)

  async function stop() {
    stopping = true
    const server = await running(data)
    await guard.end().catch(() => undefined)
    if (server) await end(server.pid)
    await rm(sockets, { recursive: true, force: true })
  }
  return { connection: { host: sockets, database: USER, user: USER }, stop }
}

type Owner = { bin: string; account: Account; data: string; sockets: string; logFile: string }

/** Makes the data folder beside its place and moves it there whole, so that an interrupted start leaves no half. */
async function create(bin: string, account: Account, root: string, data: string): Promise<void> {
  const draft = await mkdtemp(join(root, 'postgres.new-'))
  await hand(draft, account)
  const args = ['--pgdata', draft, '--username', USER, '--auth=trust', '--data-checksums', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const { ok, output } = await run(account, join(bin, 'initdb'), [...args, ...locale])
  if (!ok) {
    await rm(draft, { recursive: true, force: true })
    throw new StartError(
      `The built-in PostgreSQL could not be set up in ${root}: ${output.split('\n').at(-1)}`,
    )
  }
  await rename(draft, data).catch((error: Error) => {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error // else another instance was faster
  })
  const drafts = (await readdir(root)).filter((name) => name.startsWith('postgres.new-'))
  for (const name of drafts) await rm(join(root, name), { recursive: true, force: true })
}

/** A socket's path has room for about 100 bytes, so it does not go below the data folder. */
async function privateFolder(account: Account): Promise<string> {
  const folder = await mkdtemp(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'florin-'))
  await chmod(folder, 0o700)
  await hand(folder, account)
  return folder
}

/** The server that runs on this data folder, by its own pid file. */
async function running(data: string): Promise<{ pid: number; sockets: string } | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , sockets] = text.split('\n')
  if (!Number(pid) || !sockets || !existsSync(sockets)) return undefined
  return isAlive(Number(pid)) ? { pid: Number(pid), sockets } : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Connects to the server, starting it if need be, and takes the lock that makes this data folder ours. */
async function own(owner: Owner, dataDir: string, log: Log): Promise<pg.Client> {
  const deadline = Date.now() + 30_000
  const wasRunning = (await running(owner.data)) !== undefined
  let server = wasRunning ? undefined : await launch(owner)
  for (;;) {
    const client = await connect(owner.sockets)
    if (client) {
      await lock(client, dataDir)
      if (wasRunning) log.info('Took over the PostgreSQL that an earlier Florin left running.')
      return client
    }
    if (Date.now() > deadline)
      throw new StartError(`The built-in PostgreSQL does not answer. ${await lastWords(owner)}`)
    // It may have met the last breaths of a predecessor, or lost a race against another instance: once more.
    if (server?.exited() && !(await running(owner.data))) {
      if (Date.now() > deadline - 20_000)
        throw new StartError(`The built-in PostgreSQL does not start. ${await lastWords(owner)}`)
      await sleep(200)
      server = await launch(owner)
    }
    await sleep(15)
  }
}

async function launch({ bin, account, data, sockets, logFile }: Owner): Promise<{ exited: () => boolean }> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  const output = await open(logFile, size > 1_000_000 ? 'w' : 'a', 0o600)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = account.command(join(bin, 'postgres'), ['-D', data, '-k', sockets, ...flags])
  // In a process group of its own, so that Ctrl-C reaches Florin first and the database is stopped last.
  const child = spawn(command, args, {
    ...account.options,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  child.on('error', () => undefined) // told by exitCode and by the log
  child.unref()
  await output.close()
  return { exited: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined }
}

async function connect(host: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host,
    user: USER,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
    application_name: `florin ${process.pid}`,
  })
  client.on('error', () => undefined) // 'end' follows, and is what we listen to
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => undefined)
    return undefined
  }
}

async function lock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + 1_000 // the session of a killed predecessor takes a moment to end
  while (!(await client.query('select pg_try_advisory_lock($1) as ours', [OWNER_LOCK])).rows[0]?.ours) {
    if (Date.now() > deadline) {
      const holder = await client.query(
        `select application_name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = $1 and granted`,
        [OWNER_LOCK],
      )
      await client.end()
      const who = String(holder.rows[0]?.application_name ?? 'florin').replace('florin ', 'process ')
      throw new StartError(
        `Another Florin (${who}) is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
      )
    }
    await sleep(20)
  }
  const exists = await client.query('select from pg_database where datname = $1', [USER])
  if (exists.rowCount === 0) await client.query(`create database ${USER}`)
}

async function lastWords({ logFile }: Owner): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return `Its log (${logFile}) ends with: ${text.trim().split('\n').slice(-3).join(' / ')}`
}

/** SIGINT asks PostgreSQL to end open sessions and shut down cleanly; SIGQUIT, if that takes too long, to just end. */
async function end(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(15)) {
      if (!isAlive(pid)) return
    }
  }
}
