import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, coloursOf, rowsWithRest, shareColours, sharesOf } from './shares.ts'

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

test('the rows of a small list add up to the whole: the others are one row, also where some are below zero', () => {
  const spent = [980, 148.85, 131.34, 97.9, 79.95, 77.48, 0, -412]
  const rows = rowsWithRest(
    spent.map((amount, index) => ({ key: `${index}`, name: `${index}`, amount })),
    'EUR',
  )
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['0', '1', '2', '3', '4', 'rest'],
  )
  assert.deepEqual(rows.at(-1), { key: 'rest', name: '2 others', amount: -33_452n })
  assert.equal(rowsWithRest(items(6), 'EUR').length, 6, 'a rest of one keeps its name')
})

test('a bar shows spending against the budget and the amount carried over; a deficit is a notch at its end, and never filled', () => {
  const bar = (planned: number | null, carried: number, spent: number) => barOf({ planned, carried, spent })
  const plain = { used: 0, over: 0, carried: 0, notch: 0, percent: 0 }
  assert.deepEqual(bar(100, 0, 25), { ...plain, used: 0.25, percent: 25 })
  assert.deepEqual(bar(100, 0, 100), { ...plain, used: 1, percent: 100 })
  assert.deepEqual(bar(100, 0, 125), { ...plain, used: 0.8, over: 0.2, percent: 125 })
  assert.deepEqual(bar(75, 25, 50), { ...plain, used: 0.5, carried: 0.25, percent: 50 })
  assert.deepEqual(
    bar(75, 25, 125),
    { ...plain, used: 0.8, over: 0.2, percent: 125 },
    'nothing of it is left',
  )
  assert.deepEqual(bar(100, -20, 40), { ...plain, used: 0.4, notch: 0.2, percent: 50 })
  assert.deepEqual(bar(100, -20, 105), { ...plain, used: 0.64, over: 0.2, notch: 0.16, percent: 131 })
  assert.deepEqual(bar(100, -102.6, 0), { ...plain, notch: 1 }, 'nothing spent: nothing is filled')
  assert.deepEqual(bar(100, -300, 100), { ...plain, over: 0.5, notch: 0.5, percent: 100 })
  assert.deepEqual(bar(null, -20, 0), { ...plain, notch: 1 })
  assert.deepEqual(bar(null, 20, 5), { ...plain, used: 0.25, carried: 1, percent: 25 })
  assert.deepEqual(bar(0, 0, 10), { ...plain, over: 1, percent: 100 })
  assert.deepEqual(bar(0, 0, 0), plain)
  assert.deepEqual(bar(100, 0, -10), plain, 'a refund')
  assert.equal(bar(null, 0, 10), undefined, 'no budget')
})

test('a rest that is given as one share stays last, however large it is', () => {
  const rest = { key: 'rest', name: '8 more', amount: 900 }
  assert.deepEqual(
    sharesOf([rest, ...items(5)], 'EUR').shown.map(({ name }) => name),
    ['4', '3', '2', '1', '0', '8 more'],
  )
})

test('a record keeps its colour whatever its size, and no two of five have the same', () => {
  const keys = ['Rent', 'Food', 'Travel', 'Leisure', 'Health']
  const colours = coloursOf(keys)
  assert.deepEqual([...colours.values()].sort(), [0, 1, 2, 3, 4])
  const shuffled = coloursOf(keys.toReversed())
  for (const key of keys) assert.equal(shuffled.get(key), colours.get(key), key)
  const [alone] = keys.filter((key) => coloursOf([key]).get(key) === colours.get(key))
  assert(alone !== undefined, 'alone, most have the colour that they have among others')
  assert.deepEqual(coloursOf(['a', 'b', 'c'], [3]).get('b'), 5, 'more than there are colours')
})

test('the shares of two months have the same colours, although another one is the largest', () => {
  const month = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ key: `category ${index}`, name: '', amount }))
  const [first, second] = [month(50, 40, 30, 20, 10), month(10, 20, 30, 40, 50)]
  assert.deepEqual([...shareColours(first, 'EUR')].sort(), [...shareColours(second, 'EUR')].sort())
  const many = shareColours(month(70, 60, 50, 40, 30, 20, 10), 'EUR')
  assert.deepEqual(
    ['category 5', 'category 6', 'rest'].map((key) => many.get(key)),
    [5, 5, 5],
  )
})
