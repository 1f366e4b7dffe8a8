import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { createIncome, createTransfer } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { overview } from '../../contract/overview.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  spending,
  trialBalance,
} from '../../contract/reports.ts'
import { valuation } from '../../contract/valuation.ts'
import { account, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-01', { USD: '1.25' })
await publish(world, '2026-01-31', { USD: '1.25' })
await publish(world, '2026-02-28', { USD: '1' })
const ana = await world.person({ base_currency_id: 'EUR' })
const [food, rent, pay] = [
  await category(ana, 'Food'),
  await category(ana, 'Rent'),
  await category(ana, 'Pay', 'income'),
]
const cash = await account(ana, 'Cash')
const giro = await bank(ana, 'Giro', 'EUR', { opening_balance: 1000, opening_date: '2026-01-01' })
const dollars = await bank(ana, 'Dollars', 'USD')
const bea = await ana.call(createContact, { body: { name: 'Bea' } })

const ODD_TAG = 'late, 50% & more+'

/** Two months of somebody's life. */
const on = (date: string, asset_account_id = giro.id) => ({ date, asset_account_id })
await ana.call(createIncome, { body: { amount: 3000, category_id: pay.id, ...on('2026-01-02') } })
await ana.call(createIncome, { body: { amount: 3100, category_id: pay.id, ...on('2026-02-02') } })
await spend(ana, { amount: 900, category_id: rent.id, ...on('2026-01-03') })
await spend(ana, { amount: 900, category_id: rent.id, ...on('2026-02-03') })
await spend(ana, { amount: 40, category_id: food.id, ...on('2026-01-10'), contact_id: bea.id, tags: ['out'] })
await spend(ana, { amount: 60, category_id: food.id, ...on('2026-02-10'), tags: ['out', ODD_TAG] })
await spend(ana, { amount: 10, category_id: food.id, ...on('2026-02-11'), is_refund: true })
const move = { from_account_id: giro.id, amount: 80, to_amount: 100, date: '2026-01-20' }
await ana.call(createTransfer, { body: { ...move, to_account_id: dollars.id } })
const draw = { from_account_id: giro.id, to_account_id: cash.id, amount: 50, date: '2026-02-20' }
await ana.call(createTransfer, { body: draw })
// Somebody paid for me: an expense that no money account knows of, in dollars, paid back when the dollar had risen.
const debt = await ana.call(createObligation, {
  body: {
    name: 'Dinner',
    contact_id: bea.id,
    account_id: food.account.id,
    currency_id: 'USD',
    original_amount: 10,
    outstanding_amount: 10,
    opened_date: '2026-01-15',
  },
})
await ana.call(createPayment, {
  params: { id: debt.id },
  body: { amount: 10, date: '2026-02-28', asset_account_id: dollars.id },
})

const both = { date_from: '2026-01-01', date_to: '2026-02-28' }

test('an income statement has each category by month, obligations and exchange differences included', async () => {
  const report = await ana.call(incomeStatement, { query: { ...both, by: 'month' } })
  assert.deepEqual(
    report.periods.map(({ label }) => label),
    ['2026-01', '2026-02'],
  )
  const rows = [...report.income, ...report.expense].map((row) => [row.category_name, row.amounts, row.total])
  assert.deepEqual(rows, [
    ['Pay', [3000, 3100], 6100],
    ['Exchange gains and losses', [0, -2], -2],
    ['Food', [48, 50], 98],
    ['Rent', [900, 900], 1800],
  ])
  assert.equal(report.income[1]?.category_id, null)
  const { income, expense, net } = report.totals
  assert.deepEqual(
    [income.amounts, expense.amounts, net.amounts],
    [
      [3000, 3098],
      [948, 950],
      [2052, 2148],
    ],
  )
  assert.equal(net.total, 4200)
})

test('the first and the last period end where the asked days do', async () => {
  const query = { date_from: '2026-01-03', date_to: '2026-02-10', by: 'month' } as const
  const { periods, totals } = await ana.call(incomeStatement, { query })
  assert.deepEqual(
    periods.map(({ date_from, date_to }) => [date_from, date_to]),
    [
      ['2026-01-03', '2026-01-31'],
      ['2026-02-01', '2026-02-10'],
    ],
  )
  assert.deepEqual(totals.expense.amounts, [948, 960])
  assert.deepEqual(totals.income.amounts, [0, 3100])
  const quarter = await ana.call(incomeStatement, { query: { ...query, by: 'quarter' } })
  assert.deepEqual([quarter.periods[0]?.label, quarter.totals.expense.amounts], ['2026-Q1', [1908]])
  const whole = await ana.call(incomeStatement, { query: { date_from: '2026-01-03' } })
  assert.deepEqual([whole.date_to, whole.periods.length], ['2026-12-31', 1])
})

test('a balance sheet counts at value, and shows the result and the unrealised difference', async () => {
  const report = await ana.call(balanceSheet, { query: { date: '2026-02-28' } })
  const rowsOf = (rows: typeof report.assets) =>
    rows.map(({ account_name, base_balance, base_value }) => [account_name, base_balance, base_value])
  // 90 dollars are left: recorded at 80 - 10, worth 90.
  assert.deepEqual(rowsOf(report.assets), [
    ['Cash', 50, 50],
    ['Giro', 5080, 5080],
    ['Dollars', 70, 90],
  ])
  assert.deepEqual(report.liabilities, [])
  assert.deepEqual(rowsOf(report.equity), [
    ['Opening balances', 1000, 1000],
    ['Result so far', 4200, 4200],
    ['Unrealised difference', 0, 20],
  ])
  assert.deepEqual(report.totals, { assets: 5220, liabilities: 0, equity: 5220 })
  assert.equal(report.is_complete, true)
})

test('a missing rate is listed, and the account counts at its recorded amount', async () => {
  const report = await ana.call(balanceSheet, { query: { date: '2026-06-01' } })
  assert.deepEqual(report.missing_rates, [
    {
      currency_id: 'USD',
      date: '2026-06-01',
      date_to: '2026-06-01',
      nearest_date: '2026-02-28',
    },
  ])
  assert.equal(report.is_complete, false)
  assert.equal(report.assets.find(({ account_name }) => account_name === 'Dollars')?.base_value, null)
  assert.deepEqual(report.totals, { assets: 5200, liabilities: 0, equity: 5200 })
  const { points, is_complete, missing_rates } = await ana.call(netWorth, {
    query: { date_from: '2026-02-01', date_to: '2026-04-15', by: 'month' },
  })
  assert.deepEqual(
    points.map(({ date, net, is_complete }) => [date, net, is_complete]),
    [
      ['2026-01-31', 3052, true],
      ['2026-02-28', 5220, true],
      ['2026-03-31', 5220, true],
      ['2026-04-15', 5200, false],
    ],
  )
  assert.deepEqual([is_complete, missing_rates.length], [false, 1])
})

test('net worth is explained by income, expense, exchange rates and the rest', async () => {
  const report = await ana.call(netWorth, { query: { ...both, by: 'month' } })
  assert.deepEqual(
    report.points.map(({ date, assets, liabilities, net, opening }) => [
      date,
      assets,
      liabilities,
      net,
      opening,
    ]),
    [
      ['2025-12-31', 0, 0, 0, 0],
      ['2026-01-31', 3060, 8, 3052, 1000],
      ['2026-02-28', 5220, 0, 5220, 0],
    ],
  )
  // The dollars that are left are worth 20 more than recorded, and paying 10 of them cost 2 more than was owed.
  const none = { value: 0, between: 0 }
  const whole = {
    income: 6100,
    expense: 1898,
    exchange: 18,
    revalued: 20,
    other: 1000,
    opening: 1000,
    ...none,
  }
  assert.deepEqual(report.changes, whole)
  const february = await ana.call(netWorth, { query: { ...both, date_from: '2026-02-01' } })
  const later = { income: 3100, expense: 950, exchange: 18, revalued: 20, other: 0, opening: 0, ...none }
  assert.deepEqual(february.changes, later)
  const weeks = await ana.call(netWorth, { query: { ...both, date_to: '2026-01-14', by: 'week' } })
  assert.deepEqual(
    weeks.points.map(({ date }) => date),
    ['2025-12-31', '2026-01-04', '2026-01-11', '2026-01-14'],
  )
  const days = await ana.call(netWorth, {
    query: { date_from: '2026-01-01', date_to: '2026-01-03', by: 'day' },
  })
  assert.deepEqual(
    days.points.map(({ net }) => net),
    [0, 1000, 4000, 3100],
  )
})

test('net worth counts opening balances and older debts as there before, and other equity not', async () => {
  const bela = await world.person({ base_currency_id: 'EUR' })
  await bank(bela, 'Purse', 'EUR', { opening_balance: 500, opening_date: '2026-03-04' })
  const gifts = await bela.call(createAccount, { body: { name: 'Gifts', type: 'equity' } })
  const friend = await bela.call(createContact, { body: { name: 'Cem' } })
  const debt = { contact_id: friend.id, currency_id: 'EUR' }
  const older = { original_amount: 80, outstanding_amount: 80, opened_date: '2026-03-05' }
  const payables = await account(bela, 'Payables')
  await bela.call(createObligation, { body: { name: 'Older', account_id: payables.id, ...older, ...debt } })
  const given = { original_amount: 30, outstanding_amount: 30, opened_date: '2026-03-06' }
  const claim = {
    account_id: (await account(bela, 'Receivables')).id,
    counter_account_id: gifts.id,
  }
  await bela.call(createObligation, { body: { name: 'Promised', ...claim, ...given, ...debt } })
  const march = { date_from: '2026-03-01', date_to: '2026-03-31' }
  const { changes, explains } = await bela.call(netWorth, { query: march })
  assert.deepEqual(changes, {
    income: 0,
    expense: 0,
    exchange: 0,
    revalued: 0,
    value: 0,
    other: 450,
    opening: 420,
    between: 0,
  })
  const behind = await bela.send({ url: explains.opening })
  assert.deepEqual([behind.status, behind.body.meta.sum_base, behind.body.data.length], [200, 420, 2])
  const later = await bela.call(netWorth, { query: { ...march, date_from: '2026-03-05' } })
  assert.deepEqual([later.changes.other, later.changes.opening], [-50, -80])
  const home = await bela.call(overview, { query: { date: '2026-03-31' } })
  assert.deepEqual([home.net_worth.change, home.net_worth.opening], [450, 420])
  const next = await bela.call(overview, { query: { date: '2026-04-30' } })
  assert.deepEqual([next.net_worth.net, next.net_worth.change, next.net_worth.opening], [450, 0, 0])
})

test('a valuation lists what is held in each currency, and why its value changed', async () => {
  const { data, meta } = await ana.call(valuation, {
    query: { date: '2026-02-28', of: 'difference', since: '2026-01-31' },
  })
  assert.deepEqual(
    data
      .filter(({ difference, base_value }) => difference !== 0 || base_value < 0)
      .map((row) => [row.account_name, row.amount, row.rate, row.base_balance, row.difference]),
    [
      ['Dollars', 90, 1, 70, 20],
      ['Exchange gains and losses', 0, 1, 0, -2],
    ],
  )
  assert.equal(meta.sum_base, 18)
})

test('spending is grouped, and a whole month is compared with the month before', async () => {
  const february = { date_from: '2026-02-01', date_to: '2026-02-28' }
  const by = async (by: 'category' | 'contact' | 'tag' | 'account' | 'month' | 'day', range = february) => {
    const { rows } = await ana.call(spending, { query: { ...range, by } })
    return rows.map(({ name, amount, previous, change, count }) => [name, amount, previous, change, count])
  }
  const report = await ana.call(spending, { query: february })
  assert.deepEqual([report.previous_date_from, report.previous_date_to], ['2026-01-01', '2026-01-31'])
  assert.deepEqual([report.total, report.previous_total], [950, 948])
  assert.equal(report.rows[0]?.share, 0.947368)
  assert.deepEqual(await by('category'), [
    ['Rent', 900, 900, 0, 1],
    ['Food', 50, 48, 2, 2],
  ])
  assert.deepEqual(await by('contact'), [
    [null, 950, 900, 50, 3],
    ['Bea', 0, 48, -48, 0],
  ])
  assert.deepEqual(await by('tag'), [
    [null, 890, 908, -18, 2],
    ['out', 60, 40, 20, 1],
    [ODD_TAG, 60, 0, 60, 1],
  ])
  assert.deepEqual(await by('account'), [
    ['Giro', 950, 940, 10, 3],
    [null, 0, 8, -8, 0],
  ])
  assert.deepEqual(await by('month', both), [
    ['2026-01', 948, 0, 948, 3],
    ['2026-02', 950, 0, 950, 3],
  ])
  assert.deepEqual(await by('day', { date_from: '2026-02-10', date_to: '2026-02-11' }), [
    ['2026-02-10', 60, 0, 60, 1],
    ['2026-02-11', -10, 0, -10, 1],
  ])
  // Days that are not whole months are compared with as many days before.
  assert.deepEqual(await by('day', { date_from: '2026-02-11', date_to: '2026-02-11' }), [
    ['2026-02-11', -10, 60, -70, 1],
  ])
  const tagged = await ana.call(spending, { query: { ...february, by: 'tag' } })
  const odd = tagged.rows.find(({ name }) => name === ODD_TAG)
  assert.equal((await ana.send({ url: odd?.explain ?? '' })).body.meta.sum_base, 60)
  const earned = await ana.call(spending, { query: { ...february, kind: 'income' } })
  assert.deepEqual([earned.total, earned.rows.map(({ name }) => name)], [3100, ['Pay']])
})

test('cash flow shows each money account, and leaves out of the totals what was moved between them', async () => {
  const { accounts, totals } = await ana.call(cashFlow, { query: { ...both, by: 'month' } })
  assert.deepEqual(
    accounts.map((row) => [row.account_name, row.in.amounts, row.out.amounts, row.net.total]),
    [
      ['Cash', [0, 50], [0, 0], 50],
      ['Giro', [4000, 3110], [1020, 1010], 5080],
      ['Dollars', [80, 0], [0, 10], 70],
    ],
  )
  assert.deepEqual(
    [totals.in.amounts, totals.out.amounts, totals.moved.amounts, totals.net.total],
    [[4000, 3110], [940, 970], [80, 50], 5200],
  )
})

test('cash flow has the balances that accounts began with apart from the money that came in and went out', async () => {
  const { totals } = await ana.call(cashFlow, { query: { ...both, by: 'month' } })
  assert.deepEqual(
    [totals.came_in.amounts, totals.went_out.amounts, totals.opening.amounts],
    [
      [3000, 3110],
      [940, 970],
      [1000, 0],
    ],
  )
  const bea = await world.person({ base_currency_id: 'EUR' })
  const opening_date = '2026-01-01'
  await bank(bea, 'Savings', 'EUR', { opening_balance: 500, opening_date })
  await bank(bea, 'Overdrawn', 'EUR', { opening_balance: -80, opening_date })
  const hers = (await bea.call(cashFlow, { query: { ...both, by: 'month' } })).totals
  assert.deepEqual(
    [hers.in.amounts, hers.out.amounts],
    [
      [500, 0],
      [80, 0],
    ],
  )
  assert.deepEqual([hers.came_in.total, hers.went_out.total, hers.opening.amounts], [0, 0, [420, 0]])
  const { status, body } = await ana.send({ url: '/budgeting/transactions?flow=in' })
  assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['flow']])
})

test('stored balances and entries give the same reports', async () => {
  const { version } = (await ana.send({ url: '/books/current' })).body
  const known_at = String(version)
  const days = [
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
    '2026-01-31',
    '2026-02-01',
    '2026-02-14',
    '2026-02-28',
  ]
  // The addresses of lists differ by the version, and values are not known of an earlier time.
  const plain = (report: object) => JSON.stringify(report).replaceAll(/&known_at=\d+/g, '')
  for (const date_from of days)
    for (const date_to of days.filter((day) => day >= date_from)) {
      for (const by of ['month', 'year'] as const) {
        const query = { date_from, date_to, by }
        assert.equal(
          plain(await ana.call(incomeStatement, { query })),
          plain(await ana.call(incomeStatement, { query: { ...query, known_at } })),
        )
      }
      const [now, then] = await Promise.all([
        ana.call(trialBalance, { query: { date: date_to } }),
        ana.call(trialBalance, { query: { date: date_to, known_at } }),
      ])
      assert.equal(plain(now), plain(then))
    }
})

test('balances of days long ago are added up from the beginning, and are those of the entries', async () => {
  const old = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(old, 'Food')
  const days = [
    '2014-12-31',
    '2015-01-01',
    '2015-01-31',
    '2015-02-01',
    '2015-02-15',
    '2015-02-28',
    '2026-01-01',
  ]
  for (const [index, date] of days.entries()) await spend(old, { amount: 2 ** index, category_id, date })
  const { version } = (await old.send({ url: '/books/current' })).body
  for (const [index, date] of days.entries()) {
    const { total_debit_base } = await old.call(trialBalance, { query: { date } })
    assert.equal(total_debit_base, 2 ** (index + 1) - 1, date)
    const known = await old.call(trialBalance, { query: { date, known_at: String(version) } })
    assert.equal(known.total_debit_base, total_debit_base, date)
  }
})
