import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { saidTexts } from './check.ts'
import { compile, namesIn } from './compile.ts'
import { scan } from './scan.ts'

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
