import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courseOf } from './course.ts'

const today = '2026-01-21'
const value = (date: string, amount: number) => ({ date, amount })
const line = (date: string, running_balance: number) => ({ date, running_balance })

test('a course has a point on each stated day, where the day is, and ends today', () => {
  const course = courseOf([value('2026-01-11', 90), value('2026-01-01', 100)], [], 80, today)
  assert.deepEqual(
    course.map(({ key, at, value, isStated }) => [key, at, value, isStated]),
    [
      ['2026-01-01', 0, 100, true],
      ['2026-01-11', 0.5, 90, true],
      ['2026-01-21', 1, 80, false],
    ],
  )
})

test('between two statements the entries lead, by the balance that each day ends with', () => {
  const lines = [
    line('2026-01-11', 90),
    line('2026-01-06', 70),
    line('2026-01-06', 75),
    line('2025-12-31', 1),
  ]
  const course = courseOf([value('2026-01-11', 90), value('2026-01-01', 100)], lines, 90, today)
  assert.deepEqual(
    course.map(({ value, isStated }) => [value, isStated]),
    [
      [100, true],
      [70, false],
      [90, true],
      [90, false],
    ],
  )
})

test('a value of today is the last point, and without values there is no course', () => {
  assert.deepEqual(
    courseOf([value(today, 90)], [], 90, today).map(({ at }) => at),
    [0],
  )
  assert.deepEqual(courseOf([], [line(today, 5)], 5, today), [])
})
