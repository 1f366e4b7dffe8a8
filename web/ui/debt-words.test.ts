import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtWords } from './debt-words.ts'

test('a debt says how it is understood, with and without a minus', () => {
  assert.equal(debtWords('50', 'EUR'), 'You owe €50.00')
  assert.equal(debtWords('40 + 10', 'EUR'), 'You owe €50.00')
  assert.equal(debtWords('-50', 'EUR'), 'You have €50.00 on it. If you owe this, leave out the minus')
  for (const text of ['', '0', 'abc']) assert.equal(debtWords(text, 'EUR'), undefined, text)
})
