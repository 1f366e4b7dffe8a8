import { backUpBefore } from './backup/before.ts'
import { closeDatabase, openDatabase } from './database/open.ts'
import { keepSettings } from './database/pooled.ts'
import { COMMAND } from './database/pools.ts'
import { type Prepared, prepareDatabase } from './database/prepare.ts'
import { checkDatabaseRole, SERVICE_ROLE } from './database/privileges.ts'
import { ownerConnection } from './postgres/command.ts'
import { type Embedded, startEmbedded } from './postgres/embedded.ts'
import { secretKeyIn } from './postgres/secrets.ts'
import { say, sayWarnings } from './process/say.ts'
import { StartError } from './process/start-error.ts'
import { recordPrivileges } from './records/kinds.ts'
import { readSettings, type Settings } from './settings.ts'
import { serviceDatabase } from './workers/connect.ts'
import { type Crew, startCrew } from './workers/leader.ts'

const STOP_MS = 10_000
/** Of a stop, so much is left for PostgreSQL, and half a second of it for our own exit; ending PostgreSQL by force takes a second and a bit. */
const DATABASE_MS = 2_250

/** Called with the address once the service is ready. */
type WhenReady = (address: string) => Promise<void>

/** Settings, database, migrations, port: in this order, and backwards to stop. */
async function main(env: NodeJS.ProcessEnv, signals: Signals, whenReady?: WhenReady): Promise<void> {
  const { isStopAsked, stopAsked, timeLeft } = signals
  const settings = readSettings(env)
  // Several processes load while PostgreSQL starts. In a single one that would hold up the answers of PostgreSQL, so it loads first.
  const crew = settings.workers > 1 ? startCrew(settings.workers, say, signals.giveUp) : undefined
  const here = crew ? undefined : await import('./workers/serving.ts')
  let embedded: Embedded | undefined
  try {
    if (settings.databaseUrl === '')
      embedded = await startEmbedded(settings.dataDir, say, () => !isStopAsked())
    const prepared = await Promise.race([prepare(settings, embedded), stopAsked])
    if (typeof prepared === 'string') return
    if (!embedded && settings.databaseOwnerUrl === '') say.warn(OWNER_SIGNS_IN)
    const secretKey = settings.secretKey || (await findSecretKey(settings, embedded))
    const ready = { settings: { ...settings, secretKey }, embedded, prepared }
    if (crew) await lead(crew, { ...env, SECRET_KEY: secretKey }, ready, signals, whenReady)
    if (here) await serveAlone(here, ready, signals, whenReady)
  } finally {
    await crew?.stop(
      isStopAsked() ? await stopAsked : 'A start that failed',
      Math.max(500, timeLeft() - DATABASE_MS),
    )
    await embedded?.stop(Math.max(1_500, timeLeft() - 500))
  }
}

/** Without a place for the key, everything works but second factors. */
async function findSecretKey({ dataDir }: Settings, embedded: Embedded | undefined): Promise<string> {
  try {
    return await secretKeyIn(embedded?.folder ?? dataDir ?? './data')
  } catch (error) {
    say.warn(
      `Nobody can use a second factor: set SECRET_KEY, or let Florin keep a key beside its data. ${(error as Error).message}.`,
    )
    return ''
  }
}

/** A database that is ready for this version, and the settings. */
type Ready = { settings: Settings; embedded: Embedded | undefined; prepared: Prepared }

/** As the owner of the database, for as long as it takes. */
async function prepare(settings: Settings, embedded: Embedded | undefined): Promise<Prepared> {
  const { connection, source } = ownerConnection(settings, embedded)
  const owner = openDatabase(connection, () => undefined, { max: 2, isPatient: true, name: COMMAND })
  try {
    const before = backUpBefore(owner, settings, embedded?.folder ?? settings.dataDir ?? './data', say)
    const prepared = await prepareDatabase(owner, recordPrivileges, source, before)
    if (!embedded) await tryAccount(settings, prepared)
    say.info(`The data is at ${prepared.schema}.`)
    return prepared
  } catch (error) {
    throw embedded ? await embedded.reasonFor(error) : error
  } finally {
    await closeDatabase(owner)
  }
}

/** As the service will work, through the pooler if there is one. */
async function tryAccount(settings: Settings, prepared: Prepared): Promise<void> {
  const db = serviceDatabase(settings, undefined, prepared)
  try {
    if (settings.databasePooler === 'transaction') await keepSettings(db)
    await checkDatabaseRole(db, recordPrivileges)
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message))
      throw new StartError(
        'DATABASE_URL leads to a pooler, which takes no settings for a session. Set DATABASE_POOLER=transaction, and DATABASE_OWNER_URL to the database itself.',
      )
    throw error
  } finally {
    await closeDatabase(db)
  }
}

const OWNER_SIGNS_IN =
  'DATABASE_URL signs in as the owner of the database. Give the owner in DATABASE_OWNER_URL, and in DATABASE_URL ' +
  `an account that is only a member of ${SERVICE_ROLE}, so that the service cannot do more than it has to.`

/** Answers requests in this process until a signal to stop. */
async function serveAlone(
  { startServing }: typeof import('./workers/serving.ts'),
  { settings, embedded, prepared }: Ready,
  { stopAsked }: Signals,
  whenReady?: WhenReady,
): Promise<void> {
  const serving = await startServing({
    db: serviceDatabase(settings, embedded?.connection, prepared),
    settings,
    instanceKey: prepared.instanceKey,
    isFull: () => embedded?.isFull() ?? false,
    web: settings.web ? { site: undefined, previous: undefined, hasFailed: false } : undefined,
  })
  try {
    greet(serving.address)
    serving.prepareWeb()
    serving.startJobs()
    process.on('SIGUSR2', () =>
      say.warn('There is one process, which cannot be renewed while it answers: restart Florin.'),
    )
    await Promise.race([whenReady?.(serving.address), stopAsked])
    serving.log.info(`${await stopAsked}: stopping`)
  } finally {
    await serving.stop()
  }
}

/** Has several processes answer requests until a signal to stop. */
async function lead(
  crew: Crew,
  env: NodeJS.ProcessEnv,
  { settings, embedded, prepared: { instanceKey, ...prepared } }: Ready,
  { isStopAsked, stopAsked }: Signals,
  whenReady?: WhenReady,
): Promise<void> {
  const start = { env, instanceKey: Buffer.from(instanceKey).toString('base64'), prepared }
  const look = () => ({ ...(embedded && { access: embedded.access() }), isFull: embedded?.isFull() ?? false })
  const address = await Promise.race([crew.serve(start, look), stopAsked])
  if (isStopAsked()) return
  say.info(
    `${settings.workers} processes answer requests; SIGUSR2 to process ${process.pid} renews them one by one.`,
  )
  greet(address)
  process.on('SIGUSR2', () => void crew.renew())
  await Promise.race([whenReady?.(address), stopAsked])
  await stopAsked
}

/** The one line that is a sentence wherever it goes: people and scripts look for it. */
const greet = (address: string) => process.stdout.write(`Florin is ready: ${address}\n`)

type Signals = {
  isStopAsked: () => boolean
  stopAsked: Promise<string>
  timeLeft: () => number
  /** Ends Florin as a failure. */
  giveUp: (reason: string) => void
}

/** From the first moment on, so that a start that is broken off leaves no database running. */
function listenToSignals(): Signals {
  let askedAt: number | undefined
  const { promise: stopAsked, resolve } = Promise.withResolvers<string>()
  const ask = (reason: string) => {
    askedAt ??= Date.now()
    resolve(reason)
    // The process ends even if something hangs; the next start takes over a PostgreSQL that is left running.
    setTimeout(() => process.exit(), STOP_MS).unref()
  }
  const giveUp = (reason: string) => {
    process.exitCode = 1
    say.fatal(reason)
    ask('a bug')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, ask)
  process.on('SIGUSR2', () => undefined) // it renews the processes, once there are some; by itself it would end this one
  // A bug that nobody caught ends Florin, but not without its database.
  process.on('uncaughtException', (error) => giveUp(String(error.stack)))
  // Writes to a closed terminal fail; ignore that, so that the shutdown runs in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const timeLeft = () => STOP_MS - (askedAt === undefined ? 0 : Date.now() - askedAt)
  return { isStopAsked: () => askedAt !== undefined, stopAsked, timeLeft, giveUp }
}

/** A StartError is shown as its sentence, any other error with its stack. */
const explain = (error: unknown) =>
  error instanceof StartError ? error.message : `Florin could not start: ${(error as Error).stack}`

/** Runs Florin until a signal ends it, and this process with it. */
export function run(env: NodeJS.ProcessEnv, whenReady?: WhenReady): void {
  sayWarnings()
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
