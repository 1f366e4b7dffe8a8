import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { listDevices } from '../../contract/auth.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { asking, paging } from '../api/ask.ts'
import { SHAPE } from '../api/kept-book.ts'
import { essential, keptRoutes, rankOf, timeline, trimmed } from './kept-answers.ts'

/** A schema without its texts: words may change, shapes may not. */
const shapeOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(shapeOf)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, value]) =>
          !(['description', 'title'].includes(name) && typeof value === 'string') && name !== 'examples',
      )
      .map(([name, value]) => [name, shapeOf(value)]),
  )
}

test('if an answer that is kept on devices has another shape, the copy has a new one too', () => {
  const shapes = JSON.stringify(keptRoutes.map(({ path, reply }) => [path, shapeOf(reply)]))
  const sum = createHash('sha256').update(shapes).digest('hex').slice(0, 16)
  assert.deepEqual(
    { SHAPE, sum },
    { SHAPE: 10, sum: '0a2e1a9741876252' },
    'raise SHAPE in kept-book.ts, so that copies of before are thrown away, and put both here',
  )
})

test('who is signed in and what an entry needs come first, filtered lists and devices are not kept', () => {
  for (const key of essential) assert.equal(rankOf(key), 0, JSON.stringify(key))
  assert.notEqual(rankOf(timeline.queryKey), undefined)
  assert.equal(rankOf(paging(listTransactions, { query: { q: 'doctor', limit: 200 } }).queryKey), undefined)
  assert.equal(rankOf(asking(listDevices).queryKey), undefined)
})

test('of the timeline, the first pages are kept', () => {
  const pages = { pages: [1, 2, 3], pageParams: ['', 'a', 'b'] }
  assert.deepEqual(trimmed(timeline.queryKey, pages), { pages: [1, 2], pageParams: ['', 'a'] })
  assert.deepEqual(trimmed(['/accounts', 'all', '/accounts'], [1, 2, 3]), [1, 2, 3])
})
