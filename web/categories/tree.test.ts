import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangedRows, movedText, noStepText, type Step, stepOf, withRows } from './arranging.ts'
import { flat, treeOf } from './tree.ts'

const one = (name: string, parent_id: string | null = null, position = 0) => ({
  id: name,
  name,
  kind: 'expense' as const,
  parent_id,
  position,
})
const all = [
  one('Rent', 'Home'),
  one('Food', null, 2),
  one('Groceries', 'Food', 2),
  one('Eating out', 'Food', 1),
  one('Home', null, 1),
  one('Travel', null, 3),
  one('Lost', 'gone', 9),
]
const tree = treeOf(all, 'expense')
const names = (some: typeof all) =>
  treeOf(some, 'expense').map(({ category, members }) =>
    [category.name, ...members.map(({ name }) => name)].join(' '),
  )
/** The names after a step. */
function after(id: string, step: Step, before = all): string[] {
  const now = treeOf(before, 'expense')
  const place = stepOf(now, id, step)
  assert(place, noStepText(now, id, step))
  return names(withRows(before, arrangedRows(now, id, place)))
}

test('categories stand in their groups, by position and then by name; without their group they stand by themselves', () => {
  assert.deepEqual(names(all), ['Home Rent', 'Food Eating out Groceries', 'Travel', 'Lost'])
  assert.deepEqual(
    flat(tree).map(({ name }) => name),
    ['Home', 'Rent', 'Food', 'Eating out', 'Groceries', 'Travel', 'Lost'],
  )
  assert.deepEqual(treeOf(all, 'income'), [])
  const alike = [one('b'), one('a')]
  assert.deepEqual(names(alike), ['a', 'b'])
  const added = [one('b', null, 2), one('c', null, 1), one('new'), one('fresh')]
  assert.deepEqual(names(added), ['c', 'b', 'fresh', 'new'], 'those that nobody has ordered come last')
})

test('steps go up and down in their list, into the one above, and out behind their group', () => {
  assert.deepEqual(after('Groceries', 'up'), ['Home Rent', 'Food Groceries Eating out', 'Travel', 'Lost'])
  assert.deepEqual(after('Eating out', 'down'), ['Home Rent', 'Food Groceries Eating out', 'Travel', 'Lost'])
  assert.deepEqual(after('Food', 'up'), ['Food Eating out Groceries', 'Home Rent', 'Travel', 'Lost'])
  assert.deepEqual(after('Travel', 'in'), ['Home Rent', 'Food Eating out Groceries Travel', 'Lost'])
  assert.deepEqual(after('Rent', 'out'), ['Home', 'Rent', 'Food Eating out Groceries', 'Travel', 'Lost'])
  assert.deepEqual(after('Lost', 'in'), ['Home Rent', 'Food Eating out Groceries', 'Travel Lost'])
})

test('a step that does not exist says why', () => {
  const why = (id: string, step: Step) => {
    assert.equal(stepOf(tree, id, step), undefined)
    return noStepText(tree, id, step)
  }
  assert.equal(why('Home', 'up'), 'Home is the first already.')
  assert.equal(why('Groceries', 'down'), 'Groceries is the last in Food already.')
  assert.equal(why('Food', 'in'), 'Food is a group, and a group stands in no other.')
  assert.equal(why('Rent', 'in'), 'Rent is in Home already.')
  assert.equal(why('Travel', 'out'), 'Travel is in no group.')
  const first = treeOf([one('a')], 'expense')
  assert.equal(noStepText(first, 'a', 'in'), 'There is nothing above a that it could go into.')
})

test('a move sends the rows that change, and nothing where nothing moves', () => {
  assert.deepEqual(arrangedRows(tree, 'Travel', { parent_id: 'Food', before: 'Groceries' }), [
    { id: 'Travel', parent_id: 'Food', position: 2 },
    { id: 'Groceries', parent_id: 'Food', position: 3 },
  ])
  assert.deepEqual(arrangedRows(tree, 'Travel', { parent_id: null, before: 'Lost' }), [])
  assert.deepEqual(arrangedRows(tree, 'Food', { parent_id: 'Home', before: null }), [], 'a third level')
  assert.deepEqual(arrangedRows(tree, 'Food', { parent_id: 'Food', before: null }), [])
  assert.deepEqual(arrangedRows(tree, 'Travel', { parent_id: 'Rent', before: null }), [], 'a third level')
})

test('a move is said in words', () => {
  assert.equal(movedText(tree, 'Travel', { parent_id: 'Food', before: null }), 'Travel is in Food now')
  assert.equal(movedText(tree, 'Rent', { parent_id: null, before: null }), 'Rent is in no group now')
  assert.equal(
    movedText(tree, 'Groceries', { parent_id: 'Food', before: 'Eating out' }),
    'Groceries is number 1 of 2 in Food now',
  )
  assert.equal(movedText(tree, 'Home', { parent_id: null, before: 'Travel' }), 'Home is number 2 of 4 now')
})
