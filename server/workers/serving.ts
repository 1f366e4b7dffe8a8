import { Server } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeApp } from '../app.ts'
import { keepHouse } from '../auth/housekeeping.ts'
import { keepMailing } from '../auth/mailing.ts'
import { type Backups, keepBackups } from '../backup/schedule.ts'
import { followEcb, followRates } from '../currencies/follow.ts'
import { closeDatabase } from '../database/open.ts'
import { closeIdleIn } from '../http/connections.ts'
import { looking } from '../imports/read/thread.ts'
import { resumeReading } from '../imports/stage.ts'
import { restoring } from '../imports/whole-book.ts'
import { makeWriter } from '../ledger/writer.ts'
import { metricsOf } from '../metrics/metrics.ts'
import { keepPosting } from '../plans/post-due.ts'
import { atMost } from '../process/at-most.ts'
import { StartError } from '../process/start-error.ts'
import type { House } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { streamsOf } from '../streams/streams.ts'
import { placesOf, prepareWeb } from '../web/prepare.ts'

/** How long a process that leaves waits for its connections. */
const LEAVE_MS = 8_000
/** An idle connection of a process that leaves is closed after this, rather than after the 65 s of any other. */
const IDLE_MS = 1_000
const ACCEPT_MS = 1_000 // clients may go on connecting
/** A worker has been handed all connections before it is told to stop. */
const WORKER_ACCEPT_MS = 250
const GRACE_MS = 6_000 // longer than a request waits for a database that hangs
const CLOSE_MS = 500

/** A process that answers requests. */
export type Serving = {
  readonly address: string
  readonly log: ReturnType<typeof makeApp>['log']
  /** Finds or makes the web app in the background, and says when that is done, one way or the other. */
  readonly prepareWeb: (whenDone?: () => void) => void
  /** Starts the work beside the requests, which one process does for all; says when the latest backup was made. */
  readonly startJobs: () => { lastBackup: () => string | null }
  /** Takes no new connections, ends those that there are after their next answer, and waits for the end of all, but not for long. */
  readonly leave: (hurry: AbortSignal) => Promise<void>
  /** Finishes the requests under way and other pending work, refuses new ones, and lets go of the database. */
  readonly stop: (others?: Promise<void>) => Promise<void>
}

/** Opens the port. */
export async function startServing(given: House): Promise<Serving> {
  const streams = streamsOf(given)
  const house = { ...given, streams, writer: makeWriter(given.db) }
  const { db, settings, web } = house
  const metrics = house.metrics ?? metricsOf(settings)
  const { backupDir } = settings
  let backups: Backups | undefined
  const lastBackup = () => backups?.lastAt() ?? null
  const app = makeApp({
    ...house,
    ...(metrics && { metrics }),
    ...(backupDir && { lastBackup: house.worker?.lastBackup ?? lastBackup }),
  })
  /** Ends the work beside the requests. */
  const stops: (() => Promise<void>)[] = []

  let isLeaving = false
  app.server.prependListener('request', ({ socket }, response) => {
    if (!isLeaving) return
    response.shouldKeepAlive = false
    socket.setTimeout(app.server.timeout) // no longer the second of an idle one
  })

  function stopJobs(): Promise<void>[] {
    return stops.splice(0).map((stop) => stop())
  }
  async function stop(others?: Promise<void>): Promise<void> {
    streams.end()
    const stopped = stopJobs()
    await acceptAll(app.server, house.worker ? WORKER_ACCEPT_MS : ACCEPT_MS)
    Server.prototype.close.call(app.server) // as in `leave`; the rest of it follows below
    // A client that has its answer may keep its connection open; it is not waited for.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    for (const queue of [looking, restoring]) queue.stop() // the requests that wait there are refused
    await atMost(GRACE_MS, Promise.all([app.close(), others]))
    clearInterval(sweeping)
    await atMost(CLOSE_MS, Promise.all([...stopped, closeDatabase(db)])) // a session still at work then is ended with the database, or with us
  }
  try {
    const address = await listen(app, settings)
    return {
      address,
      log: app.log,
      prepareWeb(whenDone) {
        if (web) stops.push(prepareWeb(web, placesOf(settings.dataDir), app.log, whenDone))
      },
      startJobs() {
        stops.push(
          keepPosting(house, app.log),
          keepHouse(db, app.log, metrics?.removed),
          resumeReading(db, app.log),
        )
        if (settings.smtpUrl) stops.push(keepMailing(db, settings, app.log))
        const { ratesUrl, ecbUrl } = settings
        if (ratesUrl === undefined) stops.push(followEcb(db, ecbUrl, app.log))
        else if (ratesUrl !== 'off') stops.push(followRates(db, ratesUrl, app.log))
        if (backupDir) backups = keepBackups({ ...settings, backupDir }, app.log)
        if (backups) stops.push(backups.stop)
        return { lastBackup }
      },
      async leave(hurry) {
        isLeaving = true
        streams.end()
        Server.prototype.close.call(app.server) // as a server of HTTP it would end requests with their connections
        const leaving = Promise.all(stopJobs())
        closeIdleIn(app.server, IDLE_MS)
        const until = performance.now() + LEAVE_MS
        while (!hurry.aborted && performance.now() < until && (await countConnections(app.server)) > 0)
          await sleep(50)
        await leaving
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Accepts the connections that wait for it, which would be reset with the port: until a turn of the event loop has brought none. */
async function acceptAll(server: Server, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  let isQuiet = false
  const note = () => {
    isQuiet = false
  }
  server.on('connection', note)
  while (!isQuiet && performance.now() < until) {
    isQuiet = true
    await turn()
    await turn()
  }
  server.off('connection', note)
}

const countConnections = (server: Server) => promisify(server.getConnections.bind(server))()

/** Opens the port, and answers with the address to call. */
async function listen(app: ReturnType<typeof makeApp>, { host, port }: Settings): Promise<string> {
  try {
    // For `localhost` Fastify would open a second listener of its own, for IPv6, without the limits of the first.
    await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host })
  } catch (error) {
    if (error instanceof StartError) throw error
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
