import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answersFor,
  copiesToForget,
  KEPT_MS,
  type KeptBook,
  keptWith,
  MAX_CHARACTERS,
} from './kept-book-rules.ts'

const NOW = 1_800_000_000_000
const one = (path: string, text = path, at = NOW) => ({ key: [path], text, at })
const copy = (part: Partial<KeptBook>): KeptBook => ({
  user_id: 'ana',
  book_id: 'home',
  at: NOW,
  answers: [],
  ...part,
})
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
  assert.deepEqual(answersFor([copy({ answers: [old] })], 'ana', 'home', NOW), [])
})

test('nobody sees the copy of somebody else', () => {
  const book = copy({ answers: [one('/1')] })
  assert.deepEqual(answersFor([book], 'bob', 'home', NOW), [])
  assert.deepEqual(answersFor([], 'bob', 'home', NOW), [])
  assert.deepEqual(answersFor([book], 'ana', 'home', NOW), book.answers)
})

test('the copy of one book is never shown for another, and without an address it is that of the default book', () => {
  const who = (id: string, at: number) => one('/auth/me', JSON.stringify({ default_book_id: id }), at)
  const home = copy({ answers: [who('home', NOW - 9), one('/1', 'home')] })
  const club = copy({ book_id: 'club', answers: [who('club', NOW - 1), one('/1', 'club')] })
  const other = copy({ user_id: 'bob', book_id: 'bobs', answers: [who('bobs', NOW)] })
  const all = [home, club, other]
  assert.deepEqual(answersFor(all, 'ana', 'home', NOW), home.answers)
  assert.deepEqual(answersFor(all, 'ana', 'garden', NOW), [])
  assert.deepEqual(answersFor(all, 'ana', undefined, NOW), club.answers, 'the latest answer says which')
  assert.deepEqual(answersFor([home], 'ana', undefined, NOW), home.answers)
})

test('a device keeps five books of one person, those that were opened last', () => {
  const written = copy({ book_id: 'new', at: NOW })
  const own = [1, 2, 3, 4, 5].map((at) => copy({ book_id: `book ${at}`, at }))
  assert.deepEqual(copiesToForget([...own, copy({ user_id: 'bob', book_id: 'bobs' })], written), [
    'book 1',
    'bobs',
  ])
  assert.deepEqual(copiesToForget([copy({ book_id: 'new' })], written), [])
})
