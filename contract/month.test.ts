import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from './day.ts'
import { addMonths, daysOfMonth, isMonth, MONTH_STARTS, monthOfDay, monthsBetween } from './month.ts'

const start = fc.constantFrom(...MONTH_STARTS)
const month = fc
  .integer({ min: 0, max: 299 * 12 - 1 })
  .map((index) => Temporal.PlainYearMonth.from('1901-01').add({ months: index }).toString())
const dayIn = (days: number) => Temporal.PlainDate.from('1901-01-01').add({ days }).toString()
const day = fc.integer({ min: 0, max: 109_000 }).map(dayIn)

test('the months of every setting follow each other without a gap or an overlap', () => {
  fc.assert(
    fc.property(month, start, (name, setting) => {
      const { date_from, date_to } = daysOfMonth(name, setting)
      const next = daysOfMonth(addMonths(name, 1), setting)
      assert(date_from < date_to)
      assert.equal(Temporal.PlainDate.from(date_to).add({ days: 1 }).toString(), next.date_from)
    }),
  )
})

test('every day of a month names the month, and the days outside it do not', () => {
  fc.assert(
    fc.property(month, start, (name, setting) => {
      const { date_from, date_to } = daysOfMonth(name, setting)
      const shifted = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
      assert.deepEqual(
        [shifted(date_from, -1), date_from, date_to, shifted(date_to, 1)].map((one) =>
          monthOfDay(one, setting),
        ),
        [addMonths(name, -1), name, name, addMonths(name, 1)],
      )
    }),
  )
  fc.assert(
    fc.property(day, start, (one, setting) => {
      const { date_from, date_to } = daysOfMonth(monthOfDay(one, setting), setting)
      assert(date_from <= one && one <= date_to)
    }),
  )
})

test('days and months are counted as the calendar counts them', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (one, count) => {
      const later = Temporal.PlainDate.from(one).add({ days: count })
      assert.equal(addDays(one, count), later.toString())
    }),
  )
  fc.assert(
    fc.property(month, fc.integer({ min: -1_200, max: 1_200 }), (name, count) => {
      const later = Temporal.PlainYearMonth.from(name).add({ months: count }).toString()
      assert.deepEqual([addMonths(name, count), monthsBetween(name, later)], [later, count])
    }),
  )
})

test('a month that starts on the 2nd to the 15th is named after the month it starts in, later ones after the next', () => {
  const days = (setting: (typeof MONTH_STARTS)[number]) =>
    Object.values(daysOfMonth('2026-11', setting)).join(' ')
  assert.equal(days(1), '2026-11-01 2026-11-30')
  assert.equal(days(2), '2026-11-02 2026-12-01')
  assert.equal(days(15), '2026-11-15 2026-12-14')
  assert.equal(days(16), '2026-10-16 2026-11-15')
  assert.equal(days(28), '2026-10-28 2026-11-27')
  assert.equal(days('last_working_day'), '2026-10-30 2026-11-29', '31 October 2026 is a Saturday')
  assert.deepEqual(daysOfMonth('2024-03', 28), { date_from: '2024-02-28', date_to: '2024-03-27' })
  assert.deepEqual(daysOfMonth('2026-03', 'last_working_day'), {
    date_from: '2026-02-27',
    date_to: '2026-03-30',
  })
})

test('a month is a year and a month of it, from 1901 to 2199', () => {
  for (const name of ['1901-01', '2026-11', '2199-12']) assert(isMonth(name), name)
  for (const name of [
    '',
    '2026',
    '2026-00',
    '2026-13',
    '2026-1',
    '2026-11-01',
    '1900-12',
    '2200-01',
    '26-11',
    '2026/11',
    ' 2026-11',
    '2026-11\n',
    '٢٠٢٦-١١',
  ])
    assert(!isMonth(name), name)
})
