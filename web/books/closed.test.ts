import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedOf } from './closed.ts'

test('a refusal of a closed day leads to the first open one', () => {
  assert.deepEqual(
    closedOf({ code: 'locked', params: { closed_through: '2026-10-31', date: '2026-10-28' } }),
    {
      through: '2026-10-31',
      date: '2026-10-28',
      next: '2026-11-01',
    },
  )
})

test('a line that was reconciled, and any other refusal, is not about closed books', () => {
  assert.equal(closedOf({ code: 'locked', params: { date: '2026-10-28', account_name: 'Cash' } }), undefined)
  assert.equal(closedOf({ code: 'overpaid', params: {} }), undefined)
})
