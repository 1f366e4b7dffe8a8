import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commitImport, updateImportRow } from '../../contract/imports.ts'
import { payContact } from '../../contract/settlements.ts'
import { account, balances } from '../../test/books.ts'
import { lender } from '../../test/debts.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { refused, sharedWorld } from '../../test/world.ts'

/** Money that was lent, borrowed and paid back by hand, and then comes in a file of the bank. */

const world = await sharedWorld()
const PARTS = [2.39, 8.5, 39.11]

/** Somebody whom a friend owes three debts and more, all of them on Receivables. */
async function household() {
  const { ana, friend, owe } = await lender(world)
  const bank = await account(ana, 'Bank')
  for (const amount of [...PARTS, 500])
    await owe('Receivables', {
      name: `Debt of ${amount}`,
      original_amount: amount,
      outstanding_amount: amount,
      opened_date: amount === 500 ? '2026-10-31' : '2026-10-01',
    })
  const payAll = (amount: number) =>
    ana.call(payContact, {
      params: { id: friend.id },
      body: { direction: 'receivable', amount, date: '2026-11-11', asset_account_id: bank.id },
    })
  const send = async (...rows: string[]) => {
    const made = await sendFile(ana, { account_id: bank.id }, csv(...rows))
    return { ...made, rows: (await rowsOf(ana, made)).map(({ verdict }) => verdict) }
  }
  return { ana, bank, owe, payAll, send }
}

test('money that was lent, borrowed, and paid for several debts at once by hand is here already', async () => {
  const { ana, bank, owe, payAll, send } = await household()
  const counter = { counter_account_id: bank.id }
  const lent = { original_amount: 60.01, outstanding_amount: 60.01, opened_date: '2026-11-09' }
  await owe('Receivables', { name: 'Concert tickets', ...lent, ...counter })
  await owe('Payables', { name: 'Borrowed', opened_date: '2026-11-10', ...counter })
  await payAll(50)
  assert.deepEqual(await balances(ana, bank.id), { USD: 89.99 })

  const sent = await send(
    '2026-11-09,TO FRIEND,-60.01',
    '2026-11-10,FROM FRIEND,100.00',
    '2026-11-12,FROM FRIEND,50.00',
    '2026-11-13,KIOSK,-4.00',
  )
  assert.deepEqual(sent.rows, ['duplicate', 'duplicate', 'duplicate', 'new'])
  const [first, , third] = await rowsOf(ana, sent)
  assert.deepEqual([first?.of?.name, first?.of?.amount], ['Concert tickets', 60.01])
  assert.deepEqual([third?.of?.amount, third?.needs_attention], [50, false])
  assert.match(third?.reason ?? '', /^You entered it by hand on .*, as 3 payments, for 11 November\.$/)
  await ana.call(commitImport, { params: { id: sent.id } })
  assert.deepEqual(await balances(ana, bank.id), { USD: 85.99 })
})

test('a payment over several debts is one row of a file, or a row for each debt, and not both', async () => {
  const { payAll, send } = await household()
  await payAll(50)
  const each = PARTS.map((part) => `2026-11-11,FROM FRIEND,${part.toFixed(2)}`)
  const whole = '2026-11-11,FROM FRIEND,50.00'
  assert.deepEqual((await send(whole, ...each)).rows, ['duplicate', 'settles', 'settles', 'settles'])
  assert.deepEqual((await send(...each, whole)).rows, ['duplicate', 'duplicate', 'duplicate', 'settles'])
  assert.deepEqual((await send(...each)).rows, ['duplicate', 'duplicate', 'duplicate'])
})

test('payments that came as rows of a file are not one row of another', async () => {
  const { ana, send } = await household()
  // Money out beside money in proves what a minus means; without it the sign would be a question before the commit.
  const first = await send('2026-11-11,Friend,8.50', '2026-11-11,Friend,39.11', '2026-11-12,KIOSK,-4.00')
  assert.deepEqual(first.rows, ['settles', 'settles', 'new'])
  await ana.call(commitImport, { params: { id: first.id } })
  assert.deepEqual((await send('2026-11-11,Friend,47.61')).rows, ['settles'])
})

test('one sum that was paid by hand for debts in several currencies is here already', async () => {
  const { ana, friend, owe } = await lender(world)
  const bank = await account(ana, 'Bank')
  const dollars = await owe('Receivables')
  const euros = await owe('Receivables', { currency_id: 'EUR', fx_rate: 1.1 })
  const obligations = [
    { obligation_id: dollars.id, amount: 60 },
    { obligation_id: euros.id, amount: 44.01, applied_amount: 40 },
  ]
  await ana.call(payContact, {
    params: { id: friend.id },
    body: {
      direction: 'receivable',
      amount: 104.01,
      date: '2026-11-11',
      asset_account_id: bank.id,
      obligations,
    },
  })
  const file = csv('2026-11-12,FROM FRIEND,104.01', '2026-11-12,FROM FRIEND,104.00')
  const rows = await rowsOf(ana, await sendFile(ana, { account_id: bank.id }, file))
  assert.deepEqual(
    rows.map(({ verdict }) => verdict),
    ['duplicate', 'new'],
  )
})

test('money of a day before a debt was opened does not pay it, and a commit that says so names no field', async () => {
  const { ana, friend, owe } = await lender(world)
  const bank = await account(ana, 'Bank')
  const debt = await owe('Receivables', { opened_date: '2026-10-20', due_date: '2026-10-01' })
  const file = csv('2026-10-12,FROM FRIEND,100.00', '2026-10-13,KIOSK,-4.00', '2026-10-20,FROM FRIEND,40.00')
  const sent = await sendFile(ana, { account_id: bank.id }, file)
  const rows = await rowsOf(ana, sent)
  assert.deepEqual(
    rows.map(({ verdict, draft }) => [verdict, draft?.contact_id]),
    [
      ['new', friend.id],
      ['new', null],
      ['settles', friend.id],
    ],
  )
  const { id } = sent
  await ana.call(updateImportRow, {
    params: { id, n: '1' },
    body: { draft: { kind: 'payment', obligation_id: debt.id } },
  })
  const { detail } = await refused(ana.call(commitImport, { params: { id } }))
  assert.equal(
    detail,
    'Row 1 (line 2 of the file): 2026-10-12 is before 2026-10-20, when "Loan" was opened. Nothing was recorded.',
  )
})
