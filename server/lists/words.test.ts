import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './words.ts'

test('the words of a text are those that name somebody: no digits, no short ones, none of a web address', () => {
  const words = (text: string) => wordsOf(text).map(({ folded }) => folded)
  assert.deepEqual(words('NETFLIX.COM 866-579 CA'), ['netflix'])
  assert.deepEqual(words('UBER *TRIP HELP https://www.uber.com'), ['uber', 'trip', 'help'])
  assert.deepEqual(words('Bäcker, bäcker & Söhne'), ['backer', 'sohne'])
})
