import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOptions } from './options.ts'

const options = ['Eating out', 'Café', 'Outdoor', 'Routes', 'Take out'].map((name) => ({ id: name, name }))
const found = (text: string) => findOptions(options, text).map(({ name }) => name)

test('names that begin with the text come first, then those with a word that does', () => {
  assert.deepEqual(found('out'), ['Outdoor', 'Eating out', 'Take out', 'Routes'])
})

test('case and accents do not matter', () => {
  assert.deepEqual(found(' CAFE '), ['Café'])
  assert.deepEqual(found('x'), [])
})

test('without a text all are there, but those that are only found', () => {
  assert.equal(findOptions([...options, { id: 'x', name: 'Out of sight', isFoundOnly: true }], '').length, 5)
  assert.equal(findOptions([{ id: 'x', name: 'Out of sight', isFoundOnly: true }], 'sight').length, 1)
})
