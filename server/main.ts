import { setTimeout as sleep } from 'node:timers/promises'
import { makeApp } from './app.ts'
import { forgetThePast } from './auth/auth.ts'
import { closeDatabase, openDatabase } from './database/database.ts'
import { startEmbedded } from './database/embedded.ts'
import { prepareDatabase } from './database/prepare.ts'
import { StartError } from './database/start-error.ts'
import { readSettings } from './settings.ts'

const HOUR_MS = 3_600_000
const GRACE_MS = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Settings, database, migrations, port: in this order, and backwards to stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { databaseUrl } = settings
  const embedded =
    databaseUrl === '' ? await startEmbedded(settings.dataDir, { info: say, warn: say }) : undefined
  const connection = embedded?.connection ?? { connectionString: databaseUrl }
  const db = openDatabase(connection, (error) =>
    app.log.warn(`A database connection ended: ${error.message}`),
  )
  const app = makeApp({ db, settings })

  let isStopping = false
  async function stop(): Promise<void> {
    clearInterval(housekeeping)
    await Promise.race([app.close(), sleep(GRACE_MS, undefined, { ref: false })])
    await closeDatabase(db)
    await embedded?.stop()
  }
  const stopOnce = (signal: string) => {
    if (isStopping) return
    isStopping = true
    app.log.info(`${signal}: stopping`)
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        app.log.error(error, 'stop failed')
        process.exit(1)
      },
    )
  }
  const housekeeping = setInterval(() => {
    forgetThePast(db).catch((error: Error) => app.log.warn(`Housekeeping has to wait: ${error.message}`))
  }, HOUR_MS)
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', stopOnce)

  try {
    await prepareDatabase(db)
    await app.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    await stop()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : settings.port
  say(
    `Florin is ready: http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}/`,
  )
}

/** What a person can mend is told in a sentence; anything else with all there is to know about it. */
function explain(error: unknown): string {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number }
  if (error instanceof StartError) return message
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program. Stop it, or set another PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is not an address of this machine: ${message}.`
  if (code === 'EACCES')
    return `Not allowed: ${message}. Choose a PORT from 1024 on, and a DATA_DIR that may be written.`
  if (code === 'ECONNREFUSED' || /^(28|3D)/.test(code ?? ''))
    return `The database of DATABASE_URL does not let us in: ${message}.`
  return `Florin could not start: ${stack ?? message}`
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
