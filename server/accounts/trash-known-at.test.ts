import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount, listAccountLines } from '../../contract/accounts.ts'
import { updateExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { bank, category, spend } from '../../test/books.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('an account in the trash that nothing was on has no register, also as known at that version', async () => {
  const ana = await world.person()
  const [one, other] = [await bank(ana, 'One', 'USD'), await bank(ana, 'Other', 'USD')]
  const food = await category(ana, 'Food')
  const { id } = await spend(ana, { amount: 5, category_id: food.id, asset_account_id: one.id })
  const moved = await ana.call(updateExpense, { params: { id }, body: { asset_account_id: other.id } })
  const { version } = await ana.call(deleteAccount, { params: { id: one.id } })
  const lines = (known_at: number) =>
    ana.call(listAccountLines, { params: { id: one.id }, query: { known_at: String(known_at) } })
  assert.equal((await refused(lines(version))).code, 'not_found')
  assert.deepEqual((await lines(moved.version)).data, [])
  assert.equal((await lines(moved.version - 1)).data.length, 1)
})

test('an account in the trash keeps its register while what was on it is in the trash too', async () => {
  const ana = await world.person()
  const one = await bank(ana, 'One', 'USD', { opening_balance: 5 })
  const { version } = await ana.call(undoChange, { params: { version: String(one.version) } })
  for (const query of [{}, { known_at: String(version) }])
    assert.deepEqual((await ana.call(listAccountLines, { params: { id: one.id }, query })).data, [])
})
