import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDay } from '../../../contract/day.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { LARGEST } from '../../../contract/money.ts'
import { entrySentence, faultText, spokenSentence } from './entry-sentence.ts'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import type { Reading } from './reading.ts'
import { writtenEntry } from './written.ts'

const book = exampleBook()
const books = [
  book,
  exampleBook({ locale: 'de-AT' }),
  exampleBook({ locale: 'en-US', base_currency_id: 'KWD' }),
]

/** Pieces that mean something, in any order: they meet each other in ways that nobody thought of. */
const pieces = [
  '12',
  '12.50',
  '1,234',
  '+20',
  '-3',
  '12.11',
  '12/11',
  '2026-11-12',
  '3*4',
  '(1+2)',
  '100/3',
  '12+',
  '0',
  '€',
  'eur',
  'JPY',
  'yen',
  '$',
  'kwd',
  'cup',
  '12€',
  '$5',
  'won',
  'us',
  'dollars',
  'lent',
  'borrowed',
  'owe',
  'owes',
  'paid',
  'back',
  'me',
  'i',
  'got',
  'spent',
  'moved',
  'repaid',
  'gave',
  'to',
  'from',
  'for',
  'on',
  'with',
  'split',
  'shared',
  'between',
  'and',
  'equally',
  'Lea',
  'Tom,',
  'monthly',
  'into',
  '>',
  '->',
  'bank>sav',
  '-',
  ':',
  '"',
  '""',
  'sam',
  'bela',
  'kovács',
  'Anna',
  'mum',
  'city',
  'of',
  'graz',
  '@sam',
  '@"Bela Kovács"',
  '@new',
  '@',
  '@@',
  '!visa',
  '!"Erste Bank"',
  '!no',
  '!',
  'bank',
  'savings',
  'cash',
  '#tag',
  '#"a b"',
  '#',
  '"as it is"',
  '">"',
  'groceries',
  'eating',
  'out',
  'gro',
  'salary',
  'interest',
  'lunch',
  'sun',
  'fri',
  'yesterday',
  'last',
  'nov',
  '12th',
  'may',
  '\t',
  '\u00a0',
]
const lines = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    {
      maxLength: 12,
    },
  )
  .chain((parts) => fc.constantFrom(parts.join(' '), parts.join('  ')))
const texts = fc.oneof({ weight: 4, arbitrary: lines }, fc.string({ unit: 'binary', maxLength: 300 }))

test('no text makes quick entry throw, and its amounts are more than zero and fit their currency', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 2 }), (text, which) => {
      const known = books[which] ?? book
      const reading = readEntry(text, known)
      for (const amount of [reading.amount, reading.to_amount]) {
        if (!amount) continue
        assert.ok(amount.minor > 0n && amount.minor <= LARGEST)
        assert.equal(amount.decimals, currencyFacts(amount.currency_id)?.decimals)
      }
      assert.ok(isDay(reading.day))
      assert.ok(reading.amount !== null || reading.faults.some((fault) => /amount|too_long/.test(fault)))
      assert.ok(reading.memo === null || (reading.memo.trim() === reading.memo && reading.memo !== ''))
      const style = { today: TODAY, locale: 'en-GB' }
      assert.ok(entrySentence(reading, style).every((piece) => piece.text !== ''))
      assert.ok(spokenSentence(reading, style).length > 0)
      faultText(reading, text.length)
    }),
    { numRuns: 3_000 },
  )
})

test('the tokens cover the whole text but its spaces, and none overlaps another', () => {
  fc.assert(
    fc.property(texts, (text) => {
      let end = 0
      for (const token of readEntry(text, book).tokens) {
        assert.ok(token.start >= end && token.end > token.start, JSON.stringify(token))
        assert.match(text.slice(end, token.start), /^\s*$/)
        end = token.end
      }
      assert.match(text.slice(end), /^\s*$/)
    }),
    { numRuns: 3_000 },
  )
})

const meaning = ({ tokens: _, is_category_guess: _guess, named_by: _words, ...rest }: Reading) => rest

test('a reading, written as a line, reads the same again', () => {
  let count = 0
  fc.assert(
    fc.property(texts, fc.nat({ max: 2 }), (text, which) => {
      const known = books[which] ?? book
      const reading = readEntry(text, known)
      if (reading.faults.some((fault) => fault !== 'category_missing')) return
      count++
      const line = writtenEntry(reading, known)
      if (line.length > 255) return
      assert.deepEqual(meaning(readEntry(line, known)), meaning(reading), `${JSON.stringify(text)} → ${line}`)
    }),
    { numRuns: 4_000 },
  )
  assert.ok(count > 500, `only ${count} of the texts were entries`)
})

test('255 characters are read within 5 ms, with 200 categories, 50 accounts and 500 contacts', () => {
  const list = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const small = exampleBook()
  const [account, category] = [small.accounts[0], small.categories[0]]
  assert.ok(account && category)
  const large = {
    ...small,
    accounts: list(50, (n) => ({ ...account, id: `a${n}`, name: `Account ${n}`, folded: `account ${n}` })),
    categories: list(200, (n) => ({ ...category, id: `c${n}`, name: `Kind ${n}`, folded: `kind ${n}` })),
    contacts: list(500, (n) => ({ id: `p${n}`, name: `Person ${n}`, folded: `person ${n}` })),
  }
  const texts = [
    `12.50 ${'kin '.repeat(62)}`,
    `lent ${'perso '.repeat(41)}`,
    `50 ${'accoun '.repeat(17)}> ${'acc '.repeat(32)}`,
    `${'12.11 '.repeat(42)}`,
    `12 ${'from to '.repeat(31)}`,
    `12 ${'@p !a '.repeat(42)}`,
    '('.repeat(255),
    `${'1+'.repeat(127)}`,
  ].map((text) => text.slice(0, 255))
  for (const text of texts) {
    for (let run = 0; run < 20; run++) readEntry(text, large) // as warm as after a line of typing
    const times = list(21, () => {
      const start = performance.now()
      readEntry(text, large)
      return performance.now() - start
    })
    // The shortest of the times is the one that other programs on the machine disturbed least.
    const least = Math.min(...times)
    assert.ok(least < 5, `${least.toFixed(1)} ms for ${text.slice(0, 20)}…`)
  }
})
