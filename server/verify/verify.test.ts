import assert from 'node:assert/strict'
import { test } from 'node:test'
import { richBook } from '../../test/rich-book.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from './verify.ts'

const world = await makeWorld()
await richBook(world)
test('books that only Florin has written to have no differences', async () => {
  const t = performance.now()
  assert.deepEqual(await verify(world.db), [])
  console.log(performance.now() - t)
})
