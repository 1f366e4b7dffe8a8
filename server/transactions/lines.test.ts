import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createTransfer,
  getExpense,
  type Transaction,
  updateExpense,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The ids of the lines on an account. */
const linesOn = ({ lines }: Transaction, { id }: { id: string }): string[] =>
  lines.filter(({ account_id }) => account_id === id).map((line) => line.id)

test('an edit that leaves account, side, currency and amount of a line alone keeps its id', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const [cash, bank] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const spent = await spend(ana, { amount: 20, category_id: food.id, date: '2026-03-04' })
  const params = { id: spent.id }
  const kept = linesOn(spent, cash)
  for (const body of [{ category_id: fun.id }, { date: '2026-03-05' }, { notes: 'x', memo: 'y' }]) {
    const changed = await ana.call(updateExpense, { params, body })
    assert.deepEqual(linesOn(changed, cash), kept, JSON.stringify(body))
  }
  const dearer = await ana.call(updateExpense, { params, body: { amount: 21 } })
  assert.notDeepEqual(linesOn(dearer, cash), kept)
  await ana.call(undoChange, { params: { version: String(dearer.version) } })
  assert.deepEqual(linesOn(await ana.call(getExpense, { params }), cash), kept, 'an undo brings it back')
  const moved = await ana.call(updateExpense, { params, body: { asset_account_id: bank.id } })
  assert.equal(kept.includes(linesOn(moved, bank)[0] ?? ''), false)
})

test('of the parts of a split, those that stay keep their lines, in any order', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const cash = await account(ana, 'Cash')
  const part = (category_id: string, amount: number, memo = '') => ({ category_id, amount, memo })
  const spent = await spend(ana, {
    amount: 30,
    splits: [part(food.id, 10, 'a'), part(fun.id, 10, 'b'), part(food.id, 10, 'c')],
  })
  const [a, b, c] = linesOn(spent, cash)
  const change = async (splits: object[]) => {
    const body = { amount: splits.length * 10, splits } as object
    return linesOn(await ana.call(updateExpense, { params: { id: spent.id }, body }), cash)
  }
  assert.deepEqual(await change([part(food.id, 10, 'c'), part(food.id, 10, 'a'), part(fun.id, 10, 'b')]), [
    c,
    a,
    b,
  ])
  assert.deepEqual(await change([part(fun.id, 10, 'b'), part(food.id, 10, 'a')]), [b, a])
  const [first, , third] = await change([part(fun.id, 10, 'b'), part(food.id, 10, 'a'), part(fun.id, 10)])
  assert.equal(first, b)
  assert(![a, b, c].includes(third), 'a new part has a new line')
})

test('of a transfer between currencies, the side that stays keeps its line', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [cash, dollars] = [await account(ana, 'Cash'), await bank(ana, 'Dollars', 'USD')]
  const draft = { from_account_id: cash.id, to_account_id: dollars.id, amount: 10, to_amount: 12 }
  const moved = await ana.call(createTransfer, { body: draft })
  const changed = await ana.call(updateTransfer, { params: { id: moved.id }, body: { to_amount: 11 } })
  assert.deepEqual(linesOn(changed, cash), linesOn(moved, cash))
  assert.notDeepEqual(linesOn(changed, dollars), linesOn(moved, dollars))
})
