import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refundIn } from './refund.ts'

test('a refund is named where nothing else was spent, on these days or on those before', () => {
  assert.equal(refundIn({ amount: 0, previous: -412 }), 'before')
  assert.equal(refundIn({ amount: -412, previous: 0 }), 'now')
  assert.equal(refundIn({ amount: 20, previous: -412 }), undefined, 'something was spent')
  assert.equal(refundIn({ amount: 0n, previous: -41_200n }), 'before')
  assert.equal(refundIn({ amount: 0, previous: 0 }), undefined)
})
