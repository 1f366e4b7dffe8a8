import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveFaults } from './move.ts'

const draft = { from: 'cash', to: 'dollars', amount: '50', arrives: '', date: '2026-11-15' }

test('money is moved once both accounts and the amount are there', () => {
  assert.deepEqual(moveFaults(draft, 'EUR', 'USD'), {})
  assert.deepEqual(Object.keys(moveFaults({ ...draft, from: null, to: null, amount: '0' }, 'EUR', 'USD')), [
    'from',
    'to',
    'amount',
  ])
})

test('an unreadable amount that arrives is said, and never left out', () => {
  for (const arrives of ['abc', '0', '-3', '1.2345'])
    assert.ok(moveFaults({ ...draft, arrives }, 'EUR', 'USD').arrives, arrives)
  assert.deepEqual(moveFaults({ ...draft, arrives: '54,20' }, 'EUR', 'USD'), {})
  // The field is absent between accounts of one currency.
  assert.deepEqual(moveFaults({ ...draft, arrives: 'abc' }, 'EUR', 'EUR'), {})
})
