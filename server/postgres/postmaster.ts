import { spawn } from 'node:child_process'
import { lstat, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'
import { boundLog, openLog, readPlain, writeWhole } from './files.ts'
import { hand, type OsUser, ourselves, removeFolder, runAs, signal, spawnOptions } from './os-user.ts'
import type { Secrets } from './secrets.ts'
import { isSockets } from './socket.ts'

/** A PostgreSQL on this machine: its programs, who runs them, where its data and its log are, and its passwords. */
export type Cluster = {
  bin: string
  account: OsUser
  data: string
  logFile: string
  hbaFile: string
  secrets: Secrets
}

/** A server that runs on a cluster's data; the folder of its socket is not known while it has only just started. */
type Server = { pid: number; sockets: string | undefined }

export const OWNER = 'florin'

/** A connection by the socket needs a password; there is no other way in. */
const HBA = `local all all scram-sha-256\n`

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: '120',
  // A book that was just filled has no statistics, and plans without them can be slow: by default they come after a minute.
  autovacuum_naptime: '10s',
  jit: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // A statement whose client is gone ends, however long it would have taken.
  client_connection_check_interval: '1s',
  // The log tells what happened to the server, never what a statement or a person's row contained.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
}

const isCreated = async (data: string): Promise<boolean> => {
  try {
    return (await lstat(join(data, 'PG_VERSION'))).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const draftsOf = (data: string) => `${basename(data)}.new-`

/** Makes the data folder beside its place and moves it there whole, so that an interrupted start leaves no half. */
export async function createCluster({ bin, account, data, secrets }: Cluster): Promise<void> {
  if (await isCreated(data)) return
  const root = dirname(data)
  const draft = await mkdtemp(join(root, draftsOf(data)))
  const passwordFile = `${draft}.verifier` // the password cannot be computed from it, so the account may read it
  try {
    await hand(draft, account)
    await writeWhole(passwordFile, `${secrets.owner.verifier}\n`, 0o644)
    const access = ['--username', OWNER, '--pwfile', passwordFile, '--auth=scram-sha-256']
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
    const args = ['--pgdata', draft, '--data-checksums', ...access, ...locale]
    const { ok, output } = await runAs(account, join(bin, 'initdb'), args)
    if (!ok) throw new StartError(`The built-in PostgreSQL could not be set up: ${reasonIn(output)}`)
    await rename(draft, data)
    for (const folder of [root, dirname(root)]) await sync(folder).catch(() => undefined) // not every one can
  } catch (error) {
    await removeFolder(draft, account)
    if (!(await isCreated(data))) throw error // else another instance was faster
  } finally {
    await rm(passwordFile, { force: true })
  }
}

const reasonIn = (output: string) => {
  const lines = output.split('\n')
  return lines.find((line) => /error:|FATAL:|could not/.test(line)) ?? lines.at(-1)
}

/** Makes moves into a folder survive a power cut. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Removes the drafts of interrupted starts. A start that is still at work in one fails. */
export async function removeDrafts({ data, account }: Cluster): Promise<void> {
  for (const name of await readdir(dirname(data))) {
    if (!name.startsWith(draftsOf(data))) continue
    const path = join(dirname(data), name)
    await removeFolder(path, account)
    await rm(path, { force: true }).catch(() => undefined) // a file; a folder that is still there is not our draft
  }
}

/** Which Florin has the data folder, and by which folder it reaches PostgreSQL. Only we can write this. */
type Owner = { pid: number; sockets: string }

const ownerFile = (data: string) => join(dirname(data), 'owner.json')

export const noteOwner = ({ data }: Cluster, sockets: string): Promise<void> =>
  writeWhole(ownerFile(data), `${JSON.stringify({ pid: process.pid, sockets } satisfies Owner)}\n`, 0o600)

export async function findOwner({ data }: Cluster): Promise<Owner | undefined> {
  try {
    return JSON.parse((await readPlain(ownerFile(data), [process.getuid?.()])) ?? '') as Owner // as noted above
  } catch {
    return undefined
  }
}

export const forgetOwner = ({ data }: Cluster): Promise<void> => rm(ownerFile(data), { force: true })

/** Clears away the socket of a server that died without doing so. */
async function removeOldSockets(cluster: Cluster, current: string): Promise<void> {
  const old = (await findOwner(cluster))?.sockets
  if (isSockets(old) && old !== current) await removeFolder(old, cluster.account)
}

const pidFile = (data: string) => join(data, 'postmaster.pid')
const readPidFile = async ({ data, account }: Cluster) =>
  (await readPlain(pidFile(data), [process.getuid?.(), account.uid]).catch(() => undefined)) ?? ''

/** The server that runs on this data folder, by its own pid file, which the account could have written too. */
export async function findServer(cluster: Cluster): Promise<Server | undefined> {
  const [pid, , , , sockets] = (await readPidFile(cluster)).split('\n')
  if (!(await runsOn(Number(pid), cluster))) return undefined
  return { pid: Number(pid), sockets: isSockets(sockets) ? sockets : undefined }
}

/** The pid may belong to another process by now: ours has its data folder on its command line, and is not a zombie. */
async function runsOn(pid: number, { data, account }: Cluster): Promise<boolean> {
  if (!(pid > 1)) return false
  if (process.platform !== 'linux')
    return (await runAs(ourselves, 'ps', ['-o', 'command=', '-p', String(pid)])).output.includes(` ${data} `)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!commandLine.split('\0').includes(data)) return false
  const { uid } = await lstat(`/proc/${pid}`).catch(() => ({ uid: undefined }))
  return uid === (account.uid ?? process.getuid?.())
}

/**
 * After a machine crash, postmaster.pid can name an unrelated process, and PostgreSQL would refuse to start. It ignores a pid file
 * that names its parent, so we write our own pid there. It still looks for itself whether old sessions are alive.
 */
async function replaceStalePid(cluster: Cluster): Promise<void> {
  const text = await readPidFile(cluster)
  const pid = Number(text.split('\n')[0])
  if (!pid || !isAlive(pid) || (await runsOn(pid, cluster))) return
  if ((await readPidFile(cluster)) !== text) return
  const replaced = text.replace(/^\d+/, String(process.pid))
  await runAs(cluster.account, '/bin/sh', ['-c', 'cat > "$0"', pidFile(cluster.data)], replaced)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Sets the owner's password while no server runs, whatever PostgreSQL has stored for it. */
export async function resetOwner(cluster: Cluster): Promise<void> {
  const { bin, account, data, secrets } = cluster
  await replaceStalePid(cluster)
  const args = ['--single', '-D', data, ...flags, 'postgres']
  const statement = `alter role ${OWNER} password '${secrets.owner.verifier}'\n`
  const { ok, output } = await runAs(account, join(bin, 'postgres'), args, statement)
  if (!ok || /ERROR:/.test(output))
    throw new StartError(`The built-in PostgreSQL did not take a new password: ${reasonIn(output)}`)
}

/** A server that was started, and may have ended since. */
export type Launched = { pid: number | undefined; isRunning: () => boolean }

/** Starts a server that listens in a folder for its socket. The caller checks whether it comes up. */
export async function launch(cluster: Cluster, sockets: string): Promise<Launched> {
  const { bin, account, data, logFile, hbaFile } = cluster
  await hand(data, account)
  await removeOldSockets(cluster, sockets)
  await replaceStalePid(cluster)
  await boundLog(logFile)
  await writeWhole(hbaFile, HBA, 0o644)
  const output = await openLog(logFile)
  const args = ['-D', data, '-k', sockets, '-c', `hba_file=${hbaFile}`, ...flags]
  // In a process group of its own, so that Ctrl-C reaches Florin first and the database is stopped last.
  const child = spawn(join(bin, 'postgres'), args, {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  child.on('error', () => undefined) // it has no pid then
  child.unref()
  await output.close()
  const { pid } = child
  return { pid, isRunning: () => pid !== undefined && child.exitCode === null && child.signalCode === null }
}

// The last second of the time: SIGQUIT gets most of it, the rest is for SIGKILL.
const QUIT_MS = 700
const KILL_MS = 300

/**
 * SIGINT asks PostgreSQL to end open sessions and to shut down cleanly; SIGQUIT, if that takes too long, to just end. One
 * that hangs does neither: its processes are ended for it, and the next start recovers what was committed.
 */
export async function endServer(cluster: Cluster, pid: number, withinMs = 20_000): Promise<void> {
  const { account } = cluster
  for (const [name, ms] of [['INT', withinMs - QUIT_MS - KILL_MS] as const, ['QUIT', QUIT_MS] as const]) {
    if (!(await runsOn(pid, cluster))) return
    await signal(account, [pid], name)
    for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(15)) {
      if (!(await runsOn(pid, cluster))) return
    }
  }
  await signal(account, [pid, ...(await childrenOf(pid))], 'KILL')
}

/** The processes that a process has started. */
async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform === 'linux') {
    const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    // "pid (command) state parent …", where a command can contain anything but ends with the last bracket.
    const parents = await Promise.all(
      processes.map(async (name) => {
        const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
        return Number(text.slice(text.lastIndexOf(')')).split(' ')[2])
      }),
    )
    return processes.map(Number).filter((_, index) => parents[index] === pid)
  }
  const { output } = await runAs(ourselves, 'ps', ['-A', '-o', 'pid=,ppid='])
  const pairs = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

/** Why it ended, as far as its log knows. */
export async function lastWords({ logFile }: Cluster): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  return `Its log (${logFile}) says: ${lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)}.`
}
