import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { forgetDrafts, keepDraftsOf, readDraft, writeDraft } from './draft.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  const storage: Storage = {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
})

test('a draft comes back as it was written, until it is cleared', () => {
  writeDraft('new account', { name: 'Savings' })
  assert.deepEqual(readDraft('new account'), { name: 'Savings' })
  assert.equal(readDraft('another'), undefined)
  writeDraft('new account', undefined)
  assert.equal(readDraft('new account'), undefined)
})

test('a person who signs in again finds their drafts, and another person finds none', () => {
  keepDraftsOf('ana', 'home')
  writeDraft('new account', { name: 'Savings' })
  keepDraftsOf('ana', 'home')
  assert.deepEqual(readDraft('new account'), { name: 'Savings' })
  keepDraftsOf('ben', 'home')
  assert.equal(readDraft('new account'), undefined)
})

test('a draft of one book is not in another, and is there again on the way back', () => {
  keepDraftsOf('ana', 'home')
  writeDraft('new account', { name: 'Savings' })
  keepDraftsOf('ana', 'club')
  assert.equal(readDraft('new account'), undefined)
  keepDraftsOf('ana', 'home')
  assert.deepEqual(readDraft('new account'), { name: 'Savings' })
})

test('a draft of before there were several books is of the book that the tab then opens', () => {
  sessionStorage.setItem('florin.draft-owner', 'ana')
  sessionStorage.setItem('florin.draft.new account', '{"name":"Savings"}')
  keepDraftsOf('ana', 'home')
  assert.deepEqual(readDraft('new account'), { name: 'Savings' })
  keepDraftsOf('ana', 'club')
  assert.equal(readDraft('new account'), undefined)
})

test('forgetting takes every draft away and nothing else', () => {
  writeDraft('one', { a: 1 })
  writeDraft('two', { b: 2 })
  sessionStorage.setItem('something else', 'stays')
  forgetDrafts()
  assert.deepEqual([...kept.keys()], ['something else'])
})

test('a stored text that is not JSON counts as no draft', () => {
  keepDraftsOf('ana', 'club')
  sessionStorage.setItem('florin.drafts.club.broken', '{')
  assert.equal(readDraft('broken'), undefined)
})
