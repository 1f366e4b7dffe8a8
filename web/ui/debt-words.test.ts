import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtOfField, debtWords, fieldOfDebt } from './debt-words.ts'

const owed = (text: string) => ({ text, isOnIt: false })
const onIt = (text: string) => ({ text, isOnIt: true })

test('a debt is owed with a minus too, as banks write it, unless somebody says that it is theirs', () => {
  for (const text of ['50', '40 + 10', '-50', '−50', '-40 - 10']) {
    assert.equal(debtWords(owed(text), 'EUR'), 'You owe €50.00', text)
    assert.equal(debtOfField(owed(text), 'EUR'), 50, text)
    assert.equal(debtWords(onIt(text), 'EUR'), 'You have €50.00 on it', text)
    assert.equal(debtOfField(onIt(text), 'EUR'), -50, text)
  }
  for (const text of ['', '0', 'abc']) assert.equal(debtWords(owed(text), 'EUR'), undefined, text)
  assert.equal(debtOfField(owed('abc'), 'EUR'), undefined)
  assert.ok(Object.is(debtOfField(onIt('0'), 'EUR'), 0), 'nothing has no sign')
})

test('a debt that is read back is typed without a sign', () => {
  assert.deepEqual(fieldOfDebt(312.4, 'EUR'), { text: '312.40', isOnIt: false })
  assert.deepEqual(fieldOfDebt(-312.4, 'EUR'), { text: '312.40', isOnIt: true })
})
