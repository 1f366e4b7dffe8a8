import { type Figure, median } from './figures.ts'
import { load, type Outcome } from './load.ts'
import { createText, newPeople } from './people.ts'
import type { Service } from './processes.ts'
import type { Tpcb } from './tpcb.ts'

const CLIENTS = 16
const ROUNDS = 3
const SECONDS = 4
/** V8 has compiled hot code for the second time after some ten thousand creates: a service that runs for days is always in that state. */
const WARM_SECONDS = 10

/** How many others write beside the hot book, and how long each waits between two expenses. */
const BESIDE = { count: 4, pauseMs: 20 }

/**
 * Creating expenses against TPC-B: everybody in a book of their own, and all in one book with others beside it. The rounds of all of
 * them take turns, so that other load of the machine slows them alike.
 */
export async function creating(service: Service, tpcb: Tpcb): Promise<Figure[]> {
  const { port } = service
  const alone = (text: string) => [text]
  const own = { clients: (await newPeople(service, CLIENTS)).map(createText).map(alone), pauseMs: 0 }
  const [hotPerson, ...others] = (await newPeople(service, 1 + BESIDE.count)).map(createText)
  const hot = { clients: Array.from({ length: CLIENTS }, () => [hotPerson ?? '']), pauseMs: 0 }
  const beside = { clients: others.map(alone), pauseMs: BESIDE.pauseMs }
  for (const crowd of [own, hot]) await load(port, WARM_SECONDS, { crowd, beside })
  await tpcb.perSecond(CLIENTS, 1)

  const rounds: Record<'own' | 'hot' | 'quiet' | 'besideHot', Outcome[]> = {
    own: [],
    hot: [],
    quiet: [],
    besideHot: [],
  }
  const tpcbs: { many: number[]; one: number[] } = { many: [], one: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.own.push((await load(port, SECONDS, { own })).own)
    tpcbs.many.push(await tpcb.perSecond(CLIENTS, SECONDS))
    rounds.quiet.push((await load(port, SECONDS, { beside })).beside)
    const busy = await load(port, SECONDS, { hot, beside })
    rounds.hot.push(busy.hot)
    rounds.besideHot.push(busy.beside)
    tpcbs.one.push(await tpcb.perSecond(1, SECONDS))
  }
  const mid = (name: keyof typeof rounds, what: keyof Outcome) =>
    median(rounds[name].map((round) => round[what]))
  const against = (name: string, crowd: 'own' | 'hot', tpcbPerSecond: number): Figure => ({
    name,
    value: mid(crowd, 'perSecond') / tpcbPerSecond,
    unit: 'ratio',
    from: {
      'creates/s': mid(crowd, 'perSecond'),
      'TPC-B/s': tpcbPerSecond,
      'median ms': mid(crowd, 'medianMs'),
      'p99 ms': mid(crowd, 'p99Ms'),
      'load generator, cores': mid(crowd, 'generator'),
    },
  })
  const slowdown = (what: 'medianMs' | 'p99Ms', word: string): Figure => ({
    name: `beside it, ${word} to quiet`,
    value: mid('besideHot', what) / mid('quiet', what),
    unit: 'ratio',
    from: { 'beside ms': mid('besideHot', what), 'quiet ms': mid('quiet', what) },
  })
  return [
    { ...against('create, 16 books, to TPC-B', 'own', median(tpcbs.many)), atLeast: 0.5, goal: 0.8 },
    // Writes to one book come one after another, as those of a single client do.
    { ...against('create, one hot book, to one client of TPC-B', 'hot', median(tpcbs.one)), atLeast: 0.4 },
    { ...slowdown('medianMs', 'median'), atMost: 3 },
    slowdown('p99Ms', 'p99'),
  ]
}
