import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropAt, type RowBox } from './drop.ts'

const row = (id: string, at: number, part: Partial<RowBox> = {}): RowBox => ({
  id,
  top: at * 40,
  bottom: at * 40 + 40,
  parent_id: null,
  hasMembers: false,
  isOpen: false,
  ...part,
})
const group = { hasMembers: true, isOpen: true }
/** Home (Rent, Power), Food (Groceries), Travel, 40 pixels each. */
const rows = [
  row('Home', 0, group),
  row('Rent', 1, { parent_id: 'Home' }),
  row('Power', 2, { parent_id: 'Home' }),
  row('Food', 3, group),
  row('Groceries', 4, { parent_id: 'Food' }),
  row('Travel', 5),
]
const place = (dragged: string, y: number) => {
  const drop = dropAt(rows, dragged, y)
  return drop && [drop.place.parent_id, drop.place.before, drop.line ?? drop.into]
}

test('a category goes between members, into a row, or beside it', () => {
  assert.deepEqual(place('Travel', 45), ['Home', 'Rent', 40])
  assert.deepEqual(place('Travel', 75), ['Home', 'Power', 80])
  assert.deepEqual(place('Travel', 115), ['Home', null, 120], 'the end of the group')
  assert.deepEqual(place('Travel', 140), ['Food', null, 'Food'], 'in the middle of a row')
  assert.deepEqual(place('Travel', 122), [null, 'Food', 120], 'at its upper end')
  assert.deepEqual(place('Travel', 158), ['Food', 'Groceries', 160], 'before the first of an open group')
  assert.deepEqual(place('Rent', 238), [null, null, 240], 'out, to the end')
  assert.deepEqual(place('Rent', 900), [null, null, 240], 'below everything')
  assert.deepEqual(place('Rent', -50), [null, 'Home', 0], 'above everything')
})

test('a group goes between groups, wherever it is let go', () => {
  assert.deepEqual(place('Food', 50), [null, 'Home', 0])
  assert.deepEqual(place('Food', 110), [null, 'Travel', 200])
  assert.deepEqual(place('Home', 140), [null, 'Food', 120])
  assert.deepEqual(place('Home', 238), [null, null, 240])
})

test('a row alone has nowhere to go', () => {
  assert.equal(dropAt([row('Home', 0)], 'Home', 10), undefined)
  assert.equal(dropAt(rows, 'gone', 10), undefined)
})
