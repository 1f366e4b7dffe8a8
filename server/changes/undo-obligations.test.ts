import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createExpense,
  deleteExpense,
  getExpense,
  getTransaction,
  updateExpense,
} from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  createPayment,
  deleteObligation,
  deletePayment,
  getObligation,
  listObligations,
  listPayments,
  type Obligation,
  updateObligation,
  updatePayment,
} from '../../contract/obligations.ts'
import { account, balanced, category, publish } from '../../test/books.ts'
import { lender, owing } from '../../test/debts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const read = (person: Person, id: string) => person.call(getObligation, { params: { id } })
const pay = async (person: Person, id: string, amount: number, more: object = {}) =>
  person.call(createPayment, {
    params: { id },
    body: { amount, asset_account_id: (await account(person, 'Cash')).id, ...more },
  })
const plain = (record: Obligation) => ({ ...record, version: 0, updated_at: '' })

test('the first of two payments is undone: what is outstanding is recomputed', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const first = await pay(ana, debt.id, 60)
  const second = await pay(ana, debt.id, 40)
  assert.equal((await read(ana, debt.id)).status, 'settled')
  const { version, data } = await undo(ana, first.version)
  assert.deepEqual(
    data.map(({ resource, action }) => [resource, action]),
    [
      ['payment', 'deleted'],
      ['obligation', 'updated'],
    ],
  )
  const open = await read(ana, debt.id)
  assert.deepEqual([open.outstanding_amount, open.settled_at], [60, null])
  const { data: payments } = await ana.call(listPayments, { params: { id: debt.id } })
  assert.deepEqual(
    payments.map(({ id }) => id),
    [second.id],
  )

  // Somebody pays the reopened amount, so that the first payment has no room any more.
  const third = await pay(ana, debt.id, 50)
  const problem = await refused(undo(ana, version))
  assert.deepEqual(problem.blockers, [{ version: third.version, resource: 'obligation', id: debt.id }])
  await undo(ana, third.version)
  await undo(ana, version)
  assert.equal((await read(ana, debt.id)).outstanding_amount, 0)
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('a changed or deleted payment comes back as it was, in its own currency and at its own rate', async () => {
  await publish(world, '2026-01-09', { USD: '1.25' })
  const { ana, owe } = await lender(world, { base_currency_id: 'EUR' })
  const debt = await owe('Payables', { currency_id: 'USD' })
  const date = '2026-01-12'
  const payment = await pay(ana, debt.id, 30, { date })
  const params = { id: debt.id, payment_id: payment.id }
  const changed = await ana.call(updatePayment, { params, body: { amount: 45, notes: 'more' } })
  await pay(ana, debt.id, 10, { date })
  await undo(ana, changed.version)
  assert.equal((await read(ana, debt.id)).outstanding_amount, 60)
  const deleted = await ana.call(deletePayment, { params })
  await undo(ana, (await read(ana, debt.id)).version)
  const { data } = await ana.call(listPayments, { params: { id: debt.id } })
  const back = data.find(({ id }) => id === payment.id)
  assert.deepEqual([back?.amount, back?.base_amount, back?.fx_source], [30, 24, 'ecb'])
  assert(deleted)
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('an obligation goes and comes back with its postings; a payment on it blocks', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const payment = await pay(ana, debt.id, 60)
  const problem = await refused(undo(ana, debt.version))
  assert.deepEqual(problem.blockers, [{ version: payment.version, resource: 'payment', id: payment.id }])
  const before = await read(ana, debt.id)
  const deleted = await ana.call(deleteObligation, { params: { id: debt.id } })
  await undo(ana, deleted.version)
  assert.deepEqual(plain(await read(ana, debt.id)), plain(before))
  await undo(ana, payment.version)
  await undo(ana, debt.version)
  assert.deepEqual((await ana.call(listObligations)).data, [])
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('what payments were reckoned by stays while there are any; the contact and the name of an obligation follow it', async () => {
  const { ana, debt, friend } = await owing(world, 'EUR', 'Payables')
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const params = { id: debt.id }
  const sent = { ...debt, counter_account_id: null, original_amount: 120, outstanding_amount: 120 }
  const larger = await ana.call(updateObligation, { params, body: sent })
  const renamed = await ana.call(updateObligation, {
    params,
    body: { ...larger, name: 'Old loan', contact_id: other.id },
  })
  const payment = await pay(ana, debt.id, 60)
  const problem = await refused(undo(ana, larger.version))
  assert.deepEqual(problem.blockers, [{ version: payment.version, resource: 'payment', id: payment.id }])
  await undo(ana, renamed.version)
  assert.deepEqual(
    [(await read(ana, debt.id)).name, (await read(ana, debt.id)).contact_id],
    ['Loan', friend.id],
  )
  const posted = await ana.call(getTransaction, { params: { id: payment.id } })
  assert.equal(posted.contact_id, friend.id)
  await undo(ana, payment.version)
  await undo(ana, larger.version)
  assert.equal((await read(ana, debt.id)).outstanding_amount, 100)
  assert.deepEqual(await verify(world.db), [])
})

test('a shared expense is undone with the shares of others, unless one of them was paid', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const shares = [{ contact_id: bela.id, amount: 20 }]
  const body = { amount: 50, category_id: food.id, shares }
  const dinner = await ana.call(createExpense, { body })
  const params = { id: dinner.id }
  const changed = await ana.call(updateExpense, {
    params,
    body: { amount: 60, shares: [{ contact_id: bela.id, amount: 30 }] },
  })
  const owed = async () =>
    (await ana.call(listObligations)).data.map(({ outstanding_amount }) => outstanding_amount)
  await undo(ana, changed.version)
  assert.deepEqual([(await ana.call(getExpense, { params })).amount, await owed()], [50, [20]])
  const [share] = (await ana.call(listObligations)).data
  const payment = await pay(ana, share?.id ?? '', 5)
  const redo = await refused(undo(ana, changed.version + 1))
  assert.deepEqual(redo.blockers, [{ version: payment.version, resource: 'payment', id: payment.id }])
  await undo(ana, payment.version)
  const deleted = await ana.call(deleteExpense, { params })
  await undo(ana, deleted.version)
  assert.deepEqual([(await ana.call(getExpense, { params })).amount, await owed()], [50, [20]])
  await undo(ana, changed.version + 1)
  assert.deepEqual([(await ana.call(getExpense, { params })).amount, await owed()], [60, [30]])
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('nothing comes back to an obligation that is in the trash', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const payment = await pay(ana, debt.id, 60)
  const taken = await undo(ana, payment.version)
  const deleted = await ana.call(deleteObligation, { params: { id: debt.id } })
  const problem = await refused(undo(ana, taken.version))
  assert.deepEqual(
    [problem.code, problem.blockers],
    ['undo_blocked', [{ version: deleted.version, resource: 'obligation', id: debt.id }]],
  )
  await undo(ana, deleted.version)
  await undo(ana, taken.version)
  assert.equal((await read(ana, debt.id)).outstanding_amount, 40)
  assert.deepEqual(await verify(world.db), [])
})
