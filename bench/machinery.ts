import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { spending } from '../contract/reports.ts'
import { startServers, urlOf } from '../test/replicating.ts'
import { ask, joinNodes, onAll, prepare } from '../test/server.ts'
import { type Figure, median } from './figures.ts'
import { filledBook } from './fill.ts'
import { bankFile, commitFile, stageFile } from './imports.ts'
import { type Crowd, load } from './load.ts'
import { createText, newPeople, type Person, wireText } from './people.ts'
import { newFolder, type Service, type Started, startFlorin, startIn } from './processes.ts'
import { postmasterOf, spentBy } from './processor.ts'

/** A round of work at one of two services: how many requests or rows, how long one took, and the processor time of each, in µs. */
type Round = { perSecond: number; medianMs: number; service: number; database: number }
/** The same service with a piece of machinery and without it, and the processes of PostgreSQL. */
type Arm = { service: Started; postmasters: number[] }
type Arms = { with: Arm; without: Arm }
type Work = (arm: Arm) => Promise<{ count: number; medianMs: number }>

const ROUNDS = 7
const SECONDS = 4
const WARM_SECONDS = 8
const CLIENTS = 16

/** Runs the work at both in turns; the order changes each time, so that neither is always the first. */
async function inTurns(arms: Arms, work: Work): Promise<Record<keyof Arms, Round>> {
  const rounds: Record<keyof Arms, Round[]> = { with: [], without: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const))
      rounds[name].push(await measure(arms[name], work))
  const mid = (name: keyof Arms): Round => {
    const of = (what: keyof Round) => median(rounds[name].map((round) => round[what]))
    return {
      perSecond: of('perSecond'),
      medianMs: of('medianMs'),
      service: of('service'),
      database: of('database'),
    }
  }
  return { with: mid('with'), without: mid('without') }
}

async function measure(arm: Arm, work: Work): Promise<Round> {
  const { service, postmasters } = arm
  const [before, since] = [await spentBy(service.pid, postmasters), performance.now()]
  const { count, medianMs } = await work(arm)
  const [after, ms] = [await spentBy(service.pid, postmasters), performance.now() - since]
  const each = (spent: number) => (spent * 1_000) / count
  return {
    perSecond: (count * 1_000) / ms,
    medianMs,
    service: each(after.service - before.service),
    database: each(after.database - before.database),
  }
}

/** A piece of machinery that gains less has no place. */
const PAYS = { atLeast: 1.1 }

/** How much more without the machinery, by processor time of both and by throughput. `by` says which of the two it is there for. */
function figuresOf(
  name: string,
  unit: string,
  found: Record<keyof Arms, Round>,
  by?: 'time' | 'rate',
): Figure[] {
  const sum = ({ service, database }: Round) => service + database
  const from = (what: keyof Round) => ({ with: found.with[what], without: found.without[what] })
  return [
    {
      name: `${name}: processor time without, to with`,
      unit: 'ratio',
      value: sum(found.without) / sum(found.with),
      ...(by === 'time' && PAYS),
      from: {
        [`service µs/${unit}, with`]: found.with.service,
        'PostgreSQL, with': found.with.database,
        'service, without': found.without.service,
        'PostgreSQL, without': found.without.database,
      },
    },
    {
      name: `${name}: ${unit}s a second with, to without`,
      unit: 'ratio',
      value: found.with.perSecond / found.without.perSecond,
      ...(by === 'rate' && PAYS),
      from: {
        ...from('perSecond'),
        'median ms, with': found.with.medianMs,
        'median ms, without': found.without.medianMs,
      },
    },
  ]
}

/** Starts the service twice, on a PostgreSQL each; one does without. */
async function withBoth(
  without: string,
  env: Record<string, string>,
  work: (arms: Arms) => Promise<Figure[]>,
): Promise<Figure[]> {
  const started: Service[] = []
  try {
    for (const name of ['nothing', without])
      started.push(await startIn(await newFolder(), { env, without: name }))
    const [first, second] = await Promise.all(
      started.map(async (service) => ({ service, postmasters: [await postmasterOf(service.dataDir)] })),
    )
    if (!first || !second) return []
    return await work({ with: first, without: second })
  } finally {
    for (const service of started) await service.stop()
  }
}

/** Creates expenses over HTTP, by a crowd of each service's own people. */
async function creates(arms: Arms, crowdOf: (texts: string[]) => Crowd, people: number) {
  const crowds = new Map<Arm, Crowd>()
  for (const arm of [arms.with, arms.without]) {
    crowds.set(arm, crowdOf((await newPeople(arm.service, people)).map(createText)))
    await load(arm.service.port, WARM_SECONDS, { crowd: crowds.get(arm) as Crowd }) // it was put there
  }
  return inTurns(arms, async (arm) => {
    const { crowd } = await load(arm.service.port, SECONDS, { crowd: crowds.get(arm) as Crowd }) // likewise
    return { count: crowd.perSecond * SECONDS, medianMs: crowd.medianMs }
  })
}

const eachOwn = (texts: string[]): Crowd => ({ clients: texts.map((text) => [text]), pauseMs: 0 })
const allInOne = ([text = '']: string[]): Crowd => ({
  clients: Array.from({ length: CLIENTS }, () => [text]),
  pauseMs: 0,
})
/** Connections of a proxy: each has the requests of everybody, and begins with somebody else. */
const proxied = (texts: string[]): Crowd => ({
  clients: Array.from({ length: CLIENTS }, (_, n) => {
    const first = Math.floor((n * texts.length) / CLIENTS)
    return [...texts.slice(first), ...texts.slice(0, first)]
  }),
  pauseMs: 0,
})

/** Requests that are handed on to the process that writes their book, with two processes. */
export const handingOn = (): Promise<Figure[]> =>
  withBoth('hand-on', { WORKERS: '2' }, async (arms) => [
    ...figuresOf('handed on, 16 books', 'create', await creates(arms, eachOwn, CLIENTS)),
    ...figuresOf('handed on, 64 books behind a proxy', 'create', await creates(arms, proxied, 64), 'time'),
    ...figuresOf('handed on, one book', 'create', await creates(arms, allInOne, 1), 'time'),
  ])

const ROWS = 10_000

/** Commits of imports, whose rows are copied in PostgreSQL's binary form, or inserted as lists. */
export const copying = (): Promise<Figure[]> =>
  withBoth('copy', {}, async (arms) => {
    const file = bankFile(ROWS)
    const staged = new Map<Arm, { person: Person; id: string }[]>()
    for (const arm of [arms.with, arms.without]) {
      const people = await newPeople(arm.service, ROUNDS + 1)
      const imports: { person: Person; id: string }[] = []
      for (const person of people) imports.push({ person, id: await stageFile(arm.service, person, file) })
      staged.set(arm, imports)
    }
    const work: Work = async (arm) => {
      const { person, id } = staged.get(arm)?.pop() ?? assert.fail()
      const since = performance.now()
      await commitFile(arm.service, person, id)
      return { count: ROWS, medianMs: performance.now() - since }
    }
    for (const arm of [arms.with, arms.without]) await work(arm)
    return figuresOf('copied, commit of 10,000 rows', 'row', await inTurns(arms, work), 'rate')
  })

const READERS = 2
const WRITERS = 4
const PAUSE_MS = 25

/**
 * Reports of large books alone, for the time that they take of the primary; then at a steady pace with expenses beside them, for how long
 * an expense waits. Both services are on one primary with one replica, which follows it all the time.
 */
export async function reportsFromReplica(): Promise<Figure[]> {
  const { primary, replica, stopBoth } = await startServers(['shared_buffers=256MB', 'max_connections=200'])
  const started: Started[] = []
  try {
    await primary.ask('create database florin')
    const env = { DATABASE_URL: urlOf(primary.folder), METRICS_TOKEN }
    for (const more of [{ DATABASE_READ_URL: urlOf(replica.folder) }, {}])
      started.push(await startFlorin(await newFolder(), { env: { ...env, ...more }, without: 'nothing' }))
    const [first, second] = started.map((service) => ({ service, postmasters: [primary.pid] }))
    if (!first || !second) return []
    const arms = { with: first, without: second }
    const readers = await Promise.all(
      Array.from({ length: READERS }, () => filledBook(first.service, 10_000, 8_000)),
    )
    await primary.ask('vacuum analyze')
    const today = Temporal.Now.plainDateISO()
    const days = `date_from=${today.subtract({ days: 364 })}&date_to=${today}`
    const paths = ['contact', 'tag', 'day'].map((by) => `${spending.path}?${days}&by=${by}`)
    const texts = readers.map((reader) => paths.map((path) => wireText(reader, { method: 'GET', path })))
    const reports = { clients: texts, pauseMs: 0 }
    const writers = (await newPeople(first.service, WRITERS)).map((writer) => [createText(writer)])
    const beside = {
      reports: { clients: texts, pauseMs: PAUSE_MS },
      writes: { clients: writers, pauseMs: PAUSE_MS },
    }
    for (const { service } of [first, second]) await load(service.port, WARM_SECONDS, beside)
    const alone = await inTurns(arms, async ({ service }) => {
      const { reports: done } = await load(service.port, SECONDS, { reports })
      return { count: done.perSecond * SECONDS, medianMs: done.medianMs }
    })
    const mixed = await inTurns(arms, async ({ service }) => {
      const { writes } = await load(service.port, SECONDS, beside)
      return { count: writes.perSecond * SECONDS, medianMs: writes.medianMs }
    })
    const read = await readFrom(first.service)
    return [
      {
        name: 'reports: time of the primary without a replica, to with one',
        unit: 'ratio',
        value: alone.without.database / alone.with.database,
        ...PAYS,
        from: {
          'primary µs/report, with': alone.with.database,
          without: alone.without.database,
          'service, with': alone.with.service,
          'service, without': alone.without.service,
          'reports/s, with': alone.with.perSecond,
          'reports/s, without': alone.without.perSecond,
          'part that the replica answered': read,
        },
      },
      {
        name: 'a write beside reports, without a replica, to with one',
        unit: 'ratio',
        value: mixed.without.medianMs / mixed.with.medianMs,
        from: { 'median ms, with': mixed.with.medianMs, without: mixed.without.medianMs },
      },
    ]
  } finally {
    for (const service of started) await service.stop()
    await stopBoth()
  }
}

const METRICS_TOKEN = 'a-token-of-the-bench'

/** The part of all reports that came from the replica: one that lags behind, or is busy, answers none. */
async function readFrom({ port }: Started): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const of = (from: string) =>
    Number(new RegExp(`^florin_reports_total\\{from="${from}".*\\} (\\d+)$`, 'm').exec(text)?.[1])
  return of('replica') / (of('replica') + of('primary'))
}

/** Groups of the writer as calls on the node that has their books, against the same statements through Citus. */
export async function callsOnShards(): Promise<Figure[]> {
  const url = process.env.BENCH_CITUS_URL ?? ''
  assert(url !== '', 'BENCH_CITUS_URL has to name the coordinator of a Citus cluster on this machine')
  const database = `bench_${randomBytes(4).toString('hex')}`
  const nodes = (
    await ask(
      url,
      "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid",
    )
  ).map((node) => ({ ...node, user: new pg.Client(url).user ?? '', database }))
  const started: Started[] = []
  await onAll(nodes, [`create database ${database} encoding 'UTF8' template template0`])
  try {
    await joinNodes(nodes)
    const [coordinator] = nodes
    if (!coordinator) return []
    await prepare(coordinator, true)
    const postmasters = await Promise.all(
      nodes.map(async (node) => {
        const [found] = await ask<{ pid: string }>(
          node,
          "select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid",
        )
        return Number(found?.pid)
      }),
    )
    const address = `postgres://${coordinator.user}@${coordinator.host}:${coordinator.port}/${database}`
    for (const without of ['nothing', 'on-shard'])
      started.push(await startFlorin(await newFolder(), { env: { DATABASE_URL: address }, without }))
    const [first, second] = started.map((service) => ({ service, postmasters }))
    if (!first || !second) return []
    const arms = { with: first, without: second }
    return [
      ...figuresOf('calls on shards, 16 books', 'create', await creates(arms, eachOwn, CLIENTS), 'time'),
      ...figuresOf('calls on shards, 64 books', 'create', await creates(arms, eachOwn, 64), 'time'),
    ]
  } finally {
    for (const service of started) await service.stop()
    await onAll(nodes, [`drop database ${database} with (force)`])
  }
}
