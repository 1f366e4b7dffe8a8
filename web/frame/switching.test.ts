import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepIn } from './switching.ts'

test('the arrow keys go from book to book, and the ends meet', () => {
  const from = (at: number, key: string) => stepIn(3, at, key)
  assert.deepEqual([from(-1, 'ArrowDown'), from(0, 'ArrowDown'), from(2, 'ArrowDown')], [0, 1, 0])
  assert.deepEqual([from(0, 'ArrowUp'), from(2, 'ArrowUp')], [2, 1])
  assert.deepEqual([from(1, 'Home'), from(1, 'End'), from(1, 'a')], [0, 2, undefined])
  assert.equal(stepIn(0, -1, 'ArrowDown'), undefined)
})
