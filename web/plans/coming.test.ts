import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { byDay, isOpen, sumsOf } from './coming.ts'
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

test('every occurrence that is open counts, in its own currency, nothing that is done', () => {
  const { count, out, in: income, moved } = sumsOf(all, plans, new Map())
  assert.equal(count, 5)
  assert.deepEqual(moved, [{ currency: 'EUR', minor: 5000n }])
  assert.deepEqual(out, [
    { currency: 'EUR', minor: 30n },
    { currency: 'CHF', minor: 500n },
  ])
  assert.deepEqual(income, [{ currency: 'EUR', minor: 100_000n }])
})

test('the heading of any occurrences has the number and the sums of their lines', () => {
  const rights = new Map([
    ['rent', -1],
    ['pay', 1],
    ['aside', 0],
    ['goal', 0],
    ['refund', 1],
    ['bill', -1],
    ['claim', 1],
  ])
  const known = new Map(plans)
  for (const one of [
    plan('goal', 'goal'),
    plan('refund', 'expense', { is_refund: true }),
    plan('bill', 'obligation', { account_id: 'food' }),
    plan('claim', 'obligation', { account_id: 'wages' }),
  ])
    known.set(one.id, one)
  const accounts = new Map([
    ['food', { name: 'Food', type: 'expense', currency_id: null }],
    ['wages', { name: 'Wages', type: 'income', currency_id: null }],
  ] as const)
  const ids = [...rights.keys(), 'gone']
  for (let seed = 1; seed <= 200; seed++) {
    let state = seed
    const pick = <One>(some: readonly One[]): One => {
      state = (state * 48_271) % 2_147_483_647
      return some[state % some.length] as One // an index within
    }
    const drawn = Array.from({ length: pick([0, 1, 3, 15, 40]) }, () =>
      occurrence(pick(ids), '2026-11-20', pick([1, 25, 1199, 150_000]) / 100, {
        state: pick(['due', 'waiting', 'coming', 'posted', 'skipped']),
        currency_id: pick(['EUR', 'CHF']),
      }),
    )
    const lines = drawn.filter((one) => isOpen(one) && known.has(one.plan_id))
    const sum = (sign: number, currency: string) =>
      lines
        .filter((one) => rights.get(one.plan_id) === sign && one.currency_id === currency)
        .reduce((all, { amount }) => all + BigInt(Math.round(amount * 100)), 0n)
    const { count, out, in: income, moved } = sumsOf(drawn, known, accounts)
    assert.equal(count, lines.length, `seed ${seed}`)
    for (const [sign, said] of [
      [-1, out],
      [1, income],
      [0, moved],
    ] as const)
      for (const currency of ['EUR', 'CHF'])
        assert.equal(
          said.find((one) => one.currency === currency)?.minor ?? 0n,
          sum(sign, currency),
          `seed ${seed}, ${sign} in ${currency}`,
        )
  }
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
