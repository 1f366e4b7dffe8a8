import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becauseOf, tooSmall } from './because.ts'

const named = (parts: readonly bigint[], change: bigint) => becauseOf(parts, change, (part) => part)

test('a rise names at most three that rose and one that fell, the largest first', () => {
  assert.deepEqual(named([50n, -40n, 90n, 70n, 60n, -30n], 200n), [90n, 70n, 60n, -40n])
})

test('a fall names at most three that fell and one that rose', () => {
  assert.deepEqual(named([-50n, 40n, -90n, -70n, -60n, 30n], -200n), [-90n, -70n, -60n, 40n])
})

test('a part below 5 % of the change is not named, one of exactly 5 % is', () => {
  assert.deepEqual(named([100n, 5n, 4n, -4n], 100n), [100n, 5n])
  assert.deepEqual(named([-5n, 105n], 100n), [105n, -5n])
})

test('of many small parts none is named, and none is above the bound that a sentence gives', () => {
  const parts = Array.from({ length: 41 }, () => 99n)
  const change = 41n * 99n
  assert.deepEqual(named(parts, change), [])
  assert.ok(99n <= tooSmall(change) && tooSmall(-change) === tooSmall(change))
})

test('nothing is named where the whole did not change, nor a part that did not', () => {
  assert.deepEqual(named([10n, -10n], 0n), [])
  assert.deepEqual(named([0n], 5n), [])
})
