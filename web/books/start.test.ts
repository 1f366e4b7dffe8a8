import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterCategories, starterGroups } from '../../contract/starter.ts'
import { amountOfLine, type StartLine, stepsFor, togetherOf } from './start.ts'

const groupOf = (name: string) =>
  starterGroups.find(({ members }) => members.some((one) => one.name === name))
const set = [...starterGroups, ...starterCategories].map(({ name, kind }) => ({
  id: `id of ${name}`,
  name,
  kind,
  parent_id: groupOf(name) ? `id of ${groupOf(name)?.name}` : null,
}))
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
  const own = { id: 'own', name: 'Salary', kind: 'expense' as const, parent_id: null }
  assert.deepEqual(stepsFor({ leftOut: ['Salary'], added: [] }, [own, ...set]).remove, [idOf('Salary')])
})

test('a group of which nothing is left goes after its categories, unless something else is in it or has its name', () => {
  const leftOut = ['Transport', 'Car']
  const around = idOf('Getting around')
  assert.deepEqual(stepsFor({ leftOut, added: [] }, set).remove, [idOf('Transport'), idOf('Car'), around])
  const halfDone = set.filter(({ name }) => !leftOut.includes(name))
  assert.deepEqual(stepsFor({ leftOut, added: [] }, halfDone).remove, [around], 'after an interruption')
  assert.deepEqual(stepsFor({ leftOut: ['Car'], added: [] }, set).remove, [idOf('Car')])
  const bike = { id: 'bike', name: 'Bike', kind: 'expense' as const, parent_id: around ?? null }
  assert(!stepsFor({ leftOut, added: [] }, [...set, bike]).remove.includes(around ?? ''))
  const own = stepsFor({ leftOut, added: ['getting around'] }, set)
  assert.deepEqual(own, { remove: [idOf('Transport'), idOf('Car')], add: [] })
})

test('a debt typed with a minus, as banks write it, is taken from what is there, unless it is said to be there', () => {
  const bank: StartLine = { place: 'Bank', name: 'Bank', isDebt: false, amount: '7431.17' }
  const card: StartLine = { place: 'Credit card', name: 'Card', isDebt: true, amount: '-312.40' }
  assert.equal(amountOfLine(card, 'GBP'), 312.4)
  assert.equal(togetherOf([bank, card], 'GBP'), 711_877n)
  assert.equal(togetherOf([bank, { ...card, amount: '312.40' }], 'GBP'), 711_877n)
  const onIt = { ...card, isOnIt: true }
  assert.equal(amountOfLine(onIt, 'GBP'), -312.4)
  assert.equal(togetherOf([bank, onIt], 'GBP'), 774_357n)
  assert.equal(
    togetherOf(
      [
        { ...bank, amount: '-20' },
        { ...card, amount: '' },
      ],
      'GBP',
    ),
    -2_000n,
    'overdrawn',
  )
})
