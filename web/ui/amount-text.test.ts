import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { divide } from '../../contract/money.ts'
import { amountForEditing, endOfSum, readAmountText, separatorIn } from './amount-text.ts'

const point = { decimals: 2, separator: '.' } as const
const comma = { decimals: 2, separator: ',' } as const
const read = (text: string, style: Parameters<typeof readAmountText>[1] = point) => {
  const amount = readAmountText(text, style)
  return amount.fault ?? amount.minor
}

const examples: [string, bigint | string, bigint | string][] = [
  // text, where the locale writes 1.5, where it writes 1,5
  ['12', 1200n, 1200n],
  ['12.5', 1250n, 1250n],
  ['12,5', 1250n, 1250n],
  ['12.50', 1250n, 1250n],
  ['12,50', 1250n, 1250n],
  ['12.', 1200n, 1200n],
  ['.5', 50n, 50n],
  [',05', 5n, 5n],
  ['1,234', 123400n, 'too_many_decimals'],
  ['1.234', 'too_many_decimals', 123400n],
  ['1.250', 'too_many_decimals', 125000n],
  ['12,000', 1200000n, 'too_many_decimals'],
  ['1.250+3', 'too_many_decimals', 125300n],
  ['1234.567', 'too_many_decimals', 'too_many_decimals'],
  ['0.250', 25n, 25n],
  ['١٢٫٥', 1250n, 1250n],
  ['١٬٢٣٤٫٥٠', 123450n, 123450n],
  ['١٬٢٣٤', 123400n, 123400n],
  ['١٫٢٣٤', 'too_many_decimals', 'too_many_decimals'],
  ['\u200f۱۲', 1200n, 1200n],
  ['۱۲ + ۳', 1500n, 1500n],
  ['0.125', 'too_many_decimals', 'too_many_decimals'],
  ['1.50000', 150n, 150n],
  ['1.234,50', 123450n, 123450n],
  ['1,234.50', 123450n, 123450n],
  ['1,234,567', 123456700n, 123456700n],
  ['1.234.567,8', 123456780n, 123456780n],
  ['12,34,567.80', 123456780n, 123456780n],
  ['1 234,50', 123450n, 123450n],
  ['1\u202f234,50', 123450n, 123450n],
  ["1'234.50", 123450n, 123450n],
  ['1’234’567', 123456700n, 123456700n],
  ['12.50+3', 1550n, 1550n],
  ['12,50 + 3', 1550n, 1550n],
  ['10-2,5', 750n, 750n],
  ['10−2.5', 750n, 750n],
  ['2*3.50', 700n, 700n],
  ['2×3.50', 700n, 700n],
  ['2x3.50', 700n, 700n],
  ['100÷3', 3333n, 3333n],
  ['100/8', 1250n, 1250n],
  ['(12+3)/2', 750n, 750n],
  ['0.125*2', 25n, 25n],
  ['1.075*100', 10750n, 10750000n],
  ['-5+10', 500n, 500n],
  ['-5', -500n, -500n],
  ['1/8', 12n, 12n],
  ['3/8', 38n, 38n],
  ['', 'empty', 'empty'],
  ['  ', 'empty', 'empty'],
  ['12+', 'incomplete', 'incomplete'],
  ['(12', 'incomplete', 'incomplete'],
  ['+', 'incomplete', 'incomplete'],
  ['12)', 'not_a_number', 'not_a_number'],
  ['()', 'not_a_number', 'not_a_number'],
  ['12*/3', 'not_a_number', 'not_a_number'],
  ['12 50', 'not_a_number', 'not_a_number'],
  ['1.2.3', 'not_a_number', 'not_a_number'],
  ['1.234,567.8', 'not_a_number', 'not_a_number'],
  ['.', 'not_a_number', 'not_a_number'],
  ['twelve', 'not_a_number', 'not_a_number'],
  ['5/0', 'division_by_zero', 'division_by_zero'],
  ['5/(2-2)', 'division_by_zero', 'division_by_zero'],
  ['9999999999999.99', 999999999999999n, 999999999999999n],
  ['9999999999999.99+0.01', 'too_large', 'too_large'],
  ['0.10+0.20', 30n, 30n],
]

test('amounts are read as people type them, with a point or a comma in every locale', () => {
  for (const [text, withPoint, withComma] of examples) {
    assert.equal(read(text, point), withPoint, `${JSON.stringify(text)} where 1.5 is written`)
    assert.equal(read(text, comma), withComma, `${JSON.stringify(text)} where 1,5 is written`)
  }
})

test('three digits after a separator are decimals only where the locale and the currency have them', () => {
  const dinar = (separator: '.' | ',') => ({ decimals: 3, separator })
  assert.equal(read('1.234', dinar('.')), 1234n)
  assert.equal(read('1,234', dinar('.')), 1234000n)
  assert.equal(read('1,234', dinar(',')), 1234n)
  assert.equal(read('1.234', dinar(',')), 1234000n)
  assert.equal(read('1.234', { decimals: 0, separator: '.' }), 'too_many_decimals')
  assert.equal(read('1,234', { decimals: 0, separator: '.' }), 1234n)
  assert.equal(read('12.5', { decimals: 0, separator: '.' }), 'too_many_decimals')
})

test('a quotient says that it was rounded, and a sum that it is one', () => {
  assert.deepEqual(readAmountText('10/3', point), { minor: 333n, isSum: true, isRounded: true })
  assert.deepEqual(readAmountText('10/4', point), { minor: 250n, isSum: true, isRounded: false })
  assert.deepEqual(readAmountText('10', point), { minor: 1000n, isSum: false, isRounded: false })
  assert.deepEqual(readAmountText('−10', point), { minor: -1000n, isSum: false, isRounded: false })
})

test('the separator is the locale’s', () => {
  assert.deepEqual(['en-GB', 'de-AT', 'fr-FR', 'de-CH'].map(separatorIn), ['.', ',', ',', '.'])
})

test('no text makes reading an amount throw', () => {
  const style = fc.record({ decimals: fc.integer({ min: 0, max: 4 }), separator: fc.constantFrom('.', ',') })
  const near = fc.array(fc.constantFrom(..."0123456789.,+-−*/()x× '’٣۴٫٬،"), { maxLength: 300 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        near.map((chars) => chars.join('')),
      ),
      style,
      (text, given) => {
        const amount = readAmountText(text, given as typeof point)
        assert.ok(amount.fault !== undefined || typeof amount.minor === 'bigint')
        const end = endOfSum(text, 0)
        assert.ok(end >= 0 && end <= text.length)
      },
    ),
    { numRuns: 2_000 },
  )
  assert.equal(read('('.repeat(100_000)), 'not_a_number')
})

const decimals = fc.integer({ min: 0, max: 4 })
const separator = fc.constantFrom<'.' | ','>('.', ',')

test('an amount written for editing reads as the same amount', () => {
  const minor = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })
  fc.assert(
    fc.property(minor, decimals, separator, (amount, scale, sign) => {
      const style = { decimals: scale, separator: sign }
      assert.equal(read(amountForEditing(amount, style), style), amount)
    }),
  )
})

/** A sum as text, and its exact value as a fraction of bigints. */
type Sum = { text: string; over: bigint; under: bigint; isProduct: boolean }
const sums = fc.letrec<{ sum: Sum; number: Sum }>((tie) => ({
  // Two decimals and no group of three digits, so that every locale reads it alike.
  number: fc.bigInt({ min: 0n, max: 99_999n }).map((minor) => ({
    text: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
    over: minor,
    under: 100n,
    isProduct: false,
  })),
  sum: fc.oneof(
    { maxDepth: 4 },
    tie('number'),
    fc.tuple(tie('sum'), fc.constantFrom('+', '-', '*', '/'), tie('sum')).map(([a, sign, b]) => {
      const isProduct = a.isProduct || b.isProduct || sign === '*' || sign === '/'
      const text = `(${a.text}) ${sign} (${b.text})`
      if (sign === '*') return { text, isProduct, over: a.over * b.over, under: a.under * b.under }
      if (sign === '/') {
        const flip = b.over < 0n ? -1n : 1n
        return { text, isProduct, over: flip * a.over * b.under, under: flip * a.under * b.over }
      }
      const more = sign === '+' ? b.over * a.under : -b.over * a.under
      return { text, isProduct, over: a.over * b.under + more, under: a.under * b.under }
    }),
  ),
})).sum

test('sums are exact: they equal those of whole numbers', () => {
  fc.assert(
    fc.property(
      sums.filter(({ text }) => text.length <= 255),
      ({ text, over, under }) => {
        const got = read(text)
        if (under === 0n || got === 'division_by_zero') return // something in it is divided by zero
        const wanted = divide(over * 100n, under)
        assert.equal(got, wanted > 10n ** 15n - 1n || wanted < 1n - 10n ** 15n ? 'too_large' : wanted, text)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a sum inside a text ends where its last number ends', () => {
  const part = (text: string) => text.slice(0, endOfSum(text, 0))
  assert.equal(part('12.50 lunch'), '12.50')
  assert.equal(part('12.50+3 lunch'), '12.50+3')
  assert.equal(part('12.50 + 3 lunch'), '12.50 + 3')
  assert.equal(part('12.50 - 3 lunch'), '12.50 - 3')
  assert.equal(part('12.50 -3 lunch'), '12.50')
  assert.equal(part('12.50 - lunch'), '12.50')
  assert.equal(part('12.50+'), '12.50+')
  assert.equal(part('(2+3)*4) x'), '(2+3)*4')
  assert.equal(part('2x3.50 beer'), '2x3.50')
  assert.equal(part('2 x beer'), '2')
  assert.equal(part('1 234,50 rent'), '1 234,50')
  assert.equal(part('12 2026'), '12')
  assert.equal(part('lunch'), '')
})
