import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../contract/changes.ts'
import { undoNeeds } from './undo-rights.ts'

const expense = { id: 'a', amount: 5, category_id: 'food', tags: ['x'], notes: null, version: 3 }
const change = (more: object) =>
  ({ resource: 'expense', action: 'updated', before: expense, after: expense, ...more }) as Change // as much as is looked at

test('an annotator may undo what sorts transactions, an editor what moves money, an owner the settings', () => {
  const sorted = change({ after: { ...expense, category_id: 'rent', tags: [], notes: 'n', version: 4 } })
  assert.equal(undoNeeds([sorted]), 'annotate')
  assert.equal(undoNeeds([change({ after: { ...expense, amount: 6 } })]), 'write')
  assert.equal(undoNeeds([change({ before: null, action: 'created' })]), 'write')
  assert.equal(undoNeeds([change({ after: null, action: 'deleted' })]), 'write')
  assert.equal(undoNeeds([sorted, change({ resource: 'category' })]), 'write')
  assert.equal(undoNeeds([change({ resource: 'book' })]), 'own', 'closing and opening days')
})
