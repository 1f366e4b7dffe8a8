import { makeApp } from './app.ts'
import { forgetThePast } from './auth/housekeeping.ts'
import { type Backups, keepBackups } from './backup/schedule.ts'
import { followRates } from './currencies/follow.ts'
import { atMost } from './database/at-most.ts'
import { ownerOf } from './database/command.ts'
import { closeDatabase, type Database, openDatabase } from './database/database.ts'
import { type Embedded, startEmbedded } from './database/embedded.ts'
import { type Prepared, prepareDatabase } from './database/prepare.ts'
import { SERVICE_ROLE } from './database/privileges.ts'
import { StartError } from './database/start-error.ts'
import { resumeReading } from './imports/stage.ts'
import { keepPosting } from './plans/post-due.ts'
import type { House } from './serve.ts'
import { readSettings, type Settings } from './settings.ts'
import { placesOf, prepareWeb } from './web/prepare.ts'

const HOUR_MS = 3_600_000
const STOP_MS = 10_000
const GRACE_MS = 6_000 // longer than a request waits for a database that hangs

const say = (text: string) => process.stdout.write(`${text}\n`)

/** What to do with a service that has just become ready, given its address. */
type WhenReady = (address: string) => Promise<void>

/** Settings, database, migrations, port: in this order, and backwards to stop. */
async function main(
  env: NodeJS.ProcessEnv,
  { isStopAsked, stopAsked, timeLeft }: Signals,
  whenReady?: WhenReady,
): Promise<void> {
  const settings = readSettings(env)
  const embedded =
    settings.databaseUrl === ''
      ? await startEmbedded(settings.dataDir, { info: say, warn: say }, () => !isStopAsked())
      : undefined
  try {
    const prepared = await Promise.race([prepare(settings, embedded), stopAsked])
    if (typeof prepared === 'string') return
    const db = serviceDatabase(settings, embedded, prepared)
    const house = {
      db,
      settings,
      instanceKey: prepared.instanceKey,
      isFull: () => embedded?.isFull() ?? false,
      web: settings.web ? { site: undefined, previous: undefined, hasFailed: false } : undefined,
    }
    await serve(house, stopAsked, whenReady)
  } finally {
    // Half a second is left for our own exit; ending PostgreSQL by force takes a second and a bit.
    await embedded?.stop(Math.max(1_500, timeLeft() - 500))
  }
}

/** As the owner of the database, for as long as it takes. */
async function prepare(settings: Settings, embedded: Embedded | undefined): Promise<Prepared> {
  const { connection, source } = ownerOf(settings, embedded)
  const owner = openDatabase(connection, () => undefined, { max: 2, isPatient: true })
  try {
    return await prepareDatabase(owner, source)
  } finally {
    await closeDatabase(owner)
  }
}

/** Connects with the service's limited role: signs in as it or, with DATABASE_URL alone, switches to it. */
function serviceDatabase(
  { databaseUrl, databaseOwnerUrl }: Settings,
  embedded: Embedded | undefined,
  { hasServiceRole }: Prepared,
): Database {
  const isOwner = !embedded && databaseOwnerUrl === ''
  if (isOwner)
    say(
      'DATABASE_URL signs in as the owner of the database. Give the owner in DATABASE_OWNER_URL, and in DATABASE_URL ' +
        `an account that is only a member of ${SERVICE_ROLE}, so that the service cannot do more than it has to.`,
    )
  return openDatabase(
    embedded?.connection ?? { connectionString: databaseUrl },
    (error) => say(`A database connection ended: ${error.message}`),
    isOwner && hasServiceRole ? { role: SERVICE_ROLE } : {},
  )
}

/** Listens until a signal to stop, then finishes the requests under way. */
async function serve(house: House, stopAsked: Promise<string>, whenReady?: WhenReady): Promise<void> {
  const { db, settings, web } = house
  const { backupDir } = settings
  let backups: Backups | undefined
  const app = makeApp({ ...house, ...(backupDir && { lastBackup: () => backups?.lastAt() ?? null }) })
  const housekeeping = setInterval(() => {
    forgetThePast(db).catch((error: Error) => app.log.warn(`Housekeeping has to wait: ${error.message}`))
  }, HOUR_MS)
  /** Ends the work beside the requests. */
  const stops: (() => Promise<void>)[] = []
  try {
    const address = await listen(app, settings)
    say(`Florin is ready: ${address}`)
    if (web) stops.push(prepareWeb(web, placesOf(settings.dataDir), app.log))
    stops.push(keepPosting(house, app.log))
    resumeReading(db, app.log).catch((error: Error) => app.log.warn(`Imports have to wait: ${error.message}`))
    if (settings.ratesUrl) stops.push(followRates(db, settings.ratesUrl, app.log))
    if (backupDir) backups = keepBackups({ ...settings, backupDir }, app.log)
    if (backups) stops.push(backups.stop)
    await Promise.race([whenReady?.(address), stopAsked])
    app.log.info(`${await stopAsked}: stopping`)
  } finally {
    clearInterval(housekeeping)
    const stopped = stops.map((stop) => stop())
    // A client that has its answer may keep its connection open, which is no reason to wait for it.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    await atMost(GRACE_MS, app.close())
    clearInterval(sweeping)
    await atMost(500, Promise.all([...stopped, closeDatabase(db)])) // a session still at work then is ended with the database, or with us
  }
}

type Signals = { isStopAsked: () => boolean; stopAsked: Promise<string>; timeLeft: () => number }

/** From the first moment on, so that a start that is broken off leaves no database running. */
function listenToSignals(): Signals {
  let askedAt: number | undefined
  const stopAsked = new Promise<string>((resolve) => {
    const ask = (reason: string) => {
      askedAt ??= Date.now()
      resolve(reason)
      // The process ends even if something hangs; the next start takes over a PostgreSQL that is left running.
      setTimeout(() => process.exit(), STOP_MS).unref()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, ask)
    // A bug that nobody caught ends Florin, but not without its database.
    process.on('uncaughtException', (error) => {
      process.exitCode = 1
      process.stderr.write(`${error.stack}\n`)
      ask('a bug')
    })
  })
  // Writes to a closed terminal fail; ignore that, so that the shutdown runs in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const timeLeft = () => STOP_MS - (askedAt === undefined ? 0 : Date.now() - askedAt)
  return { isStopAsked: () => askedAt !== undefined, stopAsked, timeLeft }
}

/** Opens the port, and answers with the address to call. */
async function listen(app: ReturnType<typeof makeApp>, { host, port }: Settings): Promise<string> {
  try {
    // For `localhost` Fastify would open a second listener of its own, for IPv6, without the limits of the first.
    await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT ${port} is taken by another program. Stop it, or set another PORT.`)
    if (code === 'EACCES')
      throw new StartError(`PORT ${port} is not allowed to this account. Choose a PORT from 1024 on.`)
    throw new StartError(`HOST ${host} is not an address of this machine: ${message}.`)
  }
  const address = app.server.address()
  const actual = typeof address === 'object' ? address?.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}/`
}

/** A StartError is shown as its sentence, any other error with its stack. */
const explain = (error: unknown) =>
  error instanceof StartError ? error.message : `Florin could not start: ${(error as Error).stack}`

/** Runs Florin until a signal ends it, and this process with it. */
export function run(env: NodeJS.ProcessEnv, whenReady?: WhenReady): void {
  const signals = listenToSignals()
  main(env, signals, whenReady).then(
    () => process.exit(),
    (error: unknown) => {
      const isStopped = signals.isStopAsked() && error instanceof StartError
      process.stderr.write(`${isStopped ? 'Stopped before it was ready.' : explain(error)}\n`)
      if (!isStopped) process.exitCode = 1
      process.exit()
    },
  )
}

if (import.meta.main) run(process.env)
