import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putExchangeRate } from '../../contract/currencies.ts'
import { netWorth } from '../../contract/reports.ts'
import { bank } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('a report of 1,100 points names the days without a rate as one span for each currency', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  for (const from of ['USD', 'JPY', 'GBP']) {
    await ana.call(putExchangeRate, { params: { from, to: 'EUR', date: '2020-01-01' }, body: { rate: 1.5 } })
    await bank(ana, from, from, { opening_balance: 100, opening_date: '2020-01-01' })
  }
  const query = { date_from: '2020-01-02', date_to: '2023-01-04', by: 'day' } as const
  const { points, missing_rates } = await ana.call(netWorth, { query })
  // A rate holds for 31 days.
  assert.deepEqual(
    [0, 31, 32, 1_099].map((index) => [points[index]?.date, points[index]?.net, points[index]?.is_complete]),
    [
      ['2020-01-01', 450, true],
      ['2020-02-01', 450, true],
      ['2020-02-02', 450, false],
      ['2023-01-04', 450, false],
    ],
  )
  assert.deepEqual(
    missing_rates.map(({ date, date_to, nearest_date }) => [date, date_to, nearest_date]),
    Array(3).fill(['2020-02-02', '2023-01-04', '2020-01-01']),
  )
})
