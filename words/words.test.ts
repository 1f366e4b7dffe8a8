import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { typedTables } from './catalogue.ts'
import { differences, saidTexts, strayWords } from './check.ts'
import { compile, namesIn } from './compile.ts'
import { languages, languageTags } from './languages.ts'
import { scan } from './scan.ts'
import { typedLists } from './typed.ts'

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

for (const language of languageTags.filter((tag) => tag !== 'en')) {
  test(`${languages[language].name} has every sentence, none that nothing says, and the words of its glossary`, () => {
    const { missing, stale, wrong } = differences(language, said.keys())
    assert.deepEqual({ missing, stale, wrong }, { missing: [], stale: [], wrong: [] })
    assert.deepEqual(strayWords(language), [])
  })

  test(`words that are typed in ${languages[language].name} are in the lists that English has`, () => {
    const [own, english] = typedTables(language)
    assert(own && english)
    const shape = (table: object) =>
      Object.entries(table).map(([name, list]) => [name, Array.isArray(list) ? list.length : typeof list])
    assert.deepEqual(new Map(shape(own) as never), new Map(shape(english) as never))
    for (const list of typedLists) assert.equal(typeof own[list], 'string', list)
    for (const list of ['spend', 'receive', 'lend', 'borrow', 'repay', 'today', 'yesterday'] as const)
      assert.notEqual(own[list], '', list)
  })
}
