import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterLine } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import { type Behind, fromLine, fromTransaction, fromValuation, proves, requestBehind } from './behind.ts'

const figure = { key: 'k', title: 'Groceries', amount: 147.85, explain: '' }
const row = (counted: number) => ({ id: `${counted}`, title: '', detail: '', counted })

test('an explain is followed to its own list, with its filters', () => {
  assert.deepEqual(requestBehind('/accounts/7/lines?date_from=2026-11-01&side=credit&include=sum'), {
    list: 'lines',
    id: '7',
    query: { date_from: '2026-11-01', side: 'credit', include: 'sum' },
  })
  assert.deepEqual(requestBehind('/budgeting/transactions?section=income,expense'), {
    list: 'transactions',
    query: { section: 'income,expense' },
  })
  assert.deepEqual(requestBehind('/reports/valuation?date=2026-11-15&of=difference'), {
    list: 'valuation',
    query: { date: '2026-11-15', of: 'difference' },
  })
})

test('a list proves a figure only to the last cent', () => {
  const all: Behind = { rows: [row(54.3), row(31.8), row(61.75)], sum: 147.85, total: 3 }
  assert.equal(proves(all, figure, 'EUR'), true)
  assert.equal(proves({ ...all, sum: 147.84 }, figure, 'EUR'), false)
  assert.equal(proves({ ...all, rows: [row(54.3), row(31.8), row(61.74)] }, figure, 'EUR'), false)
  // 0.1 + 0.2 is 0.3 here.
  assert.equal(
    proves({ rows: [row(0.1), row(0.2)], sum: 0.3, total: 2 }, { ...figure, amount: 0.3 }, 'EUR'),
    true,
  )
})

test('where only the latest rows are here, the sum of the whole list is the proof', () => {
  assert.equal(proves({ rows: [row(54.3)], sum: 147.85, total: 900 }, figure, 'EUR'), true)
  assert.equal(proves({ rows: [row(54.3)], sum: 54.3, total: 900 }, figure, 'EUR'), false)
})

test('money that went out adds up to the figure with a minus', () => {
  const out: Behind = { rows: [row(-147.85)], sum: -147.85, total: 1 }
  assert.equal(proves(out, figure, 'EUR'), false)
  assert.equal(proves(out, { ...figure, sum: -147.85 }, 'EUR'), true)
})

test('a part of a transaction says of which amount it is a part', () => {
  const lidl = {
    id: 't',
    kind: 'expense',
    date: '2026-11-13',
    memo: 'Lidl',
    splits: [],
    shares: [],
    lines: [],
    base_amount: 73.2,
    counted_base: 54.3,
    category_name: 'Groceries',
    asset_account_id: null,
  } as unknown as Transaction // as much of one as is read
  const shown = fromTransaction(lidl, new Map())
  assert.deepEqual([shown.title, shown.detail, shown.counted, shown.of], ['Lidl', 'Groceries', 54.3, 73.2])
  assert.equal(fromTransaction({ ...lidl, counted_base: -73.2 }, new Map()).of, undefined)
})

test('a line is called by its memo, else by who or what is on the other side', () => {
  const line = {
    id: 'l',
    memo: '',
    contact_name: null,
    counter_account_name: 'Cash',
    counted_base: 5,
  } as RegisterLine // as much of one as is read
  assert.equal(fromLine(line).title, 'Cash')
  assert.equal(fromLine({ ...line, memo: 'Bread' }).title, 'Bread')
})

test('a value says what is held in another currency, and a difference counts since its day', () => {
  const held = {
    account_id: 'a',
    account_name: 'Cash',
    currency_id: 'JPY',
    amount: 12_400,
    base_balance: 100.05,
    rate: 0.00558,
    rate_date: '2026-11-15',
    base_value: 69.19,
    difference: -30.86,
    since: -30.5,
  }
  const meta = { sum_base: -0.36, is_complete: true, ignored: [] }
  const difference = fromValuation({ data: [held, { ...held, difference: 1, since: 1 }], meta }, 'EUR', true)
  assert.deepEqual(
    difference.rows.map(({ counted }) => counted),
    [-36n],
  )
  const value = fromValuation({ data: [{ ...held, currency_id: 'EUR' }], meta }, 'EUR', false)
  assert.deepEqual([value.rows[0]?.counted, value.rows[0]?.held], [6919n, undefined])
})
