import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { typedTables } from '../../../words/catalogue.ts'
import { languageTags } from '../../../words/languages.ts'
import { inLanguage } from '../../../words/t.ts'
import { optionalLists, typedLists } from '../../../words/typed.ts'
import { readEntry } from './grammar.ts'
import { bookIn, changedRows } from './typed-lines.ts'

const figures = [
  '12',
  '12,50',
  '3.11',
  '20 €',
  '5 usd',
  '12€50',
  '3,-',
  '١٢',
  '12.',
  '>',
  '@sam',
  '@new',
  '!',
  '#tag',
  "d'",
  'l’eau',
]
const names = ['Sam', 'Okafor', 'Anna', 'Mia,', 'Lea']

for (const language of languageTags) {
  const [own] = typedTables(language)
  const typed = { language }
  const book = bookIn(typed)
  const lists = own
    ? [
        ...[...typedLists, ...optionalLists].map((list) => own[list] ?? ''),
        ...own.weekdays,
        ...own.months,
        own.last,
        own.yesterday,
      ]
    : []
  const words = lists.flatMap((list) => list.replaceAll('+', ' ').split(' ')).filter((word) => word !== '')
  const accounts = book.accounts.map(({ name }) => name)
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...figures, ...names, ...accounts) },
  )
  const lines = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(' '))

  test(`the words of ${language} make nothing throw, and their tokens cover the line`, () => {
    fc.assert(
      fc.property(lines, (text) => {
        let end = 0
        for (const token of inLanguage(language, () => readEntry(text, book)).tokens) {
          assert.ok(token.start >= end && token.end > token.start, JSON.stringify(token))
          assert.match(text.slice(end, token.start), /^\s*$/)
          end = token.end
        }
        assert.match(text.slice(end), /^\s*$/)
      }),
      { numRuns: 1_000 },
    )
  })

  test(`a reading of ${language} words, written as a line, reads the same again`, () => {
    fc.assert(
      fc.property(lines, (text) => {
        const { faults } = inLanguage(language, () => readEntry(text, book))
        if (faults.some((fault) => fault !== 'category_missing') || text.length > 120) return
        assert.deepEqual(changedRows([[text, { kind: 'spent' }]], typed), [])
      }),
      { numRuns: 300 },
    )
  })
}
