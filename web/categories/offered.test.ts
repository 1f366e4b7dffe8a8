import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offered } from './offered.ts'

const one = (name: string, parent_id: string | null = null, is_active = true) => ({
  id: name,
  name,
  kind: 'expense' as const,
  parent_id,
  position: 0,
  is_active,
})
const all = [
  one('Food'),
  one('Groceries', 'Food'),
  one('Eating out', 'Food'),
  one('Canteen', 'Food', false),
  one('Pet food'),
  one('Rent'),
]
const usage = new Map([
  ['Groceries', { count: 9, memos: [{ memo: 'Spar', count: 9 }] }],
  ['Rent', { count: 1, memos: [] }],
])
const shown = (query = '') =>
  offered(all, 'expense', usage, query).found.map(({ category, under, used }) =>
    [category.name, under && `in ${under}`, used && `for ${used.memo}`].filter(Boolean).join(' '),
  )

test('all categories are offered under their groups, the most used first, and a group itself behind its members', () => {
  assert.deepEqual(shown(), ['Groceries in Food', 'Eating out in Food', 'Food in Food', 'Rent', 'Pet food'])
})

test('a group’s name offers its categories under it, after those whose own name fits', () => {
  assert.deepEqual(shown('food'), ['Pet food', 'Groceries in Food', 'Eating out in Food', 'Food in Food'])
  assert.deepEqual(shown('Foo'), ['Pet food', 'Groceries in Food', 'Eating out in Food', 'Food in Food'])
  assert.deepEqual(shown('groc'), ['Groceries'])
  assert.deepEqual(shown('spar'), ['Groceries for Spar'])
  assert.deepEqual(shown('nothing'), [])
})

test('a name that is there is no new category, that of a group and of one not in use too', () => {
  const isExact = (query: string) => offered(all, 'expense', usage, query).isExact
  assert.deepEqual(['food', 'rent', 'canteen', 'ren', 'travel'].map(isExact), [
    true,
    true,
    true,
    false,
    false,
  ])
})
