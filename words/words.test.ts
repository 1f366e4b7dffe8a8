import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { isStarterName } from '../contract/starter.ts'
import { typedTables } from './catalogue.ts'
import { differences, saidTexts, strayWords } from './check.ts'
import { compile, namesIn } from './compile.ts'
import { languages, languageTags } from './languages.ts'
import { scan } from './scan.ts'
import { optionalLists, typedLists } from './typed.ts'

const said = await saidTexts()

test('every sentence is readable as a message, and its values are given where it is said', async () => {
  const faults: string[] = []
  for (const [text, files] of said)
    try {
      compile(text)
    } catch (error) {
      faults.push(`${files[0]}: "${text}": ${String(error)}`)
    }
  assert.deepEqual(faults, [])
  const unsaid: string[] = []
  for (const file of new Set([...said.values()].flat()))
    for (const { text, values } of scan(file, await readFile(file, 'utf8')).said) {
      const needs = [...namesIn(compile(text))].map((name) => name.replace(/^<(.*)>$/, '$1'))
      const missing = values === undefined ? [] : needs.filter((name) => !values.includes(name))
      if (missing.length > 0) unsaid.push(`${file}: "${text}" is said without ${missing.join(', ')}`)
    }
  assert.deepEqual(unsaid, [])
})

/** Texts of the app's code that nobody reads, with the places that have them. */
const unread: Readonly<Record<string, readonly string[]>> = {
  'kinds of entries and parts of a line, which code compares': [
    'paid back',
    'paid me back',
    'to amount',
    'to account',
    'day first',
    'month first',
  ],
  'names of programs': [
    'Actual',
    'Beancount',
    'Firefly III',
    'Ledger',
    'Lunch Money',
    'Mint',
    'Monarch',
    'Splitwise',
  ],
  'keys of drafts and of what a request is made of': [
    'new book',
    'plan new',
    'quick entry …',
    '{id of the step before}',
  ],
  icons: ['gas station', 'personal care', 'going out', 'currency gain'],
  'names of keys': ['Esc', 'Equal'],
  'kinds of typebox': ['Object', 'Unsafe'],
  'words that somebody types, and a name that the service gives: compared, and the same in every language': [
    'delete everything',
    'Shared expense',
    'The made-up household',
  ],
}
/** Books that examples and tests are read against. */
const notOnScreens = [
  'web/transactions/entry/example-book.ts',
  'web/transactions/entry/typed-lines.ts',
  'web/obligations/a-debt.ts',
]
/** Code that knows the ready-made set by its English names. */
const knowsSet = ['web/categories/usage.ts', 'web/books/start.ts', 'web/books/StartLines.tsx']
/** A file that Florin itself reads: its headings are those of the API. */
const headings = ['Day', 'Amount', 'Currency', 'Kind', 'Category', 'Account', 'Who', 'Note', 'Entry']

test('every text that a person would read is in the catalogue', async () => {
  const known = new Set(Object.values(unread).flat())
  const found = new Set<string>()
  const faults: string[] = []
  for await (const file of glob('web/**/*.{ts,tsx}')) {
    if (file.includes('.test.') || notOnScreens.includes(file)) continue
    const code = await readFile(file, 'utf8')
    for (const { start, sentence } of scan(file, code).faults) {
      const text = /^"(.*)" is in no catalogue/s.exec(sentence)?.[1] ?? ''
      if (known.has(text)) found.add(text)
      else if (
        !(knowsSet.includes(file) && isStarterName(text)) &&
        !(file.endsWith('/lost-words.ts') && headings.includes(text))
      )
        faults.push(`${file}:${code.slice(0, start).split('\n').length}: ${sentence}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(known.difference(found), new Set()) // nothing is excused that is not there
})

test('what the service and the demo household say is a text in a function, too', async () => {
  const faults: string[] = []
  for await (const file of glob('{contract,server,demo}/**/*.ts')) {
    if (file.includes('.test.')) continue
    for (const { sentence } of scan(file, await readFile(file, 'utf8')).faults)
      if (!sentence.includes('is in no catalogue: say') && !sentence.startsWith('later()'))
        faults.push(`${file}: ${sentence}`)
  }
  assert.deepEqual(faults, [])
})

for (const language of languageTags.filter((tag) => tag !== 'en')) {
  test(`${languages[language].name} has every sentence, none that nothing says, and the words of its glossary`, () => {
    const { missing, stale, wrong } = differences(language, said.keys())
    assert.deepEqual({ missing, stale, wrong }, { missing: [], stale: [], wrong: [] })
    assert.deepEqual(strayWords(language), [])
  })

  test(`words that are typed in ${languages[language].name} are in the lists that English has`, () => {
    const [own, english] = typedTables(language)
    assert(own && english)
    const optional: readonly string[] = [...optionalLists, 'currencies', 'times', 'nounsHaveCapitals']
    const shape = (table: object) =>
      Object.entries(table)
        .filter(([name]) => !optional.includes(name))
        .map(([name, list]) => [name, Array.isArray(list) ? list.length : typeof list])
    assert.deepEqual(new Map(shape(own) as never), new Map(shape(english) as never))
    for (const list of typedLists) assert.equal(typeof own[list], 'string', list)
    for (const list of ['spend', 'receive', 'lend', 'borrow', 'repay', 'today', 'yesterday'] as const)
      assert.notEqual(own[list], '', list)
  })
}
