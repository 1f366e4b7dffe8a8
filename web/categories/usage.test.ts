import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterCategories } from '../../contract/starter.ts'
import { mostUsedFirst, usageOf, usedFor } from './usage.ts'

const suggestion = (category_id: string, memo: string | null, count: number) => ({
  kind: 'expense' as const,
  memo,
  category_id,
  category_name: category_id,
  asset_account_id: null,
  asset_account_name: null,
  contact_id: null,
  contact_name: null,
  amount: 1,
  currency_id: 'EUR',
  date: '2026-11-15',
  count,
  entered_count: count,
})

test('a category counts all its uses, and is found by the words it was used for', () => {
  const usage = usageOf([
    suggestion('food', 'Pizza to go', 12),
    suggestion('food', null, 3),
    suggestion('rent', 'November', 1),
  ])
  assert.equal(usage.get('food')?.count, 15)
  assert.deepEqual(usedFor(usage.get('food'), 'piz'), { memo: 'Pizza to go', count: 12 })
  assert.deepEqual(usedFor(usage.get('food'), 'go'), { memo: 'Pizza to go', count: 12 })
  assert.equal(usedFor(usage.get('food'), 'izza'), undefined)
  assert.equal(usedFor(usage.get('food'), 'p'), undefined)
})

test('used categories come first, then what most people need', () => {
  const names = ['Bank fees', 'Car', 'Bees', 'Groceries', 'Rent']
  const categories = names.map((name) => ({ id: name, name }))
  const sorted = (...used: [string, number][]) =>
    mostUsedFirst(categories, new Map(used.map(([id, count]) => [id, { count, memos: [] }]))).map(
      ({ name }) => name,
    )
  const ready = starterCategories.map(({ name }): string => name)
  assert(
    ['Groceries', 'Rent', 'Salary'].every((name) => ready.includes(name)),
    'they have these names there',
  )
  assert.deepEqual(sorted(), ['Groceries', 'Rent', 'Bank fees', 'Car', 'Bees'])
  assert.deepEqual(sorted(['Bees', 1], ['Car', 3]), ['Car', 'Bees', 'Groceries', 'Rent', 'Bank fees'])
})

test('a group that nobody has used comes behind all others', () => {
  const food = { id: 'f', name: 'Food', parent_id: null }
  const coffee = { id: 'c', name: 'Coffee', parent_id: 'f' }
  const sorted = (used: [string, number][]) =>
    mostUsedFirst([food, coffee], new Map(used.map(([id, count]) => [id, { count, memos: [] }]))).map(
      ({ id }) => id,
    )
  assert.deepEqual(sorted([]), ['c', 'f'])
  assert.deepEqual(sorted([['f', 1]]), ['f', 'c'])
})
