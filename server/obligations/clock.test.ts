import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  createObligation,
  getStatement,
  listPayments,
  type Obligation,
  undoWriteOff,
  writeOff,
} from '../../contract/obligations.ts'
import { account, balances, category } from '../../test/books.ts'
import { pay, put, read } from '../../test/debts.ts'
import { makeWorld, personOf } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

// Every change is stamped two seconds earlier than the one before it, as by a clock that is being set back.
let time = Date.parse('2026-06-01T12:00:00.000Z')
const backwards = world.another({}, world.service, () => {
  time -= 2_000
  return new Date(time).toISOString()
})

async function debtor() {
  const ana = await personOf(backwards)
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const owe = async (name: string): Promise<Obligation> =>
    ana.call(createObligation, {
      body: {
        name: 'Loan',
        opened_date: '2026-01-10',
        original_amount: 100,
        outstanding_amount: 100,
        contact_id: friend.id,
        account_id: (await account(ana, name)).id,
        currency_id: 'USD',
      },
    })
  return { ana, friend, owe }
}

test('a clock that steps back does not turn a correction into the opening of a debt', async () => {
  const { ana, owe } = await debtor()
  const payables = await account(ana, 'Payables')
  for (const counter of ['Opening balances', 'Cash']) {
    const counter_account_id = (await account(ana, counter)).id
    const debt = await put(ana, await owe('Payables'), { counter_account_id })
    const corrected = await put(ana, debt, { outstanding_amount: 60 })
    const lines = async () =>
      (await ana.call(listAccountLines, { params: { id: payables.id } })).data.map(
        ({ date, debit, credit }) => [date, debit, credit].join(' '),
      )
    const before = await lines()
    const named = await put(ana, corrected, { name: 'Renamed', due_date: '2026-12-01' })
    assert.deepEqual([named.outstanding_amount, await lines()], [60, before])
  }
  assert.deepEqual(await balances(ana, payables.id), { USD: 120 })
  assert.deepEqual(await verify(world.db), [])
})

test('the latest write-off is the one recorded last, whatever the clock said', async () => {
  const { ana, owe } = await debtor()
  const bad = await category(ana, 'Bad debts')
  const debt = await owe('Receivables')
  const off = () => ana.call(writeOff, { params: { id: debt.id }, body: { category_id: bad.id } })
  await off()
  await put(ana, await read(ana, debt), { outstanding_amount: 7 })
  await off()
  assert.equal((await ana.call(undoWriteOff, { params: { id: debt.id } })).outstanding_amount, 7)
  assert.equal((await ana.call(undoWriteOff, { params: { id: debt.id } })).outstanding_amount, 107)
})

test('lists, registers, payments and statements are in the order of the book, which no clock and no edit changes', async () => {
  const { ana, friend, owe } = await debtor()
  const debt = await owe('Receivables')
  for (const amount of [1, 2, 3]) await pay(ana, debt, { amount, date: '2026-02-01' })
  const renamed = await put(ana, await read(ana, debt), { name: 'Renamed' })
  const payments = (await ana.call(listPayments, { params: { id: debt.id } })).data
  assert.deepEqual(
    payments.map(({ amount, outstanding_amount }) => [amount, outstanding_amount]),
    [
      [3, 94],
      [2, 97],
      [1, 99],
    ],
  )
  const query = { date_from: '2026-02-01', date_to: '2026-02-01' }
  const timeline = await ana.call(listTransactions, { query })
  assert.deepEqual(
    timeline.data.map(({ amount }) => amount),
    [3, 2, 1],
  )
  const cash = await account(ana, 'Cash')
  const ofCash = await ana.call(listTransactions, { query: { ...query, account_id: cash.id } })
  assert.deepEqual(ofCash.data, timeline.data)
  const register = await ana.call(listAccountLines, { params: { id: cash.id } })
  assert.deepEqual(
    register.data.map(({ debit, running_balance }) => [debit, running_balance]),
    [
      [3, 6],
      [2, 3],
      [1, 1],
    ],
  )
  const statement = await ana.call(getStatement, { params: { id: friend.id } })
  assert.deepEqual(
    statement.movements.map(({ amount, balance }) => [amount, balance]),
    [
      [100, 100],
      [-1, 99],
      [-2, 97],
      [-3, 94],
    ],
  )
  assert.equal(renamed.outstanding_amount, 94)
})
