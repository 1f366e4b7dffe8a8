import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedOfBook, storedOfPerson, storeFor } from './stored.ts'

test('the next person does not find the stored text of the one before', () => {
  const filters = storedOfPerson('florin.filters')
  storeFor('ana', 'home', true)
  filters.set('["my illness"]')
  storeFor('bela', 'home', true)
  assert.equal(filters.get(), null)
  storeFor('ana', 'home', true)
  assert.equal(filters.get(), '["my illness"]')
})

test('a text that names records is of one book, and one of the person is in all', () => {
  const [filters, sorted] = [storedOfBook('florin.filters'), storedOfPerson('florin.import-sorted')]
  storeFor('ana', 'home', true)
  filters.set('["bakery"]')
  sorted.set('day')
  storeFor('ana', 'club', false)
  assert.equal(filters.get(), null)
  assert.equal(sorted.get(), 'day')
  storeFor('ana', 'home', true)
  assert.equal(filters.get(), '["bakery"]')
})

test('a text of before there were several books is of the default book', (t) => {
  const kept = new Map([['florin.recent.ana', '["go /budgets"]']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.assign(globalThis, { localStorage: storage, document: {} })
  t.after(() => Object.assign(globalThis, { localStorage: undefined, document: undefined }))
  const recent = storedOfBook('florin.recent')
  storeFor('ana', 'club', false)
  assert.equal(recent.get(), null)
  storeFor('ana', 'home', true)
  assert.equal(recent.get(), '["go /budgets"]')
  assert.deepEqual([...kept.keys()], ['florin.recent.ana.home'])
})
