import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { type BudgetRow, getBudgets, putBudget } from '../../contract/budgets.ts'
import { createCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { overview } from '../../contract/overview.ts'
import { createPlan } from '../../contract/plans.ts'
import { balanceSheet, type NetWorth, netWorth } from '../../contract/reports.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('an overview of an empty book has zeros and empty lists', async () => {
  const ana = await world.person()
  const report = await ana.call(overview, { query: { date: '2026-03-10' } })
  assert.equal(report.net_worth.net, 0)
  assert.equal(report.net_worth.points.length, 12)
  assert.deepEqual([report.spent.amount, report.spent.days.at(-1)?.amount], [0, 0])
  assert.deepEqual([report.spent.days.length, report.spent.previous_month.days.length], [10, 28])
  assert.deepEqual([report.categories.rows, report.because], [[], []])
  const { count, amount, previous, change } = report.categories.rest
  assert.deepEqual([count, amount, previous, change], [0, 0, 0, 0])
  const { receivable, payable, obligations } = report.owed
  assert.deepEqual([receivable, payable, obligations], [0, 0, []])
  assert.deepEqual([report.budgets.rows, report.latest, report.coming_up], [[], [], []])
})

/** Two months of somebody who spends in seven categories. */
async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const cash = await account(ana, 'Cash')
  const names = ['Rent', 'Food', 'Fun', 'Gifts', 'Car', 'Books', 'Pets']
  const categories = new Map<string, string>()
  for (const name of names) categories.set(name, (await category(ana, name)).id)
  const idOf = (name: string) => categories.get(name) ?? ''
  const pay = await category(ana, 'Pay', 'income')
  await ana.call(createIncome, { body: { amount: 2000, category_id: pay.id, date: '2026-02-01' } })
  await ana.call(createIncome, { body: { amount: 2000, category_id: pay.id, date: '2026-03-01' } })
  for (const [index, name] of names.entries()) {
    const amount = 100 - 10 * index
    await spend(ana, { amount, category_id: idOf(name), date: `2026-03-0${1 + index}` })
    await spend(ana, { amount: 50, category_id: idOf(name), date: index < 4 ? '2026-02-05' : '2026-02-20' })
  }
  await spend(ana, { amount: 999, category_id: idOf('Food'), date: '2026-03-20' })
  return { ana, cash, idOf }
}

test('an overview shows a month through a day, against the same days of the month before', async () => {
  const { ana } = await household()
  const { spent, categories, because, net_worth, latest } = await ana.call(overview, {
    query: { date: '2026-03-10' },
  })
  assert.deepEqual([spent.label, spent.amount, spent.previous, spent.change], ['2026-03', 490, 200, 290])
  assert.deepEqual([spent.income, spent.previous_month.total], [2000, 350])
  assert.deepEqual(
    spent.days.map(({ amount }) => amount),
    [100, 190, 270, 340, 400, 450, 490, 490, 490, 490],
  )
  assert.deepEqual(spent.previous_month.days.at(4), { date: '2026-02-05', amount: 200 })
  assert.deepEqual(
    categories.rows.map(({ category_name, amount, previous, change }) => [
      category_name,
      amount,
      previous,
      change,
    ]),
    [
      ['Rent', 100, 50, 50],
      ['Food', 90, 50, 40],
      ['Fun', 80, 50, 30],
      ['Gifts', 70, 50, 20],
      ['Car', 60, 0, 60],
    ],
  )
  const { rest } = categories
  assert.deepEqual([rest.count, rest.amount, rest.previous, rest.change], [2, 90, 0, 90])
  const { totals } = await ana.call(balanceSheet, { query: { date: '2026-03-10' } })
  assert.equal(net_worth.net, totals.assets)
  assert.deepEqual([net_worth.net, net_worth.change], [2000 - 350 + 2000 - 490, 1510])
  assert.deepEqual(
    latest.map(({ date, amount }) => [date, amount]),
    [7, 6, 5, 4, 3, 2].map((day) => [`2026-03-0${day}`, 110 - 10 * day]),
  )
  assert.deepEqual(
    because.map(({ name, change }) => [name, change]),
    [
      ['Car', 60],
      ['Rent', 50],
      ['Books', 50],
    ],
    'the largest changes, not the largest amounts',
  )
  for (const [explain, figure] of [
    [spent.explain, spent.amount],
    [spent.income_explain, spent.income],
    ...[spent, ...categories.rows, rest, ...because].flatMap(
      ({ explain, amount, previous_explain, previous }) =>
        [
          [explain, amount],
          [previous_explain ?? '', previous],
        ] as const,
    ),
  ] as const)
    assert.equal((await ana.send({ url: explain })).body.meta.sum_base, figure, explain)
})

test('a category of the month before alone is not counted among those that have more', async () => {
  const { ana } = await household()
  const { id: category_id } = await category(ana, 'Skiing')
  await spend(ana, { amount: 30, category_id, date: '2026-02-05' })
  const { categories } = await ana.call(overview, { query: { date: '2026-03-10' } })
  const { count, amount, previous } = categories.rest
  assert.deepEqual([count, amount, previous], [2, 90, 30])
})

test('the budgets nearest their limit come first, exceeded ones before all others', async () => {
  const { ana, idOf } = await household()
  const plans: Record<string, number> = { Rent: 100, Food: 80, Fun: 800, Gifts: 140, Car: 600, Books: 600 }
  for (const [name, amount] of Object.entries(plans))
    await ana.call(putBudget, {
      params: { category_id: idOf(name), month: '2026-03' },
      body: { amount, rollover: false },
    })
  const { budgets } = await ana.call(overview, { query: { date: '2026-03-10' } })
  assert.deepEqual(
    budgets.rows.map(({ category_name }) => category_name),
    ['Food', 'Rent', 'Gifts', 'Car', 'Fun'],
  )
  assert.equal(budgets.month, '2026-03')

  const nothing = await ana.call(createCategory, { body: { name: 'Insurance', kind: 'expense' } })
  const params = { category_id: nothing.id, month: '2026-03' }
  await ana.call(putBudget, { params, body: { amount: 0 } })
  const again = await ana.call(overview, { query: { date: '2026-03-10' } })
  assert.deepEqual(
    again.budgets.rows,
    budgets.rows,
    'a budget of 0 of which nothing is spent is not near its limit',
  )
})

test('a group with a budget of its own counts once, in place of its categories', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const coffee = await ana.call(createCategory, { body: { name: 'Coffee', parent_id: food.id } })
  const budget = (category_id: string, amount: number) =>
    ana.call(putBudget, { params: { category_id, month: '2026-03' }, body: { amount } })
  await spend(ana, { amount: 12, category_id: coffee.id, date: '2026-03-05' })
  await budget(coffee.id, 20)
  const shown = async () => {
    const { budgets } = await ana.call(overview, { query: { date: '2026-03-10' } })
    return [budgets.left, ...budgets.rows.map(({ category_name, left }) => `${category_name} ${left}`)]
  }
  assert.deepEqual(await shown(), [8, 'Coffee 8'])
  await budget(food.id, 100)
  assert.deepEqual(await shown(), [88, 'Food 88'])
})

test('the budgets have the figures of the sheet by group, with rests of before and spending recorded in a group itself', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const add = (name: string, parent_id: string | null = null) =>
    ana.call(createCategory, { body: { name, kind: 'expense', parent_id } })
  const [food, home] = [await add('Food'), await add('Home')]
  const [coffee, bread] = [await add('Coffee', food.id), await add('Bread', food.id)]
  const power = await add('Power', home.id)
  const budget = ({ id }: { id: string }, month: string, amount: number) =>
    ana.call(putBudget, { params: { category_id: id, month }, body: { amount, rollover: true, only: true } })
  const paid = ({ id }: { id: string }, amount: number, date: string) =>
    spend(ana, { amount, category_id: id, date })
  await budget(coffee, '2026-02', 40)
  await budget(home, '2026-02', 80)
  await paid(power, 90, '2026-02-05')
  for (const [one, amount] of [
    [food, 200],
    [coffee, 20],
    [bread, 30],
    [power, 60],
  ] as const)
    await budget(one, '2026-03', amount)
  await paid(food, 7, '2026-03-05')
  await paid(coffee, 12, '2026-03-05')
  await paid(power, 55, '2026-03-05')
  const { budgets } = await ana.call(overview, { query: { date: '2026-03-10' } })
  const { rows, totals } = await ana.call(getBudgets, { query: { month: '2026-03', by_group: true } })
  const figures = (row: BudgetRow) => [row.category_name, row.planned, row.carried, row.actual, row.left]
  assert.deepEqual(rows.map(figures), [
    ['Food', 200, 0, 19, 181],
    ['Home', 60, -10, 55, -5],
  ])
  assert.deepEqual(budgets.rows.map(figures), rows.map(figures).toReversed())
  assert.deepEqual([budgets.left, totals.left], [176, 176])
})

test('debts are shown in both directions, late ones first, and planned occurrences come up', async () => {
  const { ana, cash, idOf } = await household()
  const bea = await ana.call(createContact, { body: { name: 'Bea' } })
  const owe = (name: string, account_id: string, original_amount: number, due_date: string | null) =>
    ana.call(createObligation, {
      body: {
        name,
        account_id,
        original_amount,
        outstanding_amount: original_amount,
        due_date,
        contact_id: bea.id,
        currency_id: 'EUR',
        opened_date: '2026-03-01',
      },
    })
  await owe('Some day', cash.id, 10, null)
  await owe('Bike', cash.id, 350, '2026-03-30')
  await owe('Fine', (await account(ana, 'Payables')).id, 82, '2026-03-05')
  const { owed } = await ana.call(overview, { query: { date: '2026-03-10' } })
  assert.deepEqual([owed.receivable, owed.payable, owed.balance, owed.late_count], [360, 82, 278, 1])
  assert.deepEqual(
    owed.obligations.map(({ name, days_late }) => [name, days_late]),
    [
      ['Fine', 5],
      ['Bike', 0],
      ['Some day', 0],
    ],
  )
  assert(owed.obligations.every(({ expense_id }) => expense_id === null))
  const today = todayIn('UTC')
  const bike = owed.obligations.find(({ name }) => name === 'Bike')
  const body = { amount: 100, date: '2026-03-20', asset_account_id: cash.id }
  await ana.call(createPayment, { params: { id: bike?.id ?? '' }, body })
  const owedOn = async (date: string) => {
    const { receivable, payable, obligations, explains } = (await ana.call(overview, { query: { date } }))
      .owed
    for (const [figure, explain] of [
      [receivable, explains.receivable],
      [payable, explains.payable],
    ] as const)
      if (date < today) assert.equal(explain, null)
      else assert.equal((await ana.send({ url: explain ?? '' })).body.meta.sum_base, figure)
    return [receivable, payable, obligations.length]
  }
  assert.deepEqual(await owedOn('2026-02-28'), [0, 0, 0], 'nothing was owed before it was lent')
  assert.deepEqual(await owedOn('2026-03-19'), [360, 82, 3], 'and all of it before it was paid')
  assert.deepEqual(await owedOn('2026-03-20'), [260, 82, 3])
  assert.deepEqual(await owedOn(today), [260, 82, 3])
  const start = Temporal.PlainDate.from(today).add({ days: 3 }).toString()
  await ana.call(createPlan, {
    body: {
      name: 'Internet',
      kind: 'expense',
      auto: false,
      draft: { amount: 30, category_id: idOf('Fun') },
      schedule: { start, every: 1, unit: 'week' },
    },
  })
  const { coming_up, date } = await ana.call(overview)
  assert.equal(date, today)
  assert.deepEqual(
    [coming_up.length, coming_up[0]?.plan_name, coming_up[0]?.date, coming_up[0]?.amount],
    [5, 'Internet', start, 30],
  )
})

test('as known at a version, an overview is what it was then', async () => {
  const { ana, idOf } = await household()
  const { version } = (await ana.send({ url: '/books/current' })).body
  const query = { date: '2026-03-10' }
  const then = await ana.call(overview, { query })
  await spend(ana, { amount: 500, category_id: idOf('Rent'), date: '2026-03-02' })
  const now = await ana.call(overview, { query })
  assert.equal(now.spent.amount, then.spent.amount + 500)
  const known = await ana.call(overview, { query: { ...query, known_at: String(version) } })
  assert.deepEqual(known.spent.days, then.spent.days)
  assert.deepEqual(known.latest, then.latest)
  assert.deepEqual(
    known.because.map(({ name, change }) => [name, change]),
    then.because.map(({ name, change }) => [name, change]),
  )
  assert.equal(now.because[0]?.change, 550)
  assert.equal(known.net_worth.net, then.net_worth.net)
  for (const known_at of ['0', '99999'])
    assert.equal((await ana.send({ url: `/reports/overview?known_at=${known_at}` })).status, 422)
})

test('an overview of a day that does not exist is refused', async () => {
  const ana = await world.person()
  const { status, body } = await ana.send({ url: '/reports/overview?date=2026-02-30' })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['date']])
})

test('all parts of an overview are of one moment, however much is written meanwhile', async () => {
  const ana = await world.person()
  const { id } = await category(ana, 'Food')
  const date = todayIn('UTC')
  let isOver = false
  const writing = Promise.all(
    [1, 2].map(async () => {
      while (!isOver) await spend(ana, { amount: 1, category_id: id, date })
    }),
  )
  for (let round = 0; round < 40; round++) {
    const { net_worth, spent, latest } = await ana.call(overview, { query: { date } })
    assert.equal(spent.amount + net_worth.net, 0)
    assert.equal(latest.length, Math.min(6, spent.amount))
  }
  isOver = true
  await writing
})

test('an account counts with its start before its first day, and what a book began with is one figure', async () => {
  const cem = await world.person({ base_currency_id: 'EUR' })
  await bank(cem, 'Giro', 'EUR', { opening_balance: 1000, opening_date: '2026-01-31' })
  await bank(cem, 'Savings', 'EUR', { opening_balance: 4000, opening_date: '2026-03-02' })
  const card = { name: 'Card', type: 'liability', currency_id: 'EUR' } as const
  await cem.call(createAccount, { body: { ...card, opening_balance: 300, opening_date: '2026-02-10' } })
  await bank(cem, 'Planned', 'EUR', { opening_balance: 77, opening_date: '2199-01-01' })
  const report = await cem.call(netWorth, {
    query: { date_from: '2026-01-01', date_to: '2026-02-28', by: 'month' },
  })
  assert.deepEqual(
    report.points.map(({ date, net, opening, begins_later }) => [date, net, opening, begins_later]),
    [
      ['2025-12-31', 0, 0, { assets: 5000, liabilities: 300 }],
      ['2026-01-31', 1000, 1000, { assets: 4000, liabilities: 300 }],
      ['2026-02-28', 700, -300, { assets: 4000, liabilities: 0 }],
    ],
    'also one that begins after the days asked for, and none of the future',
  )
  const began = (one: NetWorth['began_with']) => [
    one?.net,
    one?.accounts.map(({ account_name, date, net }) => [account_name, date, net]),
  ]
  const whole = [
    4700,
    [
      ['Giro', '2026-01-31', 1000],
      ['Card', '2026-02-10', -300],
      ['Savings', '2026-03-02', 4000],
    ],
  ]
  assert.deepEqual(began(report.began_with), whole)
  const home = await cem.call(overview, { query: { date: '2026-02-28' } })
  assert.deepEqual(began(home.net_worth.began_with), whole, 'the same figure, whatever days are asked for')
  assert.deepEqual(home.net_worth.points.at(-1)?.begins_later, { assets: 4000, liabilities: 0 })
  const nobody = await world.person({ base_currency_id: 'EUR' })
  assert.equal((await nobody.call(netWorth, {})).began_with, null)
})
