import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bulkTransactions } from '../../contract/batches.ts'
import { getBook } from '../../contract/books.ts'
import { category, spend } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

test('a category for many is refused while one of them has several, and nothing changes', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const whole = await spend(ana, { amount: 5, category_id: food.id })
  const splits = [2, 3].map((amount) => ({ category_id: food.id, amount }))
  const split = await spend(ana, { amount: 5, splits })
  const body = { ids: [whole.id, split.id], set: { category_id: fun.id } }
  const problem = await refused(ana.call(bulkTransactions, { body }))
  assert.deepEqual([problem.status, problem.code], [422, 'bulk_kind'])
  assert.equal((await ana.call(getBook)).version, split.version)
})

test('many that are as they should be stay, and the answer names the version that they are in', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const one = await spend(ana, { amount: 5, category_id: food.id, tags: ['a'] })
  const other = await spend(ana, { amount: 6, category_id: food.id, tags: ['a'] })
  const body = { ids: [one.id, other.id], set: { add_tags: ['a'] } }
  const answer = await ana.call(bulkTransactions, { body })
  assert.deepEqual([answer.version, answer.data], [other.version, [one, other]])
  assert.equal((await ana.call(getBook)).version, other.version)
})
