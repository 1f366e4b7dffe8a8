import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingQuery } from './select-all.ts'

test('all that match are those that can be changed together, with the filters of the list', () => {
  assert.deepEqual(matchingQuery({ q: 'shop', open: 'x' }), { q: 'shop', kind: 'expense,income,transfer' })
  assert.deepEqual(matchingQuery({ kind: 'payment,income' }), { kind: 'income' })
  assert.equal(matchingQuery({ kind: 'payment' }), undefined)
})
