import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  deleteAccount,
  getAccount,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { deleteExpense, restoreExpense, updateExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact, deleteContact, restoreContact } from '../../contract/contacts.ts'
import { bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
await publish(world, '2026-11-13', { USD: '1.1' })

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })

test('what refers to an account blocks, even if the id of the account was in its notes before', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const { id } = await bank(ana, 'Safe', 'EUR')
  const memo = `"account_id":"${id}"`
  const expense = await spend(ana, { amount: 5, category_id: food.id, notes: id, memo })
  await ana.call(deleteAccount, { params: { id } })
  const restored = await ana.call(restoreAccount, { params: { id } })
  const moved = await ana.call(updateExpense, { params: expense, body: { asset_account_id: id } })
  const problem = await refused(undo(ana, restored.version))
  assert.deepEqual(
    [problem.code, problem.blockers],
    ['undo_blocked', [{ version: moved.version, resource: 'expense', id: expense.id }]],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('what is restored onto an account after it refers to it from then on', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const safe = await bank(ana, 'Safe', 'EUR')
  const expense = await spend(ana, { amount: 5, category_id: food.id, asset_account_id: safe.id })
  await undo(ana, expense.version)
  await undo(ana, safe.version)
  const restored = await ana.call(restoreAccount, { params: safe })
  const { version, id } = await ana.call(restoreExpense, { params: expense })
  const problem = await refused(undo(ana, restored.version))
  assert.deepEqual(problem.blockers, [{ version, resource: 'expense', id }])
})

test('an account does not get back a currency that a transaction on it is not in, even one in the trash', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const params = await bank(ana, 'Safe', 'EUR')
  const draft = { amount: 5, category_id: food.id, asset_account_id: params.id }
  const early = await spend(ana, draft)
  const freed = await ana.call(updateAccount, { params, body: { currency_id: null } })
  const expense = await spend(ana, { ...draft, currency_id: 'USD' })
  const deleted = await ana.call(deleteExpense, { params: expense })
  const problem = await refused(undo(ana, freed.version))
  assert.deepEqual(problem.blockers, [{ version: deleted.version, resource: 'expense', id: expense.id }])
  await ana.call(deleteExpense, { params: expense, query: { forever: true } })

  // The account was on this one before, in euros.
  const moved = await ana.call(updateExpense, { params: early, body: { currency_id: 'USD' } })
  const again = await refused(undo(ana, freed.version))
  assert.deepEqual(again.blockers, [{ version: moved.version, resource: 'expense', id: early.id }])
  await undo(ana, moved.version)
  await undo(ana, freed.version)
  assert.equal((await ana.call(getAccount, { params })).currency_id, 'EUR')
  assert.deepEqual(await verify(world.db), [])
})

for (const was of [{ is_claim: true }, { type: 'income' as const }])
  test(`an account does not become one with ${JSON.stringify(was)} again while a transaction on it is in the trash`, async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const food = await category(ana, 'Food')
    const account = await ana.call(createAccount, { body: { name: 'Safe', type: 'asset', ...was } })
    const usable = { type: 'asset' as const, is_claim: false }
    const changed = await ana.call(updateAccount, { params: account, body: usable })
    const expense = await spend(ana, { amount: 5, category_id: food.id, asset_account_id: account.id })
    const { version, id } = await ana.call(deleteExpense, { params: expense })
    const problem = await refused(undo(ana, changed.version))
    assert.deepEqual(problem.blockers, [{ version, resource: 'expense', id }])
    await ana.call(deleteExpense, { params: expense, query: { forever: true } })
    await undo(ana, changed.version)
    assert.deepEqual(await verify(world.db), [])
  })

test('a record that refers to another one since is found among more than a thousand that always have', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const params = await ana.call(createContact, { body: { name: 'Bela' } })
  const draft = { amount: 1, category_id: food.id, contact_id: params.id, date: '2026-01-01' }
  const transactions = Array.from({ length: 1_100 }, () => ({ kind: 'expense' as const, ...draft }))
  const { data } = await ana.call(createTransactions, { body: { transactions } })
  await ana.call(deleteContact, { params })
  const restored = await ana.call(restoreContact, { params })
  const ids = data.map(({ id }) => id)
  await ana.call(bulkTransactions, { body: { ids, set: { notes: 'Edited' } } })
  const { version, id } = await spend(ana, draft)
  const problem = await refused(undo(ana, restored.version))
  assert.deepEqual(problem.blockers, [{ version, resource: 'expense', id }])
  await undo(ana, version)
  await undo(ana, restored.version)
})
