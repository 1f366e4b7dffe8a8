import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { allCurrencies } from '../../contract/iso4217.ts'
import { balanceSheet, cashFlow, incomeStatement, netWorth, spending } from '../../contract/reports.ts'
import { valuation } from '../../contract/valuation.ts'
import { category } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const ana = await world.person({ base_currency_id: 'EUR' })

/** The fields that a request is refused for; every refusal is a 422 with a sentence for each. */
async function faultsOf(url: string): Promise<string[]> {
  const { status, body } = await ana.send({ url: `/reports/${url}` })
  assert.equal(status, 422, url)
  for (const sentences of Object.values<string[]>(body.errors)) assert.match(sentences[0] ?? '', /\.$/)
  return Object.keys(body.errors)
}

const ranged = ['income-statement', 'net-worth', 'spending', 'cash-flow']

test('a range that ends before it starts is refused by its last day', async () => {
  for (const report of ranged) {
    const faults = await faultsOf(`${report}?date_from=2026-02-02&date_to=2026-02-01`)
    assert.deepEqual(faults, ['date_to'], report)
  }
  assert.deepEqual(await faultsOf('valuation?date=2026-01-01&since=2026-01-02'), ['since'])
})

test('a day that does not exist is refused', async () => {
  for (const report of ranged) {
    assert.deepEqual(await faultsOf(`${report}?date_from=2026-02-30`), ['date_from'])
    assert.deepEqual(await faultsOf(`${report}?date_to=tomorrow`), ['date_to'])
  }
  for (const report of ['balance-sheet', 'trial-balance', 'valuation'])
    assert.deepEqual(await faultsOf(`${report}?date=2026-11-31`), ['date'])
})

test('an unknown grouping is refused, and so is an unknown kind', async () => {
  assert.deepEqual(await faultsOf('income-statement?by=day'), ['by'])
  assert.deepEqual(await faultsOf('net-worth?by=year'), ['by'])
  assert.deepEqual(await faultsOf('cash-flow?by=decade'), ['by'])
  assert.deepEqual(await faultsOf('spending?by=colour&kind=transfer'), ['by', 'kind'])
  assert.deepEqual(await faultsOf('valuation?of=nothing'), ['of'])
  assert.deepEqual(await faultsOf('valuation?section=money,income'), ['section'])
})

test('1,100 points are answered, one more is refused', async () => {
  const { points } = await ana.call(netWorth, {
    query: { date_from: '2020-01-02', date_to: '2023-01-04', by: 'day' },
  })
  assert.deepEqual([points.length, points[0]?.date], [1_100, '2020-01-01'])
  assert.deepEqual(await faultsOf('net-worth?date_from=2020-01-01&date_to=2023-01-04&by=day'), ['by'])
  for (const report of ['cash-flow', 'spending'])
    assert.deepEqual(await faultsOf(`${report}?date_from=2020-01-01&date_to=2023-01-05&by=day`), ['by'])
  assert.deepEqual(await faultsOf('income-statement?date_from=1900-01-01&date_to=2200-12-31&by=month'), [
    'by',
  ])
})

test('net worth of the first day of all is refused, since it starts with the day before', async () => {
  assert.deepEqual(await faultsOf('net-worth?date_from=1900-01-01&date_to=1900-02-01'), ['date_from'])
  const { points } = await ana.call(netWorth, { query: { date_to: '1900-05-01' } })
  for (const { explain } of points) assert.equal((await ana.send({ url: explain })).status, 200)
})

test('a report of more amounts than an answer has room for is refused, and longer periods are answered', async () => {
  const many = await world.person({ base_currency_id: 'EUR' })
  const names = Array.from({ length: 46 }, (_, index) => `Category ${index}`)
  const categories = await Promise.all(names.map((name) => category(many, name)))
  const currencies = allCurrencies.filter(({ id }) => id !== 'EUR').slice(0, 91)
  const transactions = currencies.map(({ id }, index) => ({
    kind: 'expense' as const,
    amount: 1000,
    currency_id: id,
    fx_rate: 1,
    date: '2020-01-01',
    category_id: categories[index % categories.length]?.id ?? '',
  }))
  await many.call(createTransactions, { body: { transactions } })
  const ask = async (url: string) => {
    const { status, body } = await many.send({ url: `/reports/${url}` })
    return status === 200 ? 'answered' : body.errors.by[0]
  }
  const years = 'date_from=1930-01-01&date_to=2020-12-31'
  assert.equal(
    await ask(`income-statement?${years}&by=month`),
    'by=month from 1930-01-01 to 2020-12-31 makes more than 50000 amounts. Ask for fewer days, or for longer periods.',
  )
  assert.equal(await ask(`income-statement?${years}&by=year`), 'answered')
  const days = 'date_from=2020-01-02&date_to=2023-01-04'
  assert.equal(
    await ask(`net-worth?${days}&by=day`),
    '1100 points up to 2023-01-04 take more than 100000 movements or rates. Ask for fewer points.',
  )
  assert.equal(await ask(`net-worth?${days}&by=month`), 'answered')
})

test('known_at has to be a version that the book has had', async () => {
  for (const report of [...ranged, 'balance-sheet', 'valuation']) {
    const answer = async (known_at: string) =>
      (await ana.send({ url: `/reports/${report}?known_at=${known_at}` })).body.code
    assert.equal(await answer('999'), 'known_at_future')
    assert.equal(await answer('0'), 'known_at_too_early')
  }
})

test('an empty book gives zeros and empty series', async () => {
  const query = { date_from: '2026-01-01', date_to: '2026-02-28' }
  const nothing = { amounts: [0, 0], total: 0 }
  const statement = await ana.call(incomeStatement, { query: { ...query, by: 'month' } })
  assert.deepEqual([statement.income, statement.expense], [[], []])
  const { savings_rate, ...sums } = statement.totals
  for (const { amounts, total } of Object.values(sums)) assert.deepEqual({ amounts, total }, nothing)
  assert.deepEqual(savings_rate, { amounts: [null, null], total: null })
  const sheet = await ana.call(balanceSheet)
  assert.deepEqual(sheet.totals, { assets: 0, liabilities: 0, equity: 0 })
  assert.deepEqual([sheet.assets, sheet.liabilities, sheet.missing_rates], [[], [], []])
  assert.equal(sheet.is_complete, true)
  const worth = await ana.call(netWorth, { query: { ...query, by: 'month' } })
  assert.deepEqual(
    worth.points.map(({ date, net }) => [date, net]),
    [
      ['2025-12-31', 0],
      ['2026-01-31', 0],
      ['2026-02-28', 0],
    ],
  )
  assert.deepEqual(worth.changes, {
    income: 0,
    expense: 0,
    exchange: 0,
    revalued: 0,
    value: 0,
    other: 0,
    opening: 0,
    between: 0,
  })
  const spent = await ana.call(spending, { query })
  assert.deepEqual([spent.rows, spent.total, spent.previous_total], [[], 0, 0])
  const flow = await ana.call(cashFlow, { query: { ...query, by: 'month' } })
  assert.deepEqual([flow.accounts, flow.totals.in, flow.totals.net], [[], nothing, nothing])
  assert.deepEqual((await ana.call(valuation)).data, [])
})
