import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersFor, KEPT_MS, keptWith, MAX_CHARACTERS } from './kept-book-rules.ts'

const NOW = 1_800_000_000_000
const one = (path: string, text = path, at = NOW) => ({ key: [path], text, at })
/** The numbers in the path are its rank; others are not kept. */
const rank = ([path]: readonly unknown[]) =>
  /\d/.test(String(path)) ? Number(String(path).slice(1)) : undefined
const paths = (answers: readonly { key: readonly unknown[] }[]) => answers.map(({ key }) => key[0])

test('the later answer of each query is kept, also if another tab wrote it', () => {
  const former = [one('/1', 'old', NOW - 2), one('/2', 'newer', NOW)]
  const fresh = [one('/1', 'new', NOW - 1), one('/2', 'older', NOW - 1)]
  const kept = keptWith(former, fresh, rank, NOW)
  assert.deepEqual(
    kept.map(({ text }) => text),
    ['new', 'newer'],
  )
})

test('answers that are not on the list are not kept, and those kept before go', () => {
  assert.deepEqual(paths(keptWith([one('/secret')], [one('/other'), one('/1')], rank, NOW)), ['/1'])
})

test('all answers together are bounded, and the most important ones come first', () => {
  const half = 'x'.repeat(MAX_CHARACTERS / 2)
  const kept = keptWith(
    [one('/3', half), one('/2', half)],
    [one('/1', 'small'), one('/4', 'small')],
    rank,
    NOW,
  )
  assert.deepEqual(paths(kept), ['/1', '/2', '/4'])
  assert(kept.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CHARACTERS)
})

test('an answer that nobody has renewed for 30 days is neither kept nor shown', () => {
  const old = one('/1', 'old', NOW - KEPT_MS)
  assert.deepEqual(keptWith([old], [], rank, NOW), [])
  assert.deepEqual(answersFor({ user_id: 'ana', answers: [old] }, 'ana', NOW), [])
})

test('nobody sees the copy of somebody else', () => {
  const book = { user_id: 'ana', answers: [one('/1')] }
  assert.deepEqual(answersFor(book, 'bob', NOW), [])
  assert.deepEqual(answersFor(undefined, 'bob', NOW), [])
  assert.deepEqual(answersFor(book, 'ana', NOW), book.answers)
})
