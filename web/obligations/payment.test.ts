import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDebt } from './a-debt.ts'
import {
  changesOf,
  currencyPaid,
  earliestDay,
  overBy,
  type PaymentForm,
  paymentHint,
  paymentRequest,
  spread,
  stayingAccount,
  totalOf,
} from './payment.ts'

const bike = aDebt({ id: 'bike', original_amount: 600, outstanding_amount: 350, opened_date: '2026-08-12' })
const tickets = aDebt({ id: 'tickets', outstanding_amount: 45, opened_date: '2026-10-30' })

test('a payment counts for the oldest debt first, and says what is left of each', () => {
  const parts = (amount: bigint) =>
    spread([tickets, bike], amount).map(({ debt, paid, left }) => [debt.id, paid, left])
  assert.deepEqual(parts(36_000n), [
    ['bike', 35_000n, 0n],
    ['tickets', 1_000n, 3_500n],
  ])
  assert.deepEqual(parts(10_000n), [
    ['bike', 10_000n, 25_000n],
    ['tickets', 0n, 4_500n],
  ])
})

test('of debts of one day, the one that is due first is paid first, and one without a due day last', () => {
  const day = { opened_date: '2026-10-30', outstanding_amount: 10 }
  const debts = [
    aDebt({ id: 'open', ...day }),
    aDebt({ id: 'late', due_date: '2026-12-01', ...day }),
    aDebt({ id: 'soon', due_date: '2026-11-01', ...day }),
  ]
  assert.deepEqual(
    spread(debts, 0n).map(({ debt }) => debt.id),
    ['soon', 'late', 'open'],
  )
})

test('the excess over the debts is said exactly', () => {
  assert.equal(totalOf([tickets, bike]), 39_500n)
  assert.equal(overBy([tickets], 5_000n), 500n)
  assert.equal(overBy([tickets], 4_500n), 0n)
})

const form: PaymentForm = {
  side: 'receivable',
  contactId: 'bela',
  debts: [tickets],
  amount: 4_500n,
  currency: 'EUR',
  applied: undefined,
  accountId: 'bank',
  date: '2026-11-15',
  fxRate: undefined,
}
const money = { amount: 45, currency_id: 'EUR', asset_account_id: 'bank', date: '2026-11-15' }

test('one debt gets a payment of its own, and several one payment of the contact', () => {
  assert.deepEqual(paymentRequest(form), { kind: 'one', id: 'tickets', body: money })
  assert.deepEqual(paymentRequest({ ...form, debts: [tickets, bike], amount: 39_500n }), {
    kind: 'several',
    id: 'bela',
    body: { ...money, amount: 395, direction: 'receivable', obligation_ids: ['tickets', 'bike'] },
  })
  assert.equal(paymentRequest({ ...form, debts: [] }), undefined)
})

test('a payment in another currency says what it counts as; in the same currency it says nothing', () => {
  assert.deepEqual(
    paymentRequest({ ...form, amount: 7_400n, currency: 'JPY', applied: 4_500n, fxRate: 0.0061 }),
    {
      kind: 'one',
      id: 'tickets',
      body: { ...money, amount: 7400, currency_id: 'JPY', applied_amount: 45, fx_rate: 0.0061 },
    },
  )
  assert.deepEqual(paymentRequest({ ...form, applied: 4_500n }), { kind: 'one', id: 'tickets', body: money })
})

test('an account of one currency decides what is paid in; otherwise the debt does, unless another was chosen', () => {
  assert.equal(currencyPaid('JPY', { currency_id: 'EUR' }, undefined), 'EUR')
  assert.equal(currencyPaid('JPY', { currency_id: null }, undefined), 'JPY')
  assert.equal(currencyPaid('JPY', { currency_id: null }, 'USD'), 'USD')
  assert.equal(currencyPaid('JPY', undefined, undefined), 'JPY')
})

test('several debts can be paid from the day on which the last of them began', () => {
  assert.equal(earliestDay([tickets, bike]), '2026-10-30')
})

test('before it is recorded, a payment shows what it does to the account, the person and each debt', () => {
  const account = {
    name: 'Bank',
    type: 'asset' as const,
    currency_id: null,
    balance_as_of: null,
    balances: [{ currency_id: 'EUR', amount: 100 }],
    base_balance: 100,
    base_value: 100,
  }
  const payment = {
    side: 'receivable' as const,
    debts: [tickets, bike],
    who: 'Bela owes you',
    account,
    amount: 4_500n,
    currency: 'EUR',
    date: '2026-11-12',
    worth: { base: 'EUR', rate: undefined },
    applied: 4_500n,
    debtCurrency: 'EUR',
    chosen: [tickets],
    over: 0n,
  }
  assert.deepEqual(changesOf(payment), [
    { label: 'Bank', currency: 'EUR', before: 10_000n, after: 14_500n, parts: [] },
    { label: 'Bela owes you', currency: 'EUR', before: 39_500n, after: 35_000n },
    { label: 'Concert tickets', key: 'tickets', isSettled: true },
  ])
  const covered = changesOf({
    ...payment,
    account: { ...account, balance_as_of: { date: '2026-11-17', amount: 100, includes_day: false } },
  })
  assert.deepEqual(covered[0], {
    label: 'Bank',
    currency: 'EUR',
    before: 10_000n,
    after: 10_000n,
    staysThrough: '2026-11-16',
    parts: [],
  })
  assert.match(
    paymentHint('receivable', stayingAccount(covered)),
    /Bank stays as it is, so your net worth falls/,
  )
  assert.match(
    paymentHint('payable', stayingAccount(covered)),
    /Bank stays as it is, so your net worth rises/,
  )
  assert.doesNotMatch(paymentHint('receivable', stayingAccount(changesOf(payment))), /net worth/)
  const part = changesOf({ ...payment, side: 'payable', amount: 1_000n, applied: 1_000n })
  assert.deepEqual(part[0], { label: 'Bank', currency: 'EUR', before: 10_000n, after: 9_000n, parts: [] })
  assert.equal(part.length, 2)
  assert.deepEqual(changesOf({ ...payment, over: 500n }), [])
  assert.deepEqual(changesOf({ ...payment, amount: undefined }), [])
})
