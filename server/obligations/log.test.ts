import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { updateExpense } from '../../contract/budgeting.ts'
import { deleteCategory } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  deleteObligation,
  deletePayment,
  restoreObligation,
  undoWriteOff,
  updatePayment,
  writeOff,
} from '../../contract/obligations.ts'
import { account, balanced, category, spend } from '../../test/books.ts'
import { lender, pay, put, read } from '../../test/debts.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The log of each piece of work: the action and the resource of every event, in order. */
async function logger(person: Person) {
  const changesSince = async (since: number) => (await person.call(listChanges, { query: { since } })).data
  let since = (await changesSince(0)).at(-1)?.version ?? 0
  return async (work: Promise<unknown>): Promise<string[]> => {
    await work
    const data = await changesSince(since)
    since = data.at(-1)?.version ?? since
    return data.map(({ action, resource }) => `${action} ${resource}`)
  }
}

test('the log has every record that a change of a debt touches, also those that only follow', async () => {
  const { ana, owe } = await lender(world)
  const bad = await category(ana, 'Bad debts')
  const debt = await owe('Receivables', { outstanding_amount: 90 })
  const params = { id: debt.id }
  const logged = await logger(ana)
  const other = owe('Receivables')
  assert.deepEqual(await logged(other), ['created obligation', 'created obligation_posting'])

  const paying = pay(ana, debt, { amount: 10 })
  assert.deepEqual(await logged(paying), ['updated obligation', 'created payment'])
  const payment = { ...params, payment_id: (await paying).id }
  const noting = ana.call(updatePayment, { params: payment, body: { notes: 'in cash' } })
  assert.deepEqual(await logged(noting), ['updated payment'])
  const changing = ana.call(updatePayment, { params: payment, body: { amount: 20 } })
  assert.deepEqual(await logged(changing), ['updated obligation', 'updated payment'])

  const off = () => ana.call(writeOff, { params, body: { category_id: bad.id, amount: 5 } })
  assert.deepEqual(await logged(off()), ['updated obligation', 'created write_off'])
  assert.deepEqual(await logged(ana.call(undoWriteOff, { params })), [
    'updated obligation',
    'deleted write_off',
  ])
  await logged(off())

  const correcting = put(ana, await read(ana, debt), { outstanding_amount: 50 })
  assert.deepEqual(await logged(correcting), ['updated obligation', 'created obligation_posting'])
  const naming = put(ana, await read(ana, debt), { name: 'Renamed' })
  assert.deepEqual(await logged(naming), [
    'updated obligation',
    'updated obligation_posting',
    'updated obligation_posting',
  ])
  assert.deepEqual(await logged(put(ana, await read(ana, debt))), [], 'sent back whole')

  const all = ['obligation', 'obligation_posting', 'payment', 'write_off', 'obligation_posting']
  assert.deepEqual(
    await logged(ana.call(deleteObligation, { params })),
    all.map((resource) => `deleted ${resource}`),
  )
  assert.deepEqual(
    await logged(ana.call(restoreObligation, { params })),
    all.map((resource) => `restored ${resource}`),
  )
  const taking = ana.call(deletePayment, { params: payment })
  assert.deepEqual(await logged(taking), ['updated obligation', 'deleted payment'])
  await balanced(ana)
})

test('a share is in the log when it changes itself, and not with every change of its expense', async () => {
  const { ana, friend } = await lender(world)
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const food = await category(ana, 'Food')
  const shares = [
    { contact_id: friend.id, amount: 5 },
    { contact_id: other.id, amount: 6 },
  ]
  const logged = await logger(ana)
  const body = { amount: 20, currency_id: 'USD', category_id: food.id, shares }
  const spending = spend(ana, body)
  assert.deepEqual(await logged(spending), ['created expense', 'created obligation', 'created obligation'])
  const { id } = await spending
  const change = (body: object) => logged(ana.call(updateExpense, { params: { id }, body }))
  assert.deepEqual(await change({ notes: 'Lunch' }), ['updated expense'])
  assert.deepEqual(await change({ amount: 30 }), ['updated expense'])
  assert.deepEqual(await change({ shares: [shares[0], { ...shares[1], amount: 7 }] }), [
    'updated expense',
    'updated obligation',
  ])
  assert.deepEqual(await change({ shares: [shares[0]] }), ['updated expense', 'deleted obligation'])
  assert.deepEqual(await change({ shares }), ['updated expense', 'restored obligation'])
})

test('a new name leaves the lines of a debt as they are', async () => {
  const { ana, owe } = await lender(world)
  const debt = await owe('Receivables', { outstanding_amount: 90 })
  const { id } = await account(ana, 'Receivables')
  const lines = async () => (await ana.call(listAccountLines, { params: { id } })).data.map(({ id }) => id)
  const before = await lines()
  await put(ana, debt, {
    name: 'Renamed',
    contact_id: (await ana.call(createContact, { body: { name: 'Other' } })).id,
  })
  assert.deepEqual(await lines(), before)
})

test('an expense with many shares is changed, and a debt with write-offs to many categories restored', async () => {
  const { ana, owe } = await lender(world)
  const food = await category(ana, 'Food')
  const shares = []
  for (let n = 0; n < 12; n++) {
    const { id } = await ana.call(createContact, { body: { name: `Friend ${n}` } })
    shares.push({ contact_id: id, amount: 1 })
  }
  const body = { amount: 20, currency_id: 'USD', category_id: food.id, shares }
  const { id } = await spend(ana, body)
  const changed = await ana.call(updateExpense, { params: { id }, body: { amount: 30 } })
  assert.equal(changed.shares.length, 12)

  const debt = await owe('Receivables')
  const params = { id: debt.id }
  let last = food
  for (let n = 0; n < 10; n++) {
    last = await category(ana, `Bad debts ${n}`)
    await ana.call(writeOff, { params, body: { category_id: last.id, amount: 1 } })
  }
  await ana.call(deleteObligation, { params })
  assert.equal((await ana.call(restoreObligation, { params })).outstanding_amount, 90)
  await ana.call(deleteObligation, { params })
  await ana.call(deleteCategory, { params: { id: last.id } })
  const problem = await refused(ana.call(restoreObligation, { params }))
  assert.deepEqual([problem.code, problem.params], ['link_deleted', { link: 'category', name: last.name }])
})
