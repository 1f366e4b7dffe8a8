import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { carriedText, daysLeftText, leftOf, markOf, overFrom, progressOf, usedText } from './budget-sheet.ts'

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

test('the used part is of the sum budgeted and carried over', () => {
  const totals = { planned: 202_500n, actual: 142_880n, carried: 1_240n }
  const during = { when: 'during', gone: 14, of: 30, left: 16 } as const
  assert.equal(usedText(totals, during), '70% used, 47% of the month gone')
  assert.equal(usedText({ ...totals, planned: 0n, carried: 0n }, during), '47% of the month gone')
  assert.match(usedText({ ...totals, carried: -202_500n }, during), /^Nothing left from the start,/)
  assert.equal(usedText(totals, { when: 'after', gone: 30, of: 30, left: 0 }), '70% used')
})

test('a percentage is written as the reader writes numbers', () => {
  chooseLocale('de-DE')
  const totals = { planned: 100n, actual: 116n, carried: 0n }
  assert.equal(usedText(totals, { when: 'after', gone: 30, of: 30, left: 0 }), '116\u00a0% used')
  chooseLocale('en-GB')
})

test('the rest of a budget is an amount left, all used, or over', () => {
  assert.deepEqual(leftOf(574n, 100n), { state: 'left', minor: 574n })
  assert.deepEqual(leftOf(0n, 100n), { state: 'used', minor: 0n })
  assert.deepEqual(leftOf(-640n, 700n), { state: 'over', minor: 640n })
  assert.deepEqual(leftOf(0n, 0n), { state: 'left', minor: 0n }, 'a budget of 0, and nothing spent')
})

test('an amount carried over says where it comes from', () => {
  const money = (minor: bigint) => `${minor}`
  assert.equal(
    carriedText({ category_name: 'Groceries', carried: 12.4 }, 'October', 'EUR', money),
    '1240 of Groceries was left in October and counts here.',
  )
  assert.equal(
    carriedText({ category_name: 'Gifts', carried: -3 }, 'October', 'EUR', money),
    'Gifts was 300 over in October, which counts here.',
  )
})

test('a budget that is over because of the month before says by how much', () => {
  const words = (left: number, carried: number) =>
    overFrom({ left, carried }, 'October', 'EUR', (minor) => `€${Number(minor) / 100}`)
  assert.equal(words(-320.12, -288.83), '€288.83 over in October')
  assert.equal(words(-20, 0), undefined)
  assert.equal(words(-20, 5), undefined)
  assert.equal(words(20, -5), undefined, 'enough is left')
})
