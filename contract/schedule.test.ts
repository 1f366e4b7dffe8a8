import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../demo/random.ts'
import {
  firstOccurrence,
  isOccurrence,
  type OnDay,
  occurrencesBetween,
  postingDay,
  type Schedule,
} from './schedule.ts'

const every = (unit: Schedule['unit'], start: string, more: Partial<Schedule> = {}): Schedule => ({
  start,
  every: 1,
  unit,
  on: null,
  end: null,
  count: null,
  working_days: 'none' as const,
  ...more,
})
const days = (schedule: Schedule, from: string, to: string) => [...occurrencesBetween(schedule, from, to)]

test('the 31st becomes the last day of a short month, and is the 31st again in the next long one', () => {
  const expected = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']
  assert.deepEqual(days(every('month', '2026-01-31'), '2026-01-01', '2026-05-31'), expected)
  assert.deepEqual(days(every('month', '2026-01-31', { on: 'last' }), '2026-01-01', '2026-05-31'), expected)
})

test('29 February comes every year, on the 28th in years without it', () => {
  assert.deepEqual(days(every('year', '2024-02-29'), '2025-01-01', '2028-12-31'), [
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ])
})

test('a month without a fifth Monday is left out, and the count does not count it', () => {
  const fifth = every('month', '2026-01-01', { on: { weekday: 1, nth: 5 } })
  assert.deepEqual(days(fifth, '2026-01-01', '2026-09-01'), ['2026-03-30', '2026-06-29', '2026-08-31'])
  assert.deepEqual(days({ ...fifth, count: 2 }, '2026-01-01', '2030-01-01'), ['2026-03-30', '2026-06-29'])
})

test('the last Friday and the second Tuesday are found in every month', () => {
  const last = every('month', '2026-01-01', { on: { weekday: 5, nth: -1 } })
  assert.deepEqual(days(last, '2026-01-01', '2026-03-31'), ['2026-01-30', '2026-02-27', '2026-03-27'])
  const second = every('month', '2026-01-01', { on: { weekday: 2, nth: 2 } })
  assert.deepEqual(days(second, '2026-01-01', '2026-03-31'), ['2026-01-13', '2026-02-10', '2026-03-10'])
})

test('a day that the month of the start has passed comes in the next period', () => {
  const fifteenth = every('month', '2026-01-20', { on: 15, every: 3, count: 2 })
  assert.deepEqual(days(fifteenth, '2026-01-01', '2027-01-01'), ['2026-04-15', '2026-07-15'])
})

test('weekends move to the Friday before or the Monday after, working days stay', () => {
  const shifted = (rule: Schedule['working_days']) =>
    ['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map((day) => postingDay(day, rule))
  assert.deepEqual(shifted('none'), ['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'])
  assert.deepEqual(shifted('before'), ['2026-11-13', '2026-11-13', '2026-11-13', '2026-11-16'])
  assert.deepEqual(shifted('after'), ['2026-11-13', '2026-11-16', '2026-11-16', '2026-11-16'])
})

test('a count that reaches beyond the year 2200 ends there', () => {
  const rare = every('week', '2026-01-05', { every: 1000, count: 10_000 })
  assert.equal(days(rare, '1900-01-01', '2200-12-31').length, 10)
  const yearly = every('year', '2190-01-01', { count: 100 })
  assert.equal(days(yearly, '1900-01-01', '2200-12-31').at(-1), '2200-01-01')
})

test('a schedule that never occurs has no first day', () => {
  const never = every('month', '2026-11-15', { on: 31, end: '2026-11-29' })
  assert.equal(firstOccurrence(never), undefined)
  assert.deepEqual(days(never, '1900-01-01', '2200-12-31'), [])
  const leap = every('year', '2026-02-01', { on: { weekday: 1, nth: 5 } })
  assert.equal(firstOccurrence(leap), '2044-02-29')
  assert.equal(firstOccurrence({ ...leap, every: 1000 }), undefined)
})

/** The days of a schedule found the slow way: every day from the start on is looked at, and its periods are counted by hand. */
function walked(schedule: Schedule, to: string): string[] {
  const start = Temporal.PlainDate.from(schedule.start)
  const last = schedule.end !== null && schedule.end < to ? schedule.end : to
  const found: string[] = []
  for (let day = start; day.toString() <= last; day = day.add({ days: 1 }))
    if (isOn(schedule, start, day) && (schedule.count === null || found.length < schedule.count))
      found.push(day.toString())
  return found
}

function isOn({ every, unit, on }: Schedule, start: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  const passed = start.until(day).days
  if (unit === 'day') return passed % every === 0
  if (unit === 'week') return passed % (7 * every) === 0
  const months = (day.year - start.year) * 12 + day.month - start.month
  if (months % (unit === 'year' ? 12 * every : every) !== 0) return false
  const wanted = on ?? start.day
  const isLast = day.day === day.daysInMonth
  if (wanted === 'last') return isLast
  if (typeof wanted === 'number') return day.day === wanted || (isLast && day.day < wanted)
  if (day.dayOfWeek !== wanted.weekday) return false
  return wanted.nth === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === wanted.nth
}

const SEED = Number(process.env.SCHEDULE_SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`any part of any schedule is what walking from its start finds (seed ${SEED})`, () => {
  const random = randomFrom(SEED).next
  const upTo = (most: number) => Math.floor(random() * most)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T // never empty
  const on = (): OnDay =>
    pick([1 + upTo(31), 'last' as const, { weekday: 1 + upTo(7), nth: pick([1, 2, 3, 4, 5, -1]) }])
  const from = Temporal.PlainDate.from('2019-06-01')
  for (let round = 0; round < 60; round++) {
    const unit = pick(['day', 'week', 'month', 'year'] as const)
    const isLimited = random()
    const start = from.add({ days: upTo(1500) })
    const schedule = every(unit, start.toString(), {
      every: 1 + upTo(unit === 'day' ? 40 : 4),
      on: unit === 'day' || unit === 'week' || random() < 0.3 ? null : on(),
      end: isLimited < 0.3 ? start.add({ days: upTo(1000) }).toString() : null,
      count: isLimited > 0.6 ? 1 + upTo(30) : null,
    })
    const all = walked(schedule, '2027-12-31')
    const lower = from.add({ days: upTo(2500) }).toString()
    const upper = from.add({ days: upTo(3000) }).toString()
    const told = JSON.stringify(schedule)
    assert.deepEqual(days(schedule, '1900-01-01', '2027-12-31'), all, told)
    assert.deepEqual(
      days(schedule, lower, upper),
      all.filter((day) => day >= lower && day <= upper),
      `${told} from ${lower} to ${upper}`,
    )
    assert.equal(isOccurrence(schedule, lower), all.includes(lower), `${told} on ${lower}`)
  }
})
