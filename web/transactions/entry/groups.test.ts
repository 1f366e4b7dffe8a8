import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterCategories, starterGroups } from '../../../contract/starter.ts'
import { mostUsedFirst } from '../../categories/usage.ts'
import { exampleBook } from './example-book.ts'
import { readEntry } from './grammar.ts'

/** The ready-made set, as quick entry gets it in a new book. */
const groupOf = (name: string) =>
  starterGroups.find(({ members }) => members.some((one) => one.name === name))
const set = [...starterGroups, ...starterCategories].map(({ name, kind }) => ({
  id: name,
  name,
  kind,
  icon: null,
  parent_id: groupOf(name)?.name ?? null,
  is_active: true,
  deleted_at: null,
  account: { id: `ledger ${name}`, name, code: name, type: kind, is_active: true },
}))
const book = exampleBook({ categories: mostUsedFirst(set, new Map()) })
const category = (text: string, known = book) => readEntry(text, known).category?.name

test('a word that names a group means a category in it first, and the group itself only if nothing else is meant', () => {
  assert.equal(category('12 food'), 'Groceries')
  assert.equal(category('12 food for the party'), 'Groceries')
  assert.equal(category('12 home rent'), 'Rent')
  assert.equal(category('12 family pizza'), 'Eating out')
  assert.deepEqual(category('12 pers'), undefined, 'no beginning of its name means a group')
  const home = readEntry('12 home', book)
  assert.deepEqual([home.category?.name, home.memo], ['Home', null])
  assert(home.is_category_guess, 'a shop or an earlier entry of these words counts more')
  assert.equal(category('12 finances'), 'Finances')
})

test('a group that was used is a category like others', () => {
  const earlier = [{ category_id: 'Food', asset_account_id: null, date: '2026-11-01', entered_count: 1 }]
  const used = exampleBook({ categories: set, earlier })
  assert.equal(category('12 food', used), 'Food')
  assert.equal(readEntry('12 food', used).is_category_guess, false)
})

test('every name of the set means its own category', () => {
  for (const { name, kind } of starterCategories)
    assert.equal(category(kind === 'income' ? `got 12 ${name}` : `spent 12 ${name}`), name)
})

test('no group is among the first that are offered', () => {
  const groups = starterGroups.map(({ name }): string => name)
  assert(!book.categories.slice(0, starterCategories.length).some(({ name }) => groups.includes(name)))
})
