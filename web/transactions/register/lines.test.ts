import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterLine } from '../../../contract/accounts.ts'
import {
  bankTextOfLine,
  currenciesOf,
  dayBalances,
  lineBeside,
  lockWords,
  purposeOfLine,
  reconciledWords,
  titleOfLine,
} from './lines.ts'

const line = (given: Partial<RegisterLine>): RegisterLine => ({
  id: '1',
  account_id: 'cash',
  account_name: 'Cash',
  currency_id: 'EUR',
  debit: 0,
  credit: 0,
  debit_base: 0,
  credit_base: 0,
  memo: '',
  reconciliation_id: null,
  is_locked: false,
  transaction_id: 't',
  kind: 'expense',
  date: '2026-11-14',
  contact_id: null,
  contact_name: null,
  category_id: null,
  category_name: null,
  counter_account_id: 'bank',
  counter_account_name: 'Erste Bank',
  share_contact_name: null,
  share_obligation_id: null,
  obligation_id: null,
  running_balance: 0,
  counted_base: 0,
  ...given,
})

test('a line is called by its memo, else its contact, else its category', () => {
  const named = { category_name: 'Eating out', contact_name: 'Trattoria', memo: 'Lunch' }
  assert.equal(titleOfLine(line(named)), 'Lunch')
  assert.equal(titleOfLine(line({ ...named, memo: '' })), 'Trattoria')
  assert.equal(titleOfLine(line({ ...named, memo: '', contact_name: null })), 'Eating out')
  assert.equal(purposeOfLine(line(named)), 'Eating out')
  assert.equal(
    purposeOfLine(line({ contact_name: 'Sam', counter_account_name: 'Receivables' })),
    'Paid for others',
  )
})

test("a bank's text is called by the name in it, and kept whole beside it", () => {
  const memo = 'VDP-SPOTIFY AB'
  assert.deepEqual([titleOfLine(line({ memo })), bankTextOfLine(line({ memo }))], ['SPOTIFY', memo])
  assert.equal(titleOfLine(line({ memo, kind: 'transfer' })), 'SPOTIFY')
  assert.equal(bankTextOfLine(line({ memo: 'Lunch 12.11' })), undefined)
})

test('a share of a bill says whose it is', () => {
  const share = { share_contact_name: 'Sam', counter_account_name: 'Receivables' }
  assert.equal(titleOfLine(line({ ...share, memo: 'Dinner at Luigi' })), 'Dinner at Luigi, Sam’s share')
  assert.equal(titleOfLine(line({ ...share, contact_name: 'Luigi' })), 'Luigi, Sam’s share')
  assert.equal(titleOfLine(line(share)), 'Shared bill, Sam’s share')
})

test('moved money says from where, or where to', () => {
  assert.equal(titleOfLine(line({ kind: 'transfer', debit: 120 })), 'From Erste Bank')
  assert.equal(titleOfLine(line({ kind: 'transfer', credit: 120 })), 'To Erste Bank')
  assert.equal(purposeOfLine(line({ kind: 'transfer', credit: 120 })), 'Transfer')
  assert.equal(purposeOfLine(line({ kind: 'transfer', credit: 120, memo: 'Pocket money' })), 'To Erste Bank')
})

test('debts say who lent, borrowed, or paid back', () => {
  const bela = { contact_name: 'Bela', memo: 'Concert tickets' }
  assert.equal(titleOfLine(line({ ...bela, kind: 'obligation', credit: 45 })), 'Lent to Bela')
  assert.equal(titleOfLine(line({ ...bela, kind: 'obligation', debit: 45 })), 'Borrowed from Bela')
  assert.equal(titleOfLine(line({ ...bela, kind: 'payment', debit: 45 })), 'Bela paid back')
  assert.equal(titleOfLine(line({ kind: 'payment', debit: 45 })), 'Somebody paid back')
  assert.equal(purposeOfLine(line({ ...bela, kind: 'obligation', credit: 45 })), 'Concert tickets')
  const paid = line({ kind: 'payment', debit: 45, obligation_id: 'bike' })
  assert.equal(purposeOfLine(paid, new Map([['bike', 'Loan for the bike']])), 'Loan for the bike')
  assert.equal(purposeOfLine(paid), 'Owed')
})

test('the balance of each day is that after its latest line, and before the first line what was there', () => {
  const lines = [
    line({ date: '2026-11-14', credit: 4.2, running_balance: 184.2 }),
    line({ date: '2026-11-14', credit: 15.5, running_balance: 188.4 }),
    line({ date: '2026-11-12', debit: 120, running_balance: 203.9 }),
  ]
  const range = { from: '2026-11-11', to: '2026-11-15', currency: 'EUR', balance: 184.2 }
  assert.deepEqual(
    dayBalances(lines, { ...range, type: 'asset' }).map(({ minor }) => minor),
    [8_390n, 20_390n, 20_390n, 18_420n, 18_420n],
  )
  assert.deepEqual(
    dayBalances([], { ...range, type: 'asset' }).map(({ minor }) => minor),
    [18_420n, 18_420n, 18_420n, 18_420n, 18_420n],
  )
  const card = [line({ date: '2026-11-12', credit: 20, running_balance: 642.18 })]
  assert.equal(dayBalances(card, { ...range, type: 'liability' })[0]?.minor, 62_218n)
})

test('the currency of the book, or the only one of the account, comes first', () => {
  const balances = [
    { currency_id: 'JPY', amount: 12_400 },
    { currency_id: 'EUR', amount: 184.2 },
  ]
  assert.deepEqual(currenciesOf({ balances, currency_id: null }, 'EUR'), ['EUR', 'JPY'])
  assert.deepEqual(currenciesOf({ balances: [], currency_id: null }, 'EUR'), ['EUR'])
  assert.deepEqual(currenciesOf({ balances: [], currency_id: 'USD' }, 'EUR'), ['USD'])
  assert.deepEqual(currenciesOf({ balances: balances.slice(0, 1), currency_id: null }, 'EUR'), ['JPY'])
})

test('the line beside is one of another transaction', () => {
  const lines = ['a', 'b', 'b', 'c'].map((transaction_id, index) => line({ id: `${index}`, transaction_id }))
  assert.equal(lineBeside(lines, 'b', 1)?.transaction_id, 'c')
  assert.equal(lineBeside(lines, 'b', -1)?.transaction_id, 'a')
  assert.equal(lineBeside(lines, 'c', 1), undefined)
  assert.equal(lineBeside(lines, 'gone', 1), undefined)
})

test('a line that cannot change says whether it is reconciled, and a statement without lines that it had none', () => {
  assert.equal(lockWords({ is_locked: false, reconciliation_id: 'r' }), undefined, 'ticked, and not finished')
  assert.equal(lockWords({ is_locked: true, reconciliation_id: 'r' }), 'reconciled')
  assert.equal(lockWords({ is_locked: true, reconciliation_id: null }), 'closed')
  const of = (cleared_count: number) => reconciledWords({ date: '2026-11-17', cleared_count }, '2026-11-18')
  assert.match(of(2), /^Reconciled through /)
  assert.match(of(0), /only the balance was compared, no line/)
})
