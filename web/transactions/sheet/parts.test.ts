import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byWeight, equally, putOn, remainderOf, spreadBySize } from './parts.ts'

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

test('equal parts are the same for all but the one who paid, who takes the minor units that do not divide', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 50 }), (total, people) => {
      const [mine = 0n, ...others] = equally(total, people)
      assert.ok(others.every((one) => one === total / BigInt(people)))
      assert.ok(mine >= total / BigInt(people) && mine - total / BigInt(people) < BigInt(people))
    }),
  )
  assert.deepEqual(equally(10_001n, 3), [3_335n, 3_333n, 3_333n])
})

test('parts by weight add up, and no weight at all leaves everything to the one who paid', () => {
  assert.deepEqual(byWeight(9_000n, [2n, 2n, 1n]), [3_600n, 3_600n, 1_800n])
  assert.deepEqual(byWeight(100n, [0n, 0n]), [100n, 0n])
  fc.assert(fc.property(amount, parts, (total, some) => assert.equal(sum(byWeight(total, some)), total)))
})

test('putting the rest on a part changes only that one', () => {
  assert.deepEqual(putOn(7_320n, [5_430n, 1_200n], 1), [5_430n, 1_890n])
  assert.deepEqual(putOn(100n, [80n, 40n], 0), [60n, 40n])
})

test('spreading keeps the proportions', () => {
  assert.deepEqual(spreadBySize(110n, [50n, 30n, 20n]), [55n, 33n, 22n])
  assert.deepEqual(spreadBySize(100n, [0n, 0n]), [100n, 0n])
})
