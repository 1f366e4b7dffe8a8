import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense, updateExpense } from '../../contract/budgeting.ts'
import { category } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('the memo of an expense that is split goes to its first part, and is not lost', async () => {
  const ana = await world.person()
  const [food, home] = [await category(ana, 'Food'), await category(ana, 'Home')]
  const spent = { amount: 10, category_id: food.id, memo: 'bread' }
  const splits = [
    { category_id: food.id, amount: 4 },
    { category_id: home.id, amount: 6 },
  ]
  const memosAfter = async (body: object) => {
    const { id } = await ana.call(createExpense, { body: spent })
    const { splits } = await ana.call(updateExpense, { params: { id }, body })
    return splits.map(({ memo }) => memo)
  }
  assert.deepEqual(await memosAfter({ splits }), ['bread', null])
  assert.deepEqual(await memosAfter({ splits, memo: 'bread' }), ['bread', null])
  assert.deepEqual(await memosAfter({ splits, memo: null }), [null, null])
  assert.deepEqual(await memosAfter({ splits: [splits[0], { ...splits[1], memo: 'soap' }] }), [null, 'soap'])
})
