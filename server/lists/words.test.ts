import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asWritten, wordsOf } from './words.ts'

test('the words of a text are those that name somebody: no digits, no short ones, none of a web address', () => {
  const words = (text: string) => wordsOf(text).map(({ folded }) => folded)
  assert.deepEqual(words('NETFLIX.COM 866-579 CA'), ['netflix'])
  assert.deepEqual(words('UBER *TRIP HELP https://www.uber.com'), ['uber', 'trip', 'help'])
  assert.deepEqual(words('Bäcker, bäcker & Söhne'), ['backer', 'sohne'])
})

test('words are shown as a text has them', () => {
  assert.equal(asWritten('KARTE H&M ONLINE 4711', ['h', 'm']), 'H&M')
  assert.equal(asWritten('Kontoführung November', ['kontofuhrung']), 'Kontoführung')
  assert.equal(asWritten('APPLE.COM/BILL', ['apple', 'com']), 'APPLE.COM')
  assert.equal(asWritten('PRET A MANGER 12', ['pret', 'manger']), 'PRET A MANGER')
  assert.equal(asWritten('CARD Fit and Gym', ['gym', 'fit']), 'Gym Fit')
})
