import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { divided, ME, type TypedDivision, withText, withWay } from './divide.ts'
import type { EntryAmount } from './reading.ts'

const euro = (minor: bigint): EntryAmount => ({ minor, currency_id: 'EUR', decimals: 2 })
const people = [
  { id: 'tom', name: 'Tom Berger' },
  { id: null, name: 'Lea' },
]
const style = { separator: '.', locale: 'en-GB' } as const
const LEA = 'new lea'
const of = (typed?: TypedDivision, amount = euro(9_000n)) => {
  const { parts, state, fault } = divided(amount, people, typed, style)
  return [parts.map(({ minor }) => Number(minor) / 100), state, fault]
}

test('equally: cents that do not divide go to the one who paid', () => {
  assert.deepEqual(of(), [[30, 30, 30], 'all assigned', null])
  assert.deepEqual(of(undefined, euro(10_001n)), [[33.35, 33.33, 33.33], 'all assigned', null])
})

test('exact: what is not typed shares the rest, and what is left is said until it adds up', () => {
  const exact = (texts: Record<string, string>): TypedDivision => ({ way: 'exact', exact: texts })
  assert.deepEqual(of(exact({ tom: '28' })), [[31, 28, 31], 'all assigned', null])
  assert.deepEqual(of(exact({ me: '42', tom: '28', [LEA]: '14' })), [
    [42, 28, 14],
    '€6.00 left',
    'shares_open',
  ])
  assert.deepEqual(of(exact({ me: '42', tom: '28', [LEA]: '20' })), [[42, 28, 20], 'all assigned', null])
  assert.deepEqual(of(exact({ me: '42', tom: '60' })), [[42, 60, 0], '€12.00 too much', 'shares_open'])
  assert.deepEqual(of(exact({ tom: '12+3' })), [[37.5, 15, 37.5], 'all assigned', null])
  assert.deepEqual(of(exact({ tom: 'all' })).slice(1), ['One of these is not a number', 'shares_open'])
  assert.deepEqual(of(exact({ me: '0' })), [[0, 45, 45], 'all assigned', 'mine_missing'])
})

test('percent: up to two decimals, of 100 in all', () => {
  const percent = (texts: Record<string, string>): TypedDivision => ({ way: 'percent', percent: texts })
  assert.deepEqual(of(percent({ me: '50' })), [[45, 22.5, 22.5], '100 %', null])
  assert.deepEqual(of(percent({ me: '50', tom: '25', [LEA]: '13' }))[1], '12 % left')
  assert.deepEqual(of(percent({ me: '50', tom: '60' }))[1], '10 % too much')
  assert.deepEqual(of(percent({}), euro(100n)), [[0.34, 0.33, 0.33], '100 %', null])
  assert.deepEqual(of(percent({})), [[30, 30, 30], '100 %', null], 'thirds stay equal')
  assert.deepEqual(of(percent({ me: '33.34' })), [[30, 30, 30], '100 %', null], 'one that was typed')
  const { parts } = divided(euro(9_000n), people, percent({}), style)
  assert.deepEqual(
    parts.map(({ text }) => text),
    ['33.34', '33.33', '33.33'],
  )
})

test('shares: two for me and Tom, one for Lea', () => {
  const typed: TypedDivision = { way: 'shares', shares: { me: '2', tom: '2' } }
  assert.deepEqual(of(typed), [[36, 36, 18], '5 shares', null])
  const thirds: TypedDivision = { way: 'shares', shares: { tom: '2', [LEA]: '0' } }
  assert.deepEqual(of(thirds, euro(3_100n))[0], [10.34, 20.66, 0], 'the cent is of the one who paid')
  assert.deepEqual(of({ way: 'shares', shares: { me: '0', tom: '0', [LEA]: '0' } })[2], 'shares_open')
})

test('going from one way to another and back keeps what was typed', () => {
  let typed = withText(undefined, 'tom', '28')
  assert.equal(typed.way, 'exact', 'an amount typed over an equal part is exact')
  typed = withText(withWay(typed, 'percent'), 'me', '50')
  typed = withText(withWay(typed, 'shares'), 'me', '2')
  assert.deepEqual(of(withWay(typed, 'exact'))[0], [31, 28, 31])
  assert.deepEqual(of(withWay(typed, 'percent'))[0], [45, 22.5, 22.5])
  assert.deepEqual(of(withWay(typed, 'shares'))[0], [45, 22.5, 22.5])
  assert.deepEqual(of(withWay(typed, 'equally'))[0], [30, 30, 30])
})

test('a division without a fault adds up to the amount, whatever was typed', () => {
  const text = fc.option(fc.oneof(fc.nat({ max: 100 }).map(String), fc.string({ maxLength: 4 })), {
    nil: undefined,
  })
  const way = fc.constantFrom('equally', 'exact', 'percent', 'shares')
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      way,
      text,
      text,
      text,
      (minor, chosen, mine, tom, lea) => {
        const texts = Object.entries({ [ME]: mine, tom, [LEA]: lea }).filter(([, one]) => one !== undefined)
        const typed = { way: chosen, [chosen]: Object.fromEntries(texts) } as TypedDivision // the texts are of its way
        const { parts, fault } = divided(euro(minor), people, typed, style)
        const sum = parts.reduce((all, one) => all + one.minor, 0n)
        if (fault === null) assert.equal(sum, minor)
        if (fault === null) assert.ok((parts[0]?.minor ?? 0n) > 0n && parts.every((one) => one.minor >= 0n))
      },
    ),
  )
})
