import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookRow } from './book.ts'
import { unwatched, watched } from './watched.ts'

const book = { id: 'b', name: 'Home', version: 7, hash: 'h', changed_at: '2026-01-01' } as unknown as BookRow // some of its columns

const looks = (read: (book: BookRow) => unknown): number => {
  let times = 0
  read(watched(book, () => times++))
  return times
}

test('a watched book tells when its version, its hash or the time of its change is read, however that is done', () => {
  for (const read of [
    ({ version }: BookRow) => version,
    ({ hash }: BookRow) => hash,
    ({ changed_at }: BookRow) => changed_at,
  ])
    assert.equal(looks(read), 1)
  for (const read of [(book: BookRow) => ({ ...book }), Object.entries, JSON.stringify])
    assert.equal(looks(read), 3, 'all of them are read')
  assert.equal(
    looks(({ name }) => name),
    0,
  )
})

test('it is the same book, which nobody can write to; unwatched it is the book itself', () => {
  const own = watched(book, () => undefined)
  assert.deepEqual({ ...own }, { ...book })
  assert.throws(() => Object.assign(own, { name: 'Elsewhere' }), TypeError)
  assert.equal(book.name, 'Home')
  assert.equal(unwatched(own), book)
  assert.equal(unwatched(book), book)
})
