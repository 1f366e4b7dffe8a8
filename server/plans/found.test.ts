import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccount } from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { deleteCategory } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { commitImport } from '../../contract/imports.ts'
import { createPlan, listPlans } from '../../contract/plans.ts'
import { type FoundPlan, findPlans } from '../../contract/recurring.ts'
import { account, bank, category } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'
import { WATCH } from '../process/slices.ts'
import { withoutMonth } from './found.ts'

const world = await sharedWorld()
const today = todayIn('UTC')

/** A day so many months ago, on a day of the month that every month has. */
const ago = (months: number, day: number) =>
  Temporal.PlainDate.from(today).subtract({ months }).with({ day }).toString()
/** The days of the last months on which something was paid, so that the last of them is not in the future. */
const monthly = (count: number, day: number) => {
  const last = ago(0, day) > today ? 1 : 0
  return Array.from({ length: count }, (_, index) => ago(last + count - 1 - index, day))
}

type Draft = {
  memo?: string
  amount: number
  date: string
  kind?: 'expense' | 'income'
  category_id?: string
}

async function household() {
  const ana = await world.person()
  const [checking, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const [home, pay] = [await category(ana, 'Home'), await category(ana, 'Pay', 'income')]
  const record = (drafts: readonly Draft[], asset_account_id = checking.id) =>
    ana.call(createTransactions, {
      body: {
        transactions: drafts.map(({ kind = 'expense', ...draft }) => ({
          kind,
          asset_account_id,
          category_id: kind === 'income' ? pay.id : home.id,
          ...draft,
        })),
      },
    })
  return { ana, checking, cash, home, record }
}

const found = async (person: Person, query = {}): Promise<FoundPlan[]> =>
  (await person.call(findPlans, { query })).data
const names = (all: readonly FoundPlan[]) => all.map(({ name }) => name).sort()
const times = (
  memo: string,
  amounts: readonly number[],
  dates: readonly string[],
  more: object = {},
): Draft[] =>
  dates.map((date, index) => ({ memo, amount: amounts[index % amounts.length] ?? 0, date, ...more }))

test('a household finds its rent, its salary and its subscriptions, each with its evidence', async () => {
  const { ana, checking, home, record } = await household()
  const days = monthly(4, 3)
  await record([
    ...times('NETFLIX.COM 8291', [12.99], days),
    ...times('Power and Gas', [61.2, 74.9, 66.1, 70.5], monthly(4, 10)),
    ...times('Salary', [3100], monthly(5, 1), { kind: 'income' }),
    ...times('Insurance', [240], [ago(13, 5), ago(1, 5)]),
  ])
  const all = await found(ana)
  assert.deepEqual(names(all), ['Insurance', 'NETFLIX.COM 8291', 'Power and Gas', 'Salary'])
  const netflix = all.find(({ name }) => name.startsWith('NETFLIX')) ?? assert.fail()
  const next = Temporal.PlainDate.from(days.at(-1) ?? '')
    .add({ months: 1 })
    .toString()
  assert.deepEqual(
    { ...netflix, key: '', evidence: netflix.evidence.map(({ date, amount }) => [date, amount]) },
    {
      key: '',
      name: 'NETFLIX.COM 8291',
      kind: 'expense',
      draft: { amount: 12.99, currency_id: 'USD', asset_account_id: checking.id, category_id: home.id },
      schedule: { start: next, every: 1, unit: 'month', on: 3, end: null, count: null, working_days: 'none' },
      next_date: next,
      amount: 12.99,
      base_amount: 12.99,
      smallest_amount: 12.99,
      largest_amount: 12.99,
      currency_id: 'USD',
      count: 4,
      evidence: days.map((day) => [day, 12.99]),
    },
  )
  const power = all.find(({ name }) => name === 'Power and Gas')
  assert.deepEqual([power?.amount, power?.smallest_amount, power?.largest_amount], [70.5, 61.2, 74.9])
  assert.equal(all.find(({ name }) => name === 'Insurance')?.schedule.unit, 'year')
  const sorted = all.toSorted((one, other) => (one.next_date < other.next_date ? -1 : 1))
  assert.deepEqual(names(all.slice(0, 1)), names(sorted.slice(0, 1)), 'by the next date')
  assert(all.every(({ next_date }) => next_date >= today))
})

test('a proposal is the body of a plan, which then covers it, and an undone plan does not', async () => {
  const { ana, record } = await household()
  await record(times('Gym', [30], monthly(4, 3)))
  const [gym] = await found(ana)
  assert(gym)
  const { name, kind, draft, schedule } = gym
  const plan = await ana.call(createPlan, { body: { name, kind, draft, schedule } })
  assert.equal(plan.next_date, gym.next_date)
  assert.deepEqual(await found(ana), [])
  await ana.call(undoChange, { params: { version: String(plan.version) } })
  assert.deepEqual((await ana.call(listPlans)).data, [])
  assert.deepEqual(await found(ana), [gym], 'with the same key')
})

test('a salary that was typed once and came from the bank once is proposed, other income of several names is not', async () => {
  const { ana, record } = await household()
  const [first, second] = monthly(2, 10)
  assert(first && second)
  const income = (memo: string, amount: number, date: string, category_id: string): Draft => ({
    memo,
    amount,
    date,
    category_id,
    kind: 'income',
  })
  const [wages, sold, gifts] = await Promise.all(
    ['Wages', 'Sold', 'Gifts'].map(async (name) => (await category(ana, name, 'income')).id),
  )
  assert(wages && sold && gifts)
  await record([
    income('ACME SOFTWARE LTD SALARY', 3200, first, wages),
    income('pay of Acme', 3200, second, wages),
    income('Lamp', 20, first, sold),
    income('Chair', 20, second, sold),
    income('Desk', 35, addDays(first, 9), sold),
    income('Aunt', 50, first, gifts),
    income('Uncle', 50, addDays(second, -3), gifts),
  ])
  const all = await found(ana)
  assert.deepEqual(
    all.map(({ name, amount, count, schedule }) => [name, amount, count, schedule.unit]),
    [['pay of Acme', 3200, 2, 'month']],
  )
  const [{ name, kind, draft, schedule } = assert.fail()] = all
  await ana.call(createPlan, { body: { name, kind, draft, schedule } })
  assert.deepEqual(await found(ana), [], 'the plan covers both')
})

test('a plan under another name covers payments of its amount and rhythm, unless it is that of others', async () => {
  const { ana, record } = await household()
  await record([...times('Netflix', [9.99], monthly(4, 3)), ...times('Spotify', [9.99], monthly(4, 4))])
  const all = await found(ana)
  assert.deepEqual(names(all), ['Netflix', 'Spotify'])
  const make = (name: string, { kind, draft, schedule }: FoundPlan) =>
    ana.call(createPlan, { body: { name, kind, draft, schedule } })
  const [first, second] = all
  assert(first && second)
  await make(first.name, first)
  assert.deepEqual(names(await found(ana)), [second.name], 'the first one covers its own payments alone')
  await make('Streaming', second)
  assert.deepEqual(await found(ana), [])
})

test('shops, groceries on Saturdays and payments that have stopped are not proposed', async () => {
  const { ana, record } = await household()
  const saturdays = Array.from({ length: 12 }, (_, week) => addDays(today, -7 * week - 2))
  await record([
    // No amount comes twice: every fifth week is about a month on some days of the year.
    ...times('Spar', [41.2, 88.75, 23.1, 67.9, 104.3, 52, 39.4, 71.15, 18.6, 95.5, 62.3, 47.8], saturdays),
    ...times('Book shop', [12, 31.5, 8.9], [addDays(today, -12), addDays(today, -50), addDays(today, -61)]),
    ...times('Old gym', [30], [ago(9, 3), ago(8, 3), ago(7, 3), ago(6, 3)]),
    ...times(
      'Bus',
      [2.8],
      [1, 2, 3, 4, 7, 8, 9, 10, 11, 14].map((days) => addDays(today, -days)),
    ),
  ])
  assert.deepEqual(await found(ana), [])
})

test('a subscription at a shop where one also buys is found by its amount', async () => {
  const { ana, record } = await household()
  await record([
    ...times('Amazon', [8.99], monthly(5, 12)),
    ...times(
      'Amazon',
      [23.5, 61, 9.95, 14.2, 120, 33.33],
      [3, 17, 44, 45, 70, 101].map((days) => addDays(today, -days)),
    ),
  ])
  const all = await found(ana)
  assert.deepEqual(
    all.map(({ name, amount, count }) => [name, amount, count]),
    [['Amazon', 8.99, 5]],
  )
})

test('of two subscriptions at one shop, a plan covers its own', async () => {
  const { ana, record } = await household()
  await record([...times('Apple', [0.99], monthly(5, 12)), ...times('Apple', [9.99], monthly(5, 14))])
  const [small, large] = (await found(ana)).sort((a, b) => a.amount - b.amount)
  assert.deepEqual([small?.amount, large?.amount], [0.99, 9.99])
  assert(small && large)
  const { name, kind, draft, schedule } = small
  await ana.call(createPlan, { body: { name, kind, draft, schedule } })
  assert.deepEqual(await found(ana), [large])
})

test('months and figures in a text do not make it another one, accounts and directions do', async () => {
  const { ana, record, cash } = await household()
  const days = monthly(4, 3)
  const word = (day: string) =>
    new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' }).format(Date.parse(day))
  await record(days.map((date) => ({ memo: `Miete ${word(date)} ${date.slice(0, 4)}`, amount: 900, date })))
  assert.equal((await found(ana))[0]?.count, 4)
  const [one, two, three, four] = monthly(4, 20)
  await record(times('Yoga', [15], [one ?? '', three ?? '']))
  await record(times('Yoga', [15], [two ?? '', four ?? '']), cash.id)
  assert.equal((await found(ana)).length, 1, 'two on each account are no rhythm')
})

test('transfers between accounts, and entries without any words, are found by equal amounts alone', async () => {
  const { ana, checking, cash, record } = await household()
  const move = {
    kind: 'transfer',
    from_account_id: checking.id,
    to_account_id: cash.id,
    amount: 200,
  } as const
  await ana.call(createTransactions, {
    body: { transactions: monthly(4, 2).map((date) => ({ ...move, date })) },
  })
  await record(monthly(4, 5).map((date) => ({ amount: 55, date })))
  await record(monthly(4, 25).map((date, index) => ({ kind: 'income', amount: 40 + index, date })))
  const all = await found(ana)
  assert.deepEqual(names(all), ['Bank → Cash', 'Home'])
  const transfer = all.find(({ kind }) => kind === 'transfer')
  assert.deepEqual(transfer?.draft, {
    amount: 200,
    currency_id: 'USD',
    from_account_id: checking.id,
    to_account_id: cash.id,
  })
})

test('accounts that are not used any more propose nothing, and a deleted category is left out', async () => {
  const { ana, record } = await household()
  const [gone, old] = [await category(ana, 'Gone'), await bank(ana, 'Old bank', 'USD')]
  await record(times('Club', [10], monthly(3, 3), { category_id: gone.id }))
  await record(times('Kiosk', [10], monthly(3, 3)), old.id)
  assert.deepEqual(names(await found(ana)), ['Club', 'Kiosk'])
  await ana.call(deleteCategory, { params: { id: gone.id } })
  await ana.call(updateAccount, { params: { id: old.id }, body: { is_active: false } })
  const [club, ...others] = await found(ana)
  assert.deepEqual([club?.name, club?.draft.category_id, others], ['Club', undefined, []])
})

test('with an import, only proposals that it has a payment of', async () => {
  const { ana, checking, record } = await household()
  await record(times('Gym', [30], monthly(4, 3)))
  const lines = monthly(4, 4).map((date) => `${date},Streaming box,-11.00`)
  const file = await sendFile(ana, { account_id: checking.id }, csv(...lines))
  await ana.call(commitImport, { params: { id: file.id } })
  assert.equal((await found(ana)).length, 2)
  assert.deepEqual(names(await found(ana, { import_id: file.id })), ['Streaming box'])
  assert.deepEqual(await found(ana, { import_id: checking.id }), [])
})

test('somebody else finds nothing of it', async () => {
  const { ana, record } = await household()
  await record(times('Gym', [30], monthly(4, 3)))
  assert.equal((await found(ana)).length, 1)
  assert.deepEqual(await found(await world.person()), [])
})

test('one that is recorded today is evidence at once, and the next one is a month later', async () => {
  const { ana, home, checking } = await household()
  const dates = [2, 1, 0].map((months) => Temporal.PlainDate.from(today).subtract({ months }).toString())
  for (const date of dates)
    await ana.call(createExpense, {
      body: { amount: 7, date, memo: 'Paper', category_id: home.id, asset_account_id: checking.id },
    })
  const [paper] = await found(ana)
  assert.equal(paper?.evidence.at(-1)?.date, today)
  assert((paper?.next_date ?? '') > today)
})

test('a book with thousands of payments, most of which repeat, proposes a hundred at most, and lets others in between', async (t) => {
  const { ana, record } = await household()
  const names = Array.from(
    { length: 800 },
    (_, index) =>
      `Club ${String.fromCharCode(97 + (index % 26)).repeat(3)}${'xyz'.repeat(1 + Math.floor(index / 26))}`,
  )
  const days = monthly(12, 2)
  await record(
    names.flatMap((memo, index) =>
      times(
        memo,
        [10 + index],
        days.map((day) => addDays(day, index % 3)),
      ),
    ),
  )
  let longest = 0
  const watched = WATCH.sliceEnded
  t.after(() => Object.assign(WATCH, { sliceEnded: watched }))
  WATCH.sliceEnded = (ms) => {
    longest = Math.max(longest, ms)
  }
  const all = await found(ana)
  assert.equal(all.length, 100)
  assert.equal((await found(ana, { limit: 3 })).length, 3)
  assert(longest > 0 && longest < 50, `a slice took ${longest} ms`)
})

test('a proposal has no month in its name', async () => {
  const { ana, record } = await household()
  const days = monthly(4, 3)
  const monthOf = (day: string) => `${day.slice(5, 7)}/${day.slice(0, 4)}`
  await record(days.map((date) => ({ memo: `Miete Wohnung 12 ${monthOf(date)}`, amount: 900, date })))
  await record(
    days.map((date) => ({ memo: `Gehalt ${monthOf(date)}`, amount: 3100, date, kind: 'income' as const })),
  )
  assert.deepEqual(names(await found(ana)), ['Gehalt', 'Miete Wohnung 12'])
  assert.deepEqual(
    ['Rent November', 'Rent Nov. 2026', 'May Restaurant', 'November 2026', 'Club 2026', 'Lohn 2026-10'].map(
      withoutMonth,
    ),
    ['Rent', 'Rent', 'May Restaurant', 'November 2026', 'Club 2026', 'Lohn'],
  )
})
