import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { listExpenses, listTransactions } from '../../contract/budgeting.ts'
import { createContact, deleteContact, restoreContact } from '../../contract/contacts.ts'
import {
  deleteObligation,
  getObligation,
  listObligations,
  restoreObligation,
} from '../../contract/obligations.ts'
import { account, balanced, balances, category, publish } from '../../test/books.ts'
import { lender, pay, put } from '../../test/debts.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
const today = new Date().toISOString().slice(0, 10)

test('an obligation has exactly the shape of the contract, and stands in the books', async () => {
  const { ana, friend, owe } = await lender(world)
  const receivables = await account(ana, 'Receivables')
  const made = await owe('Receivables', { reference: 'R-1', notes: 'n', due_date: '2026-02-10' })
  const { id, version, created_at, updated_at, ...rest } = made
  assert.deepEqual(rest, {
    name: 'Loan',
    reference: 'R-1',
    notes: 'n',
    opened_date: '2026-01-10',
    due_date: '2026-02-10',
    original_amount: 100,
    outstanding_amount: 100,
    status: 'open',
    settled_at: null,
    contact: { id: friend.id, name: 'Friend' },
    account: { id: receivables.id, name: 'Receivables', code: '1200' },
    currency: { id: 'USD', name: 'US Dollar', code: 'USD' },
    contact_id: friend.id,
    account_id: receivables.id,
    currency_id: 'USD',
    counter_account_id: (await account(ana, 'Opening balances')).id,
    direction: 'receivable',
    is_overdue: true,
    fx_rate: 1,
    fx_source: 'base',
    fx_date: '2026-01-10',
    outstanding_base: 100,
    expense_id: null,
    plan_id: null,
    created_by: ana.user.id,
    changed_by: ana.user.id,
    deleted_at: null,
  })
  assert.deepEqual(await ana.call(getObligation, { params: { id } }), made)
  assert.deepEqual(await put(ana, made), made, 'sent back whole, nothing changes')
  assert.deepEqual(await balances(ana, receivables.id), { USD: 100 })
  assert.equal(created_at, updated_at)
  assert(version > 1)
  assert.deepEqual((await ana.call(listExpenses)).data, [], 'it is not an expense')
  assert.deepEqual(
    (await ana.call(listTransactions)).data.map(({ kind }) => kind),
    ['obligation'],
  )
  await balanced(ana)
})

test('the type of the account says who owes whom, where it stands and what stands against it', async () => {
  const { ana, owe } = await lender(world)
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  await ana.call(createAccount, { body: { name: 'Mortgage', type: 'liability' } })
  const cases: [account: string, direction: string, claim: string, counter: string][] = [
    ['Mortgage', 'payable', 'Mortgage', 'Opening balances'],
    ['Payables', 'payable', 'Payables', 'Opening balances'],
    ['Receivables', 'receivable', 'Receivables', 'Opening balances'],
    ['Food', 'payable', 'Payables', 'Food'],
    ['Pay', 'receivable', 'Receivables', 'Pay'],
    ['Cash', 'receivable', 'Receivables', 'Cash'],
  ]
  for (const [name, direction, claim, counter] of cases) {
    const before = await Promise.all(
      [claim, counter].map(async (one) => (await account(ana, one)).base_balance),
    )
    const made = await owe(name)
    assert.equal(made.direction, direction, name)
    const after = await Promise.all(
      [claim, counter].map(async (one) => (await account(ana, one)).base_balance),
    )
    assert.equal((after[0] ?? 0) - (before[0] ?? 0), 100, `${name}: the claim grows`)
    assert.notEqual(after[1], before[1], `${name}: against ${counter}`)
    await ana.call(deleteObligation, { params: { id: made.id } })
  }
  const lent = await owe('Receivables', { counter_account_id: (await account(ana, 'Cash')).id })
  assert.deepEqual(
    await balances(ana, (await account(ana, 'Cash')).id),
    { USD: -100 },
    'lent from the cash box',
  )
  assert.deepEqual(await put(ana, lent), lent)
  assert.equal((await account(ana, food.name)).base_balance + (await account(ana, pay.name)).base_balance, 0)
  await balanced(ana)
})

test('an amount paid before the start, or corrected later, is posted against the opening balances', async () => {
  const { ana, owe } = await lender(world)
  await category(ana, 'Food')
  const made = await owe('Food', { original_amount: 100, outstanding_amount: 60 })
  const at = async (name: string) => (await account(ana, name)).base_balance
  assert.deepEqual([await at('Food'), await at('Payables'), await at('Opening balances')], [100, 60, 40])
  const less = await put(ana, made, { outstanding_amount: 25 })
  assert.deepEqual([await at('Food'), await at('Payables'), await at('Opening balances')], [100, 25, 75])
  const done = await put(ana, less, { outstanding_amount: 0 })
  assert.equal(done.status, 'settled')
  assert.notEqual(done.settled_at, null)
  const noted = await put(ana, done, { notes: 'kept' })
  assert.equal(noted.settled_at, done.settled_at, 'kept from the first moment')
  const open = await put(ana, noted, { outstanding_amount: 130 })
  assert.deepEqual(
    [open.status, open.settled_at, await at('Payables')],
    ['open', null, 130],
    'more than the original is accepted',
  )
  const larger = await put(ana, open, { original_amount: 200 })
  assert.deepEqual([larger.outstanding_amount, await at('Food'), await at('Payables')], [130, 200, 130])
  const dates = (await ana.call(listTransactions)).data.map(({ date }) => date)
  assert.deepEqual(new Set(dates), new Set(['2026-01-10', today]))
  await balanced(ana)
})

test('while nothing was paid, account, currency, day and contact may change, and the books follow', async () => {
  const { ana, owe } = await lender(world, { base_currency_id: 'EUR' })
  await publish(world, '2026-01-09', { USD: '1.25', GBP: '0.8' })
  await publish(world, '2026-02-09', { USD: '1.6' })
  await category(ana, 'Food')
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const made = await owe('Food', { outstanding_amount: 50 })
  assert.deepEqual([made.fx_rate, made.outstanding_base], [0.8, 40])
  const at = async (name: string) => (await account(ana, name)).base_balance
  const later = await put(ana, made, { opened_date: '2026-02-10', contact_id: other.id })
  assert.deepEqual([later.fx_rate, later.outstanding_base, later.contact.name], [0.625, 31.25, 'Other'])
  assert.deepEqual(
    [await at('Food'), await at('Payables'), await at('Opening balances')],
    [62.5, 31.25, 31.25],
  )
  const given = await put(ana, later, { fx_rate: 0.5 })
  assert.deepEqual([given.outstanding_base, await at('Food')], [25, 50])
  const turned = await put(ana, given, { account_id: (await account(ana, 'Receivables')).id })
  assert.deepEqual(
    [turned.direction, await at('Food'), await at('Payables'), await at('Receivables')],
    ['receivable', 0, 0, 25],
  )
  const pounds = await put(ana, turned, { currency_id: 'GBP', opened_date: '2026-01-10' })
  assert.deepEqual([pounds.fx_rate, pounds.outstanding_base], [1.25, 62.5])
  assert.deepEqual(await balances(ana, (await account(ana, 'Receivables')).id), { GBP: 50 })
  await balanced(ana)
})

test('an obligation goes to the trash with its opening and payments, and all come back together', async () => {
  const { ana, owe } = await lender(world)
  const cash = await account(ana, 'Cash')
  const made = await owe('Receivables')
  await pay(ana, made, { amount: 30 })
  const taken = await pay(ana, made, { amount: 20 })
  await ana.send({ method: 'DELETE', url: `/obligations/${made.id}/payments/${taken.id}` })
  const trashed = await ana.call(deleteObligation, { params: { id: made.id } })
  assert.deepEqual([trashed.outstanding_amount, trashed.deleted_at === null], [70, false])
  assert.deepEqual([await balances(ana, cash.id), (await account(ana, 'Receivables')).base_balance], [{}, 0])
  assert.equal((await refused(ana.call(getObligation, { params: { id: made.id } }))).code, 'not_found')
  assert.equal((await refused(pay(ana, made, { amount: 1 }))).code, 'not_found')
  assert.deepEqual((await ana.call(listObligations, { query: { deleted: 'only' } })).data, [trashed])
  const back = await ana.call(restoreObligation, { params: { id: made.id } })
  assert.deepEqual([back.outstanding_amount, back.outstanding_base, back.deleted_at], [70, 70, null])
  assert.deepEqual(
    [await balances(ana, cash.id), (await account(ana, 'Receivables')).base_balance],
    [{ USD: 30 }, 70],
    'what was taken back before stays so',
  )
  assert.deepEqual(await ana.call(restoreObligation, { params: { id: made.id } }), back)
  await balanced(ana)
})

test('a contact with open obligations can be deleted; they keep its name', async () => {
  const { ana, friend, owe } = await lender(world)
  const made = await owe('Receivables')
  await ana.call(deleteContact, { params: { id: friend.id } })
  const read = await ana.call(getObligation, { params: { id: made.id } })
  assert.equal(read.contact.name, 'Friend')
  assert.deepEqual(await put(ana, read), read, 'a contact in the trash may stay')
  await pay(ana, made, { amount: 10 })
  await ana.call(deleteObligation, { params: { id: made.id } })
  const problem = await refused(ana.call(restoreObligation, { params: { id: made.id } }))
  assert.equal(problem.code, 'link_deleted')
  assert.match(problem.message, /contact "Friend"/)
  await ana.call(restoreContact, { params: { id: friend.id } })
  await ana.call(restoreObligation, { params: { id: made.id } })
})

test('closed periods hold for obligations too', async () => {
  const { ana, owe, draft } = await lender(world)
  const [old, fresh] = [await owe('Receivables'), await owe('Receivables', { opened_date: '2026-03-01' })]
  const gone = await owe('Receivables')
  await ana.call(deleteObligation, { params: { id: gone.id } })
  await ana.call(updateBook, { body: { closed_through: '2026-01-31' } })
  const locked = async (work: Promise<unknown>) => assert.equal((await refused(work)).code, 'locked')
  await locked(owe('Receivables'))
  await locked(put(ana, old, { original_amount: 90 }))
  await locked(put(ana, fresh, { opened_date: '2026-01-31' }))
  await locked(ana.call(deleteObligation, { params: { id: old.id } }))
  await locked(ana.call(restoreObligation, { params: { id: gone.id } }))
  await locked(pay(ana, old, { amount: 1, date: '2026-01-31' }))
  assert.equal(
    (await put(ana, old, { name: 'Renamed', due_date: '2026-12-31' })).name,
    'Renamed',
    'a field without an entry is not locked',
  )
  assert.equal(
    (await put(ana, old, { outstanding_amount: 50 })).outstanding_amount,
    50,
    'a correction is of today',
  )
  await pay(ana, old, { amount: 10, date: '2026-02-01' })
  assert((await draft('Cash')).name)
  await balanced(ana)
})

test('of a foreign debt that is settled nothing is left in the books, however it was told', async () => {
  const { ana, owe } = await lender(world, { base_currency_id: 'EUR' })
  await publish(world, '2026-03-03', { GBP: '0.7473' })
  for (const [original, outstanding, told] of [
    [1000, 0, 0.37],
    [25_336, 0, 64.94],
    [100, 0, 33.33],
    [25_336, 10, 64.94],
  ] as const) {
    const made = await owe('Receivables', {
      opened_date: '2026-03-04',
      currency_id: 'GBP',
      original_amount: original,
      outstanding_amount: outstanding,
    })
    const changed = await put(ana, made, { original_amount: told })
    assert.deepEqual(
      [changed.outstanding_amount, changed.outstanding_base],
      [outstanding, outstanding === 0 ? 0 : 13.38],
    )
  }
  assert.equal((await account(ana, 'Receivables')).base_balance, 13.38)
  await balanced(ana)
})
