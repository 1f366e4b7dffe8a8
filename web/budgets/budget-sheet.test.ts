import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import {
  carriedText,
  daysLeftText,
  leftOf,
  markOf,
  mostUsedFirst,
  progressOf,
  usedShare,
  usedText,
  withPlan,
} from './budget-sheet.ts'

const row = (category_name: string, planned: number | null, actual: number, carried = 0): BudgetRow => ({
  category_id: category_name,
  category_name,
  planned,
  actual,
  carried,
  left: Math.round(100 * ((planned ?? 0) + carried - actual)) / 100,
  rollover: false,
  explain: '',
  version: 1,
})
const sheet = (rows: BudgetRow[]): BudgetSheet => ({
  month: '2026-11',
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  kind: 'expense' as const,
  base_currency_id: 'EUR',
  rows,
  totals: { planned: 0, actual: 0, carried: 0, left: 0, explain: '' },
  unplanned: { actual: 0, explain: '' },
})

test('the most used budgets come first, those that are over before all others', () => {
  const rows = [
    row('Groceries', 420, 147.85, 12.4),
    row('Clothes', 80, 35),
    row('Transport', 90, 96.4),
    row('Rent', 890, 890),
    row('Fines', 0, 5),
    row('Books', 20, 0),
  ]
  assert.deepEqual(
    mostUsedFirst(rows, 'EUR').map(({ category_name }) => category_name),
    ['Fines', 'Transport', 'Rent', 'Clothes', 'Groceries', 'Books'],
  )
  assert.equal(usedShare(row('Nothing at all', 0, 0), 'EUR'), 0)
})

test('a month says how much of it is gone, with months that start on a payday too', () => {
  const november = progressOf({ date_from: '2026-11-01', date_to: '2026-11-30' }, '2026-11-14')
  assert.deepEqual(november, { when: 'during', gone: 14, of: 30, left: 16 })
  assert.equal(markOf(november), 14 / 30)
  assert.equal(daysLeftText(november), '16 days left')
  const payday = progressOf({ date_from: '2026-10-25', date_to: '2026-11-24' }, '2026-11-24')
  assert.equal(daysLeftText(payday), 'the last day')
  const past = progressOf({ date_from: '2026-10-01', date_to: '2026-10-31' }, '2026-11-14')
  assert.equal(markOf(past), undefined)
  assert.equal(daysLeftText(past), 'the month is over')
  const next = progressOf({ date_from: '2026-12-01', date_to: '2026-12-31' }, '2026-11-30')
  assert.equal(daysLeftText(next), 'starts in 1 day')
})

test('the used part is of the sum planned and carried over', () => {
  const totals = { planned: 2025, actual: 1428.8, carried: 12.4, left: 608.6, explain: '' }
  const during = { when: 'during', gone: 14, of: 30, left: 16 } as const
  assert.equal(usedText(totals, 'EUR', during), '70% used, 47% of the month gone')
  assert.equal(
    usedText({ ...totals, planned: 0, carried: 0 }, 'EUR', during),
    'Nothing planned, 47% of the month gone',
  )
  assert.equal(usedText(totals, 'EUR', { when: 'after', gone: 30, of: 30, left: 0 }), '70% used')
})

test('the rest of a plan is an amount left, all used, or over', () => {
  assert.deepEqual(leftOf(5.74, 'EUR'), { state: 'left', minor: 574n })
  assert.deepEqual(leftOf(0, 'EUR'), { state: 'used', minor: 0n })
  assert.deepEqual(leftOf(-6.4, 'EUR'), { state: 'over', minor: 640n })
})

test('an amount carried over says where it comes from', () => {
  const money = (minor: bigint) => `${minor}`
  assert.equal(
    carriedText(row('Groceries', 420, 0, 12.4), 'October', 'EUR', money),
    '1240 of Groceries was left in October and counts here.',
  )
  assert.equal(
    carriedText(row('Gifts', 50, 0, -3), 'October', 'EUR', money),
    'Gifts was 300 over in October, which counts here.',
  )
})

test('a changed plan changes the row and the totals at once, exactly', () => {
  const before = sheet([
    row('Transport', 90, 96.4),
    row('Groceries', 420.1, 147.85, 12.4),
    row('Books', null, 7),
  ])
  const raised = withPlan(before, 'Transport', 10_000n)
  assert.deepEqual(
    { ...raised.totals, explain: '' },
    { planned: 520.1, actual: 244.25, carried: 12.4, left: 288.25, explain: '' },
  )
  assert.equal(raised.rows[0]?.left, 3.6)
  assert.equal(raised.unplanned.actual, 7)
  const planned = withPlan(before, 'Books', 2_000n)
  assert.equal(planned.unplanned.actual, 0)
  assert.equal(planned.totals.planned, 530.1)
  const removed = withPlan(before, 'Transport', null)
  assert.equal(removed.unplanned.actual, 103.4)
})
