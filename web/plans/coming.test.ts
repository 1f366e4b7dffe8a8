import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { byDay, sumsOf } from './coming.ts'
import { withLine, withoutLines } from './declined.ts'
import { evidenceText } from './found-words.ts'

const plan = (id: string, kind: Plan['kind'], draft = {}) => ({ id, kind, draft }) as Plan // all that sums look at
const plans = new Map(
  [plan('rent', 'expense'), plan('pay', 'income'), plan('aside', 'transfer')].map((one) => [one.id, one]),
)
const occurrence = (plan_id: string, date: string, amount: number, more: Partial<Occurrence> = {}) =>
  ({ plan_id, date, amount, currency_id: 'EUR', state: 'coming', draft: null, ...more }) as Occurrence // as above

const all = [
  occurrence('rent', '2026-11-10', 0.1, { state: 'due' }),
  occurrence('rent', '2026-11-20', 0.2),
  occurrence('rent', '2026-11-20', 5, { currency_id: 'CHF' }),
  occurrence('rent', '2026-11-21', 99, { state: 'skipped' }),
  occurrence('pay', '2026-11-20', 1000, { state: 'waiting' }),
  occurrence('pay', '2026-11-17', 7, { state: 'posted' }),
  occurrence('aside', '2026-11-22', 50),
]

test('everything that is open counts, in its own currency, and nothing that is done', () => {
  const { count, out, in: income } = sumsOf(all, plans, new Map())
  assert.equal(count, 5)
  assert.deepEqual(out, [
    { currency: 'EUR', minor: 30n },
    { currency: 'CHF', minor: 500n },
  ])
  assert.deepEqual(income, [{ currency: 'EUR', minor: 100_000n }])
})

test('late ones are on the day of today, as in the forecast', () => {
  const days = byDay(all, '2026-11-17')
  assert.deepEqual(
    [...days].map(([day, some]) => [day, some.length]),
    [
      ['2026-11-17', 1],
      ['2026-11-20', 3],
      ['2026-11-22', 1],
    ],
  )
})

test('a proposal names the months, years or days of its payments', () => {
  const said = (unit: 'week' | 'month' | 'year', count: number, ...dates: string[]) =>
    evidenceText(
      {
        count,
        schedule: { start: '', every: 1, unit, on: null, end: null, count: null, working_days: 'none' },
        evidence: dates.map((date) => ({ transaction_id: '', date, amount: 1 })),
      },
      '2026-11-17',
      'en-GB',
    )
  assert.equal(
    said('month', 4, '2026-08-03', '2026-09-03', '2026-10-03', '2026-11-03'),
    'Aug, Sept, Oct, Nov',
  )
  assert.equal(said('year', 2, '2025-10-20', '2026-10-20'), 'Oct 2025, Oct 2026')
  assert.equal(said('week', 9, '2026-11-03', '2026-11-10'), '3 Nov, 10 Nov, and 7 before')
})

test('what somebody said No to is kept once, and can be brought back', () => {
  const text = withLine(withLine(withLine(null, 'book a'), 'book b'), 'book a')
  assert.equal(text, 'book b\nbook a')
  assert.equal(
    withoutLines(text, (line) => line === 'book b'),
    'book a',
  )
  assert.equal(
    withoutLines(null, () => true),
    '',
  )
})
