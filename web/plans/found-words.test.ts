import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSteady, largestFirst } from './found-words.ts'

test('proposals are in the order of their amounts in the base currency, the largest first', () => {
  const found = [
    { name: 'Streaming', amount: 12.99, base_amount: 12.99 },
    { name: 'Paper', amount: 900, base_amount: 5.4 },
    { name: 'Rent', amount: 780, base_amount: 780 },
  ]
  assert.deepEqual(
    largestFirst(found).map(({ name }) => name),
    ['Rent', 'Streaming', 'Paper'],
  )
})

test('a payment of about the same amount each time is steady, one that a till adds up is not', () => {
  const between = (smallest_amount: number, largest_amount: number) =>
    isSteady({ smallest_amount, largest_amount, currency_id: 'GBP' })
  assert.deepEqual(
    [between(12.99, 12.99), between(60.8, 64), between(6.45, 7.1), between(0.95, 1)],
    [true, true, false, true],
  )
})
