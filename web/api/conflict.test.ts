import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedIn, differences, isSame, mixed } from './conflict.ts'

const base = { category: 'Groceries', amount: 15.5, date: '2026-11-14', tags: ['a'] }
const names = ['category', 'amount', 'date', 'tags'] as const

test('only fields that differ are asked about', () => {
  const mine = { ...base, category: 'Eating out' }
  const theirs = { ...base, amount: 16.5 }
  assert.deepEqual(
    differences(names, { base, mine, theirs }).map(({ name }) => name),
    ['category', 'amount'],
  )
})

test('a field that one side alone changed is picked from that side at first', () => {
  const mine = { ...base, category: 'Eating out' }
  const theirs = { ...base, amount: 16.5 }
  assert.deepEqual(differences(names, { base, mine, theirs }), [
    { name: 'category', pick: 'mine' },
    { name: 'amount', pick: 'theirs' },
  ])
})

test('a field that both changed to the same does not differ, and one that both changed otherwise is mine at first', () => {
  const mine = { ...base, category: 'Eating out', amount: 17 }
  const theirs = { ...base, category: 'Eating out', amount: 16.5 }
  assert.deepEqual(differences(names, { base, mine, theirs }), [{ name: 'amount', pick: 'mine' }])
})

test('the mix sends my fields that were picked, and nothing of theirs, which is saved already', () => {
  const mine = { ...base, category: 'Eating out', date: '2026-11-13' }
  assert.deepEqual(
    mixed(
      [
        { name: 'category', pick: 'mine' },
        { name: 'amount', pick: 'theirs' },
        { name: 'date', pick: 'mine' },
      ],
      mine,
    ),
    { category: 'Eating out', date: '2026-11-13' },
  )
})

test('lists and objects are compared by what is in them', () => {
  assert.ok(isSame([{ a: 1, b: [2] }], [{ b: [2], a: 1 }]))
  assert.ok(!isSame(['a', 'b'], ['b', 'a']))
  assert.ok(!isSame([], {}))
  assert.ok(!isSame(null, {}))
  assert.ok(!isSame({ a: undefined }, {}))
})

test('an update sends what was changed, and not what was changed back', () => {
  assert.deepEqual(changedIn(base, { category: 'Rent', amount: 15.5, tags: ['a'] }), { category: 'Rent' })
})
