import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentsOf, percentText, shareText, steps } from './percent.ts'

test('a part is a percentage with one decimal', () => {
  assert.equal(percentText(0.3514), '35.1%')
  assert.equal(percentText(-0.5), '-50.0%')
  assert.equal(percentText(0.12, 0), '12%')
})

test('less than a percent is not said to be nothing', () => {
  assert.equal(shareText(0, 0.0056), '<1%')
  assert.equal(shareText(1, 0.0056), '<1%', 'the same whichever rows take the missing steps')
  assert.equal(shareText(0, 0), '0%')
  assert.equal(shareText(0, null), '0%')
  assert.equal(shareText(12, 0.121), '12%')
  assert.equal(shareText(-1, -0.006), '-1%')
})

test('parts in percent add up to a hundred, however they are rounded', () => {
  const parts = [26.61, 20.62, 15.63, 12.64, 9.65, 8.45, 6.4]
  assert.equal(
    parts.map(Math.round).reduce((sum, one) => sum + one),
    101,
    'one by one',
  )
  assert.deepEqual(steps(parts), [26, 21, 16, 13, 10, 8, 6])
  assert.deepEqual(steps([100 / 3, 100 / 3, 100 / 3]), [34, 33, 33])
  assert.deepEqual(steps([120.4, -20.4]), [120, -20], 'a refund')
  assert.deepEqual(steps([60, 70]), [60, 70], 'tags that share a transaction')
  assert.deepEqual(steps([]), [])
})

test('the categories of a group add up to the percent of the group', () => {
  type Row = { key: string; share: number | null; members: readonly Row[] }
  const row = (key: string, share: number | null, members: readonly Row[] = []): Row => ({
    ...{ key, share, members },
  })
  const rows = [row('Food', 0.386, [row('Groceries', 0.2), row('Out', 0.186)]), row('Rent', 0.614)]
  assert.deepEqual(
    [...percentsOf(rows)],
    [
      ['Food', 39],
      ['Groceries', 20],
      ['Out', 19],
      ['Rent', 61],
    ],
  )
  const third = [row('Food', 1 / 3, [row('Groceries', 1 / 6), row('Out', 1 / 6)]), row('Rent', 2 / 3)]
  assert.deepEqual([...percentsOf(third).values()], [33, 17, 16, 67])
  assert.deepEqual([...percentsOf([row('Food', null)]).values()], [0], 'of nothing')
})
