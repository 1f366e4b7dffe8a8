import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewNewRule, type When } from '../../contract/import-rules.ts'
import { until } from '../../test/until.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { looking } from './read/thread.ts'

test('whoever waits for a thread when Florin stops is told so', async () => {
  const world = await makeWorld()
  const ana = await world.person()
  await Promise.all(['one', 'other'].map((key) => looking.take(key)))
  const when: When = { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'lidl' }] }
  const asked = refused(ana.call(previewNewRule, { body: { when, set: { add_tags: ['shop'] } } }))
  await until(() => looking.waiting() === 1, 5_000)
  await world.app.close()
  const { code, status } = await asked
  assert.deepEqual([code, status], ['stopping', 503])
})
