/**
 * The PostgreSQL that comes with Florin: created on first start, taken over after a `kill -9`, started again when it dies, stopped with us. An advisory
 * lock, held by one session, says which process owns the data folder: it is free the moment its holder is gone. There is a socket and never a port.
 * `place.ts` finds programs and data, `os-user.ts` the account it runs as (never root), `secrets.ts` and `files.ts` keep the passwords,
 * `postmaster.ts` runs the processes, `socket.ts` the private folder of the socket. This file: lock, take-over, recovery, stop.
 */

import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../database/pools.ts'
import { SERVICE_ROLE } from '../database/privileges.ts'
import { atMost } from '../process/at-most.ts'
import type { Say } from '../process/say.ts'
import { StartError } from '../process/start-error.ts'
import { type Access, connectionsTo } from './access.ts'
import { boundLog } from './files.ts'
import { removeFolder } from './os-user.ts'
import { findPlace } from './place.ts'
import {
  type Cluster,
  createCluster,
  endServer,
  findOwner,
  findServer,
  forgetOwner,
  type Launched,
  lastWords,
  launch,
  noteOwner,
  OWNER,
  removeDrafts,
  resetOwner,
} from './postmaster.ts'
import { secretsIn } from './secrets.ts'
import { dropSession, hasSocket, isPrivate, makeSockets, provenSession, UNPROVEN } from './socket.ts'

/** The running server, as the process that owns it has it. */
export type Embedded = {
  /** As the superuser: for migrations and for commands. */
  readonly owner: Connection
  /** As the role that the service works as. */
  readonly connection: Connection
  /** The same for another process of ours. It changes when PostgreSQL gets another socket. */
  readonly access: () => Access
  /** Whether its disk is full, so that it may be unable even to write down committed changes. */
  readonly isFull: () => boolean
  /** The data folder. For root it may differ from the one in the settings. */
  readonly folder: string
  /** The error to tell of a failed start: that the disk is full, if that is the cause. */
  readonly reasonFor: (error: unknown) => Promise<unknown>
  readonly stop: (withinMs?: number) => Promise<void>
}

/** The session that holds the lock, and the folder of the socket it came in by. */
type Owned = { guard: pg.Client; sockets: string; isLaunched: boolean }

/** Sessions that have ended, perhaps before anybody watched them. */
const ended = new WeakSet<pg.Client>()

const OWNER_LOCK = 0x6f776e
const SILENCE_MS = 30_000
const LOOK_MS = 2_000
const STOP_MS = 20_000
const MIN_FREE_BYTES = 16 * 1024 ** 2 // PostgreSQL needs this much at a time for its write-ahead log

/** The process that wants the folder, and for how long. A command holds it briefly, so others wait for it. */
type Way = { name: 'florin' | 'florin command'; isWanted: () => boolean }
const COMMAND: Way = { name: 'florin command', isWanted: () => true }

/** `isWanted` turns false when Florin gets a signal to stop before it has started. */
export const startEmbedded = (
  dataDir: string | undefined,
  log: Say,
  isWanted = () => true,
): Promise<Embedded> => supervise(dataDir, log, { name: 'florin', isWanted })

async function supervise(dataDir: string | undefined, log: Say, way: Way): Promise<Embedded> {
  const { cluster, owned } = await ownFolder(dataDir, log, way)
  if (!owned.isLaunched) log.info('Took over the PostgreSQL that an earlier Florin left running.')
  await removeDrafts(cluster)
  const reasonFor = async (error: unknown) =>
    isOfNoRoom(error) || (!(error instanceof StartError) && (await isDiskFull(cluster.data)))
      ? noRoomAt(dataDir)
      : error
  if (await isDiskFull(cluster.data))
    log.warn(
      `The disk of DATA_DIR ${dirname(cluster.data)} is full: less than ${MIN_FREE_BYTES / 1024 ** 2} MiB are free, and PostgreSQL may need as much for one change. Make room on it.`,
    )
  let { sockets } = owned
  let guard: pg.Client | undefined = owned.guard
  let stopping = false
  let isFull = false
  let recovery: Promise<void> | undefined

  // The guard's session ends when PostgreSQL does (or when somebody ended it): check the state, and start again.
  const lost = () => {
    guard = undefined
    if (!stopping) recovery = recover()
  }
  const watch = (client: pg.Client) => (ended.has(client) ? lost() : client.once('end', lost))
  async function recover() {
    log.warn('Lost the session with the built-in PostgreSQL; connecting again.')
    while (!stopping) {
      try {
        const again = await own(cluster, sockets, { ...way, isWanted: () => !stopping })
        guard = again.guard
        sockets = again.sockets
        watch(guard)
        return log.info('Connected to the built-in PostgreSQL again.')
      } catch (error) {
        log.warn((error as Error).message)
        await sleep(500)
      }
    }
  }
  watch(guard)

  /** Checks for problems that no session reports: a growing log, a full disk, a socket removed under a running server. */
  async function look() {
    await boundLog(cluster.logFile)
    isFull = await isDiskFull(cluster.data)
    if (!guard || stopping || hasSocket(sockets, cluster.account)) return
    log.warn('The socket of the built-in PostgreSQL was removed; starting it again.')
    const server = await findServer(cluster)
    if (server) await endServer(cluster, server.pid)
  }
  async function keepLooking() {
    for (; !stopping; await sleep(LOOK_MS, undefined, { ref: false }))
      await look().catch((error: Error) => log.warn(error.message))
  }
  void keepLooking()

  async function stop(withinMs = STOP_MS) {
    const deadline = Date.now() + withinMs
    stopping = true
    await atMost(1_000, recovery) // it sees `stopping` at its next turn; if PostgreSQL hangs, it is not waited for
    // Without the lock it is still ours, unless another Florin has noted that it took the folder.
    if (!guard && (await findOwner(cluster))?.pid !== process.pid) return
    const server = await findServer(cluster)
    await forgetOwner(cluster)
    // The lock ends with the server, not before it: a process that waits for it must not get a server that is about to stop.
    // Late or not, PostgreSQL gets 200 ms to end cleanly before the second in which it is ended by force.
    if (server) await endServer(cluster, server.pid, Math.max(1_200, deadline - Date.now()))
    await removeFolder(sockets, cluster.account)
  }
  const folder = dirname(cluster.data)
  return { ...connectionsTo(() => sockets, cluster), isFull: () => isFull, folder, reasonFor, stop }
}

async function isDiskFull(data: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(data))
  return bavail * bsize < MIN_FREE_BYTES
}

/** Whether the system or PostgreSQL reports that the disk is full. */
const isOfNoRoom = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === '53100' || /No space left on device/.test(message)
}

const noRoomAt = (dataDir: string | undefined) =>
  new StartError(
    `The disk of DATA_DIR ${dataDir ?? './data'} is full. Make room on it, or set another DATA_DIR, and start again.`,
  )

/** For a command: the built-in PostgreSQL of a Florin that runs, or else one for as long as the command takes. */
export async function joinEmbedded(dataDir: string | undefined, log: Say): Promise<Embedded> {
  try {
    return await supervise(dataDir, log, COMMAND)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const { sockets, cluster } = error
    const [stop, folder] = [async () => undefined, dirname(cluster.data)]
    const reasonFor = async (error: unknown) => error // the Florin that runs tells of a full disk itself
    return { ...connectionsTo(() => sockets, cluster), isFull: () => false, folder, reasonFor, stop }
  }
}

/** Sees to the folder, its owner and its contents, and makes it ours. */
async function ownFolder(
  dataDir: string | undefined,
  log: Say,
  way: Way,
): Promise<{ cluster: Cluster; owned: Owned }> {
  let data: string | undefined
  try {
    const { bin, folder, account } = await findPlace(dataDir, log.info)
    data = join(folder, 'postgres')
    const cluster: Cluster = {
      bin,
      account,
      data,
      logFile: join(folder, 'postgres.log'),
      hbaFile: join(folder, 'pg_hba.conf'),
      secrets: await secretsIn(folder, account.uid),
    }
    await createCluster(cluster)
    return { cluster, owned: await own(cluster, undefined, way) }
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException
    // On a full disk PostgreSQL cannot write into its log either why it does not start.
    const isSilent = error instanceof NotStarted && data && (await isDiskFull(data))
    if (isOfNoRoom(error) || isSilent) throw noRoomAt(dataDir)
    if (error instanceof StartError || !syscall) throw error
    throw new StartError(
      `DATA_DIR ${dataDir ?? './data'} cannot be used: ${message}. ` +
        'Choose a folder that this account may write, and one that belongs to it if Florin ran here before.',
    )
  }
}

/** PostgreSQL was started, and is not there. */
class NotStarted extends StartError {}

/** Connects to the server, starting it if need be, and takes the lock that makes the data folder ours. */
async function own(cluster: Cluster, known: string | undefined, way: Way): Promise<Owned> {
  const launcher = launcherOf(cluster, known)
  let silentSince = Date.now()
  try {
    while (way.isWanted()) {
      const server = await findServer(cluster)
      const answer = server?.sockets ? await connect(server.sockets, cluster, way) : undefined
      const taken = answer instanceof pg.Client ? await take(answer, cluster, way) : undefined
      if (server?.sockets && answer instanceof pg.Client && taken === 'ours') {
        await noteOwner(cluster, server.sockets)
        return { guard: answer, sockets: server.sockets, isLaunched: launcher.isUsed() }
      }
      if (!server) await launcher.launch()
      if (server && answer === '28P01') await launcher.resetPassword(server.pid)
      // Its socket was deleted or is not ours, so no way leads to it any more; or it was not started as we start it.
      if (server && (answer === 'ENOENT' || answer === UNPROVEN || taken === 'outdated'))
        await launcher.end(server.pid)
      // It says itself that it is starting or stopping; that has no time limit.
      if (answer === '57P03') silentSince = Date.now()
      if (Date.now() > silentSince + SILENCE_MS)
        throw new NotStarted(`The built-in PostgreSQL does not answer. ${await lastWords(cluster)}`)
      await sleep(15)
    }
    throw new StartError('Told to stop before the built-in PostgreSQL was ready.')
  } catch (error) {
    const pid = launcher.running()
    if (pid && !(error instanceof FolderInUse)) await endServer(cluster, pid)
    throw error
  } finally {
    const made = launcher.made()
    if (made && (await findServer(cluster))?.sockets !== made) await removeFolder(made, cluster.account)
  }
}

/** Starts the server; retries for 10 s while the previous server is still exiting or another start was faster. */
function launcherOf(cluster: Cluster, known: string | undefined) {
  const { account } = cluster
  let sockets = known
  let last: Launched | undefined
  let isUsed = false
  let failingSince: number | undefined
  const running = () => (last?.isRunning() ? last.pid : undefined)
  async function again() {
    if (running()) return
    if (last) {
      failingSince ??= Date.now()
      const words = await lastWords(cluster)
      if (!/lock file .* already exists|shared memory/.test(words) || Date.now() > failingSince + 10_000)
        throw new NotStarted(`The built-in PostgreSQL does not start. ${words}`)
      await sleep(200)
    }
    if (!sockets || !isPrivate(sockets, account)) sockets = await makeSockets(account)
    last = await launch(cluster, sockets)
    isUsed = true
  }
  async function end(pid: number) {
    await endServer(cluster, pid)
    last = undefined // it did not end by itself
  }

  let isReset = false
  /** A data folder from before there were passwords, or one whose secrets were lost, gets the ones there are now. */
  async function resetPassword(pid: number) {
    if (isReset || pid !== running())
      throw new StartError(
        `The PostgreSQL that runs on ${cluster.data} (process ${pid}) does not know the password in ` +
          `${join(dirname(cluster.data), 'secrets.json')}. Stop the Florin that uses it, or that process, and start again.`,
      )
    isReset = true
    await end(pid)
    await resetOwner(cluster)
  }
  const made = () => (sockets === known ? undefined : sockets)
  return { launch: again, end, resetPassword, running, made, isUsed: () => isUsed }
}

/** A session, or the error code of the failed connection. */
async function connect(
  host: string,
  { account, secrets }: Cluster,
  { name }: Way,
): Promise<pg.Client | string | undefined> {
  if (!isPrivate(host, account)) return UNPROVEN
  const config = {
    host,
    user: OWNER,
    password: secrets.owner.password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    application_name: `${name} ${process.pid}`,
  }
  const client = provenSession(config, account)
  client.on('error', () => undefined) // 'end' follows, which we listen to
  client.once('end', () => ended.add(client))
  try {
    await client.connect()
    return client
  } catch (error) {
    dropSession(client)
    return (error as { code?: string }).code
  }
}

/** Another Florin has the lock; its PostgreSQL listens in this folder. */
class FolderInUse extends StartError {
  readonly sockets: string
  readonly cluster: Cluster

  constructor(sentence: string, sockets: string, cluster: Cluster) {
    super(sentence)
    this.sockets = sockets
    this.cluster = cluster
  }
}

/** Takes the lock, and sees to the server that comes with it. A session that was lost over it is `lost`. */
async function take(
  client: pg.Client,
  cluster: Cluster,
  { isWanted }: Way,
): Promise<'ours' | 'outdated' | 'lost'> {
  const { data } = cluster
  let deadline = Date.now() + 1_000 // the session of a killed predecessor takes a moment to end
  try {
    while (!(await client.query('select pg_try_advisory_lock($1) as ours', [OWNER_LOCK])).rows[0]?.ours) {
      if (Date.now() > deadline) {
        const holder = await client.query(
          `select application_name from pg_stat_activity join pg_locks using (pid)
           where locktype = 'advisory' and objid = $1 and granted`,
          [OWNER_LOCK],
        )
        const name = String(holder.rows[0]?.application_name ?? 'florin')
        if (name.startsWith(COMMAND.name) && isWanted()) {
          deadline = Date.now() + 200
          continue
        }
        const who = name.replace(/^florin( command)? /, 'process ')
        throw new FolderInUse(
          `Another Florin (${who}) is running on ${dirname(data)}. Stop it first, or set another DATA_DIR.`,
          client.host,
          cluster,
        )
      }
      await sleep(20)
    }
    if (await isAsWeStartIt(client, cluster)) return 'ours'
    await client.end()
    return 'outdated'
  } catch (error) {
    await client.end().catch(() => undefined)
    if (error instanceof FolderInUse) throw error
    return 'lost'
  }
}

/** Makes the database and the service's role, with the password in our file, unless all of it is there. */
async function isAsWeStartIt(client: pg.Client, { hbaFile, secrets }: Cluster): Promise<boolean> {
  const found = await client.query(
    `select current_setting('hba_file') as hba_file,
            exists (select from pg_database where datname = $1) as has_database,
            exists (select from pg_authid where rolname = $2) as has_role,
            exists (select from pg_authid where rolname = $2 and rolpassword = $3 and rolcanlogin
                    and not (rolsuper or rolcreatedb or rolcreaterole or rolinherit)) as has_right_role,
            exists (select from pg_database where datname in ('postgres', 'template1')
                    and has_database_privilege('public', oid, 'connect, temporary')) as is_open`,
    [OWNER, SERVICE_ROLE, secrets.service.verifier],
  )
  const { hba_file, has_database, has_role, has_right_role, is_open } = found.rows[0]
  if (hba_file !== hbaFile) return false
  if (!has_database) await client.query(`create database ${OWNER}`)
  if (!has_role) await client.query(`create role ${SERVICE_ROLE}`)
  if (!has_right_role)
    await client.query(
      `alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noinherit
       password '${secrets.service.verifier}'`,
    )
  // The service's role needs neither the database that holds the lock nor the one that new databases are copied from.
  if (is_open) await client.query('revoke all on database postgres, template1 from public')
  return true
}
