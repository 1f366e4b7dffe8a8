import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts, updateAccount } from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { getBook, updateBook } from '../contract/books.ts'
import {
  createTransfer,
  deleteExpense,
  deleteTransfer,
  restoreExpense,
  restoreTransfer,
  updateExpense,
  updateTransfer,
} from '../contract/budgeting.ts'
import { undoChange } from '../contract/changes.ts'
import { Refused } from '../contract/client.ts'
import { putExchangeRate } from '../contract/currencies.ts'
import { addDays } from '../contract/day.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { verify } from '../server/verify/verify.ts'
import { category, spend } from './books.ts'
import { journalsAgree } from './journals.ts'
import { roundTrip } from './round-trip.ts'
import { makeWorld, type Person } from './world.ts'

/**
 * Random requests on accounts of which balances were said as of a day, against a model that knows nothing but the rule: the opening is what
 * was said, less everything else up to then. Entries far before and after, transfers between such accounts, many at once, trash, closed days,
 * and undo, also of earlier changes.
 */
const seed = Number(process.env.SIMULATION_SEED ?? 7)
const steps = Number(process.env.SIMULATION_STEPS ?? 120)

const FIRST = '2026-01-01'
const dayFrom = (random: Random) => addDays(FIRST, random.below(120))

type Said = { date: string; amount: number; includes_day: boolean }
type Opening = { amount: number; date: string } | null
/** An account of the model: amounts are in cents, on its normal side. `opening` is the one that a person entered. */
type Account = { id: string; sign: 1 | -1; currency: string; said: Said | null; opening: Opening }
type Moved = {
  id: string
  kind: 'expense' | 'transfer'
  date: string
  from: string
  to: string | null
  amount: number
  isLive: boolean
  /** How often it was changed: an undo of its creation is blocked then. */
  edits: number
}
type State = { accounts: Map<string, Account>; moved: Map<string, Moved>; closed: string | null }

type Play = {
  person: Person
  random: Random
  food: string
  state: State
  /** The state before each version, for its undo. */
  before: Map<number, State>
  /** For a version that can be undone later: what its undo makes of the state, or nothing if that is not certain. */
  undos: Map<number, (state: State) => boolean>
}

const copied = ({ accounts, moved, closed }: State): State => ({
  accounts: new Map([...accounts].map(([id, one]) => [id, { ...one }])),
  moved: new Map([...moved].map(([id, one]) => [id, { ...one }])),
  closed,
})

const last = ({ date, includes_day }: Said) => (includes_day ? date : addDays(date, -1))

/** The amounts that an account gets, each with its day, on its normal side. */
const movesOn = ({ moved }: State, { id, sign }: Account) =>
  [...moved.values()]
    .filter(({ isLive }) => isLive)
    .flatMap(({ from, to, amount, date }) => [
      ...(from === id ? [{ amount: -amount * sign, date }] : []),
      ...(to === id ? [{ amount: amount * sign, date }] : []),
    ])

function openingOf(state: State, account: Account): Opening {
  const { said, opening } = account
  if (said === null) return opening
  const others = movesOn(state, account).filter(({ date }) => date <= last(said))
  const amount = said.amount - others.reduce((sum, one) => sum + one.amount, 0)
  const first = others.map(({ date }) => date).sort()[0]
  return amount === 0 ? null : { amount, date: first === undefined ? last(said) : addDays(first, -1) }
}

const balanceOf = (state: State, account: Account): number =>
  (openingOf(state, account)?.amount ?? 0) +
  movesOn(state, account).reduce((sum, { amount }) => sum + amount, 0)

const isSameOpening = (a: Opening, b: Opening) => a?.amount === b?.amount && a?.date === b?.date

/** Whether a change of the state touches a closed day: by an opening, or by a move. */
function isLocked(before: State, after: State): boolean {
  const isClosed = (date: string | undefined) =>
    before.closed !== null && date !== undefined && date <= before.closed
  const openings = [...after.accounts.values()].some((account) => {
    const was = before.accounts.get(account.id)
    const [a, b] = [was ? openingOf(before, was) : null, openingOf(after, account)]
    return !isSameOpening(a, b) && (isClosed(a?.date) || isClosed(b?.date))
  })
  const moves = [...after.moved.values()].some((one) => {
    const was = before.moved.get(one.id)
    const isSame =
      was?.isLive === one.isLive && (!one.isLive || (was.date === one.date && was.amount === one.amount))
    return !isSame && ((was?.isLive && isClosed(was.date)) || (one.isLive && isClosed(one.date)))
  })
  return openings || moves
}

type Act = { send: () => Promise<{ version: number }>; next: State; undo?: (state: State) => boolean }

/** One random request, and the state that it leads to. */
function drawn(play: Play): Act {
  const { person, random, food, state } = play
  const next = copied(state)
  const accounts = [...next.accounts.values()]
  const account = random.pick(accounts)
  const amount = 1 + random.below(5_000)
  const date = dayFrom(random)
  const newMove = (kind: Moved['kind'], from: string, to: string | null, id: string, day = date): void => {
    next.moved.set(id, { id, kind, date: day, from, to, amount, isLive: true, edits: 0 })
  }
  const removed =
    (...ids: string[]) =>
    (now: State) => {
      const all = ids.map((id) => now.moved.get(id))
      const isAsMade = all.every((one, index) => isSameMove(one, next.moved.get(ids[index] ?? '')))
      for (const one of all) if (isAsMade && one) Object.assign(one, { isLive: false, edits: one.edits + 1 })
      return isAsMade
    }
  const acts: (() => Act | undefined)[] = [
    () => {
      const act: Act = {
        next,
        async send() {
          const made = await spend(person, {
            amount: amount / 100,
            category_id: food,
            asset_account_id: account.id,
            currency_id: account.currency,
            date,
          })
          newMove('expense', account.id, null, made.id)
          act.undo = removed(made.id)
          return made
        },
      }
      newMove('expense', account.id, null, 'new')
      return act
    },
    () => {
      const other = random.pick(accounts)
      if (other.id === account.id || other.currency !== account.currency) return undefined
      const act: Act = {
        next,
        async send() {
          const made = await person.call(createTransfer, {
            body: {
              amount: amount / 100,
              from_account_id: account.id,
              to_account_id: other.id,
              date,
              currency_id: account.currency,
            },
          })
          newMove('transfer', account.id, other.id, made.id)
          act.undo = removed(made.id)
          return made
        },
      }
      newMove('transfer', account.id, other.id, 'new')
      return act
    },
    () => {
      const days = Array.from({ length: 1 + random.below(12) }, () => dayFrom(random))
      const act: Act = {
        next,
        async send() {
          const { version, data } = await person.call(createTransactions, {
            body: {
              transactions: days.map((day) => ({
                kind: 'expense' as const,
                amount: amount / 100,
                category_id: food,
                asset_account_id: account.id,
                currency_id: account.currency,
                date: day,
              })),
            },
          })
          for (const { id, date } of data) newMove('expense', account.id, null, id, date)
          act.undo = removed(...data.map(({ id }) => id))
          return { version }
        },
      }
      for (const [index, day] of days.entries()) newMove('expense', account.id, null, `new ${index}`, day)
      return act
    },
    () => {
      const one = pickMove(random, next, true)
      if (!one) return undefined
      one.edits++
      if (random.chance(0.5)) one.date = date
      else one.amount = amount
      const body = { date: one.date, amount: one.amount / 100 }
      const route = one.kind === 'expense' ? updateExpense : updateTransfer
      return { next, send: () => person.call(route, { params: { id: one.id }, body }) }
    },
    () => {
      const isTrashing = random.chance(0.6)
      const one = pickMove(random, next, isTrashing)
      if (!one) return undefined
      one.isLive = !isTrashing
      one.edits++
      const [trash, restore] =
        one.kind === 'expense' ? [deleteExpense, restoreExpense] : [deleteTransfer, restoreTransfer]
      return { next, send: () => person.call(isTrashing ? trash : restore, { params: { id: one.id } }) }
    },
    () => {
      const was = { said: account.said, opening: account.opening }
      const balance_as_of = {
        date,
        amount: random.chance(0.1) ? 0 : amount - 2_500,
        includes_day: random.chance(0.5),
      }
      account.said = balance_as_of
      const undo = (now: State) => {
        const one = now.accounts.get(account.id)
        if (!one || one.said !== balance_as_of) return false
        Object.assign(one, was)
        return true
      }
      const body = { balance_as_of: { ...balance_as_of, amount: balance_as_of.amount / 100 } }
      return { next, undo, send: () => person.call(updateAccount, { params: { id: account.id }, body }) }
    },
    () => {
      account.opening = openingOf(state, account)
      account.said = null
      return {
        next,
        send: () => person.call(updateAccount, { params: { id: account.id }, body: { balance_as_of: null } }),
      }
    },
    () => {
      account.said = null
      account.opening = { amount, date }
      const body = { opening_balance: amount / 100, opening_date: date }
      return { next, send: () => person.call(updateAccount, { params: { id: account.id }, body }) }
    },
    () => {
      next.closed = random.chance(0.6) ? null : dayFrom(random)
      return { next, send: () => person.call(updateBook, { body: { closed_through: next.closed } }) }
    },
    () => {
      const earlier = [...play.undos]
      if (earlier.length === 0) return undefined
      const [version, undo] = random.pick(earlier.slice(-8))
      if (!undo(next)) return undefined
      return { next, send: () => undone(play, version) }
    },
  ]
  const act = random.pick(acts)()
  return act ?? drawn(play)
}

const isSameMove = (a: Moved | undefined, b: Moved | undefined) => a?.edits === b?.edits

const pickMove = (random: Random, { moved }: State, isLive: boolean): Moved | undefined => {
  const all = [...moved.values()].filter((one) => one.isLive === isLive)
  return all.length > 0 ? random.pick(all.slice(-20)) : undefined
}

async function undone({ person, undos }: Play, version: number): Promise<{ version: number }> {
  const answer = await person.call(undoChange, { params: { version: String(version) } })
  undos.delete(version)
  return answer
}

/** The accounts of the service, as the model has them. */
async function accountsAgree({ person, state }: Play, known_at?: string): Promise<void> {
  const { data } = await person.call(listAccounts, { query: { limit: 1000, ...(known_at && { known_at }) } })
  for (const account of state.accounts.values()) {
    const shown = data.find(({ id }) => id === account.id) ?? assert.fail()
    const opening = openingOf(state, account)
    assert.deepEqual(
      {
        said: shown.balance_as_of && {
          ...shown.balance_as_of,
          amount: Math.round(shown.balance_as_of.amount * 100),
        },
        opening: opening && {
          amount: Math.round((shown.opening_balance ?? 0) * 100),
          date: shown.opening_date,
        },
        isOpen: shown.opening_balance !== null,
        balance: Math.round((shown.balances[0]?.amount ?? 0) * 100),
      },
      { said: account.said, opening, isOpen: opening !== null, balance: balanceOf(state, account) },
    )
  }
}

async function newPlay(person: Person, random: Random): Promise<Play> {
  const food = (await category(person, 'Food')).id
  const rate = { params: { from: 'CHF', to: 'USD', date: FIRST }, body: { rate: 1.0917 } }
  for (let month = 0; month < 5; month++)
    await person.call(putExchangeRate, {
      ...rate,
      params: { ...rate.params, date: addDays(FIRST, month * 30) },
    })
  const accounts = new Map<string, Account>()
  for (const [type, currency] of [
    ['asset', 'USD'],
    ['asset', 'USD'],
    ['liability', 'USD'],
    ['asset', 'CHF'],
    ['liability', 'CHF'],
  ] as const) {
    const said = { date: dayFrom(random), amount: 10_000, includes_day: random.chance(0.5) }
    const { id } = await person.call(createAccount, {
      body: {
        name: `${type} ${currency}`,
        type,
        currency_id: currency,
        balance_as_of: { ...said, amount: 100 },
      },
    })
    accounts.set(id, { id, sign: type === 'asset' ? 1 : -1, currency, said, opening: null })
  }
  const state: State = { accounts, moved: new Map(), closed: null }
  return { person, random, food, state, before: new Map(), undos: new Map() }
}

test(`${steps} random steps leave every balance as it was said (SIMULATION_SEED=${seed})`, {
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
        return error.problem.code
      })
      if (mustLock) {
        assert.equal(sent, 'locked')
        counts.locked++
      } else {
        if (typeof sent === 'string') assert.fail(`refused: ${sent}`)
        for (const id of act.next.moved.keys()) if (id.startsWith('new')) act.next.moved.delete(id)
        play.state = act.next
        const { version } = await person.call(getBook)
        if (act.undo && version > was) undos.set(version, act.undo)
        versions.push([version, copied(play.state)])
        counts.done++
      }
      await accountsAgree(play)
      // Now and then the latest change is undone, and perhaps done again.
      if (!mustLock && random.chance(0.15) && typeof sent !== 'string') {
        const { version } = await person.call(getBook)
        if (version > was && state.closed === play.state.closed && !isLocked(play.state, state)) {
          play.undos.delete(version)
          const after = play.state
          play.state = state
          const { version: undoing } = await undone(play, version)
          counts.undone++
          await accountsAgree(play)
          if (random.chance(0.5)) {
            await undone(play, undoing)
            play.state = after
            await accountsAgree(play)
          }
        }
      }
      const [version, then] = random.pick(versions.length > 0 ? versions : [[0, play.state] as const])
      if (version > 0) await accountsAgree({ ...play, state: then }, String(version))
    }
    assert.deepEqual(await verify(world.db), [])
    await journalsAgree(person)
    await roundTrip(world, person, 1)
  }
  console.log(`SIMULATION_SEED=${seed}: ${JSON.stringify(counts)}`)
  assert(counts.done > steps / 3 && counts.undone > 0)
})
