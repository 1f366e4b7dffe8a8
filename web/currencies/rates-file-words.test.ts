import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedWords } from './rates-file-words.ts'

const added = {
  ...{ version: 4, added: 1, replaced: 0, unchanged: 0, currencies: ['USD', 'CZK'] },
  ...{ date_from: '2026-11-13', date_to: '2026-11-13', changed: ['USD'], skipped: [] as string[] },
}

test('the words say how many rates came, of which currencies and days', () => {
  const words = (more: Partial<typeof added>) => addedWords({ ...added, ...more }, '2026-11-15')
  assert.match(words({}), /^1 rate of USD is yours now, of .*13/)
  assert.match(
    words({ replaced: 2, date_from: '2026-11-11' }),
    /^3 rates of USD are yours now, from .*11.* to .*13/,
  )
  assert.match(words({ added: 9, changed: ['A', 'B', 'C', 'D'] }), /of 4 currencies are yours/)
  assert.equal(words({ added: 0, unchanged: 7 }), 'You had all of these rates already')
})
