import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_LASTS_MS } from './kept-rules.ts'
import { keyOf, type Sent } from './sent-keys.ts'

const contact = { path: '/contacts', body: { name: 'Mia' } }
const expense = { path: '/expenses', body: { amount: 5, date: '2026-11-05' } }

test('the same request has the same key, and another one has its own', () => {
  const sent: Sent = {}
  const [first, second] = [keyOf(sent, contact, 0), keyOf(sent, expense, 0)]
  assert.notEqual(first, second)
  assert.deepEqual([keyOf(sent, contact, 9), keyOf(sent, expense, 9)], [first, second])
  const later = keyOf(sent, { ...expense, body: { amount: 5, date: '2026-11-12' } }, 9)
  assert.ok(later !== first && later !== second)
  assert.equal(keyOf(sent, contact, 9), first)
})

test('a key that the service no longer knows is not used again', () => {
  const sent: Sent = {}
  const first = keyOf(sent, contact, 0)
  assert.notEqual(keyOf(sent, contact, KEY_LASTS_MS), first)
})
