import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayText, rangeText } from '../ui/dates.ts'
import {
  chipsOf,
  dayRangeText,
  daysOfPeriod,
  filtersIn,
  isFiltered,
  isOfDaysOnly,
  isOfOwnShares,
  isSummed,
  jumpTo,
  within,
  without,
} from './filters.ts'

const names = (_: string, id: string) =>
  ({ c1: 'Groceries', c2: 'Household', a1: 'Cash', i1: 'nov.csv', i2: 'oct.csv', i3: 'sep.csv' })[id]
const words = (search: Record<string, string>) =>
  chipsOf(search, names, 1, '2026-11-15').map((chip) => chip.words)

test('the address has the names of the API, and nothing else reaches it', () => {
  const search = { q: 'lidl', date_from: '2026-11-01', open: 'x', utm: 'y', category_id: '' }
  assert.deepEqual(filtersIn(search), { q: 'lidl', date_from: '2026-11-01' })
  assert.equal(isFiltered({ open: 'x' }), false)
  assert.equal(isFiltered(search), true)
  assert.equal(isOfDaysOnly({ date_from: '2026-11-01', open: 'x' }), true)
  assert.equal(isOfDaysOnly(search), false)
})

test('every filter is said in plain words', () => {
  assert.deepEqual(words({ category_id: 'c1,c2', kind: 'expense' }), ['Expense', 'Groceries and Household'])
  assert.deepEqual(words({ category_id: 'c9' }), ['One that is gone'])
  assert.deepEqual(words({ contact_id: 'none' }), ['Without a person'])
  assert.deepEqual(words({ asset_account_id: 'a1' }), ['Money on Cash'])
  assert.deepEqual(words({ amount_min: '10', amount_max: '50' }), ['10 to 50'])
  assert.deepEqual(words({ amount_max: '50' }), ['Up to 50'])
  assert.deepEqual(words({ is_tagged: 'false' }), ['Without a tag'])
  assert.deepEqual(words({ tag: 'trip' }), ['#trip'])
  assert.deepEqual(words({ currency_id: 'usd,jpy' }), ['In US dollar and Japanese yen'])
  assert.deepEqual(words({ section: 'expense', except_account_id: 'a1' }), ['Spending without Cash'])
  assert.deepEqual(words({ section: 'money', flow: 'in' }), ['Money that came in'])
  assert.deepEqual(words({ known_at: '12' }), ['As it was at version 12'])
  assert.deepEqual(words({ known_at: 'soon' }), ['As it was soon'])
  assert.deepEqual(words({ q: 'lidl' }), [])
})

test('imports are named, as far as they are known', () => {
  const from = (import_id: string) => words({ import_id })[0]
  assert.equal(from('i1'), 'From nov.csv')
  assert.equal(from('i1,i2,i1'), 'From nov.csv and oct.csv')
  assert.equal(from('i1,i2,i3'), 'From nov.csv, oct.csv and sep.csv')
  assert.equal(from('i1,i2,i3,i4'), 'From nov.csv, oct.csv and 2 others')
  assert.equal(from('i1,i9'), 'From nov.csv and 1 other')
  assert.equal(from('i9'), 'From one import')
  assert.equal(from('i8,i9'), 'From 2 imports')
})

test('a period is called by its month or year if it is one', () => {
  assert.equal(dayRangeText('2026-11-01', '2026-11-30', 1), 'November 2026')
  assert.equal(dayRangeText('2026-01-01', '2026-12-31', 1), '2026')
  assert.equal(dayRangeText('2026-10-25', '2026-11-24', 25), 'November 2026')
  assert.equal(dayRangeText('2026-11-01', '2026-11-12', 1), rangeText('2026-11-01', '2026-11-12'))
  assert.equal(dayRangeText(undefined, '2026-11-12', 1), `Until ${dayText('2026-11-12')}`)
  assert.equal(dayRangeText('2026-11-12', undefined, 1), `Since ${dayText('2026-11-12')}`)
  assert.equal(dayRangeText('nonsense', undefined, 1), 'Since nonsense')
})

test('periods with names follow the months of the book', () => {
  assert.deepEqual(daysOfPeriod('month', '2026-11-15', 1), { date_from: '2026-11-01', date_to: '2026-11-30' })
  assert.deepEqual(daysOfPeriod('last-month', '2026-01-15', 1), {
    date_from: '2025-12-01',
    date_to: '2025-12-31',
  })
  assert.deepEqual(daysOfPeriod('year', '2026-11-15', 25), { date_from: '2025-12-25', date_to: '2026-12-24' })
})

test('a month is cut to the days of the filter', () => {
  const november = { date_from: '2026-11-01', date_to: '2026-11-30' }
  assert.deepEqual(within(november, {}), november)
  assert.deepEqual(within(november, { date_to: '2026-11-12' }), { ...november, date_to: '2026-11-12' })
  assert.equal(within(november, { date_from: '2026-12-01' }), undefined)
})

test('a jump leads to the end of a month, and drops a first day that is later', () => {
  assert.deepEqual(jumpTo('2024-02', {}, 1), { date_to: '2024-02-29' })
  assert.deepEqual(jumpTo('2024-02', { date_from: '2026-01-01' }, 1), {
    date_to: '2024-02-29',
    date_from: undefined,
  })
})

test('taking a filter away takes all of its parameters', () => {
  assert.deepEqual(Object.keys(without('period', 'tag')), ['date_from', 'date_to', 'tag', 'is_tagged'])
  assert.ok('q' in without() && 'known_at' in without())
})

test('a list without income and spending has no sum, unless it is of an account or a category', () => {
  assert.equal(isSummed({}), true)
  assert.equal(isSummed({ kind: 'payment,transfer' }), false)
  assert.equal(isSummed({ kind: 'payment,expense' }), true)
  assert.equal(isSummed({ kind: 'transfer', account_id: 'a' }), true)
  assert.equal(isOfOwnShares({ q: 'pizza' }), true)
  assert.equal(isOfOwnShares({ account_id: 'a' }), false)
  assert.equal(isOfOwnShares({ account_id: 'a', category_id: 'c' }), true)
})
