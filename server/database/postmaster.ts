import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, environment, hand, ourselves, run } from './account.ts'
import { StartError } from './start-error.ts'

/** A PostgreSQL on this machine: its programs, who runs them, and where its data and its log are. */
export type Cluster = { bin: string; account: Account; data: string; logFile: string }

/** A server that runs on a cluster's data; the folder of its socket is not known while it has only just started. */
type Server = { pid: number; sockets: string | undefined }

export const USER = 'florin'
const SOCKETS = '/tmp/florin-'

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

const isCreated = async (data: string): Promise<boolean> => {
  try {
    return (await stat(join(data, 'PG_VERSION'))).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const draftsOf = (data: string) => `${basename(data)}.new-`

/** Makes the data folder beside its place and moves it there whole, so that an interrupted start leaves no half. */
export async function createCluster({ bin, account, data }: Cluster): Promise<void> {
  if (await isCreated(data)) return
  const root = dirname(data)
  const draft = await mkdtemp(join(root, draftsOf(data)))
  await hand(draft, account)
  const args = ['--pgdata', draft, '--username', USER, '--auth=trust', '--data-checksums', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const { ok, output } = await run(account, join(bin, 'initdb'), [...args, ...locale])
  try {
    if (!ok) throw new StartError(`The built-in PostgreSQL could not be set up: ${reasonIn(output)}`)
    await rename(draft, data)
    for (const folder of [root, dirname(root)]) await sync(folder).catch(() => undefined) // not every one can
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isCreated(data))) throw error // else another instance was faster
  }
}

const reasonIn = (output: string) => {
  const lines = output.split('\n')
  return lines.find((line) => /error:|FATAL:|could not/.test(line)) ?? lines.at(-1)
}

/** What was moved into a folder is there after a power cut too. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Clears away what starts that were interrupted have left. Whoever may still be at work there finds it out. */
export async function removeDrafts(data: string): Promise<void> {
  const drafts = (await readdir(dirname(data))).filter((name) => name.startsWith(draftsOf(data)))
  for (const name of drafts)
    await rm(join(dirname(data), name), { recursive: true, force: true }).catch(() => undefined)
}

/** A private folder for the socket. A socket's path has room for about 100 bytes, so it is not below the data folder. */
export async function makeSockets({ account }: Cluster): Promise<string> {
  const folder = await mkdtemp(SOCKETS) // with mode 0700
  await hand(folder, account)
  return folder
}

/** Clears away the socket of a server that died without doing so, and left word of it in its pid file. */
async function removeOldSockets(data: string, current: string): Promise<void> {
  const old = (await readPidFile(data)).split('\n')[4]
  if (old?.startsWith(SOCKETS) && old !== current) await rm(old, { recursive: true, force: true })
}

const pidFile = (data: string) => join(data, 'postmaster.pid')
const readPidFile = (data: string) => readFile(pidFile(data), 'utf8').catch(() => '')

/** The server that runs on this data folder, by its own pid file. */
export async function findServer(data: string): Promise<Server | undefined> {
  const [pid, , , , sockets] = (await readPidFile(data)).split('\n')
  return (await runsOn(Number(pid), data)) ? { pid: Number(pid), sockets: sockets || undefined } : undefined
}

/** A process of this number may be anybody's by now: ours was told its data folder, and is no zombie. */
async function runsOn(pid: number, data: string): Promise<boolean> {
  if (!pid) return false
  if (process.platform !== 'linux')
    return (await run(ourselves, 'ps', ['-o', 'command=', '-p', String(pid)])).output.includes(` ${data} `)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(data)
}

/**
 * A pid file that outlived a crash of the machine can name a process that came later, and PostgreSQL would wait for
 * it to go. It passes over its parent's number, and then still looks for itself whether old sessions are alive.
 */
async function passOverStranger(data: string): Promise<void> {
  const text = await readPidFile(data)
  const pid = Number(text.split('\n')[0])
  if (!pid || !isAlive(pid) || (await runsOn(pid, data))) return
  if ((await readPidFile(data)) === text)
    await writeFile(pidFile(data), text.replace(/^\d+/, String(process.pid)))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A server that was started, and may have ended since. */
export type Launched = { pid: number | undefined; isRunning: () => boolean }

/** Starts a server that listens in a folder for its socket. Whether it goes on to work is for the caller to see. */
export async function launch(cluster: Cluster, sockets: string): Promise<Launched> {
  const { bin, account, data, logFile } = cluster
  await hand(data, account)
  await removeOldSockets(data, sockets)
  await passOverStranger(data)
  const size = existsSync(logFile) ? (await stat(logFile)).size : 0
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
  child.on('error', () => undefined) // it has no pid then
  child.unref()
  await output.close()
  const { pid } = child
  return { pid, isRunning: () => pid !== undefined && child.exitCode === null && child.signalCode === null }
}

/** SIGINT asks PostgreSQL to end open sessions and shut down cleanly; SIGQUIT, if that takes too long, to just end. */
export async function endServer(pid: number, data: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await runsOn(pid, data))) return
    try {
      process.kill(pid, signal)
    } catch {
      return // it was just about to go
    }
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(15)) {
      if (!(await runsOn(pid, data))) return
    }
  }
}

/** Why it ended, as far as its log knows. */
export async function lastWords({ logFile }: Cluster): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  return `Its log (${logFile}) says: ${lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)}.`
}
