import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { todayIn } from '../contract/day.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { publish } from './books.ts'
import { journalsAgree } from './journals.ts'
import { roundTrip } from './round-trip.ts'
import { accountMoves } from './simulation/accounts.ts'
import { batchMoves } from './simulation/batches.ts'
import { budgetMoves } from './simulation/budgets.ts'
import { questionsByGroup } from './simulation/by-group.ts'
import { faultMoves } from './simulation/faults.ts'
import { groupMoves } from './simulation/groups.ts'
import { pastQuestions } from './simulation/known-at.ts'
import { historyAgrees, remember } from './simulation/past.ts'
import type { Move, Play } from './simulation/play.ts'
import { accountsAgree, questions } from './simulation/questions.ts'
import { CURRENCIES, PUBLISHED } from './simulation/random.ts'
import { furnish, recordMoves } from './simulation/records.ts'
import { historyLeadsHere } from './simulation/replay.ts'
import { transactionMoves } from './simulation/transactions.ts'
import { undoMoves } from './simulation/undos.ts'
import { makeWorld, type Person, type World } from './world.ts'

/**
 * Random requests, right and wrong, against a plain model of the books. All randomness comes from one number, which is printed: the same
 * SIMULATION_SEED makes the same requests. SIMULATION_STEPS says how many.
 */
const seed = Number(process.env.SIMULATION_SEED ?? 7)
const steps = Number(process.env.SIMULATION_STEPS ?? 120)

const moves = [
  ...transactionMoves,
  ...accountMoves,
  ...recordMoves,
  ...budgetMoves,
  ...groupMoves,
  ...undoMoves,
  ...batchMoves,
  ...faultMoves,
]
const weight = moves.reduce((sum, [one]) => sum + one, 0)

function drawMove(random: Random): Move {
  let left = random.next() * weight
  for (const [one, move] of moves) {
    left -= one
    if (left < 0) return move
  }
  return drawMove(random)
}

/** An answer without its author: all records of a book that was never shared are by its one person. */
function withoutWho<T>(userId: string, answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer
  for (const [name, value] of Object.entries(answer)) {
    if (name !== 'created_by' && name !== 'changed_by') withoutWho(userId, value)
    else if (value !== null) assert.equal(value, userId)
    if (name === 'created_by' || name === 'changed_by') delete (answer as Record<string, unknown>)[name] // one of its fields
  }
  return answer
}

/** Somebody new, with a model of the book they start with. */
async function newPlay(world: World, random: Random): Promise<Play> {
  const base = random.pick(CURRENCIES.filter((currency) => currency !== 'GBP'))
  const somebody = await world.person({ base_currency_id: base })
  const call = (async (route, ...input) => {
    if (route.method !== 'GET') play.last = `${route.method} ${route.path} ${JSON.stringify(input[0])}`
    return withoutWho(somebody.user.id, await somebody.call(route, ...input))
  }) as Person['call'] // the same, but for a note of the last request, and without the author, who is always the same
  const person = { ...somebody, call }
  const today = todayIn('UTC')
  const { data } = await person.call(listAccounts)
  const ledger = {
    base,
    version: 1,
    closed: null,
    defaultId: data.find(({ is_default }) => is_default)?.id ?? '',
    accounts: new Map(data.map((account) => [account.id, account])),
    categories: new Map(),
    contacts: new Map(),
    transactions: new Map(),
    published: [...PUBLISHED, { date: today, perEuro: PUBLISHED.at(-1)?.perEuro ?? {} }],
    own: new Map(),
    budgets: new Map(),
    starts: 1,
  }
  const play: Play = { person, ledger, random, today, past: [], last: '', repeats: [] }
  remember(play)
  return play
}

/** One change, or an attempt at one; the book's log says just that, and the service and the model give the same answers. */
async function step(play: Play): Promise<string> {
  const { ledger, random } = play
  const since = ledger.version
  await furnish(play)
  const what = await drawMove(random)(play)
  remember(play)
  await historyAgrees(play, since)
  await accountsAgree(play)
  for (let n = 0; n < 2; n++) await random.pick([...questions, ...questionsByGroup])(play)
  await random.pick(pastQuestions)(play)
  return what
}

/** How many people act at once, so that their changes travel together. */
const PEOPLE = 4

/** Somebody's steps, one after another. */
async function play(
  world: World,
  random: Random,
  count: number,
  counts: Map<string, number>,
): Promise<Person> {
  const one = await newPlay(world, random)
  for (let done = 0; done < count; done++) {
    try {
      const what = await step(one)
      counts.set(what, (counts.get(what) ?? 0) + 1)
    } catch (error) {
      console.log(
        `SIMULATION_SEED=${seed} failed after ${done} steps of ${one.person.user.id}, after ${one.last}`,
      )
      throw error
    }
  }
  await historyAgrees(one, 1)
  await historyLeadsHere(one.person, 100 + random.below(400))
  return one.person
}

test(`${steps} random steps leave the books as a plain model has them (SIMULATION_SEED=${seed})`, {
  timeout: 2 ** 31 - 1,
}, async () => {
  const world = await makeWorld()
  // Each person has random numbers of their own: their actions do not depend on who is faster.
  const randoms = Array.from({ length: PEOPLE }, (_, index) => randomFrom(seed + index))
  for (const { date, perEuro } of PUBLISHED) await publish(world, date, perEuro)
  await publish(world, todayIn('UTC'), PUBLISHED.at(-1)?.perEuro ?? {})
  const counts = new Map<string, number>()
  for (let left = Math.ceil(steps / PEOPLE); left > 0; ) {
    // Then others, with other base currencies: the model goes through all there is for every answer.
    const count = Math.min(left, 50 + (randoms[0]?.below(300) ?? 0))
    const people = await Promise.all(randoms.map((random) => play(world, random, count, counts)))
    await journalsAgree(people[0] ?? assert.fail())
    left -= count
    assert.deepEqual(await verify(world.db), [])
    await roundTrip(world, people[0] as Person, 3) // there are some
  }
  const told = [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `${count} ${what}`)
  console.log(`SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps}: ${told.join(', ')}`)
})
