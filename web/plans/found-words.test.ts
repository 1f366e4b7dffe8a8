import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestFirst } from './found-words.ts'

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
