import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expense, transfer } from '../../../contract/examples/transactions.ts'
import { shareTexts } from './sharing-texts.ts'

test('transactions are the same after their texts are shared', () => {
  const rows = structuredClone([expense, transfer, expense])
  shareTexts(rows)
  assert.deepEqual(rows, [expense, transfer, expense])
})

test('lists without entries are one and the same', () => {
  const [one, other] = structuredClone([expense, transfer])
  assert.ok(one && other)
  shareTexts([one, other])
  assert.equal(one.splits, other.splits)
})
