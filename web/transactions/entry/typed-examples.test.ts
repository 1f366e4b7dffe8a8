import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage, t } from '../../../words/t.ts'
import { entrySentence } from './entry-sentence.ts'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { typedExamples } from './typed-examples.ts'
import { bookIn, readTyped, type TypedBook, type TypedLine } from './typed-lines.ts'

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
    'Refund of €20.00 for Groceries into Cash',
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
  assert.equal(readWithNames(['Erste Bank', 'Visa card'])[5]?.includes('to Visa card'), true)
})

/** The books that the examples are read in, in other languages, and the people that they name there. */
const elsewhere: readonly [TypedBook, first: string, second: string][] = [
  [{ language: 'de', currency: 'EUR', contacts: [] }, 'Sam', 'Mia'],
  [{ language: 'fr', currency: 'EUR', contacts: [] }, 'Sam', 'Mia'],
  [{ language: 'es', currency: 'EUR', contacts: [] }, 'Sam', 'Mia'],
  [{ language: 'pl', currency: 'EUR', contacts: [] }, 'Nel', 'Miriam'],
  [{ language: 'uk', currency: 'EUR', contacts: [] }, 'Неллі', 'Мері'],
  [{ language: 'zh-Hans', currency: 'EUR', contacts: [] }, '小明', '小美'],
  [{ language: 'ar', currency: 'EUR', contacts: [] }, 'سام', 'ميا'],
]

for (const [typed, first, second] of elsewhere)
  test(`every example of the help page is read as it says in ${typed.language}`, () => {
    const spent = (amount: string, category: string, more: Partial<TypedLine> = {}) => ({
      kind: 'spent',
      amount: `${amount} EUR`,
      category,
      ...more,
    })
    const wanted = [
      spent('12.50', 'Eating out'),
      spent('84.60', 'Groceries', { day: '2026-11-14' }),
      spent('40.00', 'Car', { account: 'Bank' }),
      { kind: 'got', amount: '2900.00 EUR', category: 'Salary', account: 'Bank' },
      { kind: 'refund', amount: '20.00 EUR', category: 'Groceries' },
      { kind: 'moved', amount: '200.00 EUR', account: 'Bank', to: 'Savings' },
      { kind: 'lent', amount: '20.00 EUR', who: `+${first}` },
      spent('90.00', 'Eating out', { people: [`+${first}`, `+${second}`] }),
      spent('9.99', 'Leisure', { again: 'month' }),
      spent('25.00', 'Leisure', { amount: '25.00 USD' }),
      spent('15.70', 'Eating out'),
      spent('18.00', 'Leisure', {
        tags: [inLanguage(typed.language, () => t('18 museum #trip')).split('#')[1] ?? ''],
      }),
    ]
    const book = bookIn(typed)
    const { accounts } = book
    for (const names of [[], [accounts[1]?.name ?? '', accounts[2]?.name ?? '']]) {
      const lines = inLanguage(typed.language, () => typedExamples(names)).map(({ typed: text }) => {
        const { memo: _, ...line } = readTyped(text, typed, book).line
        return line
      })
      assert.deepEqual(lines, wanted)
    }
  })
