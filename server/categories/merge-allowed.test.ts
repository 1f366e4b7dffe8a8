import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getExpense } from '../../contract/budgeting.ts'
import { mergeCategories, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { createObligation, createPayment, getObligation } from '../../contract/obligations.ts'
import { account, balances, category, spend } from '../../test/books.ts'
import { banking, finish, lineOn, outcome, read, start, tick, undo } from '../../test/reconciling.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('reconciled lines do not hold up a merge, and stay as they are through it and its undo', async () => {
  const { ana, food, bank, salary, meal } = await banking(world)
  const statement = await start(ana, bank, '2026-03-31', 980)
  const lines = [lineOn(bank, salary), lineOn(bank, meal)]
  await tick(ana, statement, lines)
  await finish(ana, statement)
  const meals = await category(ana, 'Meals')
  const merged = await ana.call(mergeCategories, { params: { id: food.id }, body: { into: meals.id } })
  assert.equal(merged.moved.transactions, 2)
  const asBefore = async () => {
    const { status, cleared_line_ids, difference } = await read(ana, statement)
    assert.deepEqual([status, cleared_line_ids.toSorted(), difference], ['finished', lines.toSorted(), 0])
    const now = await ana.call(getExpense, { params: { id: meal.id } })
    assert.equal(lineOn(bank, now), lineOn(bank, meal))
    assert.deepEqual(await balances(ana, bank.id), { EUR: 950 })
    return now.category_id
  }
  assert.equal(await asBefore(), meals.id)
  await undo(ana, merged)
  assert.equal(await asBefore(), food.id)
  assert.equal(await outcome(undo(ana, salary)), 'locked', 'the statement still holds its lines')
  assert.deepEqual(await verify(world.db), [])
})

test('a category that was deactivated is merged into another such one, or into one in use', async () => {
  const ana = await world.person()
  const [a, b, c] = [await category(ana, 'A'), await category(ana, 'B'), await category(ana, 'C')]
  await spend(ana, { amount: 5, category_id: a.id })
  for (const { id } of [a, b]) await ana.call(updateCategory, { params: { id }, body: { is_active: false } })
  const merge = (from: { id: string }, into: { id: string }) =>
    ana.call(mergeCategories, { params: { id: from.id }, body: { into: into.id } })
  const { category: put } = await merge(a, b)
  assert.deepEqual([put.name, put.is_active, await balances(ana, b.account.id)], ['B', false, { USD: 5 }])
  const { category: used } = await merge(b, c)
  assert.deepEqual([used.name, used.is_active, await balances(ana, c.account.id)], ['C', true, { USD: 5 }])
})

test('a merge is taken back although a debt of the category was paid in part before it', async () => {
  const ana = await world.person()
  const [one, other] = [await category(ana, 'One'), await category(ana, 'Other')]
  const [cash, bela] = [await account(ana, 'Cash'), await ana.call(createContact, { body: { name: 'Bela' } })]
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Bike',
      contact_id: bela.id,
      account_id: one.account.id,
      opened_date: '2026-03-01',
      original_amount: 100,
      outstanding_amount: 100,
      currency_id: 'USD',
    },
  })
  const pay = { amount: 10, date: '2026-03-05', asset_account_id: cash.id }
  await ana.call(createPayment, { params: { id: debt.id }, body: pay })
  const before = await ana.call(getObligation, { params: { id: debt.id } })
  const merged = await ana.call(mergeCategories, { params: { id: one.id }, body: { into: other.id } })
  await undo(ana, merged)
  const { version: _, updated_at: __, ...now } = await ana.call(getObligation, { params: { id: debt.id } })
  assert.partialDeepStrictEqual(before, now)
  assert.deepEqual(await balances(ana, one.account.id), { USD: 100 })
  assert.deepEqual(await verify(world.db), [])
})
