import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  createObligation,
  deletePayment,
  getStatement,
  listPayments,
  updateObligation,
  updatePayment,
} from '../../contract/obligations.ts'
import { account, balanced, balances, bank, publish } from '../../test/books.ts'
import { owing, pay, read } from '../../test/debts.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-10', { USD: '1.00', JPY: '100' })
await publish(world, '2026-02-10', { USD: '1.10', JPY: '110' })
await publish(world, '2026-03-10', { USD: '1.25', JPY: '125' })
await publish(world, '2026-04-10', { USD: '0.80', JPY: '80' })

test('a loan in euros paid back in three parts at three rates ends settled, with the exchange difference visible', async () => {
  const { ana, friend, debt } = await owing(world, 'USD', 'Receivables')
  assert.equal(debt.outstanding_base, 100)
  const first = await pay(ana, debt, { amount: 30, date: '2026-02-10' })
  assert.deepEqual(
    [first.applied_amount, first.base_amount, first.exchange_difference, first.outstanding_amount],
    [30, 33, 3, 70],
  )
  const second = await pay(ana, debt, { amount: 30, date: '2026-03-10' })
  assert.deepEqual(
    [second.base_amount, second.exchange_difference, second.outstanding_amount],
    [37.5, 7.5, 40],
  )
  const third = await pay(ana, debt, { amount: 40, date: '2026-04-10' })
  assert.deepEqual([third.base_amount, third.exchange_difference, third.outstanding_amount], [32, -8, 0])
  const settled = await read(ana, debt)
  assert.deepEqual([settled.status, settled.outstanding_amount, settled.outstanding_base], ['settled', 0, 0])
  assert.notEqual(settled.settled_at, null)
  assert.equal((await account(ana, 'Exchange gains and losses')).base_balance, 2.5)
  const receivables = await account(ana, 'Receivables')
  assert.deepEqual([receivables.base_balance, await balances(ana, receivables.id)], [0, {}])
  assert.deepEqual(await balances(ana, (await account(ana, 'Cash')).id), { EUR: 100 })
  const statement = await ana.call(getStatement, { params: { id: friend.id } })
  assert.deepEqual([statement.currencies, statement.net_base, statement.ageing], [[], 0, []])
  assert.deepEqual(
    statement.movements.map(({ kind, amount, balance }) => [kind, amount, balance]),
    [
      ['obligation', 100, 100],
      ['payment', -30, 70],
      ['payment', -30, 40],
      ['payment', -40, 0],
    ],
  )
  await balanced(ana)
})

test('a debt of mine in dollars is paid in euros, in yen and from a bank account, and the difference is a loss or a gain', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables', {
    currency_id: 'USD',
    original_amount: 110,
    outstanding_amount: 110,
  })
  assert.equal(debt.outstanding_base, 110)
  const euros = await pay(ana, debt, { amount: 50, currency_id: 'EUR', date: '2026-02-10' })
  assert.deepEqual(
    [euros.applied_amount, euros.base_amount, euros.exchange_difference, euros.outstanding_amount],
    [55, 50, 5, 55],
  )
  const yen = await pay(ana, debt, {
    amount: 1100,
    currency_id: 'JPY',
    applied_amount: 15,
    date: '2026-02-10',
  })
  assert.deepEqual(
    [yen.applied_amount, yen.base_amount, yen.exchange_difference, yen.outstanding_amount],
    [15, 10, 5, 40],
  )
  const dollars = await bank(ana, 'Dollars', 'USD')
  const last = await pay(ana, debt, { amount: 40, asset_account_id: dollars.id, date: '2026-04-10' })
  assert.deepEqual([last.base_amount, last.exchange_difference, last.outstanding_amount], [50, -10, 0])
  assert.equal((await account(ana, 'Exchange gains and losses')).base_balance, 0)
  assert.deepEqual(
    [(await account(ana, 'Payables')).base_balance, await balances(ana, dollars.id)],
    [0, { USD: -40 }],
  )
  const { data } = await ana.call(listAccountLines, { params: { id: dollars.id } })
  assert.deepEqual(
    data.map(({ kind, credit, contact_name }) => [kind, credit, contact_name]),
    [['payment', 40, 'Friend']],
  )
  await balanced(ana)
})

test('payments are listed with what was left after each, and can be taken back', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Receivables')
  const first = await pay(ana, debt, { amount: 60, date: '2026-02-01', notes: 'n' })
  const second = await pay(ana, debt, { amount: 40, date: '2026-01-20' })
  const settled = await read(ana, debt)
  assert.equal(settled.status, 'settled')
  const list = async () =>
    (await ana.call(listPayments, { params: { id: debt.id } })).data.map(({ id, outstanding_amount }) => [
      id,
      outstanding_amount,
    ])
  assert.deepEqual(await list(), [
    [first.id, 40],
    [second.id, 0],
  ])
  const taken = await ana.call(deletePayment, { params: { id: debt.id, payment_id: first.id } })
  assert.deepEqual([taken.id, taken.outstanding_amount], [first.id, 60])
  const open = await read(ana, debt)
  assert.deepEqual([open.status, open.settled_at, open.outstanding_amount], ['open', null, 60])
  assert.deepEqual(await list(), [[second.id, 60]])
  for (const payment_id of [first.id, 'nonsense', debt.id]) {
    assert.equal(
      (await refused(ana.call(deletePayment, { params: { id: debt.id, payment_id } }))).code,
      'not_found',
    )
  }
  assert.deepEqual(await balances(ana, (await account(ana, 'Cash')).id), { EUR: 40 })
  await balanced(ana)
})

test('a changed payment says what was left after it, whatever was paid since', async () => {
  for (const name of ['Receivables', 'Payables']) {
    const { ana, debt } = await owing(world, 'EUR', name, { outstanding_amount: 90 })
    const first = await pay(ana, debt, { amount: 10 })
    await pay(ana, debt, { amount: 20 })
    const change = (body: object) =>
      ana.call(updatePayment, { params: { id: debt.id, payment_id: first.id }, body })
    const paid = await read(ana, debt)
    const noted = await change({ notes: 'in cash' })
    assert.deepEqual([noted.outstanding_amount, noted.notes], [80, 'in cash'])
    assert.deepEqual(await read(ana, debt), paid, 'notes of a payment do not change the debt')
    const less = await change({ amount: 4 })
    assert.deepEqual([less.outstanding_amount, (await read(ana, debt)).outstanding_amount], [86, 66])
    assert.deepEqual(await change(less), less, 'sent back whole, nothing changes')
    const { data } = await ana.call(listPayments, { params: { id: debt.id } })
    assert.deepEqual(data.at(-1), less)
    await balanced(ana)
  }
})

test('eight payments at once cannot pay more than is owed', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      ana.send({ method: 'POST', url: `/obligations/${debt.id}/payments`, payload: { amount: 60 } }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array.from({ length: 7 }, () => 422)],
  )
  const problem = answers.find(({ status }) => status === 422)?.body
  assert.equal(problem.code, 'overpaid')
  assert.match(problem.errors.amount[0], /60\.00 EUR is more than the 40\.00 EUR that are outstanding/)
  assert.equal((await read(ana, debt)).outstanding_amount, 40)
  await balanced(ana)
})

test('one idempotency key is one payment', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const request = {
    method: 'POST',
    url: `/obligations/${debt.id}/payments`,
    headers: { 'idempotency-key': 'k' },
    payload: { amount: 10 },
  } as const
  const answers = await Promise.all(Array.from({ length: 5 }, () => ana.send(request)))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await read(ana, debt)).outstanding_amount, 90)
})

test('once paid in part, account, currency, amount and rate are fixed; the rest is not', async () => {
  const { ana, debt } = await owing(world, 'USD', 'Receivables')
  await pay(ana, debt, { amount: 10, date: '2026-02-10' })
  const current = await read(ana, debt)
  const put = (change: object) =>
    ana.call(updateObligation, { params: { id: debt.id }, body: { ...current, ...change } })
  for (const [change, field] of [
    [{ original_amount: 120 }, 'original_amount'],
    [{ currency_id: 'USD' }, 'currency_id'],
    [{ account_id: (await account(ana, 'Payables')).id }, 'account_id'],
    [{ fx_rate: 2 }, 'fx_rate'],
  ] as const) {
    const problem = await refused(put(change))
    assert.equal(problem.code, 'has_payments')
    assert.match(problem.message, new RegExp(`has 1 payment or write-off: its ${field} is fixed`))
  }
  const moved = await put({
    opened_date: '2026-01-15',
    counter_account_id: (await account(ana, 'Bank')).id,
    name: 'Other',
  })
  assert.deepEqual([moved.fx_rate, moved.outstanding_amount, moved.outstanding_base], [1, 90, 90])
  assert.deepEqual(await balances(ana, (await account(ana, 'Bank')).id), { EUR: -100 })
  const corrected = await ana.call(updateObligation, {
    params: { id: debt.id },
    body: { ...moved, outstanding_amount: 45 },
  })
  assert.deepEqual([corrected.outstanding_amount, corrected.outstanding_base], [45, 45])
  await balanced(ana)
})

test('a payment that cannot be is refused by field, and changes nothing', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Receivables')
  const dollars = await bank(ana, 'Dollars', 'USD')
  const made = await pay(ana, debt, { amount: 1, date: '2026-01-20' })
  const cases: [body: object, code: string, field: string][] = [
    ...[0, -1, '5', null, true].map((amount): [object, string, string] => [{ amount }, 'invalid', 'amount']),
    [{ amount: 0.001 }, 'amount_decimals', 'amount'],
    [{ amount: 1e14 }, 'amount_too_large', 'amount'],
    [{ amount: 101 }, 'overpaid', 'amount'],
    [{ amount: 200, currency_id: 'USD', applied_amount: 100.01, fx_rate: 1 }, 'overpaid', 'applied_amount'],
    [{ fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
    [{ date: '2026-01-09' }, 'payment_date', 'date'],
    [{ applied_amount: 4 }, 'payment_mismatch', 'applied_amount'],
    [{ currency_id: 'GBP', fx_rate: 1e-9, date: '2026-01-20' }, 'payment_mismatch', 'applied_amount'],
    [{ asset_account_id: dollars.id }, 'payment_currency', 'currency_id'],
    [{ asset_account_id: (await account(ana, 'Receivables')).id }, 'account_not_usable', 'asset_account_id'],
    [{ asset_account_id: 'nonsense' }, 'account_not_usable', 'asset_account_id'],
    [{ currency_id: 'XXX' }, 'currency_not_found', 'currency_id'],
    [{ currency_id: 'BHD' }, 'fx_rate_missing', 'fx_rate'],
    [{ date: '2026-02-30' }, 'invalid', 'date'],
  ]
  for (const [change, code, field] of cases) {
    for (const request of [
      { method: 'POST', url: `/obligations/${debt.id}/payments` },
      { method: 'PUT', url: `/obligations/${debt.id}/payments/${made.id}` },
    ] as const) {
      const answer = await ana.send({ ...request, payload: { amount: 5, ...change } })
      assert.deepEqual(
        [answer.status, answer.body.code],
        [422, code],
        `${JSON.stringify(change)} ${answer.text}`,
      )
      assert(answer.body.errors[field], answer.text)
    }
  }
  const url = `/obligations/${debt.id}/payments`
  assert.equal((await ana.send({ method: 'POST', url, payload: {} })).body.code, 'invalid')
  assert.equal((await read(ana, debt)).outstanding_amount, 99)
  await ana.send({ method: 'PUT', url: '/books/current', payload: { closed_through: '2026-01-31' } })
  assert.equal((await refused(pay(ana, debt, { amount: 1, date: '2026-01-31' }))).code, 'locked')
  const params = { id: debt.id, payment_id: made.id }
  assert.equal((await refused(ana.call(deletePayment, { params }))).code, 'locked')
  assert.equal((await refused(ana.call(updatePayment, { params, body: { amount: 2 } }))).code, 'locked')
  assert.equal((await ana.call(updatePayment, { params, body: { notes: 'x' } })).notes, 'x')
})

test('a debt is not paid from the account that it stands on', async () => {
  const { ana } = await owing(world, 'EUR', 'Payables')
  const card = await ana.send({
    method: 'POST',
    url: '/accounts',
    payload: { name: 'Card', type: 'liability' },
  })
  const friend = await ana.call(createContact, { body: { name: 'Bank' } })
  const body = {
    name: 'Card debt',
    opened_date: '2026-01-10',
    original_amount: 10,
    outstanding_amount: 10,
    contact_id: friend.id,
    account_id: card.body.id,
    currency_id: 'EUR',
  }
  const debt = await ana.call(createObligation, { body })
  const problem = await refused(pay(ana, debt, { amount: 5, asset_account_id: card.body.id }))
  assert.equal(problem.code, 'account_not_usable')
})
