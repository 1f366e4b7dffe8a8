import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Code } from '../../contract/refusals.ts'
import type { Database, Replica } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/** The metrics of one process, as it hands them to the one that answers for all. */
export type Collected = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The metrics of a process. None of them names a person, a book, a record or a query. */
export type Metrics = {
  /** Starts a request. Returns the function to call at its end with the pattern of its route, its method and its status, if it got an answer. */
  readonly begin: () => (route: string | undefined, method: string, status: number | undefined) => void
  readonly refused: (code: Code) => void
  readonly removed: (what: string, count: number) => void
  /** Watches a queue: how many wait in it is asked when metrics are collected. */
  readonly watchQueue: (name: string, waiting: () => number) => void
  readonly watchPools: (db: Database) => void
  readonly watchStreams: (count: () => number) => void
  readonly collect: () => Promise<Collected>
}

/** The metrics of a process, where anybody can ask for them. */
export const metricsOf = (
  { metricsToken, metricsPort }: Pick<Settings, 'metricsToken' | 'metricsPort'>,
  process?: string,
): Metrics | undefined =>
  metricsToken !== '' || metricsPort !== undefined ? makeMetrics(process) : undefined

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * `process` labels the counters of this process, and the values that cannot be added up over several: memory, processor time, event loop. A
 * counter begins at zero again with a new process, which Prometheus notices in a series of its own; in a sum it would look like a burst of
 * requests.
 */
export function makeMetrics(process = '1'): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, labels: { process } })
  const durations = new Histogram({
    name: 'florin_request_duration_seconds',
    help: 'From the first line of a request until its answer was handed over, by the pattern of the route, the method and the class of the status (none without an answer)',
    labelNames: ['route', 'method', 'status', 'process'],
    buckets: SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'florin_refusals_total',
    help: 'Refused requests, by the code of the refusal',
    labelNames: ['code', 'process'],
    registers,
  })
  const removed = new Counter({
    name: 'florin_housekeeping_removed_total',
    help: 'Rows that housekeeping has removed, by kind',
    labelNames: ['what', 'process'],
    registers,
  })
  let underWay = 0
  new Gauge({
    name: 'florin_requests_in_flight',
    help: 'Requests that are not answered yet',
    registers,
    collect() {
      this.set(underWay)
    },
  })

  // To look up a series by its labels costs more than to add to it.
  const series = new Map<string, ReturnType<typeof durations.labels>>()
  function seriesOf(route: string | undefined, method: string, status: number | undefined) {
    const kind = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
    const key = `${kind} ${method} ${route}`
    let found = series.get(key)
    if (!found) {
      found = durations.labels(route ?? 'none', METHODS.has(method) ? method : 'other', kind, process)
      series.set(key, found)
    }
    return found
  }

  return {
    begin() {
      underWay++
      const since = performance.now()
      return (route, method, status) => {
        underWay--
        seriesOf(route, method, status).observe((performance.now() - since) / 1000)
      }
    },
    refused: (code) => refusals.inc({ code, process }),
    removed: (what, count) => removed.inc({ what, process }, count),
    ...watches(registers, process),
    collect: () => registry.getMetricsAsJSON(),
  }
}

function watches(
  registers: Registry[],
  process: string,
): Pick<Metrics, 'watchQueue' | 'watchPools' | 'watchStreams'> {
  const queues = new Map<string, () => number>()
  new Gauge({
    name: 'florin_queue_waiting',
    help: 'Requests that wait in a queue',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, waiting] of queues) this.set({ queue }, waiting())
    },
  })
  const pools = new Map<string, Database['pool']>()
  new Gauge({
    name: 'florin_pool_connections',
    help: 'Connections of a pool to the database, by state: open (all of them) and idle (those of them without work)',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
      }
    },
  })
  new Gauge({
    name: 'florin_pool_waiting',
    help: 'How many wait for a connection of a pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount)
    },
  })
  let streams = () => 0
  new Gauge({
    name: 'florin_streams_open',
    help: 'Open streams of versions (GET /books/{book_id}/events)',
    registers,
    collect() {
      this.set(streams())
    },
  })
  let reports: Replica['reports'] | undefined
  new Counter({
    name: 'florin_reports_total',
    help: 'Reports by where they were read: at the replica, or at the primary because the replica was behind or did not answer. None without a replica',
    labelNames: ['from', 'process'],
    registers,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(reports ?? {})) this.inc({ from, process }, count)
    },
  })
  return {
    watchQueue: (name, waiting) => queues.set(name, waiting),
    watchStreams(count) {
      streams = count
    },
    watchPools(db) {
      for (const [name, pool] of Object.entries({
        reads: db.pool,
        writes: db.writers,
        exports: db.exporters,
        ...(db.replica && { replica: db.replica.db.pool }),
      }))
        pools.set(name, pool)
      reports = db.replica?.reports
    },
  }
}

/** All processes in one text: the values of one series are added up. */
export const metricsText = (collected: readonly Collected[]): Promise<string> =>
  AggregatorRegistry.aggregate([...collected]).metrics()
