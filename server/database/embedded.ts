import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { removeFolder } from './account.ts'
import type { Connection } from './database.ts'
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
  makeSockets,
  noteOwner,
  OWNER,
  removeDrafts,
  resetOwner,
} from './postmaster.ts'
import { SERVICE_ROLE } from './privileges.ts'
import { type Secrets, secretsIn } from './secrets.ts'
import { StartError } from './start-error.ts'

/**
 * The PostgreSQL that comes with Florin, supervised: created on first start, taken over when an earlier Florin was
 * killed, started again when it dies, stopped with us. It listens on a socket in a private folder, never on a port, and
 * lets in whoever knows a password out of a file that only we can read.
 *
 * One session of ours holds an advisory lock for as long as we live. Whoever gets the lock owns the data folder; it is
 * free again the moment its holder is gone, however it went.
 */
export type Embedded = {
  /** As the superuser: for migrations and for commands. */
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
export async function startEmbedded(
  dataDir: string | undefined,
  log: Log,
  isWanted = () => true,
): Promise<Embedded> {
  const { cluster, owned } = await ownFolder(dataDir, log, isWanted)
  if (!owned.isLaunched) log.info('Took over the PostgreSQL that an earlier Florin left running.')
  await removeDrafts(cluster)
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
    // Without the lock it is still ours, unless another Florin has noted that it took the folder.
    if (!guard && (await findOwner(cluster))?.pid !== process.pid) return
    const server = await findServer(cluster)
    await guard?.end().catch(() => undefined)
    if (server) await endServer(cluster, server.pid)
    await removeFolder(sockets, cluster.account)
    await forgetOwner(cluster)
  }
  return { ...connectionsTo(sockets, cluster.secrets), stop }
}

const connectionsTo = (host: string, { owner, service }: Secrets) => ({
  owner: { host, database: OWNER, user: OWNER, password: owner.password },
  connection: { host, database: OWNER, user: SERVICE_ROLE, password: service.password },
})

/** For a command: the built-in PostgreSQL of a Florin that runs, or else one for as long as the command takes. */
export async function joinEmbedded(dataDir: string | undefined, log: Log): Promise<Embedded> {
  try {
    return await startEmbedded(dataDir, log)
  } catch (error) {
    if (!(error instanceof Taken)) throw error
    return { ...connectionsTo(error.sockets, error.secrets), stop: async () => undefined }
  }
}

/** Sees to the folder, its owner and its contents, and makes it ours. */
async function ownFolder(
  dataDir: string | undefined,
  log: Log,
  isWanted: () => boolean,
): Promise<{ cluster: Cluster; owned: Owned }> {
  try {
    const { bin, folder, account } = await findPlace(dataDir, log.info)
    const cluster: Cluster = {
      bin,
      account,
      data: join(folder, 'postgres'),
      logFile: join(folder, 'postgres.log'),
      hbaFile: join(folder, 'pg_hba.conf'),
      secrets: await secretsIn(folder, account.uid),
    }
    await createCluster(cluster)
    return { cluster, owned: await own(cluster, undefined, isWanted) }
  } catch (error) {
    if (error instanceof StartError || !(error as NodeJS.ErrnoException).syscall) throw error
    throw new StartError(
      `DATA_DIR ${dataDir ?? './data'} cannot be used: ${(error as Error).message}. ` +
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
      const server = await findServer(cluster)
      const answer = server?.sockets ? await connect(server.sockets, cluster) : undefined
      const taken = answer instanceof pg.Client ? await take(answer, cluster) : undefined
      if (server?.sockets && answer instanceof pg.Client && taken === 'ours') {
        await noteOwner(cluster, server.sockets)
        return { guard: answer, sockets: server.sockets, isLaunched: launcher.isUsed() }
      }
      if (!server) await launcher.launch()
      if (server && answer === '28P01') await launcher.resetPassword(server.pid)
      // Its socket was deleted, so no way leads to it any more; or it was not started as we start it.
      if (server && (answer === 'ENOENT' || taken === 'outdated')) await endServer(cluster, server.pid)
      // It says itself that it is starting or stopping, which takes what it takes.
      if (answer === '57P03') silentSince = Date.now()
      if (Date.now() > silentSince + SILENCE_MS)
        throw new StartError(`The built-in PostgreSQL does not answer. ${await lastWords(cluster)}`)
      await sleep(15)
    }
    throw new StartError('Told to stop before the built-in PostgreSQL was ready.')
  } catch (error) {
    const pid = launcher.running()
    if (pid && !(error instanceof Taken)) await endServer(cluster, pid)
    throw error
  } finally {
    if (!known && (await findServer(cluster))?.sockets !== sockets)
      await removeFolder(sockets, cluster.account)
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

  let isReset = false
  /** A data folder from before there were passwords, or one whose secrets were lost, gets the ones there are now. */
  async function resetPassword(pid: number) {
    if (isReset || pid !== running())
      throw new StartError(
        `The PostgreSQL that runs on ${cluster.data} (process ${pid}) does not know the password in ` +
          `${join(dirname(cluster.data), 'secrets.json')}. Stop the Florin that uses it, or that process, and start again.`,
      )
    isReset = true
    await endServer(cluster, pid)
    last = undefined
    await resetOwner(cluster)
  }
  return { launch: again, resetPassword, running, isUsed: () => last !== undefined }
}

/** A session, or the code of what is in the way of one. */
async function connect(host: string, { secrets }: Cluster): Promise<pg.Client | string | undefined> {
  const client = new pg.Client({
    host,
    user: OWNER,
    password: secrets.owner.password,
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
  readonly secrets: Secrets

  constructor(sentence: string, sockets: string, secrets: Secrets) {
    super(sentence)
    this.sockets = sockets
    this.secrets = secrets
  }
}

/** Takes the lock, and sees to the server that comes with it. A session that was lost over it is `lost`. */
async function take(client: pg.Client, cluster: Cluster): Promise<'ours' | 'outdated' | 'lost'> {
  const { data } = cluster
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
          cluster.secrets,
        )
      }
      await sleep(20)
    }
    if (await isAsWeStartIt(client, cluster)) return 'ours'
    await client.end()
    return 'outdated'
  } catch (error) {
    await client.end().catch(() => undefined)
    if (error instanceof Taken) throw error
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
                    and not (rolsuper or rolcreatedb or rolcreaterole or rolinherit)) as has_right_role`,
    [OWNER, SERVICE_ROLE, secrets.service.verifier],
  )
  const { hba_file, has_database, has_role, has_right_role } = found.rows[0]
  if (hba_file !== hbaFile) return false
  if (!has_database) await client.query(`create database ${OWNER}`)
  if (!has_role) await client.query(`create role ${SERVICE_ROLE}`)
  if (!has_right_role)
    await client.query(
      `alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noinherit
       password '${secrets.service.verifier}'`,
    )
  return true
}
