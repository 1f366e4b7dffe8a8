import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeText } from './merge-words.ts'

test('a merge says how much moves', () => {
  const none = { transactions: 0, budgets: 0, plans: 0, rules: 0 }
  assert.equal(
    mergeText({ ...none, transactions: 34, budgets: 5, rules: 1 }),
    '34 entries, 5 budgets and 1 rule move',
  )
  assert.equal(mergeText({ ...none, plans: 1 }), '1 recurring entry moves')
  assert.equal(mergeText(none), 'Nothing has to move')
})
