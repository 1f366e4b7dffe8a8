import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  columnsOf,
  isSoFar,
  isUnfinished,
  isWithinYear,
  periodShort,
  periodText,
  soFar,
  spanBefore,
  spanOf,
  spanYearBefore,
} from './span.ts'

const now = { today: '2026-11-15', start: 1, first: '2023-12-03', fallback: '6m' } as const

test('the address says which days a report is about, and without any it is the last months of the book', () => {
  assert.deepEqual(spanOf({}, now), { choice: '6m', date_from: '2026-06-01', date_to: '2026-11-30' })
  assert.deepEqual(spanOf({ period: '3m' }, now), {
    choice: '3m',
    date_from: '2026-09-01',
    date_to: '2026-11-30',
  })
  assert.deepEqual(spanOf({ period: '1y' }, now), {
    choice: '1y',
    date_from: '2025-12-01',
    date_to: '2026-11-30',
  })
  assert.deepEqual(spanOf({ period: 'all' }, now), {
    choice: 'all',
    date_from: '2023-12-01',
    date_to: '2026-11-30',
  })
  assert.deepEqual(spanOf({ date_from: '2026-10-03', date_to: '2026-10-09' }, now), {
    choice: 'own',
    date_from: '2026-10-03',
    date_to: '2026-10-09',
  })
})

test('where single months are asked for, the address may name one, but none that has not begun', () => {
  const monthly = { ...now, fallback: 'month' } as const
  const october = { choice: 'month', date_from: '2026-10-01', date_to: '2026-10-31' }
  assert.deepEqual(spanOf({ month: '2026-10' }, monthly), october)
  assert.deepEqual(spanOf({ month: '2026-10' }, { ...monthly, start: 25 }), {
    choice: 'month',
    date_from: '2026-09-25',
    date_to: '2026-10-24',
  })
  for (const month of ['2026-12', '2026-13', ''])
    assert.equal(spanOf({ month }, monthly).date_from, '2026-11-01', month)
  assert.equal(spanOf({ month: '2026-10' }, now).choice, '6m', 'elsewhere a month is a column')
})

test('days that do not exist or run backwards are not taken from the address', () => {
  assert.equal(spanOf({ date_from: '2026-02-30', date_to: '2026-03-09' }, now).choice, '6m')
  assert.equal(spanOf({ date_from: '2026-10-09', date_to: '2026-10-03' }, now).choice, '6m')
  assert.equal(spanOf({ period: '<b>' }, now).choice, '6m')
})

test('the months are those of the book, which can start on payday', () => {
  assert.deepEqual(spanOf({ period: '3m' }, { ...now, start: 25 }), {
    choice: '3m',
    date_from: '2026-08-25',
    date_to: '2026-11-24',
  })
})

test('there are never more columns than one can read', () => {
  assert.equal(columnsOf({ date_from: '2025-12-01', date_to: '2026-11-30' }, 1), 'month')
  assert.equal(columnsOf({ date_from: '2023-12-01', date_to: '2026-11-30' }, 1), 'quarter')
  assert.equal(columnsOf({ date_from: '2010-01-01', date_to: '2026-11-30' }, 1), 'year')
})

test('a period has a long name and a short one', () => {
  const period = (label: string) => ({ label, date_from: '2026-11-01', date_to: '2026-11-14' })
  assert.match(periodText(period('2026-11')), /November/)
  assert.equal(periodText(period('2026-Q4')), 'Q4 2026')
  assert.equal(periodText(period('2026')), '2026')
  assert.equal(periodShort(period('2026-Q4'), '2026-11-15'), 'Q4')
  assert.equal(periodShort(period('2025-Q4'), '2026-11-15'), 'Q4 2025')
  assert.doesNotMatch(periodShort(period('2026-11'), '2026-11-15'), /2026/)
  assert.match(periodShort(period('2025-11'), '2026-11-15'), /2025/)
})

test('a month is unfinished until its last day', () => {
  const november = { date_from: '2026-11-01', date_to: '2026-11-30' }
  assert.equal(isUnfinished(november, '2026-11-29'), true)
  assert.equal(isUnfinished(november, '2026-11-30'), false)
  assert.equal(isUnfinished(november, '2026-10-31'), false)
})

test('whole months are compared with as many months, other days with as many days', () => {
  assert.deepEqual(spanBefore({ date_from: '2026-06-01', date_to: '2026-11-30' }, 1), {
    date_from: '2025-12-01',
    date_to: '2026-05-31',
  })
  assert.deepEqual(spanBefore({ date_from: '2026-10-03', date_to: '2026-10-09' }, 1), {
    date_from: '2026-09-26',
    date_to: '2026-10-02',
  })
})

test('this month and last month are spans, and one that is not over ends today', () => {
  assert.deepEqual(spanOf({ period: 'last-month' }, now), {
    choice: 'last-month',
    date_from: '2026-10-01',
    date_to: '2026-10-31',
  })
  const ends = (period: string) => {
    const { date_from, date_to } = soFar(spanOf({ period }, now), now.today)
    return [date_from, date_to]
  }
  assert.deepEqual(ends('month'), ['2026-11-01', '2026-11-15'])
  assert.deepEqual(ends('3m'), ['2026-09-01', '2026-11-15'])
  assert.deepEqual(ends('last-month'), ['2026-10-01', '2026-10-31'])
  const own = { choice: 'own', date_from: '2026-11-01', date_to: '2026-11-30' } as const
  assert.deepEqual(soFar(own, now.today), own)
  assert.equal(isSoFar('2026-11-15', '2026-11-15', 1), true)
  assert.equal(isSoFar('2026-11-30', '2026-11-30', 1), false)
})

test('this year is from its first month of the book on, and is compared with the same days of last year', () => {
  const year = spanOf({ period: 'year' }, { ...now, fallback: 'month' })
  assert.deepEqual(year, { choice: 'year', date_from: '2026-01-01', date_to: '2026-11-30' })
  const days = soFar(year, now.today)
  assert.deepEqual(spanYearBefore(days, 1), { date_from: '2025-01-01', date_to: '2025-11-15' })
  assert.equal(spanOf({ period: 'year' }, { ...now, start: 25 }).date_from, '2025-12-25')
  const span = (date_from: string, date_to: string) => ({ date_from, date_to })
  assert.deepEqual(
    [
      spanYearBefore(span('2024-02-01', '2024-02-29'), 1),
      spanYearBefore(span('2024-02-29', '2024-02-29'), 1),
      spanYearBefore(span('2026-10-30', '2026-11-29'), 'last_working_day'),
    ],
    [
      span('2023-02-01', '2023-02-28'),
      span('2023-03-01', '2023-02-28'), // no day
      span('2025-10-31', '2025-11-27'),
    ],
  )
})

test('at most a year is compared with the year before', () => {
  const span = (date_from: string, date_to: string) => ({ date_from, date_to })
  assert.equal(isWithinYear(span('2025-12-01', '2026-11-30'), 1), true)
  assert.equal(isWithinYear(span('2025-11-30', '2026-11-30'), 1), false)
})
