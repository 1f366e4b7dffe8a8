import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAccount } from '../../contract/accounts.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { addDays } from '../../contract/day.ts'
import { overview } from '../../contract/overview.ts'
import { balanceSheet, netWorth } from '../../contract/reports.ts'
import { category, spend } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'
import { minorOf, sumOf } from '../ui/money.ts'
import { changeOver, drawnLine, reasonsIn, sinceKnown, worthEffect, worthLine, worthMonths } from './worth.ts'

const world = await sharedWorld()
const TODAY = '2026-06-20'
const amount = fc.integer({ min: 1, max: 900_000 }).map((cents) => cents / 100)
const day = fc.integer({ min: 0, max: 170 }).map((before) => addDays(TODAY, -before))

const book = fc.record({
  accounts: fc.array(
    fc.record({
      type: fc.constantFrom('asset' as const, 'liability' as const),
      currency_id: fc.constantFrom('EUR', 'EUR', 'USD'),
      amount,
      date: day,
      isSaid: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  entries: fc.array(fc.record({ kind: fc.constantFrom('spent', 'got'), amount, date: day, at: fc.nat() }), {
    maxLength: 8,
  }),
})

type Book = typeof book extends fc.Arbitrary<infer One> ? One : never

/** Somebody with such a book, in which dollars are worth something else each month. */
async function somebody({ accounts, entries }: Book) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  for (const [index, rate] of [0.9, 0.8, 0.95, 0.85, 0.9, 0.7, 0.8].entries())
    await ana.call(putExchangeRate, {
      params: { from: 'USD', to: 'EUR', date: addDays('2025-12-25', 30 * index) },
      body: { rate },
    })
  const ids: string[] = []
  for (const [index, { type, currency_id, amount: begun, date, isSaid }] of accounts.entries()) {
    const balance = isSaid
      ? { balance_as_of: { date, amount: begun } }
      : { opening_balance: begun, opening_date: date }
    const { id } = await ana.call(createAccount, {
      body: { name: `Account ${index}`, type, currency_id, ...balance },
    })
    ids.push(id)
  }
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  for (const { kind, at, ...entry } of entries) {
    const asset_account_id = String(ids[at % ids.length])
    if (kind === 'spent') await spend(ana, { ...entry, asset_account_id, category_id: food.id })
    else await ana.call(createIncome, { body: { ...entry, asset_account_id, category_id: pay.id } })
  }
  return ana
}

test('each month differs from the one before by the reasons that are named, and Home has the same figures', async () => {
  await fc.assert(
    fc.asyncProperty(book, async (one) => {
      const ana = await somebody(one)
      const report = await ana.call(netWorth, {
        query: { date_from: '2025-07-01', date_to: TODAY, by: 'month' },
      })
      const months = worthMonths(report, 1)
      for (const { date, net, date_from, change, opening } of months) {
        const why = await ana.call(netWorth, { query: { date_from, date_to: date, by: 'month' } })
        const before = why.points[0]?.net ?? 0
        const named = sumOf(
          reasonsIn(why).map((reason) => worthEffect(reason, why)),
          'EUR',
        )
        assert.equal(change, named, `the change of ${date} and why it changed`)
        assert.equal(why.changes.opening, opening)
        assert.equal(minorOf(net, 'EUR') - minorOf(before, 'EUR'), named + minorOf(opening, 'EUR'), date)
        const sheet = await ana.call(balanceSheet, { query: { date } })
        assert.equal(sheet.totals.equity, net, 'as what one has and owes')
      }
      const { change, began } = changeOver(months, 'EUR')
      const first = report.points.at(-months.length - 1)
      assert.equal(change + began, sumOf([months.at(-1)?.net ?? 0, -(first?.net ?? 0)], 'EUR'))

      const { net_worth: home } = await ana.call(overview, { query: { date: TODAY } })
      const line = worthLine(home.points)
      for (const { date, net } of line) {
        const month = months.find((one) => one.date === date)
        assert.equal(net, month?.net ?? 0, `the same figure for ${date}`)
      }
      const { parts, since, counted } = sinceKnown(months, report.began_with, 'EUR')
      const counting = changeOver(counted, 'EUR')
      const start = since ? months.find(({ date }) => date === since)?.net : first?.net
      assert.equal(
        counting.change + counting.began,
        sumOf([months.at(-1)?.net ?? 0, -(start ?? 0)], 'EUR'),
        'the change since the day that is named',
      )
      const drawn = drawnLine(home.points, home.began_with, 'EUR')
      // Debts that are paid back twice count below nothing, and weigh as much.
      const weigh = (amount = 0) => Math.abs(Number(minorOf(amount, 'EUR')))
      const all = weigh(months.at(-1)?.assets) + weigh(months.at(-1)?.liabilities)
      for (const { date, net, isPart } of drawn) {
        const month = months.findIndex((one) => one.date === date)
        assert.equal(net, months[month]?.net ?? 0, `the line of ${date}`)
        if (month >= 0) assert.equal(isPart, month < parts, `drawn alike in both: ${date}`)
        const later = home.began_with?.accounts.filter((one) => one.date > date) ?? []
        if (!isPart)
          for (const { net: begun } of later)
            assert(weigh(begun) * 20 < all, 'no account of weight is missing')
      }
      const [last, previous] = [line.at(-1)?.net ?? 0, home.points.at(-2)?.net ?? 0]
      assert.equal(sumOf([home.change], 'EUR'), sumOf([last, -previous], 'EUR'), 'the line and its figure')
      assert.equal(sumOf([home.change, -home.opening], 'EUR'), months.at(-1)?.change)
    }),
    { numRuns: 12 },
  )
})
