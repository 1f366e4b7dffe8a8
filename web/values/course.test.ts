import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value } from '../../contract/values.ts'
import { courseOf } from './course.ts'

const value = (date: string, amount: number) => ({ date, amount }) as Value // the fields that a course is made of

test('a course has a point on each stated day, where the day is, and ends today', () => {
  const course = courseOf([value('2026-01-11', 90), value('2026-01-01', 100)], 80, '2026-01-21')
  assert.deepEqual(
    course.map(({ key, at, value }) => [key, at, value]),
    [
      ['2026-01-01', 0, 100],
      ['2026-01-11', 0.5, 90],
      ['2026-01-21', 1, 80],
    ],
  )
})

test('a value of today is the last point, and without values there is no course', () => {
  assert.deepEqual(
    courseOf([value('2026-01-21', 90)], 90, '2026-01-21').map(({ at }) => at),
    [0],
  )
  assert.deepEqual(courseOf([], 5, '2026-01-21'), [])
})
