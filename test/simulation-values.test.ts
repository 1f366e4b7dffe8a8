import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts, updateAccount } from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { getBook, updateBook } from '../contract/books.ts'
import { createTransfer, deleteExpense, restoreExpense, updateExpense } from '../contract/budgeting.ts'
import { undoChange } from '../contract/changes.ts'
import { Refused } from '../contract/client.ts'
import { putExchangeRate } from '../contract/currencies.ts'
import { addDays } from '../contract/day.ts'
import { deleteValue, listValues, putValue } from '../contract/values.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { category, spend } from './books.ts'
import { journalsAgree } from './journals.ts'
import { roundTrip } from './round-trip.ts'
import { makeWorld, type Person } from './world.ts'

/**
 * Random requests on accounts whose values are stated, against a model that knows nothing but the rule: the balance at the end of the day of a
 * value is that value. Values before, between and after others, their removal, entries and transfers of any day, many at once, trash, openings,
 * closed days, and undo, also of earlier changes.
 */
const seed = Number(process.env.SIMULATION_SEED ?? 7)
const steps = Number(process.env.SIMULATION_STEPS ?? 120)

const FIRST = '2026-01-01'
const dayFrom = (random: Random) => addDays(FIRST, random.below(60))

type Opening = { amount: number; date: string } | null
/** Amounts are in cents, on the normal side of the account. */
type Account = { id: string; sign: 1 | -1; currency: string; opening: Opening }
type Moved = { from: string; to: string | null; amount: number; date: string; isLive: boolean; edits: number }
type Stated = { amount: number }
type State = {
  accounts: Map<string, Account>
  moved: Map<string, Moved>
  /** By account and day, as in its address. */
  values: Map<string, Stated>
  /** How often the value of an address was stated or removed: an earlier change of it is not undone then. */
  edits: Map<string, number>
  closed: string | null
}
type Play = {
  person: Person
  random: Random
  food: string
  state: State
  /** For a version that can be undone later: makes the state after its undo, or returns false if that is not certain. */
  undos: Map<number, (state: State) => boolean>
}

const copied = ({ accounts, moved, values, edits, closed }: State): State => ({
  accounts: new Map([...accounts].map(([id, one]) => [id, { ...one }])),
  moved: new Map([...moved].map(([id, one]) => [id, { ...one }])),
  values: new Map(values),
  edits: new Map(edits),
  closed,
})

/** The entries of an account up to a day, differences left out. */
function entriesThrough({ moved }: State, { id, sign, opening }: Account, day: string): number {
  let sum = opening && opening.date <= day ? opening.amount : 0
  for (const { from, to, amount, date, isLive } of moved.values()) {
    if (!isLive || date > day) continue
    if (from === id) sum -= amount * sign
    if (to === id) sum += amount * sign
  }
  return sum
}

type Shown = { date: string; amount: number; difference: number }

/** The values of an account with their differences, in the order of their days. */
function valuesOf(state: State, account: Account): Shown[] {
  const own = [...state.values]
    .filter(([key]) => key.startsWith(account.id))
    .map(([key, { amount }]) => ({ date: key.slice(account.id.length + 1), amount }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  let posted = 0
  return own.map(({ date, amount }) => {
    const difference = amount - entriesThrough(state, account, date) - posted
    posted += difference
    return { date, amount, difference }
  })
}

const balanceOf = (state: State, account: Account): number =>
  entriesThrough(state, account, '9999') +
  valuesOf(state, account).reduce((sum, { difference }) => sum + difference, 0)

/** Everything of a state that is dated, as text, by its place. */
function datedIn(state: State): Map<string, { date: string; text: string }> {
  const all = new Map<string, { date: string; text: string }>()
  for (const account of state.accounts.values()) {
    const { id, opening } = account
    if (opening) all.set(`opening ${id}`, { date: opening.date, text: JSON.stringify(opening) })
    for (const value of valuesOf(state, account))
      all.set(`value ${id} ${value.date}`, { date: value.date, text: JSON.stringify(value) })
  }
  for (const [id, { isLive, edits: _, ...one }] of state.moved)
    if (isLive) all.set(id, { date: one.date, text: JSON.stringify(one) })
  return all
}

function isLocked(before: State, after: State): boolean {
  const { closed } = before
  if (closed === null) return false
  const [was, is] = [datedIn(before), datedIn(after)]
  return [...new Set([...was.keys(), ...is.keys()])].some((place) => {
    const [a, b] = [was.get(place), is.get(place)]
    return a?.text !== b?.text && [a, b].some((one) => one && one.date <= closed)
  })
}

/** Counts a change of a value; the returned function says whether it is still the latest, and counts its undo. */
function edited({ edits }: State, key: string): (now: State) => boolean {
  const count = (edits.get(key) ?? 0) + 1
  edits.set(key, count)
  return (now) => {
    const isLatest = now.edits.get(key) === count
    if (isLatest) now.edits.set(key, count + 1)
    return isLatest
  }
}

type Act = { send: () => Promise<{ version: number }>; next: State; undo?: (state: State) => boolean }

function drawn(play: Play): Act {
  const { person, random, food, state } = play
  const next = copied(state)
  const accounts = [...next.accounts.values()]
  const account = random.pick(accounts)
  const amount = 1 + random.below(5_000)
  const date = dayFrom(random)
  const isAsMade = (now: State, id: string) => now.moved.get(id)?.edits === next.moved.get(id)?.edits
  const removing =
    (...ids: string[]) =>
    (now: State) => {
      const isSame = ids.every((id) => isAsMade(now, id))
      for (const id of isSame ? ids : []) {
        const one = now.moved.get(id) ?? assert.fail()
        Object.assign(one, { isLive: false, edits: one.edits + 1 })
      }
      return isSame
    }
  const move = (id: string, from: string, to: string | null, day = date) =>
    next.moved.set(id, { from, to, amount, date: day, isLive: true, edits: 0 })
  const draft = (day: string) => ({
    amount: amount / 100,
    category_id: food,
    asset_account_id: account.id,
    currency_id: account.currency,
    date: day,
  })
  const statedNow = (): Act => {
    const key = `${account.id}/${date}`
    const was = state.values.get(key)
    const worth = { amount: random.chance(0.1) ? 0 : amount - 500 }
    if (was?.amount === worth.amount) return drawn(play)
    next.values.set(key, worth)
    const isLatest = edited(next, key)
    const undo = (now: State) => {
      if (!isLatest(now)) return false
      if (was) now.values.set(key, was)
      else now.values.delete(key)
      return true
    }
    const params = { id: account.id, date }
    return { next, undo, send: () => person.call(putValue, { params, body: { amount: worth.amount / 100 } }) }
  }
  const acts: (() => Act | undefined)[] = [
    statedNow,
    statedNow,
    () => {
      const keys = [...state.values.keys()]
      if (keys.length === 0) return undefined
      const key = random.pick(keys)
      const was = state.values.get(key) ?? assert.fail()
      next.values.delete(key)
      const isLatest = edited(next, key)
      const undo = (now: State) => isLatest(now) && Boolean(now.values.set(key, was))
      const [id = '', day = ''] = key.split('/')
      return { next, undo, send: () => person.call(deleteValue, { params: { id, date: day } }) }
    },
    () => {
      const act: Act = {
        next,
        async send() {
          const made = await spend(person, draft(date))
          move(made.id, account.id, null)
          act.undo = removing(made.id)
          return made
        },
      }
      move('new', account.id, null)
      return act
    },
    () => {
      const other = random.pick(accounts)
      if (other.id === account.id || other.currency !== account.currency) return undefined
      const body = {
        amount: amount / 100,
        from_account_id: account.id,
        to_account_id: other.id,
        date,
        currency_id: account.currency,
      }
      const act: Act = {
        next,
        async send() {
          const made = await person.call(createTransfer, { body })
          move(made.id, account.id, other.id)
          act.undo = removing(made.id)
          return made
        },
      }
      move('new', account.id, other.id)
      return act
    },
    () => {
      const days = Array.from({ length: 1 + random.below(30) }, () => dayFrom(random))
      const transactions = days.map((day) => ({ kind: 'expense' as const, ...draft(day) }))
      const act: Act = {
        next,
        async send() {
          const { version, data } = await person.call(createTransactions, { body: { transactions } })
          for (const { id, date } of data) move(id, account.id, null, date)
          act.undo = removing(...data.map(({ id }) => id))
          return { version }
        },
      }
      for (const [index, day] of days.entries()) move(`new ${index}`, account.id, null, day)
      return act
    },
    () => {
      const all = [...next.moved].filter(([, { to }]) => to === null)
      if (all.length === 0) return undefined
      const [id, one] = random.pick(all.slice(-20))
      one.edits++
      const params = { id }
      if (!one.isLive || random.chance(0.3)) {
        one.isLive = !one.isLive
        return { next, send: () => person.call(one.isLive ? restoreExpense : deleteExpense, { params }) }
      }
      if (random.chance(0.5)) one.date = date
      else one.amount = amount
      const body = { date: one.date, amount: one.amount / 100 }
      return { next, send: () => person.call(updateExpense, { params, body }) }
    },
    () => {
      account.opening = { amount, date }
      const body = { opening_balance: amount / 100, opening_date: date }
      return { next, send: () => person.call(updateAccount, { params: { id: account.id }, body }) }
    },
    () => {
      next.closed = random.chance(0.7) ? null : dayFrom(random)
      return { next, send: () => person.call(updateBook, { body: { closed_through: next.closed } }) }
    },
    () => {
      const earlier = [...play.undos]
      if (earlier.length === 0) return undefined
      const [version, undo] = random.pick(earlier.slice(-8))
      return undo(next) ? { next, send: () => undone(play, version) } : undefined
    },
  ]
  return random.pick(acts)() ?? drawn(play)
}

async function undone({ person, undos }: Play, version: number): Promise<{ version: number }> {
  const answer = await person.call(undoChange, { params: { version: String(version) } })
  undos.delete(version)
  return answer
}

const cents = (amount: number) => Math.round(amount * 100)

/** The values and balances of the service, as the model has them. */
async function valuesAgree({ person, state }: Play, known_at?: string): Promise<void> {
  const moment = known_at === undefined ? {} : { known_at }
  const { data } = await person.call(listAccounts, { query: { limit: 1000, ...moment } })
  for (const account of state.accounts.values()) {
    const shown = data.find(({ id }) => id === account.id) ?? assert.fail()
    assert.equal(cents(shown.balances[0]?.amount ?? 0), balanceOf(state, account))
    const { data: values } = await person.call(listValues, {
      params: { id: account.id },
      query: { sort: 'date', limit: 1000, ...moment },
    })
    assert.deepEqual(
      values.map(({ date, amount, difference, change }) => [date, amount, difference, change].map(asCents)),
      valuesOf(state, account).map(({ date, amount, difference }, index, all) => {
        const before = all[index - 1]
        return [date, amount, difference, before ? amount - before.amount : null]
      }),
    )
  }
}
const asCents = (one: string | number | null) => (typeof one === 'number' ? cents(one) : one)

async function newPlay(person: Person, random: Random): Promise<Play> {
  const food = (await category(person, 'Food')).id
  for (let month = 0; month < 3; month++)
    await person.call(putExchangeRate, {
      params: { from: 'CHF', to: 'USD', date: addDays(FIRST, month * 30) },
      body: { rate: 1.0917 },
    })
  const accounts = new Map<string, Account>()
  for (const [type, currency, is_valued] of [
    ['asset', 'USD', true],
    ['asset', 'USD', false],
    ['liability', 'USD', true],
    ['asset', 'CHF', true],
  ] as const) {
    const body = { name: `${type} ${currency}`, type, currency_id: currency, is_valued }
    const { id } = await person.call(createAccount, { body })
    accounts.set(id, { id, sign: type === 'asset' ? 1 : -1, currency, opening: null })
  }
  const state: State = { accounts, moved: new Map(), values: new Map(), edits: new Map(), closed: null }
  return { person, random, food, state, undos: new Map() }
}

test(`${steps} random steps leave every value as it was stated (SIMULATION_SEED=${seed})`, {
  timeout: 2 ** 31 - 1,
}, async () => {
  const world = await makeWorld()
  const random = randomFrom(seed)
  const counts = { done: 0, locked: 0, undone: 0 }
  for (let left = steps; left > 0; ) {
    const person = await world.person()
    const play = await newPlay(person, random)
    const versions: [number, State][] = []
    for (let count = Math.min(left, 150); count > 0; count--, left--) {
      const { undos, state } = play
      const act = drawn(play)
      const was = (await person.call(getBook)).version
      const mustLock = isLocked(state, act.next)
      const sent = await act.send().catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        return `${error.problem.code} ${error.problem.detail}`
      })
      if (mustLock) {
        assert.match(String(sent), /^locked/)
        counts.locked++
      } else {
        if (typeof sent === 'string') assert.fail(`refused: ${sent}`)
        for (const id of act.next.moved.keys()) if (id.startsWith('new')) act.next.moved.delete(id)
        play.state = act.next
        const { version } = await person.call(getBook)
        if (act.undo && version > was) undos.set(version, act.undo)
        versions.push([version, copied(play.state)])
        counts.done++
        // Now and then the latest change is undone, and perhaps done again.
        const isUndone = random.chance(0.15) && version > was && state.closed === play.state.closed
        if (isUndone && !isLocked(play.state, state)) {
          const after = play.state
          play.state = state
          const { version: undoing } = await undone(play, version)
          counts.undone++
          await valuesAgree(play)
          if (random.chance(0.5)) {
            await undone(play, undoing)
            play.state = after
          }
        }
      }
      await valuesAgree(play)
      const [version, then] = random.pick(versions.length > 0 ? versions : [[0, play.state] as const])
      if (version > 0) await valuesAgree({ ...play, state: then }, String(version))
    }
    assert.deepEqual(await verify(world.db), [])
    await journalsAgree(person)
    await roundTrip(world, person, 3)
  }
  console.log(`SIMULATION_SEED=${seed}: ${JSON.stringify(counts)}`)
  assert(counts.done > steps / 3 && counts.undone > 0)
})
