import { setTimeout as sleep } from 'node:timers/promises'
import { makeApp } from './app.ts'
import { forgetThePast } from './auth/auth.ts'
import { followRates } from './currencies/follow.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { startEmbedded } from './database/embedded.ts'
import { prepareDatabase } from './database/prepare.ts'
import { StartError } from './database/start-error.ts'
import { readSettings, type Settings } from './settings.ts'

const HOUR_MS = 3_600_000
const GRACE_MS = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Settings, database, migrations, port: in this order, and backwards to stop. */
async function main({ isStopAsked, stopAsked }: Signals): Promise<void> {
  const settings = readSettings(process.env)
  const { databaseUrl } = settings
  const embedded =
    databaseUrl === ''
      ? await startEmbedded(settings.dataDir, { info: say, warn: say }, () => !isStopAsked())
      : undefined
  const connection = embedded?.connection ?? { connectionString: databaseUrl }
  const db = openDatabase(connection, (error) =>
    app.log.warn(`A database connection ended: ${error.message}`),
  )
  const app = makeApp({ db, settings })
  const housekeeping = setInterval(() => {
    forgetThePast(db).catch((error: Error) => app.log.warn(`Housekeeping has to wait: ${error.message}`))
  }, HOUR_MS)

  let stopRates = async (): Promise<void> => undefined

  async function serve(): Promise<string> {
    await prepareDatabase(db)
    const address = await listen(app, settings)
    say(`Florin is ready: ${address}`)
    if (settings.ratesUrl) stopRates = followRates(db, settings.ratesUrl, app.log)
    return stopAsked
  }
  try {
    const signal = await Promise.race([serve(), stopAsked])
    app.log.info(`${signal}: stopping`)
  } finally {
    clearInterval(housekeeping)
    // A client that has its answer may keep its connection open, which is no reason to wait for it.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    await atMost(GRACE_MS, app.close())
    clearInterval(sweeping)
    await atMost(1_000, stopRates())
    await atMost(1_000, closeDatabase(db)) // a session still at work then is ended with the database, or with us
    await embedded?.stop()
  }
}

type Signals = { isStopAsked: () => boolean; stopAsked: Promise<string> }

/** From the first moment on, so that a start that is broken off leaves no database running. */
function listenToSignals(): Signals {
  let isAsked = false
  const stopAsked = new Promise<string>((resolve) => {
    const ask = (reason: string) => {
      isAsked = true
      resolve(reason)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, ask)
    // A bug that nobody caught ends Florin, but not without its database.
    process.on('uncaughtException', (error) => {
      process.exitCode = 1
      process.stderr.write(`${error.stack}\n`)
      ask('a bug')
    })
  })
  // A terminal that was closed takes our words with it, and is no reason to end otherwise than in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return { isStopAsked: () => isAsked, stopAsked }
}

const atMost = (ms: number, work: PromiseLike<unknown>) =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])

/** Opens the port, and answers with the address to call. */
async function listen(app: ReturnType<typeof makeApp>, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ port, host })
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

/** What a person can mend is told in a sentence; anything else with all there is to know about it. */
const explain = (error: unknown) =>
  error instanceof StartError ? error.message : `Florin could not start: ${(error as Error).stack}`

const signals = listenToSignals()
main(signals).then(
  () => process.exit(),
  (error: unknown) => {
    const isStopped = signals.isStopAsked() && error instanceof StartError
    process.stderr.write(`${isStopped ? 'Stopped before it was ready.' : explain(error)}\n`)
    if (!isStopped) process.exitCode = 1
    process.exit()
  },
)
