import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BudgetSheet } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import type { IncomeStatement } from '../../contract/reports.ts'
import { linesOf, meanMonths, meansOf, NO_MEANS, proposalOf, usualText } from './lines.ts'

const report = (rows: [string, number[]][]) =>
  ({
    base_currency_id: 'EUR',
    periods: [{}, {}, {}],
    income: [],
    expense: rows.map(([category_id, amounts]) => ({ category_id, amounts })),
  }) as unknown as IncomeStatement // the fields that the means look at

test('the mean is of the months in which the book had anything, to the cent', () => {
  assert.deepEqual(
    meansOf(
      report([
        ['food', [10, 20, 30.01]],
        ['fun', [0, 0, 3]],
      ]),
    ),
    {
      months: 3,
      of: new Map([
        ['food', 2_000n],
        ['fun', 100n],
      ]),
      steady: new Set(),
    },
  )
  assert.deepEqual(meansOf(report([['food', [0, 20, 30]]])), {
    months: 2,
    of: new Map([['food', 2_500n]]),
    steady: new Set(),
  })
  assert.deepEqual(meansOf(report([])), NO_MEANS)
  const dated = (...amounts: number[]) => ({
    ...report([['rent', amounts]]),
    periods: [{ date_from: '2026-08-01' }, { date_from: '2026-09-01' }, { date_from: '2026-10-01' }],
  })
  const rentOf = (all: object, begin: string) => meansOf(all as IncomeStatement, begin).of.get('rent') // as above
  assert.equal(
    rentOf(dated(100, 890, 890), '2026-08-21'),
    89_000n,
    'a month that the book began in is no whole one',
  )
  assert.equal(rentOf(dated(100, 890, 890), '2026-08-04'), 62_667n)
  assert.equal(rentOf(dated(0, 0, 890), '2026-10-21'), 89_000n, 'there is no other')
  const fixed = (...amounts: number[]) => [...meansOf(report([['phone', amounts]])).steady]
  assert.deepEqual(fixed(0, 22, 22), ['phone'])
  assert.deepEqual(fixed(22, 22, 23), [])
  assert.deepEqual(fixed(0, 0, 22), [], 'one month is no rhythm')
})

test('the means are of the last three whole months, for coming months too', () => {
  assert.deepEqual(meanMonths('2026-11', '2026-11'), { first: '2026-08', last: '2026-10' })
  assert.deepEqual(meanMonths('2027-01', '2026-11'), { first: '2026-08', last: '2026-10' })
  assert.deepEqual(meanMonths('2026-03', '2026-11'), { first: '2025-12', last: '2026-02' })
})

test('every category of the kind is a line: those without figures too, but not deactivated ones', () => {
  const category = (name: string, part: Partial<Category> = {}) =>
    ({ id: name, name, kind: 'expense', is_active: true, ...part }) as Category // the fields that lines look at
  const sheet = {
    kind: 'expense',
    rows: [{ category_id: 'Old', category_name: 'Old', planned: 5 }],
  } as unknown as BudgetSheet // as above
  const lines = linesOf(
    sheet,
    [
      category('Zoo'),
      category('Old', { is_active: false }),
      category('Gone', { is_active: false }),
      category('Pay', { kind: 'income' }),
      category('Art'),
    ],
    {
      of: new Map([
        ['Art', 700n],
        ['Zoo', -5n],
      ]),
      steady: new Set(['Art']),
    },
  )
  assert.deepEqual(
    lines.map(({ isSteady }) => isSteady),
    [true, undefined, undefined],
  )
  assert.deepEqual(
    lines.map(({ category_name, planned, mean }) => [category_name, planned, mean]),
    [
      ['Art', null, 700n],
      ['Old', 5, null],
      ['Zoo', null, -5n],
    ],
    'more that came back than was spent counts in the sums',
  )
})

test('a budget is proposed as a person would type it, and never less than the mean', () => {
  const proposed = (mean: bigint | null, currency = 'EUR') => proposalOf({ mean }, currency)
  assert.deepEqual(
    [1_634n, 2_166n, 38_255n, 98_000n, 123_401n, 1_000n].map((mean) => proposed(mean)),
    [1_700n, 2_500n, 39_000n, 98_000n, 125_000n, 1_000n],
  )
  assert.equal(proposed(61_234n, 'JPY'), 61_300n)
  assert.equal(proposalOf({ mean: 2_200n, isSteady: true }, 'EUR'), 2_200n, 'a bill is as it is')
  assert.equal(proposalOf({ mean: 775n, actual: 54.75 }, 'EUR'), 5_500n, 'not below what is spent already')
  assert.equal(proposalOf({ mean: 2_200n, isSteady: true, actual: 22 }, 'EUR'), 2_200n)
  assert.equal(proposed(null), null)
  assert.equal(proposed(-20_600n), null, 'refunds propose nothing')
})

test('the usual amount is the mean as it is, which the proposal is not', () => {
  const said = (months: number) => usualText(1_634n, months, (minor) => `€${Number(minor) / 100}`)
  assert.deepEqual([said(3), said(1)], ['Usually €16.34 a month', '€16.34 last month'])
})
