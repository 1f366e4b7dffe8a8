import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { listTransactions } from '../../contract/budgeting.ts'
import { complete, inBrowser, makeStage, open, picture } from './browser.ts'
import { moveIn } from './household.ts'

const MOST_BYTES = 200_000
const SIZE = { width: 1280, height: 800 }

test('the pictures of the README are of the demo household, and small', inBrowser, async (t) => {
  const stage = await makeStage()
  const ana = await moveIn(stage)
  const home = await open(t, stage, '/', { as: ana, ...SIZE })
  await complete(home)
  await picture(home, 'readme-home')

  const { data } = await ana.call(listTransactions, { query: { kind: 'expense', limit: 100 } })
  const split = data.find(({ splits }) => splits.length > 1) ?? assert.fail('no bill is split')
  const list = await open(t, stage, `/transactions?open=${split.id}`, { as: ana, ...SIZE, dark: true })
  await complete(list)
  await picture(list, 'readme-transactions')

  const readme = await readFile('README.md', 'utf8')
  for (const name of ['home', 'transactions']) {
    assert(readme.includes(`(docs/pictures/${name}.png)`), name)
    for (const file of [`test/browser/screenshots/readme-${name}.png`, `docs/pictures/${name}.png`]) {
      const { size } = await stat(file)
      assert(size <= MOST_BYTES, `${file} has ${size} bytes`)
    }
  }
})
