import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrySentence } from './entry-sentence.ts'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { typedExamples } from './typed-examples.ts'

const readWithNames = (names: readonly string[]) =>
  typedExamples(names).map(({ typed }) =>
    entrySentence(readEntry(typed, exampleBook()), { today: TODAY, locale: 'en-GB' })
      .map(({ text }) => text)
      .join(' '),
  )

test('every example of the help page is read as it says, also with the names of accounts', () => {
  const begins = [
    'Spent €12.50 on Eating out',
    'Spent €84.60 on Groceries',
    'Spent €40.00 on Choose a category from Erste Bank',
    'Got €2,900.00 as Salary into Erste Bank',
    'Moved €200.00 from Erste Bank to Savings',
    'Lent €20.00 to Sam Okafor',
    'Spent €90.00 on Eating out',
    'Spent €9.99 on',
    'Spent $25.00 on Leisure',
    'Spent €15.70 on Eating out',
    'Spent €18.00 on Leisure',
  ]
  for (const names of [[], ['Erste Bank', 'Savings']])
    assert.deepEqual(
      readWithNames(names).map((sentence, index) =>
        sentence.startsWith(begins[index] ?? '-') ? begins[index] : sentence,
      ),
      begins,
    )
  assert.equal(readWithNames(['Erste Bank', 'Visa card'])[4]?.includes('to Visa card'), true)
})
