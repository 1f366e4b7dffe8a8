import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../../contract/budgeting.ts'
import { expense, transfer } from '../../../contract/examples/transactions.ts'
import { changedIn, differences, mixed } from '../../api/conflict.ts'
import {
  bookingOf,
  isEqually,
  leftToAssign,
  othersOf,
  rateFor,
  savedOf,
  shownFields,
  type TransactionValues,
  transactionFaults,
  transactionValues,
  transferOf,
  withAmount,
} from './transaction-values.ts'

const euros: Transaction = {
  ...expense,
  currency_id: 'EUR',
  amount: 73.2,
  splits: [],
  shares: [],
  memo: 'Lidl',
  fx_source: 'base',
}
const part = (category_id: string, amount: number, memo: string | null = null) => ({
  category_id,
  category_name: category_id,
  amount,
  memo,
})

const accounts = [
  { id: 'dollars', currency_id: 'USD' },
  { id: 'yen', currency_id: 'JPY' },
  { id: 'any', currency_id: null },
]

/** The request after these edits in the form of the transaction. */
const sent = (before: Transaction, edits: Partial<TransactionValues>) => {
  const saved = savedOf(before)
  return bookingOf(saved, changedIn(saved.values, edits), accounts)
}

test('only what was edited is sent', () => {
  assert.deepEqual(sent(euros, {}), {})
  assert.deepEqual(sent(euros, { memo: 'Lidl' }), {})
  assert.deepEqual(sent(euros, { memo: '', notes: 'late', tags: ['home'] }), {
    memo: null,
    notes: 'late',
    tags: ['home'],
  })
  assert.deepEqual(sent(euros, { amount: '12.5' }), { amount: 12.5 })
  assert.deepEqual(sent(euros, { contact: null, isRefund: true }), {
    ...(euros.contact_id === null ? {} : { contact_id: null }),
    is_refund: true,
  })
})

test('a split is sent whole, with its memo at each part, and taken back with one category', () => {
  const splits = [
    { category: 'food', amount: '54.30', memo: '' },
    { category: 'home', amount: '18.90', memo: '' },
  ]
  assert.deepEqual(sent(euros, { splits }), {
    splits: [
      { category_id: 'food', amount: 54.3, memo: null },
      { category_id: 'home', amount: 18.9, memo: null },
    ],
  })
  const split = { ...euros, memo: null, splits: [part('food', 54.3), part('home', 18.9)] }
  assert.deepEqual(
    sent(split, { memo: 'Lidl' }).splits?.map(({ memo }) => memo),
    ['Lidl', 'Lidl'],
  )
  assert.deepEqual(sent(split, { splits: [], category: 'food' }), {
    splits: [],
    category_id: 'food',
    memo: null,
  })
  const named = { ...split, splits: [part('food', 54.3, 'Lidl'), part('home', 18.9, 'Lidl')] }
  assert.equal(sent(named, { splits: [], category: 'food' }).memo, 'Lidl')
  assert.equal(sent(split, { amount: '80' }).splits?.length, 2)
})

test('a rate or a charged amount that a person gave is shown; one that Florin found is not', () => {
  assert.equal(transactionValues({ ...expense, fx_source: 'ecb' }).rate, '')
  assert.equal(transactionValues({ ...expense, fx_source: 'given', fx_rate: 0.0054 }).rate, '0.0054')
  assert.deepEqual(sent({ ...expense, fx_source: 'given', fx_rate: 0.0054 }, { rate: '' }), { fx_rate: null })
  assert.deepEqual(sent(expense, { rate: '0,0061' }), { fx_rate: 0.0061 })
})

test('the charged amount is in the currency of the account that was chosen', () => {
  const yen = { ...expense, currency_id: 'JPY' }
  assert.deepEqual(sent(yen, { account: 'dollars', charged: '12.50' }), {
    asset_account_id: 'dollars',
    charged_amount: 12.5,
  })
  // An account that keeps the currency itself is charged nothing else.
  assert.equal(sent(yen, { account: 'yen', charged: '12.50' }).charged_amount, null)
})

test('a rate, what the bank took or what arrived that cannot be read is said, never left out', () => {
  const yen = { ...expense, currency_id: 'JPY' }
  const faults = (change: Partial<TransactionValues>) =>
    transactionFaults(
      { ...transactionValues(yen), category: 'food', account: 'dollars', ...change },
      yen,
      accounts,
    )
  assert.deepEqual(faults({ rate: '.92', charged: '12,50' }), {})
  assert.deepEqual(faults({ rate: '7.37/1200', charged: '' }), {})
  for (const rate of ['abc', '0', '-1', '?']) assert.ok(faults({ rate }).rate, rate)
  for (const charged of ['abc', '0', '1.2345']) assert.ok(faults({ charged }).charged, charged)
  for (const toAmount of ['abc', '0', '1.2345'])
    assert.ok(
      transactionFaults({ ...transactionValues(transfer), toAmount }, transfer, accounts).toAmount,
      toAmount,
    )
  assert.equal(sent(yen, { rate: '.92' }).fx_rate, 0.92)
  const small = transactionValues({ ...yen, fx_source: 'given', fx_rate: 6.1e-7 })
  assert.equal(small.rate, '0.00000061')
})

test('a field that the form does not show cannot say its fault there', () => {
  const shown = (transaction: Transaction) => shownFields(transactionValues(transaction), transaction)
  assert.ok(shown(transfer).has('to') && !shown(transfer).has('rate') && !shown(transfer).has('category'))
  assert.ok(!shown({ ...euros, base_currency_id: 'EUR' }).has('rate'))
  assert.ok(shown({ ...expense, currency_id: 'JPY', base_currency_id: 'EUR' }).has('charged'))
  assert.ok(!shown(euros).has('isRefund'))
})

test('the amount left to assign leaves out the shares of others', () => {
  const values = {
    ...transactionValues(euros),
    splits: [{ category: 'food', amount: '30', memo: '' }],
    shares: [{ contact: 'sam', amount: '20' }],
  }
  assert.equal(leftToAssign(values, 'EUR'), 2_320n)
  assert.equal(othersOf(values, 'EUR'), 2_000n)
  const over = { ...values, splits: [{ category: 'food', amount: '73.20', memo: '' }] }
  assert.match(transactionFaults(over, euros, accounts).splits ?? '', /20\.00 more than your share/)
})

test('a missing field says so', () => {
  const values = transactionValues(euros)
  const faults = (change: Partial<TransactionValues>) =>
    transactionFaults({ ...values, category: 'food', ...change }, euros, accounts)
  assert.deepEqual(faults({}), {})
  assert.ok(faults({ amount: '' }).amount)
  assert.ok(faults({ category: null }).category)
  assert.match(
    faults({ splits: [{ category: 'food', amount: '70', memo: '' }] }).splits ?? '',
    /3\.20 is left to assign/,
  )
  assert.match(
    faults({ splits: [{ category: 'food', amount: '74', memo: '' }] }).splits ?? '',
    /0\.80 more than/,
  )
  assert.ok(faults({ splits: [{ category: null, amount: '73.20', memo: '' }] }).splits)
  assert.ok(faults({ shares: [{ contact: 'sam', amount: '73.20' }] }).shares)
  assert.ok(transactionFaults({ ...values, account: 'a', to: 'a' }, transfer, accounts).to)
})

test('fields that are sent together with my changes are as they were saved last', () => {
  const mine = savedOf({ ...euros, memo: null, splits: [part('food', 54.3), part('home', 18.9)] })
  const theirs = savedOf({ ...mine.transaction, splits: [part('food', 54.3), part('health', 18.9)] })
  const picked = differences(['splits', 'memo'], {
    base: mine.values,
    mine: { ...mine.values, memo: 'Lidl' },
    theirs: theirs.values,
  })
  const edits = mixed(picked, { ...mine.values, memo: 'Lidl' })
  assert.deepEqual(
    bookingOf(theirs, edits, accounts).splits?.map(({ category_id, memo }) => [category_id, memo]),
    [
      ['food', 'Lidl'],
      ['health', 'Lidl'],
    ],
  )
})

test('a transfer sends its own fields', () => {
  const edits = { to: 'savings', memo: 'For later' }
  assert.deepEqual(transferOf(savedOf(transfer), edits), {
    to_account_id: 'savings',
    memo: 'For later',
  })
})

test('equal shares stay equal when the amount changes; others stay as they are', () => {
  const values = {
    ...transactionValues(euros),
    amount: '90',
    shares: [
      { contact: 'sam', amount: '30' },
      { contact: 'mia', amount: '30' },
    ],
  }
  assert.equal(isEqually(values, 'EUR'), true)
  assert.deepEqual(
    withAmount(values, '100', 'EUR').shares?.map(({ amount }) => amount),
    ['33.33', '33.33'],
  )
  assert.deepEqual(withAmount({ ...values, shares: [{ contact: 'sam', amount: '10' }] }, '100', 'EUR'), {
    amount: '100',
  })
})

test('the charged amount gives the rate', () => {
  assert.equal(rateFor('1200', 'JPY', '7.37', 'EUR'), '0.0061416667')
  assert.equal(rateFor('1200', 'JPY', '', 'EUR'), '')
  assert.equal(rateFor('1200', 'JPY', 'abc', 'EUR'), '?')
})
