import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  allocate,
  convert,
  convertBack,
  decimalFrom,
  decimalOf,
  decimalText,
  divide,
  LARGEST,
  one,
  ratio,
  readAmount,
  showAmount,
} from './money.ts'

const minor = fc.bigInt({ min: -LARGEST, max: LARGEST })
const decimals = fc.integer({ min: 0, max: 4 })
const rate = fc.record({
  digits: fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
  scale: fc.integer({ min: 0, max: 10 }),
})

test('an amount survives the way through JSON to the last minor unit', () => {
  fc.assert(
    fc.property(minor, decimals, (amount, scale) => {
      const wire = JSON.parse(JSON.stringify(showAmount(amount, scale)))
      assert.equal(readAmount(wire, scale), amount)
    }),
  )
})

test('numbers are read at fifteen significant digits', () => {
  assert.equal(readAmount(0.1 + 0.2, 2), 30n)
  assert.equal(readAmount(1.005, 3), 1005n)
  assert.equal(readAmount(100.0, 2), 10_000n)
  assert.equal(readAmount(1e3, 0), 1000n)
  assert.equal(readAmount(4.35 * 100, 2), 43_500n)
  assert.equal(readAmount(9_999_999_999_999.99, 2), LARGEST)
  assert.equal(readAmount(0, 2), 0n)
  assert.equal(readAmount(-12.5, 2), -1250n)
})

test('more decimals than the currency has, or more than fifteen digits, is not an amount', () => {
  assert.equal(readAmount(0.001, 2), 'too_many_decimals')
  assert.equal(readAmount(0.5, 0), 'too_many_decimals')
  assert.equal(readAmount(1e-300, 2), 'too_many_decimals')
  assert.equal(readAmount(1e13, 2), 'too_large')
  assert.equal(readAmount(1e300, 2), 'too_large')
  assert.equal(readAmount(Number.MAX_SAFE_INTEGER, 0), 'too_large')
})

test('halves are rounded to even', () => {
  const cases: [bigint, bigint, bigint][] = [
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [7n, 3n, 2n],
    [8n, 3n, 3n],
    [-8n, 3n, -3n],
    [8n, -3n, -3n],
  ]
  for (const [a, b, expected] of cases) assert.equal(divide(a, b), expected, `${a}/${b}`)
})

test('a conversion is off by half a minor unit at most', () => {
  fc.assert(
    fc.property(minor, decimals, rate, decimals, (amount, from, rate, to) => {
      const result = convert(amount, from, rate, to)
      // |result / 10^to − amount × rate / 10^(from + scale)| ≤ ½ / 10^to, without leaving whole numbers
      const left = result * 10n ** BigInt(from + rate.scale)
      const right = amount * rate.digits * 10n ** BigInt(to)
      const off = left > right ? left - right : right - left
      assert(2n * off <= 10n ** BigInt(from + rate.scale))
    }),
  )
  assert.equal(convert(12_345n, 0, decimalFrom('0.0062563'), 2), 7723n)
  assert.equal(convert(100n, 2, one, 0), 1n)
  assert.equal(convertBack(7723n, 2, decimalFrom('0.0062563'), 0), 12_344n)
})

test('the share of each part adds up to the whole, and none is off by a minor unit or more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: LARGEST }),
      fc.array(fc.bigInt({ min: 0n, max: LARGEST }), { minLength: 1, maxLength: 100 }),
      (total, weights) => {
        const shares = allocate(total, weights)
        assert.equal(
          shares.reduce((a, b) => a + b, 0n),
          total,
        )
        const sum = weights.reduce((a, b) => a + b, 0n)
        if (sum === 0n) return
        for (const [index, share] of shares.entries()) {
          const off = share * sum - total * (weights[index] ?? 0n)
          assert(off > -sum && off < sum)
        }
      },
    ),
  )
  assert.deepEqual(allocate(100n, [1n, 1n, 1n]), [34n, 33n, 33n])
  assert.deepEqual(allocate(5n, [0n, 0n]), [5n, 0n])
})

test('a decimal is written as it was read', () => {
  for (const text of ['0', '1', '-1.5', '0.0062563', '1234567.1'])
    assert.equal(decimalText(decimalFrom(text)), text)
  assert.equal(decimalText(decimalFrom('1.500')), '1.5')
  assert.equal(decimalText(decimalOf(1e21)), '1000000000000000000000')
  assert.equal(decimalText(decimalOf(0.1 + 0.2)), '0.3')
  assert.equal(decimalText(ratio(one, decimalFrom('3'), 10)), '0.3333333333')
  assert.equal(decimalText(ratio(decimalFrom('1.1684'), decimalFrom('186.75'), 10)), '0.0062564926')
})
