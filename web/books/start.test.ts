import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterCategories } from '../../contract/starter.ts'
import { stepsFor } from './start.ts'

const set = starterCategories.map((category, index) => ({ id: `${index}`, ...category }))
const idOf = (name: string) => set.find((category) => category.name === name)?.id

test('categories left out are taken away, and own ones are added', () => {
  assert.deepEqual(stepsFor({ leftOut: ['Pets', 'Car'], added: ['Choir'] }, set), {
    remove: [idOf('Car'), idOf('Pets')],
    add: ['Choir'],
  })
})

test('a category that is there is not added again, and one that is gone is not taken away again', () => {
  const rest = set.filter(({ name }) => name !== 'Pets')
  assert.deepEqual(stepsFor({ leftOut: ['Pets'], added: [' groceries'] }, rest), { remove: [], add: [] })
})

test('only categories of the set are taken away', () => {
  const own = { id: 'own', name: 'Salary', kind: 'expense' as const }
  assert.deepEqual(stepsFor({ leftOut: ['Salary'], added: [] }, [own, ...set]).remove, [idOf('Salary')])
})
