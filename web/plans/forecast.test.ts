import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busiestAccount } from './forecast.ts'

test('the account that most plans go through is the one to forecast', () => {
  const point = (account_id: string, kind: string) => ({ account_id, because: { kind } })
  const points = [
    point('cash', 'balance'),
    point('cash', 'transaction'),
    point('cash', 'plan'),
    point('bank', 'plan'),
    point('bank', 'plan'),
  ] as Parameters<typeof busiestAccount>[0]['points'] // the fields that it looks at
  assert.equal(busiestAccount({ points }), 'bank')
  assert.equal(busiestAccount({ points: points.slice(0, 2) }), undefined)
})
