import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense, deleteExpense, getExpense, restoreExpense } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  deleteObligation,
  deletePayment,
  listObligations,
  listPayments,
  restoreObligation,
  undoWriteOff,
  writeOff,
} from '../../contract/obligations.ts'
import { account, balanced, category } from '../../test/books.ts'
import { owing, pay, put, read } from '../../test/debts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })

/** Asserts that an undo is blocked by this version alone. */
async function blockedBy(person: Person, version: number, blocker: number) {
  const problem = await refused(undo(person, version))
  assert.deepEqual(
    [problem.code, [...new Set(problem.blockers?.map((one) => one.version))]],
    ['undo_blocked', [blocker]],
  )
}

test('a deleted payment does not come back to an obligation in the trash', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const params = { id: debt.id }
  const cash = await account(ana, 'Cash')
  const payment = await pay(ana, debt, { amount: 60, asset_account_id: cash.id })
  await ana.call(deletePayment, { params: { ...params, payment_id: payment.id } })
  const { version } = await read(ana, debt)
  const deleted = await ana.call(deleteObligation, { params })
  await blockedBy(ana, version, deleted.version)
  await ana.call(restoreObligation, { params })
  await undo(ana, version)
  assert.equal((await read(ana, debt)).outstanding_amount, 40)
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('a write-off does not come back to an obligation in the trash', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Receivables')
  const params = { id: debt.id }
  const lost = await category(ana, 'Lost')
  const written = await ana.call(writeOff, { params, body: { category_id: lost.id } })
  const taken = await ana.call(undoWriteOff, { params })
  const deleted = await ana.call(deleteObligation, { params })
  await blockedBy(ana, taken.version, deleted.version)
  await undo(ana, deleted.version)
  await undo(ana, taken.version)
  assert.deepEqual([written.outstanding_amount, (await read(ana, debt)).outstanding_amount], [0, 0])
  assert.deepEqual(await verify(world.db), [])
})

test('a payment does not come back to an obligation whose creation was undone', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const payment = await pay(ana, debt, { amount: 60, asset_account_id: (await account(ana, 'Cash')).id })
  const taken = await undo(ana, payment.version)
  const gone = await undo(ana, debt.version)
  await blockedBy(ana, taken.version, gone.version)
  await undo(ana, gone.version)
  await undo(ana, taken.version)
  assert.equal((await read(ana, debt)).outstanding_amount, 40)
  assert.deepEqual(await verify(world.db), [])
})

test('a payment of a share does not come back while the shared expense is in the trash', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const shares = [{ contact_id: bela.id, amount: 20 }]
  const dinner = await ana.call(createExpense, { body: { amount: 50, category_id: food.id, shares } })
  const [share] = (await ana.call(listObligations)).data
  assert(share)
  const payment = await pay(ana, share, { amount: 20, asset_account_id: (await account(ana, 'Cash')).id })
  await ana.call(deletePayment, { params: { id: share.id, payment_id: payment.id } })
  const { version } = await read(ana, share)
  const params = { id: dinner.id }
  const deleted = await ana.call(deleteExpense, { params })
  await blockedBy(ana, version, deleted.version)
  await ana.call(restoreExpense, { params })
  await undo(ana, version)
  assert.deepEqual(
    [(await ana.call(getExpense, { params })).amount, (await read(ana, share)).status],
    [50, 'settled'],
  )
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('a payment that was deleted since stays in the trash when its obligation gets its contact back', async () => {
  const { ana, debt, friend } = await owing(world, 'EUR', 'Payables')
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const payment = await pay(ana, debt, { amount: 60, asset_account_id: (await account(ana, 'Cash')).id })
  const moved = await put(ana, await read(ana, debt), { contact_id: other.id })
  await ana.call(deletePayment, { params: { id: debt.id, payment_id: payment.id } })
  await undo(ana, moved.version)
  const { contact, outstanding_amount } = await read(ana, debt)
  assert.deepEqual([contact.id, outstanding_amount], [friend.id, 100])
  assert.deepEqual((await ana.call(listPayments, { params: { id: debt.id } })).data, [])
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})
