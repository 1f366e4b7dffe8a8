import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { typedTables } from '../../../words/catalogue.ts'
import { inLanguage } from '../../../words/t.ts'
import { typedLists } from '../../../words/typed.ts'
import { readEntry } from './grammar.ts'
import { bookIn, changedRows } from './typed-lines.ts'

const figures = [
  '12',
  '１２',
  '١٢',
  '12.5',
  '3号',
  '11月3日',
  '2026年1月2日',
  '1万',
  '块5',
  '35元',
  '+',
  '>',
  '，',
  '。',
]
const names = [
  '小明',
  '@小明',
  '#旅行',
  'سام',
  'وسارة',
  'لسام',
  'بـ٢٠',
  'Sam',
  '@Sam',
  '!银行',
  '花生',
  '\u2068البنك\u2069',
]

for (const [language, joint] of [
  ['zh-Hans', ''],
  ['ar', ' '],
] as const) {
  const [own] = typedTables(language)
  assert(own)
  const typed = { language, contacts: ['小明', 'سام', 'سارة'] }
  const book = bookIn(typed)
  const words = [
    ...typedLists.map((list) => own[list]),
    ...own.weekdays,
    ...own.months,
    own.today,
    ...Object.values(own.everyday),
  ]
    .flatMap((list) => list.split(' '))
    .filter((word) => word !== '')
  const accounts = book.accounts.map(({ name }) => name)
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...figures, ...names, ...accounts) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
  )
  const lines = fc
    .array(fc.tuple(piece, fc.constantFrom(joint, joint, ' ')), { maxLength: 10 })
    .map((parts) => parts.flat().join(''))

  test(`no line of ${language} words makes quick entry throw, and the tokens cover it`, () => {
    inLanguage(language, () =>
      fc.assert(
        fc.property(lines, (text) => {
          let end = 0
          for (const token of readEntry(text, book).tokens) {
            assert.ok(token.start >= end && token.end > token.start, JSON.stringify(token))
            assert.match(text.slice(end, token.start), /^\s*$/)
            end = token.end
          }
          assert.match(text.slice(end), /^\s*$/)
        }),
        { numRuns: 1_000 },
      ),
    )
  })

  test(`a line of ${language} words, written by Florin, reads the same`, () => {
    fc.assert(
      fc.property(lines, (text) => {
        const { faults } = inLanguage(language, () => readEntry(text, book))
        if (text.length > 120 || text.includes('"')) return
        assert.deepEqual(changedRows([[text, { kind: 'spent', faults }]], typed), [])
      }),
      { numRuns: 300 },
    )
  })
}

test('100 characters without spaces, or with prefixes, are read within 10 ms', () => {
  for (const [language, text] of [
    ['zh-Hans', '昨天和小明在超市买菜花了35元从银行转到储蓄'.repeat(12)],
    ['zh-Hans', '书房里的花生'.repeat(43)],
    ['ar', 'وبالبطاقة للبنك ولسام والغداء '.repeat(9)],
  ] as const) {
    const book = bookIn({
      language,
      contacts: Array.from({ length: 500 }, (_, at) => `人${at}`),
      accounts: Array.from({ length: 50 }, (_, at) => `账户${at}`),
    })
    const line = text.slice(0, 100)
    inLanguage(language, () => {
      for (let run = 0; run < 20; run++) readEntry(line, book)
      const times = Array.from({ length: 21 }, () => {
        const start = performance.now()
        readEntry(line, book)
        return performance.now() - start
      })
      assert.ok(Math.min(...times) < 10, `${Math.min(...times).toFixed(1)} ms for ${text.slice(0, 12)}`)
    })
  }
})
