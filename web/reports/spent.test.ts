import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Spending } from '../../contract/reports.ts'
import {
  byChange,
  isBy,
  isNamedLittle,
  isOverTime,
  partsOf,
  shareOf,
  spendingFigures,
  withMembers,
  withNames,
} from './spent.ts'

const row = (id: string | null, name: string | null) => ({
  id,
  name,
  amount: 10,
  share: 0.5,
  previous: 5,
  change: 5,
  count: 1,
  explain: `/budgeting/transactions?of=${id}`,
  previous_explain: id === 'new' ? null : `/budgeting/transactions?before=${id}`,
})

test('rows have names in the words of the reader, those without one too', () => {
  const names = (by: Parameters<typeof withNames>[1], ...rows: ReturnType<typeof row>[]) =>
    withNames(rows, by).map(({ label }) => label)
  assert.deepEqual(names('category', row('c', 'Rent')), ['Rent'])
  assert.deepEqual(names('contact', row(null, null)), ['Without a contact'])
  assert.deepEqual(names('tag', row('holiday', null)), ['holiday'])
  assert.match(names('month', row('2026-11', '2026-11'))[0] ?? '', /^November/)
})

test('rows of the former answer are named as they are, while months or days are on their way', () => {
  const former = [row('0198c0de', 'Rent'), row(null, null)]
  assert.deepEqual(
    withNames(former, 'month').map(({ label }) => label),
    ['Rent', ''],
  )
  assert.equal(isOverTime(former, 'day'), false)
  assert.equal(isOverTime([row('2026-11', null)], 'day'), false)
  assert.equal(isOverTime([row('2026-11-15', null)], 'day'), true)
})

test('each amount opens its list; days that are before all days have none', () => {
  const rows = withNames([row('a', 'A'), row('new', 'New')], 'category')
  const report = {
    ...{
      base_currency_id: 'EUR',
      total: 20,
      previous_total: 10,
      explain: '/all',
      previous_explain: '/before',
    },
  } as Spending // as much of one as is read
  assert.deepEqual(
    spendingFigures(report, rows, 'category').map(({ key, less }) => [key, less]),
    [
      ['a', undefined],
      ['a.before', undefined],
      ['a.change', '/budgeting/transactions?before=a'],
      ['new', undefined],
      ['new.change', undefined],
      ['all', undefined],
      ['all.before', undefined],
      ['all.change', '/before'],
    ],
  )
})

test('only what the report knows is taken from the address', () => {
  assert.equal(isBy('tag'), true)
  assert.equal(isBy('toString'), false)
  assert.equal(isBy(undefined), false)
})

test('rows can be sorted by how much they changed', () => {
  const row = (amount: number, previous: number) => ({ amount, previous })
  const rows = [row(100, 100), row(50, 80), row(20, 0.5)]
  assert.deepEqual(byChange(rows, 'EUR'), [row(20, 0.5), row(100, 100), row(50, 80)])
})

test('a group has its categories and what is recorded in it itself, and all of them open', () => {
  const figures = { share: 0.5, previous: 0, change: 0, count: 1, explain: '', previous_explain: null }
  const food = {
    ...{ id: 'f', name: 'Food', amount: 30, ...figures },
    children: [{ id: 'g', name: 'Groceries', amount: 27, ...figures }],
    own: { amount: 3, ...figures },
  }
  const rows = withNames([food, { id: 'r', name: 'Rent', amount: 900, ...figures }], 'group')
  assert.deepEqual(
    withMembers(rows).map(({ key, label, amount }) => [key, label, amount]),
    [
      ['f', 'Food', 30],
      ['g', 'Groceries', 27],
      ['f.own', 'Food itself', 3],
      ['r', 'Rent', 900],
    ],
  )
})

test('shares are of all that was spent, as in the bar, and a refund has none', () => {
  const rows = [{ amount: 980 }, { amount: 763.8 }, { amount: 0 }, { amount: -412 }]
  const { whole, back } = partsOf(rows, 'EUR')
  assert.deepEqual([whole, back], [174_380n, -41_200n])
  assert.deepEqual(
    rows.map((row) => shareOf(row, whole, 'EUR')?.toFixed(3)),
    ['0.562', '0.438', '0.000', undefined],
  )
  assert.equal(shareOf({ amount: 0 }, 0n, 'EUR'), undefined, 'of nothing')
})

test('who got the money is said only where at least a fifth of it went to somebody named', () => {
  const named = (...rows: [id: string | null, amount: number][]) =>
    isNamedLittle({
      base_currency_id: 'EUR',
      total: rows.reduce((sum, [, amount]) => sum + amount, 0),
      rows: rows.map(([id, amount]) => ({ ...row(id, null), amount })),
    })
  assert(named([null, 1933.81], ['mia', 12.4]))
  assert(!named([null, 80], ['mia', 20]))
  assert(!named(), 'nothing was spent: the card says what would stand there')
})
