import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines, type RegisterLine } from '../contract/accounts.ts'
import { bulkTransactions } from '../contract/batches.ts'
import { getBook, updateBook } from '../contract/books.ts'
import {
  createTransfer,
  deleteExpense,
  listTransactions,
  restoreExpense,
  updateExpense,
} from '../contract/budgeting.ts'
import { undoChange } from '../contract/changes.ts'
import { Refused } from '../contract/client.ts'
import {
  deleteReconciliation,
  listReconciliations,
  type Reconciliation,
  reopenReconciliation,
  updateReconciliation,
} from '../contract/reconciliations.ts'
import { type Random, randomFrom } from '../demo/random.ts'
import { account, category, spend } from './books.ts'
import { at, finish, read, start, tick } from './reconciling.ts'
import { roundTrip } from './round-trip.ts'
import { makeWorld, type Person } from './world.ts'

const seed = Number(process.env.SIMULATION_SEED ?? 7)
const steps = Number(process.env.SIMULATION_STEPS ?? 60)

type Ids = readonly { id: string }[]
type Play = {
  person: Person
  random: Random
  accounts: Ids
  categories: Ids
  expenses: string[]
  reconciliations: Reconciliation[]
  version: number
}

/** Days of a few months, in the order of the statements. */
const dayFrom = (random: Random) => `2026-0${1 + random.below(6)}-1${random.below(9)}`

const linesOf = async ({ person }: Play, { id }: { id: string }): Promise<RegisterLine[]> =>
  (await person.call(listAccountLines, { params: { id }, query: { limit: 1000 } })).data

const cents = (amount: number) => Math.round(amount * 100)

/** One random act. A refusal is an answer too; anything else that fails is a fault. */
async function act(play: Play): Promise<{ version: number } | undefined> {
  const { person, random, accounts, categories, expenses, reconciliations } = play
  const on = random.pick(accounts)
  const category_id = random.pick(categories).id
  const params = { id: expenses.length > 0 ? random.pick(expenses.slice(-12)) : on.id }
  const one = reconciliations.length > 0 ? random.pick(reconciliations.slice(-3)) : undefined
  const acts: (() => Promise<{ version: number } | undefined>)[] = [
    async () => {
      const made = await spend(person, {
        amount: 1 + random.below(5),
        category_id: categories[0]?.id ?? '',
        asset_account_id: on.id,
        date: dayFrom(random),
      })
      expenses.push(made.id)
      return made
    },
    () => {
      const [from, to] = accounts
      const sides = { from_account_id: from?.id ?? '', to_account_id: to?.id ?? '' }
      return person.call(createTransfer, { body: { ...sides, amount: 3, date: dayFrom(random) } })
    },
    () =>
      person.call(updateExpense, {
        params,
        body: random.pick([
          { amount: 1 + random.below(5) },
          { category_id },
          { date: dayFrom(random) },
          { asset_account_id: on.id },
          { notes: String(random.below(9)) },
        ]),
      }),
    () => person.call(deleteExpense, { params }),
    () => person.call(restoreExpense, { params }),
    () =>
      person.call(bulkTransactions, {
        body: { ids: [params.id], ...(random.chance(0.5) ? { delete: true } : { set: { category_id } }) },
      }),
    async () => {
      const made = await start(
        person,
        on,
        random.chance(0.7) ? '2026-07-01' : dayFrom(random),
        random.below(20),
      )
      reconciliations.push(made)
      return made
    },
    ...(one ? actsOn(play, one) : []),
    () =>
      person.call(updateBook, {
        body: { closed_through: random.chance(0.6) ? null : `2026-01-1${random.below(9)}` },
      }),
    () =>
      person.call(undoChange, {
        params: { version: String(Math.max(2, play.version - random.below(12))) },
      }),
  ]
  return random.pick(acts)()
}

/** The possible actions on a reconciliation. */
function actsOn(play: Play, one: Reconciliation): (() => Promise<{ version: number }>)[] {
  const { person, random, categories } = play
  const ticked = async () => {
    const lines = await linesOf(play, { id: one.account_id })
    const free = lines.filter(
      ({ reconciliation_id: id }) => id === null || id === one.id || random.chance(0.05),
    )
    return tick(
      person,
      one,
      free.filter(() => random.chance(0.7)).map(({ id }) => id),
    )
  }
  const balanced = async () => {
    const balance = (await read(person, one)).cleared_balance
    return person.call(updateReconciliation, { ...at(one), body: { balance } })
  }
  const adjust = () => ({ adjust: { category_id: random.pick(categories).id } })
  return [
    ticked,
    ticked,
    balanced,
    balanced,
    () => finish(person, one),
    () => finish(person, one),
    () => finish(person, one, random.chance(0.5) ? adjust() : {}),
    () => person.call(reopenReconciliation, at(one)),
    () => person.call(deleteReconciliation, at(one)),
  ]
}

type Query = { known_at?: string; deleted?: 'only'; reconciliation_id?: string }

/** Everything that shows ticks and locks: timeline, trash, registers, and the lines of a statement or of none. */
async function shown({ person, accounts, reconciliations }: Play, at: Query) {
  const statement = reconciliations.at(-1)?.id ?? 'none'
  const lists = [{}, { deleted: 'only' as const }].map((query) =>
    person.call(listTransactions, { query: { ...query, ...at, limit: 1000 } }),
  )
  const registers = accounts.flatMap(({ id }) =>
    [{}, ...['none', statement, `${statement},none`].map((reconciliation_id) => ({ reconciliation_id }))].map(
      (query) => person.call(listAccountLines, { params: { id }, query: { ...query, ...at, limit: 1000 } }),
    ),
  )
  return (await Promise.all([...lists, ...registers])).map(({ data }) => data)
}

type Past = { version: number; reconciliations: Reconciliation[]; answers: Awaited<ReturnType<typeof shown>> }

const asShownNow = async (play: Play): Promise<Past> => ({
  version: (await play.person.call(getBook)).version,
  reconciliations: [...play.reconciliations],
  answers: await shown(play, {}),
})

/** A past version is shown as it was shown then, with its ticks and locks. */
async function pastAgrees(play: Play, { version, reconciliations, answers }: Past): Promise<void> {
  const then = await shown({ ...play, reconciliations }, { known_at: String(version) })
  assert.deepEqual(then, answers, `as known at version ${version}`)
}

/** The lists, the registers and the reconciliations agree. */
async function agree(play: Play): Promise<void> {
  const { closed_through } = await play.person.call(getBook)
  for (const one of play.accounts) {
    const lines = await linesOf(play, one)
    const { data } = await play.person.call(listReconciliations, {
      params: { id: one.id },
      query: { sort: 'date', limit: 1000 },
    })
    const chain = data.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    let ended = 0
    for (const [index, { id, status, ...shown }] of chain.entries()) {
      const own = lines.filter(({ reconciliation_id }) => reconciliation_id === id)
      const sum = own.reduce((all, { debit, credit }) => all + cents(debit) - cents(credit), 0)
      assert.equal(shown.start_balance, ended, 'it starts where the one before it ended')
      assert.equal(cents(shown.cleared_balance), cents(shown.start_balance) + sum)
      assert.equal(cents(shown.difference), cents(shown.statement_balance) - cents(shown.cleared_balance))
      assert.equal(shown.cleared_count, own.length)
      const isClosed = (date: string) => closed_through !== null && date <= closed_through
      assert(own.every(({ is_locked, date }) => is_locked === (status === 'finished' || isClosed(date))))
      assert(status === 'finished' ? shown.difference === 0 : index === chain.length - 1)
      ended = shown.statement_balance
    }
  }
}

test(`${steps} random steps leave every statement as its lines have it (SIMULATION_SEED=${seed})`, async () => {
  const world = await makeWorld()
  const person = await world.person()
  const accounts = [await account(person, 'Bank'), await account(person, 'Cash')]
  const categories = [await category(person, 'Food'), await category(person, 'Pay', 'income')]
  const play: Play = {
    person,
    random: randomFrom(seed),
    accounts,
    categories,
    expenses: [],
    reconciliations: [],
    version: 2,
  }
  const counts = new Map<string, number>()
  const past: Past[] = []
  for (let done = 0; done < steps; done++) {
    try {
      play.version = (await act(play))?.version ?? play.version
      counts.set('done', (counts.get('done') ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.status >= 500) throw error
      counts.set(error.problem.code, (counts.get(error.problem.code) ?? 0) + 1)
    }
    if (done % 20 === 19) await agree(play)
    if (done % 10 === 0) past.push(await asShownNow(play))
    if (done % 10 === 5) await pastAgrees(play, play.random.pick(past))
  }
  console.log([...counts].map(([what, count]) => `${count} ${what}`).join(', '))
  await roundTrip(world, person, 3)
})
