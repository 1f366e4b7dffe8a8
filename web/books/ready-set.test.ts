import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryCount } from '../page/category-words.ts'
import { categoryNames, groupNames, nameLists } from './ready-set.ts'

const counted = (leftOut: string[], added: string[] = []) => {
  const draft = { leftOut, added }
  return categoryCount(categoryNames(draft).length, groupNames(draft).length)
}

test('the set is counted in its groups, and a group without categories is none', () => {
  assert.equal(counted([]), '25 categories in 7 groups')
  assert.equal(counted(['Groceries'], ['Choir', 'Bees']), '26 categories in 7 groups')
  assert.equal(counted(['Groceries', 'Eating out']), '23 categories in 6 groups')
  const all = categoryNames({ leftOut: [], added: [] })
  assert.equal(counted(all.filter((name) => name !== 'Rent')), '1 category in 1 group')
  assert.equal(counted(all.filter((name) => name !== 'Salary')), '1 category')
})

test('the lists have every name once, one’s own in no group, and no list is empty', () => {
  const draft = { leftOut: ['Groceries', 'Eating out', 'Salary', 'Gifts'], added: ['Choir'] }
  const lists = nameLists(draft)
  assert.deepEqual(
    lists.map(({ title }) => title),
    ['Home', 'Getting around', 'Personal', 'Family', 'Free time', 'Finances', 'In no group', 'Income'],
  )
  const namesOf = (title: string) => lists.find((list) => list.title === title)?.names
  assert.deepEqual(namesOf('Family'), ['Children', 'Pets'])
  assert.deepEqual(namesOf('In no group'), ['Choir', 'Other expenses'])
  assert.deepEqual(namesOf('Income'), ['Interest', 'Gifts received', 'Other income'])
  const all = lists.flatMap(({ names }) => names)
  assert.equal(all.length, categoryNames(draft).length)
  assert.deepEqual(new Set(all), new Set(categoryNames(draft)))
})
