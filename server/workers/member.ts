import type { Socket } from 'node:net'
import { noteTime, timeAhead } from '../ledger/log.ts'
import { metricsOf } from '../metrics/metrics.ts'
import { connectionBy } from '../postgres/access.ts'
import { say, sayWarnings } from '../process/say.ts'
import { StartError } from '../process/start-error.ts'
import { readSettings } from '../settings.ts'
import { serviceDatabase } from './connect.ts'
import type { Facts, Start, ToLeader, ToWorker } from './messages.ts'
import { makePeers } from './peers.ts'
import { type Serving, startServing } from './serving.ts'

/** Longer than all that a stop waits for here, and shorter than the leader waits. */
const STOP_MS = 7_000
const LOOK_MS = 1_000

/** One of several processes that answer requests, with its number, of `count`. It follows the leader. */
export function makeMember(own: number, count: number) {
  let facts: Facts | undefined
  let serving: Serving | undefined
  let isStopping = false
  const hurry = new AbortController()
  const peers = makePeers(own, count, () => serving?.log ?? console)

  function tell(message: ToLeader): void {
    if (process.connected) process.send?.(message)
  }

  async function start({ env, instanceKey, prepared, facts: first }: Start): Promise<void> {
    facts = first
    noteTime(first.timeAhead ?? '')
    const settings = readSettings(env)
    const builtIn = first.access && connectionBy(() => (facts ?? first).access ?? fail())
    const metrics = metricsOf(settings, String(own))
    serving = await startServing({
      db: serviceDatabase(settings, builtIn, prepared),
      settings,
      instanceKey: Buffer.from(instanceKey, 'base64'),
      isFull: () => facts?.isFull ?? false,
      web: settings.web ? { site: undefined, previous: undefined, hasFailed: false } : undefined,
      ...(metrics && { metrics, collectAll: peers.collecting(metrics.collect) }),
      worker: { number: own, peers, lastBackup: () => facts?.lastBackup ?? null },
    })
    tell({ is: 'ready', address: serving.address })
    setInterval(tellTime, LOOK_MS).unref()
    // One builds the app; the others find the build.
    if (own === 1) serving.prepareWeb(() => tell({ is: 'web' }))
    else if (facts.isWebDone) serving.prepareWeb()
  }

  /** A change whose time is ahead of the clock is told to all, so that whichever process is asked says so. */
  function tellTime(): void {
    const at = timeAhead()
    if (at !== undefined && at > (facts?.timeAhead ?? '')) tell({ is: 'ahead', at })
  }

  function hearFacts(next: Facts): void {
    noteTime(next.timeAhead ?? '')
    const isNew = next.isWebDone && !facts?.isWebDone
    facts = next
    if (own !== 1 && isNew) serving?.prepareWeb()
  }

  function startJobs(): void {
    const jobs = serving?.startJobs()
    let told: string | null = null
    setInterval(() => {
      const at = jobs?.lastBackup() ?? null
      if (at !== told) tell({ is: 'backup', at })
      told = at
    }, LOOK_MS).unref()
  }

  /** Ends this process after its own requests and those that the others have handed to it. */
  async function stop(reason: string, isPatient = false): Promise<void> {
    if (isStopping) return hurry.abort()
    isStopping = true
    serving?.log.info(`${reason}: stopping`)
    if (isPatient) await serving?.leave(hurry.signal)
    setTimeout(() => process.exit(), STOP_MS).unref() // even if something hangs
    await serving?.stop(peers.leave())
    process.exit()
  }

  sayWarnings()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal))
  process.on('SIGUSR2', () => undefined) // it is meant for the leader
  // An uncaught error ends this process, but not the requests that it is serving.
  process.on('uncaughtException', (error) => {
    process.exitCode = 1
    say.fatal(String(error.stack))
    void stop('A bug')
  })
  // Writes to a closed terminal fail; ignore that, so that the shutdown runs in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

  return {
    hear(message: ToWorker, socket?: Socket): void {
      if (message.is === 'start')
        start(message.start).catch((error: Error) => {
          const isStartError = error instanceof StartError
          tell({ is: 'failed', sentence: isStartError ? error.message : String(error.stack), isStartError })
        })
      if (message.is === 'facts') hearFacts(message.facts)
      if (message.is === 'peer' && socket) peers.open(message.number, socket)
      if (message.is === 'jobs') startJobs()
      if (message.is === 'leave') void stop('Another one takes its place', true)
      if (message.is === 'stop') void stop(message.reason)
      if (message.is === 'ping') tell({ ...message, is: 'pong' })
    },
  }
}

function fail(): never {
  throw new Error('the way into PostgreSQL is not known')
}
