import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_LASTS_MS } from './kept-rules.ts'
import { type SentKeys, sentKeyOf } from './sent-keys.ts'

const contact = { path: '/contacts', body: { name: 'Mia' } }
const expense = { path: '/expenses', body: { amount: 5, date: '2026-11-05' } }

test('the same request has the same key, and another one has its own', () => {
  const sent: SentKeys = {}
  const [first, second] = [sentKeyOf(sent, contact, 0), sentKeyOf(sent, expense, 0)]
  assert.notEqual(first, second)
  assert.deepEqual([sentKeyOf(sent, contact, 9), sentKeyOf(sent, expense, 9)], [first, second])
  const later = sentKeyOf(sent, { ...expense, body: { amount: 5, date: '2026-11-12' } }, 9)
  assert.ok(later !== first && later !== second)
  assert.equal(sentKeyOf(sent, contact, 9), first)
})

test('a key that the service no longer knows is not used again', () => {
  const sent: SentKeys = {}
  const first = sentKeyOf(sent, contact, 0)
  assert.notEqual(sentKeyOf(sent, contact, KEY_LASTS_MS), first)
})
