import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterLine } from '../../contract/accounts.ts'
import { billsOf } from '../transactions/register/bills.ts'
import { proofOf } from './last-file.ts'
import {
  type Compared,
  differenceOf,
  differenceText,
  firstDay,
  missingBill,
  saidThrough,
  tickOf,
  toggled,
} from './ticking.ts'

const line = (id: string, debit: number, credit = 0): RegisterLine => ({
  id,
  account_id: 'a',
  account_name: 'Bank',
  currency_id: 'EUR',
  debit,
  credit,
  debit_base: debit,
  credit_base: credit,
  memo: '',
  reconciliation_id: null,
  is_locked: false,
  transaction_id: id,
  kind: 'expense',
  date: '2026-11-14',
  contact_id: null,
  contact_name: null,
  share_contact_name: null,
  share_obligation_id: null,
  obligation_id: null,
  category_id: null,
  category_name: null,
  counter_account_id: 'b',
  counter_account_name: 'B',
  running_balance: 0,
  counted_base: 0,
})
const lines = [line('salary', 100.1), line('rent', 0, 30.05), line('lunch', 0, 12.5)]
const statement = { statement_balance: 80.05, start_balance: 10, currency_id: 'EUR' }

test('the difference is the statement less the start and what is ticked, exactly', () => {
  assert.equal(differenceOf(statement, lines, new Set(), 'asset'), 7_005n)
  assert.equal(differenceOf(statement, lines, new Set(['salary', 'rent']), 'asset'), 0n)
  assert.equal(differenceOf(statement, lines, new Set(['salary', 'rent', 'lunch']), 'asset'), 1_250n)
})

test('on a card, what is spent adds to what is owed', () => {
  const card = { statement_balance: 42.55, start_balance: 0, currency_id: 'EUR' }
  assert.equal(differenceOf(card, lines, new Set(['rent', 'lunch']), 'liability'), 0n)
})

test('a difference says which way it is', () => {
  const money = (minor: bigint) => `${minor}`
  const words = (
    difference: bigint,
    compared: Partial<Compared> = {},
    type: 'asset' | 'liability' = 'asset',
  ) => differenceText(difference, type, money, { start: 'none', count: 2, ...compared })
  assert.equal(words(0n), 'Everything on the statement is ticked.')
  assert.equal(words(5n), 'The statement has 5 more than the ticked lines.')
  assert.equal(words(-5n), 'The statement has 5 less than the ticked lines.')
  assert.equal(words(5n, {}, 'liability'), 'The statement says you owe 5 more than the ticked lines.')
  assert.equal(
    words(5n, { start: 'said' }),
    'The statement has 5 more than the balance that you said and the ticked lines.',
  )
})

test('where nothing is ticked, nothing says that it is', () => {
  const words = (start: Compared['start']) => differenceText(0n, 'asset', String, { start, count: 0 })
  assert.match(words('said'), /has the balance that you said; no line is compared/)
  assert.match(words('before'), /has the balance that it starts with; no line is compared/)
})

const bills = billsOf(lines)

test('the bill that takes the difference away is found, unless it could be several', () => {
  const missing = (difference: bigint, ticked: string[], among = bills) =>
    missingBill(difference, among, new Set(ticked), 'asset')?.line.id
  assert.equal(missing(-1_250n, ['salary', 'rent']), 'lunch')
  assert.equal(missing(1_250n, ['salary', 'rent', 'lunch']), 'lunch')
  assert.equal(missing(-1_250n, [], billsOf([...lines, line('coffee', 0, 12.5)])), undefined)
  assert.equal(missing(0n, []), undefined)
})

const dinner = ['sam', 'mia', 'mine'].map((id) => ({ ...line(id, 0, 30), transaction_id: 'dinner' }))

test('a bill is ticked as one, and counts whole where the difference is looked for', () => {
  const [bill] = billsOf(dinner)
  assert(bill)
  const ticks = (...ids: string[]) => tickOf(bill, new Set(ids))
  assert.deepEqual([ticks(), ticks('sam', 'rent'), ticks('sam', 'mia', 'mine')], ['none', 'some', 'all'])
  const all = toggled(new Set(['rent']), bill)
  assert.deepEqual([...all], ['rent', 'mine', 'mia', 'sam'])
  assert.deepEqual([...toggled(all, bill)], ['rent'])
  assert.deepEqual([...toggled(new Set(['sam']), bill)], ['sam', 'mine', 'mia'], 'some of it: the rest too')
  const among = [...bills, bill]
  const missing = (difference: bigint, ticked: string[]) =>
    missingBill(difference, among, new Set(ticked), 'asset')?.line.transaction_id
  assert.equal(missing(-9_000n, []), 'dinner')
  assert.equal(missing(-3_000n, []), undefined, 'a share alone is on no statement')
  assert.equal(missing(-6_000n, ['sam']), 'dinner')
  assert.equal(missing(9_000n, ['sam', 'mia', 'mine']), 'dinner')
})

test('a statement begins today, and not before the last one', () => {
  assert.equal(firstDay('2026-11-15', undefined), '2026-11-15')
  assert.equal(firstDay('2026-11-15', { date: '2026-11-30' }), '2026-11-30')
})

test('lines through the day of the balance that was said are in the start of the first statement', () => {
  const account = {
    balance_as_of: { date: '2026-11-10', amount: 200, includes_day: false },
    currency_id: null,
  }
  const first = { date: '2026-11-30', start_balance: 200, currency_id: 'EUR' }
  assert.equal(saidThrough(account, first, 'EUR'), '2026-11-09')
  assert.equal(saidThrough(account, first, 'USD'), null, 'a balance of another currency')
  assert.equal(saidThrough(account, { ...first, date: '2026-11-09' }, 'EUR'), null, 'an earlier statement')
  assert.equal(saidThrough(account, { ...first, start_balance: 0 }, 'EUR'), null, 'statements from before')
  assert.equal(saidThrough({ ...account, balance_as_of: null }, first, 'EUR'), null)
})

test('a file proves a statement where it ends with its balance on its day, and the book agrees', () => {
  const statement = { date: '2026-11-18', statement_balance: 2450.3 }
  const closing = {
    account_id: 'a',
    account_name: 'Bank',
    date: '2026-11-18',
    currency_id: 'EUR',
    file: 2450.3,
    book: 2450.3,
    difference: 0,
  }
  const proof = (part: Partial<typeof closing> = {}) =>
    proofOf(statement, { file: { filename: 'bank.csv' }, closing: { ...closing, ...part } })
  assert.equal(proof(), 'bank.csv')
  assert.equal(proof({ difference: 5 }), undefined)
  assert.equal(proof({ date: '2026-11-17' }), undefined)
  assert.equal(proof({ file: 1 }), undefined)
  assert.equal(proofOf(statement, undefined), undefined)
})
