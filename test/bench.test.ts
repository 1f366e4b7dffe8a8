import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { patched, patches } from '../bench/patches.ts'
import { readResults, withTables } from '../bench/results.ts'

test('the tables of docs/speed.md are those of bench/results.json', async () => {
  const document = await readFile('docs/speed.md', 'utf8')
  const results = await readResults()
  assert(Object.values(results).flatMap(({ figures }) => figures).length > 0)
  assert.equal(document, withTables(document, results))
})

test('every piece of machinery that the bench measures can still be switched off', async () => {
  const all = Object.values(patches).flat()
  assert(all.length > 0)
  for (const patch of all) await patched(patch)
  const moved = {
    file: 'server/app.ts',
    changes: [['this text is not there', '']] satisfies [string, string][],
  }
  await assert.rejects(patched(moved), /server\/app\.ts no longer has/)
})
