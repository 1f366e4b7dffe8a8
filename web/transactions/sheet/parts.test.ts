import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { equally, putOn, remainderOf, spreadBySize } from './parts.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 10n }), { minLength: 1, maxLength: 20 })
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)

test('however an amount is divided, the parts add up to it', () => {
  fc.assert(
    fc.property(amount, parts, fc.nat(), (total, some, at) => {
      assert.equal(sum(some) + remainderOf(total, some), total)
      assert.equal(sum(putOn(total, some, at % some.length)), total)
      assert.equal(sum(spreadBySize(total, some)), total)
      assert.equal(sum(equally(total, some.length)), total)
    }),
  )
})

test('equal parts differ by one minor unit at most, and the first is never smaller', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 50 }), (total, people) => {
      const all = equally(total, people)
      const sorted = all.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      assert.ok((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n) <= 1n)
      assert.equal(all[0], sorted.at(-1))
    }),
  )
  assert.deepEqual(equally(10_000n, 3), [3_334n, 3_333n, 3_333n])
})

test('putting the rest on a part changes only that one', () => {
  assert.deepEqual(putOn(7_320n, [5_430n, 1_200n], 1), [5_430n, 1_890n])
  assert.deepEqual(putOn(100n, [80n, 40n], 0), [60n, 40n])
})

test('spreading keeps the proportions', () => {
  assert.deepEqual(spreadBySize(110n, [50n, 30n, 20n]), [55n, 33n, 22n])
  assert.deepEqual(spreadBySize(100n, [0n, 0n]), [100n, 0n])
})
