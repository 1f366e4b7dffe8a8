import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthStartWords } from './month-start.ts'

test('the day that months start on is said in words', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 28].map(monthStartWords), [
    'the 1st',
    'the 2nd',
    'the 3rd',
    'the 4th',
    'the 11th',
    'the 12th',
    'the 13th',
    'the 21st',
    'the 22nd',
    'the 23rd',
    'the 28th',
  ])
  assert.equal(monthStartWords('last_working_day'), 'the last working day of the month before')
})
