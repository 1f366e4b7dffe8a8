import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { publish } from './books.ts'
import { type Fate, isWrite, lineUp } from './line.ts'
import { isLarge, randomRequests } from './twin-requests.ts'
import {
  type Ask,
  allReads,
  makeSeen,
  same,
  sameHistory,
  sizeOf,
  type Told,
  type Twin,
  twinOf,
} from './twins.ts'
import { makeWorld } from './world.ts'

/**
 * Requests of one book that wait together have the same outcome as one after another: two books with the same history get the same
 * random requests, one of them all at once. TWINS_SEED, TWINS_BOOKS and TWINS_GROUPS say which, in how many pairs of books, and how many
 * groups.
 */
const numberIn = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const [seed, books, groups] = [
  numberIn('TWINS_SEED', 1),
  numberIn('TWINS_BOOKS', 1),
  numberIn('TWINS_GROUPS', 3),
]

const world = await makeWorld()
const { app, line, holdUp, arrived } = await lineUp(world)
for (const day of ['2026-09-15', '2026-10-20']) await publish(world, day, { USD: '1.1', JPY: '160' })
const counts = { groups: 0, requests: 0, refused: 0, replayed: 0, statements: 0 }

/** A pair of books, the records of both, and the requests with a key that both have had. */
type Pair = { twins: readonly [Twin, Twin]; seen: ReturnType<typeof makeSeen>; keyed: Ask[] }

const bank = { name: 'Dollars', type: 'asset', currency_id: 'USD', opening_balance: 100 }
const START: Ask[] = [
  { method: 'POST', url: '/accounts', body: { ...bank, opening_date: '2026-09-30' } },
  ...['Bela', 'Cleo'].map((name): Ask => ({ method: 'POST', url: '/contacts', body: { name } })),
  ...['Food', 'Fun'].map((name): Ask => ({ method: 'POST', url: '/budgeting/categories', body: { name } })),
  { method: 'POST', url: '/budgeting/categories', body: { name: 'Pay', kind: 'income' } },
]

async function makePair(): Promise<Pair> {
  const draft = { base_currency_id: 'EUR' }
  const twins = [twinOf(await world.person(draft)), twinOf(await world.person(draft))] as const
  const seen = makeSeen()
  for (const ask of START) for (const twin of twins) assert.equal((await twin.ask(app, ask)).status, 200)
  await sameHistory(app, twins, seen)
  return { twins, seen, keyed: [] }
}

/** Random requests for a pair, some of which repeat one with its key. */
const drawn = (random: Random, { seen, keyed }: Pair): Ask[] =>
  randomRequests(random, seen).flatMap((ask) => {
    if (ask.headers?.['idempotency-key'] && !isLarge(ask)) keyed.push(ask)
    return random.chance(0.1) && keyed.length > 0 ? [ask, random.pick(keyed.slice(-3))] : [ask]
  })

type Sending = { pair: Pair; ask: Ask }

/** Sends requests so that they wait for the writer in their order, and then lets them go. */
async function together(sendings: readonly Sending[], fate: Fate): Promise<Told[]> {
  let writes = 0
  line.fate = (text): Fate => (isWrite(text) && ++writes === 3 ? fate : 'through') // the first two hold the lanes up
  const letGo = await holdUp()
  const answers: Promise<Told>[] = []
  for (const { pair, ask } of sendings) {
    answers.push(pair.twins[0].ask(app, ask))
    await arrived(1)
  }
  await letGo()
  const all = await Promise.all(answers)
  counts.statements += writes - 2
  return all
}

async function sendGroup(
  random: Random,
  pairs: readonly Pair[],
  sendings: readonly Sending[],
): Promise<void> {
  const fate = random.pick<Fate>(['through', 'through', 'through', 'through', 'cut', 'unanswered'])
  const told = await together(sendings, fate)
  const shown = ({ status, headers, text }: Told) => `${status} ${headers} ${text()}`
  for (const [index, { pair, ask }] of sendings.entries()) {
    const [one, other] = [told[index], await pair.twins[1].ask(app, ask)]
    assert(one, `request ${index} has an answer`)
    assert(one.status < 500, one.raw)
    same(shown(one), shown(other), `request ${index}`)
    counts.requests++
    if (one.status >= 400) counts.refused++
    if (one.headers.includes('true')) counts.replayed++
  }
  for (const { twins, seen } of pairs) {
    await sameHistory(app, twins, seen)
    assert.deepEqual(await sizeOf(world, twins[0]), await sizeOf(world, twins[1]))
  }
  counts.groups++
}

/** Records of one change are listed in the order of their ids, which have no order within one moment. */
const inAnyOrder = ({ status, text }: Told): string =>
  [
    status,
    ...text()
      .split(/,?\n|(?<=\[)(?=\{)|(?<=\}),?(?=[{\]])/)
      .sort(),
  ].join('\n')

async function readAll(pair: Pair): Promise<void> {
  const [one, other] = pair.twins
  for (const url of allReads(pair.seen)) {
    const ask: Ask = { method: 'GET', url }
    same(inAnyOrder(await one.ask(app, ask)), inAnyOrder(await other.ask(app, ask)), url)
  }
}

for (let number = seed; number < seed + books; number++)
  test(`requests that are written together come to the same as one after another, seed ${number}`, async () => {
    const random = randomFrom(number)
    const pairs = await Promise.all(Array.from({ length: random.pick([1, 1, 2, 3]) }, makePair))
    for (let group = 0; group < groups; group++) {
      const each = pairs.map((pair) => drawn(random, pair).map((ask) => ({ pair, ask })))
      const most = Math.max(...each.map(({ length }) => length))
      const mixed = Array.from({ length: most }, (_, turn) => each.flatMap((list) => list[turn] ?? [])).flat()
      // A large change keeps a turn until it is written, and while others have turns, a person has one.
      const first = mixed.find(({ ask }) => isLarge(ask))
      const sendings = mixed.filter((sending) => sending === first || !isLarge(sending.ask))
      await sendGroup(random, pairs, sendings).catch((error) => {
        const asked = sendings.map(({ pair, ask }) => `${pairs.indexOf(pair)} ${JSON.stringify(ask)}`)
        console.log(`TWINS_SEED=${number} TWINS_BOOKS=1, group ${group}:\n${asked.join('\n')}`)
        throw error
      })
    }
    for (const pair of pairs) await readAll(pair)
  })

test('the log of each of these books leads to its tables', async () => {
  if (process.env.TWINS_SEED) console.log(JSON.stringify(counts))
  assert.deepEqual(await verify(world.db), [])
})
