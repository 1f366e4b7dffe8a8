import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount, listAccountLines, updateAccount } from '../../contract/accounts.ts'
import { createTransfer, deleteTransfer, updateTransfer } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  createObligation,
  createPayment,
  deleteObligation,
  deletePayment,
  updatePayment,
} from '../../contract/obligations.ts'
import { account, bank as openBank } from '../../test/books.ts'
import { finish, outcome, start, tick, undo } from '../../test/reconciling.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('an opening balance, a transfer and a payment are locked like an expense, by any way to them', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const cash = await account(ana, 'Cash')
  const bank = await openBank(ana, 'Giro', 'EUR', { opening_balance: 100, opening_date: '2026-01-01' })
  const move = { from_account_id: bank.id, to_account_id: cash.id, amount: 10, date: '2026-01-05' }
  const moved = await ana.call(createTransfer, { body: move })
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2026-01-02',
      original_amount: 30,
      outstanding_amount: 30,
      contact_id: friend.id,
      currency_id: 'EUR',
      account_id: bank.id,
    },
  })
  const paid = await ana.call(createPayment, {
    params: { id: debt.id },
    body: { amount: 5, date: '2026-01-10', asset_account_id: bank.id },
  })
  const { data } = await ana.call(listAccountLines, { params: { id: bank.id } })
  const january = await start(ana, bank, '2026-01-31', 65)
  await tick(
    ana,
    january,
    data.map(({ id }) => id),
  )
  const done = await finish(ana, january)
  assert.equal(done.cleared_count, 4)

  const payment = { id: debt.id, payment_id: paid.id }
  const transfer = { id: moved.id }
  const attempts = [
    ana.call(updateAccount, { params: { id: bank.id }, body: { opening_balance: 90 } }),
    ana.call(updateAccount, { params: { id: bank.id }, body: { opening_balance: 0 } }),
    ana.call(updateTransfer, { params: transfer, body: { amount: 11 } }),
    ana.call(updateTransfer, {
      params: transfer,
      body: { from_account_id: cash.id, to_account_id: bank.id },
    }),
    ana.call(deleteTransfer, { params: transfer }),
    ana.call(updatePayment, { params: payment, body: { amount: 6 } }),
    ana.call(deletePayment, { params: payment }),
    ana.call(deleteObligation, { params: { id: debt.id } }),
    ana.call(updateTransfer, { params: transfer, body: { date: '2026-01-06' } }),
    ana.call(updateAccount, { params: { id: bank.id }, body: { opening_date: '2025-12-31' } }),
    ana.call(updatePayment, { params: payment, body: { date: '2026-01-11' } }),
    undo(ana, moved),
    undo(ana, paid),
  ]
  assert.deepEqual(
    await Promise.all(attempts.map((attempt) => outcome(attempt))),
    attempts.map(() => 'locked'),
  )
  assert.equal(await outcome(undo(ana, debt)), 'undo_blocked')
  assert.equal(await outcome(ana.call(deleteAccount, { params: { id: bank.id } })), 'account_in_use')

  // The other side of an entry may change, and so may the notes.
  const spare = await openBank(ana, 'Spare', 'EUR')
  await ana.call(updateTransfer, { params: transfer, body: { to_account_id: spare.id } })
  await ana.call(updatePayment, { params: payment, body: { notes: 'in cash' } })
  const { data: after } = await ana.call(listAccountLines, { params: { id: bank.id } })
  assert.deepEqual(new Set(after.map(({ id }) => id)), new Set(data.map(({ id }) => id)))
  assert(after.every(({ is_locked, reconciliation_id }) => is_locked && reconciliation_id === january.id))
})
