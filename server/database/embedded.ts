import { mkdir, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, isRoot } from './account.ts'
import { binaries } from './binaries.ts'
import type { Connection } from './database.ts'
import {
  type Cluster,
  createCluster,
  endServer,
  findServer,
  type Launched,
  lastWords,
  launch,
  makeSockets,
  removeDrafts,
  USER,
} from './postmaster.ts'
import { SERVICE_ROLE } from './privileges.ts'
import { StartError } from './start-error.ts'

/**
 * The PostgreSQL that comes with Florin, supervised: created on first start, taken over when an earlier Florin was
 * killed, started again when it dies, stopped with us. It listens on a socket in a private folder, never on a port.
 *
 * One session of ours holds an advisory lock for as long as we live. Whoever gets the lock owns the data folder; it is
 * free again the moment its holder is gone, however it went.
 */
export type Embedded = {
  /** As the owner of everything: for migrations and for commands. */
  readonly owner: Connection
  /** As the role that the service works as. */
  readonly connection: Connection
  readonly stop: () => Promise<void>
}

type Log = { info: (text: string) => void; warn: (text: string) => void }

/** The session that holds the lock, and the folder of the socket it came in by. */
type Owned = { guard: pg.Client; sockets: string; isLaunched: boolean }

const OWNER_LOCK = 0x6f776e
const SILENCE_MS = 30_000

/** `isWanted` turns false when Florin is told to stop before it has started. */
export async function startEmbedded(dataDir: string, log: Log, isWanted = () => true): Promise<Embedded> {
  const { cluster, owned } = await ownFolder(dataDir, isWanted)
  if (!owned.isLaunched) log.info('Took over the PostgreSQL that an earlier Florin left running.')
  await removeDrafts(cluster.data)
  const { sockets } = owned
  let guard: pg.Client | undefined = owned.guard
  let stopping = false
  let recovery: Promise<void> | undefined

  // The guard's session ends when PostgreSQL does (or when somebody ended it): see what is left, and start again.
  const watch = (client: pg.Client) =>
    client.once('end', () => {
      guard = undefined
      if (!stopping) recovery = recover()
    })
  async function recover() {
    log.warn('The built-in PostgreSQL ended our session; seeing to it.')
    while (!stopping) {
      try {
        guard = (await own(cluster, sockets, () => !stopping)).guard
        watch(guard)
        return log.info('The built-in PostgreSQL is ours again.')
      } catch (error) {
        log.warn((error as Error).message)
        await sleep(500)
      }
    }
  }
  watch(guard)

  async function stop() {
    await Promise.race([recovery, sleep(5_000, undefined, { ref: false })]) // it is easier to end what is ours
    stopping = true
    await recovery
    const server = await findServer(cluster.data)
    if (server && !guard) return // another Florin has it by now
    await guard?.end().catch(() => undefined)
    if (server) await endServer(server.pid, cluster.data)
    await rm(sockets, { recursive: true, force: true })
  }
  return { ...connectionsTo(sockets), stop }
}

const connectionsTo = (host: string) => ({
  owner: { host, database: USER, user: USER },
  connection: { host, database: USER, user: SERVICE_ROLE },
})

/** For a command: the built-in PostgreSQL of a Florin that runs, or else one for as long as the command takes. */
export async function joinEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  try {
    return await startEmbedded(dataDir, log)
  } catch (error) {
    if (!(error instanceof Taken)) throw error
    return { ...connectionsTo(error.sockets), stop: async () => undefined }
  }
}

/** Sees to the folder, its owner and its contents, and makes it ours. */
async function ownFolder(
  dataDir: string,
  isWanted: () => boolean,
): Promise<{ cluster: Cluster; owned: Owned }> {
  const bin = await binaries()
  try {
    // A root's folder can be passed through by whom PostgreSQL runs as; what it keeps in there is its own alone.
    await mkdir(resolve(dataDir), { recursive: true, mode: isRoot ? 0o711 : 0o700 })
    const root = await realpath(resolve(dataDir))
    const account = await chooseAccount(bin, root)
    const cluster = { bin, account, data: join(root, 'postgres'), logFile: join(root, 'postgres.log') }
    await createCluster(cluster)
    return { cluster, owned: await own(cluster, undefined, isWanted) }
  } catch (error) {
    if (error instanceof StartError || !(error as NodeJS.ErrnoException).syscall) throw error
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}. ` +
        'Choose a folder that this account may write, and one that belongs to it if Florin ran here before.',
    )
  }
}

/** Connects to the server, starting it if need be, and takes the lock that makes the data folder ours. */
async function own(cluster: Cluster, known: string | undefined, isWanted: () => boolean): Promise<Owned> {
  const sockets = known ?? (await makeSockets(cluster))
  const launcher = launcherOf(cluster, sockets)
  let silentSince = Date.now()
  try {
    while (isWanted()) {
      const server = await findServer(cluster.data)
      const answer = server?.sockets ? await connect(server.sockets) : undefined
      if (server?.sockets && answer instanceof pg.Client && (await lock(answer, cluster)))
        return { guard: answer, sockets: server.sockets, isLaunched: launcher.isUsed() }
      if (!server) await launcher.launch()
      // Its socket was deleted, so no way leads to it any more.
      if (server && answer === 'ENOENT') await endServer(server.pid, cluster.data)
      // It says itself that it is starting or stopping, which takes what it takes.
      if (answer === '57P03') silentSince = Date.now()
      if (Date.now() > silentSince + SILENCE_MS)
        throw new StartError(`The built-in PostgreSQL does not answer. ${await lastWords(cluster)}`)
      await sleep(15)
    }
    throw new StartError('Told to stop before the built-in PostgreSQL was ready.')
  } catch (error) {
    const pid = launcher.running()
    if (pid && !(error instanceof Taken)) await endServer(pid, cluster.data)
    throw error
  } finally {
    if (!known && (await findServer(cluster.data))?.sockets !== sockets)
      await rm(sockets, { recursive: true, force: true })
  }
}

/** Starts the server, and again while what ended it may pass: a predecessor's last breaths, a race that was lost. */
function launcherOf(cluster: Cluster, sockets: string) {
  let last: Launched | undefined
  let failingSince: number | undefined
  const running = () => (last?.isRunning() ? last.pid : undefined)
  async function again() {
    if (running()) return
    if (last) {
      failingSince ??= Date.now()
      const words = await lastWords(cluster)
      if (!/lock file|shared memory/.test(words) || Date.now() > failingSince + 10_000)
        throw new StartError(`The built-in PostgreSQL does not start. ${words}`)
      await sleep(200)
    }
    last = await launch(cluster, sockets)
  }
  return { launch: again, running, isUsed: () => last !== undefined }
}

/** A session, or the code of what is in the way of one. */
async function connect(host: string): Promise<pg.Client | string | undefined> {
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
  } catch (error) {
    await client.end().catch(() => undefined)
    return (error as { code?: string }).code
  }
}

/** Another Florin has the lock; its PostgreSQL listens in this folder. */
class Taken extends StartError {
  readonly sockets: string

  constructor(sentence: string, sockets: string) {
    super(sentence)
    this.sockets = sockets
  }
}

/** Takes the lock; false if the session was lost over it. */
async function lock(client: pg.Client, { data }: Cluster): Promise<boolean> {
  const deadline = Date.now() + 1_000 // the session of a killed predecessor takes a moment to end
  try {
    while (!(await client.query('select pg_try_advisory_lock($1) as ours', [OWNER_LOCK])).rows[0]?.ours) {
      if (Date.now() > deadline) {
        const holder = await client.query(
          `select application_name from pg_stat_activity join pg_locks using (pid)
           where locktype = 'advisory' and objid = $1 and granted`,
          [OWNER_LOCK],
        )
        const who = String(holder.rows[0]?.application_name ?? 'florin').replace('florin ', 'process ')
        throw new Taken(
          `Another Florin (${who}) is running on ${dirname(data)}. Stop it first, or set another DATA_DIR.`,
          client.host,
        )
      }
      await sleep(20)
    }
    const exists = await client.query('select from pg_database where datname = $1', [USER])
    if (exists.rowCount === 0) await client.query(`create database ${USER}`)
    const role = await client.query('select from pg_roles where rolname = $1', [SERVICE_ROLE])
    if (role.rowCount === 0) await client.query(`create role ${SERVICE_ROLE} login noinherit`)
    return true
  } catch (error) {
    await client.end().catch(() => undefined)
    if (error instanceof Taken) throw error
    return false
  }
}
