import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Counts, Import } from '../../contract/imports.ts'
import { otherCurrency, recordedWords, waitingWords } from './import-words.ts'
import { missedWords } from './undo-import.ts'

test('the files that lack rows since an undo are named, with the way to bring them', () => {
  const one = { import_id: 'i', filename: 'card.csv', count: 1 }
  assert.equal(missedWords([]), undefined)
  assert.equal(
    missedWords([one]),
    '1 row of card.csv was left out because this file had it, and is missing now. Import card.csv again to bring it.',
  )
  assert.equal(
    missedWords([
      { ...one, count: 2 },
      { ...one, filename: 'savings.csv' },
    ]),
    '2 rows of card.csv and 1 row of savings.csv were left out because this file had them, and are missing now. Import those files again to bring them.',
  )
})

test('a recorded file says which of its rows were left out; those that were here already were not', () => {
  const becomes = { new: 57, duplicate: 4, transfer: 1, settles: 0, refund: 0, invalid: 1 }
  const counts: Counts = { ...becomes, becomes, rows: 63, chosen: 57, attention: 0 }
  assert.equal(recordedWords(counts, 'yesterday'), '57 transactions added yesterday, 2 rows left out')
  assert.equal(recordedWords({ ...counts, chosen: 59 }, 'yesterday'), '59 transactions added yesterday')
  assert.equal(
    recordedWords({ ...counts, chosen: 58 }, 'today'),
    '58 transactions added today, 1 row left out',
  )
})

test('a file that is not recorded yet says what it waits for, or that nothing is left to add', () => {
  const becomes = { new: 0, duplicate: 4, transfer: 0, settles: 0, refund: 0, invalid: 0 }
  const counts: Counts = { ...becomes, becomes, rows: 4, chosen: 0, attention: 0 }
  const words = (part: Partial<Counts>, needs: Import['needs'] = []) =>
    waitingWords({ needs, counts: { ...counts, ...part } })
  assert.equal(words({}), 'everything is here already')
  assert.equal(words({ rows: 6, chosen: 2 }), '4 are here already')
  assert.equal(words({ rows: 6, chosen: 1, attention: 1 }), '1 waits for you')
  assert.equal(words({ rows: 2, duplicate: 0, chosen: 2 }), undefined)
  assert.equal(words({}, [{} as Import['needs'][number]]), '1 question about its columns')
})

test('a file whose rows all wait for a rate says the currency that it is in', () => {
  const left = (currency_id: string | null, count: number) => ({
    account_id: null,
    account_name: 'A',
    currency_id,
    count,
    amount: 1,
  })
  const of = (left_out: ReturnType<typeof left>[], chosen = 0) =>
    otherCurrency({ left_out, counts: { rows: 10, chosen } as Import['counts'] }, 'GBP')
  assert.equal(of([left('EUR', 4), left('EUR', 3), left('USD', 2)]), 'EUR')
  assert.equal(of([left('EUR', 5), left('GBP', 5)]), undefined)
  assert.equal(of([left('EUR', 9)], 1), undefined)
  assert.equal(of([left(null, 10)]), undefined)
})
