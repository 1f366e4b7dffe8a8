import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import { createExpense, createIncome, deleteExpense } from '../../contract/budgeting.ts'
import { type BudgetDraft, copyBudgets, deleteBudget, getBudgets, putBudget } from '../../contract/budgets.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import type { Month, MonthStart } from '../../contract/month.ts'
import { addMonths, daysOfMonth, monthOfDay } from '../../contract/month.ts'
import { createObligation, writeOff } from '../../contract/obligations.ts'
import { overview } from '../../contract/overview.ts'
import { account, category, publish, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'

const world = await makeWorld()

/** Plans a month alone, unless it is told otherwise. */
const plan = (person: Person, { id }: { id: string }, month: Month, amount: number, more: BudgetDraft = {}) =>
  person.call(putBudget, { params: { category_id: id, month }, body: { amount, only: true, ...more } })

const sheet = (person: Person, month: Month, query: object = {}) =>
  person.call(getBudgets, { query: { month, ...query } })

/** The rows of a month in short: name, planned, actual, carried, left. */
const short = async (person: Person, month: Month, query: object = {}) =>
  (await sheet(person, month, query)).rows.map(({ category_name, planned, actual, carried, left }) =>
    [category_name, planned, actual, carried, left].join(' '),
  )

/** Follows an address to the sum of its list. */
async function sumAt(person: Person, explain: string | null): Promise<number> {
  const answer = await person.send({ url: explain ?? assert.fail('no address') })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body.meta.ignored, [])
  return answer.body.meta.sum_base
}

test('a budget, what was spent of it and what is left: refunds fill it up again, splits count in part, shares of others do not', async () => {
  await publish(world, '2026-03-01', { USD: '1.25' })
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, home] = [await category(ana, 'Food'), await category(ana, 'Home')]
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  await plan(ana, food, '2026-03', 100)
  const date = '2026-03-10'
  await spend(ana, { amount: 30, category_id: food.id, date })
  await spend(ana, { amount: 5, category_id: food.id, date, is_refund: true })
  await spend(ana, { amount: 10, currency_id: 'USD', category_id: food.id, date: '2026-03-01' })
  await spend(ana, {
    amount: 20,
    date,
    splits: [
      { category_id: food.id, amount: 12 },
      { category_id: home.id, amount: 8 },
    ],
  })
  const shares = [{ contact_id: bela.id, amount: 40 }]
  await ana.call(createExpense, { body: { amount: 50, category_id: food.id, date, shares } })
  await spend(ana, { amount: 1000, category_id: food.id, date: '2026-02-28' })
  await spend(ana, { amount: 1000, category_id: food.id, date: '2026-04-01' })
  const gone = await spend(ana, { amount: 1000, category_id: food.id, date })
  await ana.call(deleteExpense, { params: { id: gone.id } })

  const found = await sheet(ana, '2026-03')
  assert.deepEqual(
    [found.month, found.date_from, found.date_to, found.kind, found.base_currency_id],
    ['2026-03', '2026-03-01', '2026-03-31', 'expense', 'EUR'],
  )
  const [first, second, ...others] = found.rows
  const query = `date_from=2026-03-01&date_to=2026-03-31&include=sum`
  assert.deepEqual(first, {
    category_id: food.id,
    category_name: 'Food',
    parent_id: null,
    position: 0,
    icon: null,
    planned: 100,
    actual: 55,
    carried: 0,
    left: 45,
    rollover: false,
    only: true,
    running: null,
    since: '2026-03',
    explain: `/budgeting/transactions?category_id=${food.id}&${query}`,
    version: first?.version,
  })
  assert.deepEqual(
    [second?.category_name, second?.planned, second?.actual, second?.left, second?.version, others],
    ['Home', null, 8, -8, 0, []],
    'spent without a budget',
  )
  const { explain, ...totals } = found.totals
  assert.deepEqual(totals, {
    planned: 100,
    actual: 55,
    carried: 0,
    left: 45,
    income_planned: 0,
    to_plan: -100,
  })
  assert.equal(found.unplanned.actual, 8)
  assert.equal(await sumAt(ana, found.unplanned.explain), 8)
  const { budgets } = await ana.call(overview, { query: { date: '2026-03-31' } })
  assert.equal(budgets.left, 45, 'the overview says the same')
  assert.equal(await sumAt(ana, first?.explain ?? null), 55)
  assert.equal(await sumAt(ana, second?.explain ?? null), 8)
  assert.equal(await sumAt(ana, explain), 55)
})

test('a debt and a write-off on a category count as spent, and the list behind the figure has them', async () => {
  const ana = await world.person()
  const gifts = await category(ana, 'Gifts')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const debt = {
    opened_date: '2026-03-05',
    original_amount: 20,
    outstanding_amount: 20,
    contact_id: bela.id,
    name: 'Bela paid for me',
    account_id: gifts.account.id,
    currency_id: 'USD',
  }
  await ana.call(createObligation, { body: debt })
  const cash = await account(ana, 'Cash')
  const lent = await ana.call(createObligation, { body: { ...debt, account_id: cash.id } })
  const forgiven = { category_id: gifts.id, amount: 7, date: '2026-03-20' }
  await ana.call(writeOff, { params: { id: lent.id }, body: forgiven })
  const { rows, totals, unplanned } = await sheet(ana, '2026-03')
  assert.deepEqual([rows[0]?.actual, totals.actual, unplanned.actual], [27, 0, 27])
  assert.equal(await sumAt(ana, rows[0]?.explain ?? null), 27)
  assert.equal(await sumAt(ana, unplanned.explain), 27)
})

test('what is left is carried into the next month, also when negative, if the month was planned with rollover', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const on = (date: string, amount: number) => spend(ana, { amount, category_id: food.id, date })
  await plan(ana, food, '2026-01', 100, { rollover: true })
  await plan(ana, food, '2026-02', 100, { rollover: true })
  await plan(ana, food, '2026-03', 50)
  await plan(ana, food, '2026-05', 10, { rollover: true })
  await on('2026-01-31', 130)
  await on('2026-02-01', 50)
  await on('2026-03-01', 5)
  assert.deepEqual(await short(ana, '2026-01'), ['Food 100 130 0 -30'])
  assert.deepEqual(await short(ana, '2026-02'), ['Food 100 50 -30 20'])
  assert.deepEqual(await short(ana, '2026-03'), ['Food 50 5 20 65'])
  assert.deepEqual(await short(ana, '2026-04'), [], 'March has no rollover')
  assert.deepEqual(await short(ana, '2026-05'), ['Food 10 0 0 10'])
  assert.deepEqual(await short(ana, '2026-06'), ['Food  0 10 10'], 'carried into a month without a budget')
  const { totals } = await sheet(ana, '2026-06')
  assert.equal(totals.left, 10)
  assert.equal((await ana.call(overview, { query: { date: '2026-06-01' } })).budgets.left, 10)
  assert.deepEqual(await short(ana, '2026-07'), [])
  await on('2025-12-31', 1)
  assert.deepEqual(await short(ana, '2026-01'), ['Food 100 130 0 -30'], 'December had no budget')
})

test('incomes are planned alike: what is left has not come in yet', async () => {
  const ana = await world.person()
  const [pay, food] = [await category(ana, 'Pay', 'income'), await category(ana, 'Food')]
  await plan(ana, pay, '2026-03', 2000)
  await plan(ana, food, '2026-03', 300)
  await ana.call(createIncome, { body: { amount: 1500, category_id: pay.id, date: '2026-03-31' } })
  assert.deepEqual(await short(ana, '2026-03', { kind: 'income' }), ['Pay 2000 1500 0 500'])
  assert.deepEqual(await short(ana, '2026-03'), ['Food 300 0 0 300'])
  const { totals } = await sheet(ana, '2026-03', { kind: 'income' })
  assert.equal(await sumAt(ana, totals.explain), 1500)
  const { totals: spending } = await sheet(ana, '2026-03')
  assert.deepEqual([spending.income_planned, spending.to_plan], [2000, 1700], 'not planned yet')
})

/** A small generator of numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('whatever day months start on, every figure is what a plain model finds month by month, and every list adds up to it', async () => {
  const next = numbers(7)
  const ana = await world.person()
  const categories = await Promise.all(['A', 'B', 'C'].map((name) => category(ana, name)))
  const first = Temporal.PlainDate.from('2025-11-10')
  const drafts = Array.from({ length: 150 }, () => ({
    kind: 'expense' as const,
    amount: 1 + next(5000) / 100,
    is_refund: next(6) === 0,
    category_id: categories[next(3)]?.id ?? '',
    date: first.add({ days: next(300) }).toString(),
  }))
  await ana.call(createTransactions, { body: { transactions: drafts } })
  const months = Array.from({ length: 11 }, (_, index) => addMonths('2025-11', index))
  type Planned = { cents: number; rollover: boolean }
  const plans = new Map<string, Planned>()
  for (const { id } of categories) {
    let running: Planned | undefined
    for (const month of months) {
      const [choice, planned] = [next(8), { cents: next(20_000), rollover: next(6) > 0 }]
      const only = choice > 4
      if (choice > 2)
        await plan(ana, { id }, month, planned.cents / 100, { rollover: planned.rollover, only })
      if (choice > 2 && !only) running = planned
      if (choice === 0 && running) {
        await ana.call(deleteBudget, { params: { category_id: id, month } })
        running = undefined
      }
      const held = only ? planned : running
      if (held) plans.set(`${id} ${month}`, held)
    }
  }
  const cents = (amount: number) => Math.round(amount * 100)
  for (const start of [1, 10, 25, 'last_working_day'] satisfies MonthStart[]) {
    await ana.call(updateBook, { body: { month_starts_on: start } })
    const spent = new Map<string, number>()
    for (const { category_id, date, amount, is_refund } of drafts) {
      const key = `${category_id} ${monthOfDay(date, start)}`
      spent.set(key, (spent.get(key) ?? 0) + (is_refund ? -1 : 1) * cents(amount))
    }
    const carried = new Map<string, number>()
    for (const month of months) {
      const found = await sheet(ana, month)
      assert.deepEqual(
        { date_from: found.date_from, date_to: found.date_to },
        daysOfMonth(month, start),
        `${start} ${month}`,
      )
      const expected = categories.flatMap(({ id, name }) => {
        const planned = plans.get(`${id} ${month}`)
        const actual = spent.get(`${id} ${month}`) ?? 0
        const before = carried.get(id) ?? 0
        const left = (planned?.cents ?? 0) + before - actual
        carried.set(id, planned?.rollover ? left : 0)
        return planned || actual !== 0 || before !== 0 ? [[name, actual, before, left]] : []
      })
      assert.deepEqual(
        found.rows.map(({ category_name, actual, carried, left }) => [
          category_name,
          cents(actual),
          cents(carried),
          cents(left),
        ]),
        expected,
        `${start} ${month}`,
      )
      if (months.indexOf(month) % 4 !== 0) continue
      for (const { explain, actual } of [...found.rows, found.totals, found.unplanned])
        assert.equal(await sumAt(ana, explain), actual, `${start} ${month} ${explain}`)
    }
  }
})

test('a month is planned like another one, or by what was spent, in one change; categories that take nothing are left out', async () => {
  const ana = await world.person()
  const [food, home, old] = [
    await category(ana, 'Food'),
    await category(ana, 'Home'),
    await category(ana, 'Old'),
  ]
  const pay = await category(ana, 'Pay', 'income')
  for (const one of [food, home, old, pay]) await plan(ana, one, '2026-10', 100, { rollover: true })
  await plan(ana, food, '2026-11', 1)
  const fun = await category(ana, 'Fun')
  await plan(ana, fun, '2026-11', 7)
  await ana.call(deleteCategory, { params: { id: old.id } })
  const copy = (month: Month, from: string, more: object = {}) =>
    ana.call(copyBudgets, { params: { month }, body: { from, ...more } })
  const first = await copy('2026-11', '2026-10')
  assert.deepEqual(
    first.data.map(({ category_name, month, amount, rollover, version }) => [
      category_name,
      month,
      amount,
      rollover,
      version === first.version,
    ]),
    [
      ['Food', '2026-11', 100, true, true],
      ['Home', '2026-11', 100, true, true],
    ],
  )
  assert.deepEqual(
    (await sheet(ana, '2026-11')).rows.map(({ category_name, planned }) => `${category_name} ${planned}`),
    ['Food 100', 'Fun 7', 'Home 100', 'Old null'],
    'other budgets stay; what is left of Old was carried',
  )
  assert.equal((await copy('2026-11', '2026-10')).version, first.version, 'nothing changed')
  const incomes = await copy('2026-11', '2026-10', { kind: 'income' })
  assert.deepEqual(
    incomes.data.map(({ category_name }) => category_name),
    ['Pay'],
  )

  await spend(ana, { amount: 12.34, category_id: food.id, date: '2026-09-30' })
  await spend(ana, { amount: 5, category_id: home.id, date: '2026-09-01', is_refund: true })
  await spend(ana, { amount: 5, category_id: fun.id, date: '2026-09-01' })
  await ana.call(updateCategory, { params: { id: fun.id }, body: { is_active: false } })
  const second = await copy('2026-11', 'actual:2026-09')
  assert.deepEqual(
    second.data.map(({ category_name, amount, rollover }) => [category_name, amount, rollover]),
    [['Food', 12.34, true]],
    'a refund is not a budget, Fun takes nothing, and rollover stays',
  )
})

test('an empty book has zeros and no rows, and a month that is not named is this one', async () => {
  const ana = await world.person()
  const found = await ana.call(getBudgets)
  assert.equal(found.month, Temporal.Now.plainDateISO('UTC').toString().slice(0, 7))
  const { explain, ...totals } = found.totals
  assert.deepEqual(
    [found.rows, totals, await sumAt(ana, explain)],
    [[], { planned: 0, actual: 0, carried: 0, left: 0, income_planned: 0, to_plan: 0 }, 0],
  )
  await ana.call(updateBook, { body: { month_starts_on: 28 } })
  const today = Temporal.Now.plainDateISO('UTC').toString()
  assert.equal((await ana.call(getBudgets)).month, monthOfDay(today, 28))
})

test('budgets as they were known at a version: budgets that were changed or removed since, and what had been spent', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  await plan(ana, food, '2026-02', 30, { rollover: true })
  await plan(ana, fun, '2026-03', 5)
  await spend(ana, { amount: 10, category_id: food.id, date: '2026-02-14' })
  const { version } = await plan(ana, food, '2026-03', 40)
  const before = await sheet(ana, '2026-03')
  await plan(ana, food, '2026-03', 41, { rollover: true })
  await ana.call(deleteBudget, { params: { category_id: food.id, month: '2026-02' } })
  await ana.call(deleteBudget, { params: { category_id: fun.id, month: '2026-03' } })
  await spend(ana, { amount: 3, category_id: food.id, date: '2026-03-01' })
  assert.deepEqual(await short(ana, '2026-03'), ['Food 41 3 0 38'])
  assert.deepEqual(await short(ana, '2026-03', { known_at: String(version) }), [
    'Food 40 0 20 60',
    'Fun 5 0 0 5',
  ])
  await plan(ana, food, '2026-02', 99, { rollover: true })
  const between = String((await plan(ana, food, '2026-02', 98)).version - 2)
  assert.deepEqual(await short(ana, '2026-02', { known_at: between }), ['Food  10 0 -10'], 'removed by then')
  const known = await sheet(ana, '2026-02', { known_at: String(version) })
  assert.deepEqual(await sumAt(ana, known.rows[0]?.explain ?? null), 10)
  assert.equal(before.rows.length, 2)
  const future = await refused(sheet(ana, '2026-03', { known_at: '9999' }))
  assert.equal(future.code, 'known_at_future')
  const early = await refused(sheet(ana, '2026-03', { known_at: '2020-01-01T00:00:00Z' }))
  assert.equal(early.code, 'known_at_too_early')
})
