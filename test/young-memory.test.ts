import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

test('what a request makes does not get into old memory, with all that it refers to', async () => {
  const thread = new Worker(new URL('./young.ts', import.meta.url))
  const [found] = (await once(thread, 'message')) as [Record<string, number>]
  for (const [what, bytes] of Object.entries(found))
    assert(
      bytes < 100,
      `of ${what}, ${bytes} bytes are in old memory until all of it is cleared (docs/decisions/0064)`,
    )
  assert.equal(Object.keys(found).length, 2)
})
