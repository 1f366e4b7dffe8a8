import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

test('neither a change nor a watched book leaves anything in old memory', async () => {
  const thread = new Worker(new URL('./old-memory-thread.ts', import.meta.url))
  const [found] = (await once(thread, 'message')) as [Record<string, number>]
  assert.deepEqual(Object.keys(found), ['a change', 'a watched book'])
  for (const [what, bytes] of Object.entries(found))
    assert(
      bytes < 100,
      `${what} leaves ${bytes} bytes in old memory until all of it is cleared (decision 64)`,
    )
})
