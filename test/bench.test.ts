import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readResults, withTables } from '../bench/results.ts'

test('the tables of docs/speed.md are those of bench/results.json', async () => {
  const document = await readFile('docs/speed.md', 'utf8')
  const results = await readResults()
  assert(Object.values(results).flatMap(({ figures }) => figures).length > 0)
  assert.equal(document, withTables(document, results))
})
