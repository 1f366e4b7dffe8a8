import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meterOf, sharesOf } from './shares.ts'

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, name: `${index}`, amount: index + 1 }))

test('five shares have a colour, the others are the rest, and a rest of one keeps its name', () => {
  const names = (count: number) => {
    const { shown, rest } = sharesOf(items(count), 'EUR')
    return [shown.length, rest.length]
  }
  assert.deepEqual([0, 3, 5, 6, 7, 12].map(names), [
    [0, 0],
    [3, 0],
    [5, 0],
    [6, 0],
    [5, 2],
    [5, 7],
  ])
  assert.deepEqual(
    sharesOf(items(7), 'EUR').shown.map(({ amount }) => amount),
    [7, 6, 5, 4, 3],
  )
  assert.deepEqual(
    sharesOf(
      [
        { key: 'a', name: 'a', amount: 2 },
        { key: 'b', name: 'b', amount: 300n },
      ],
      'EUR',
    ).shown.map(({ key }) => key),
    ['b', 'a'],
  )
})

test('a meter is full at the plan, and over it the plan is a part of what was spent', () => {
  assert.deepEqual(meterOf(25, 100), { used: 0.25, over: 0, percent: 25 })
  assert.deepEqual(meterOf(100, 100), { used: 1, over: 0, percent: 100 })
  assert.deepEqual(meterOf(125, 100), { used: 0.8, over: 1 - 0.8, percent: 125 })
  assert.deepEqual(meterOf(10, 0), { used: 0, over: 1, percent: 100 })
  assert.deepEqual(meterOf(0, 0), { used: 0, over: 0, percent: 0 })
  assert.deepEqual(meterOf(-10, 100), { used: 0, over: 0, percent: 0 })
})

test('a rest that is given as one share stays last, however large it is', () => {
  const rest = { key: 'rest', name: '8 more', amount: 900 }
  assert.deepEqual(
    sharesOf([rest, ...items(5)], 'EUR').shown.map(({ name }) => name),
    ['4', '3', '2', '1', '0', '8 more'],
  )
})
