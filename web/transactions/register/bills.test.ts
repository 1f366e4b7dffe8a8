import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisterLine } from '../../../contract/accounts.ts'
import { billsOf, partWords, purposeOfBill, rowsOf, shareState, singly } from './bills.ts'
import { movementOf, titleOfLine } from './lines.ts'

const line = (id: string, given: Partial<RegisterLine> = {}): RegisterLine => ({
  id,
  account_id: 'bank',
  account_name: 'Erste Bank',
  currency_id: 'EUR',
  debit: 0,
  credit: 0,
  debit_base: 0,
  credit_base: 0,
  memo: '',
  reconciliation_id: null,
  is_locked: false,
  transaction_id: id,
  kind: 'expense',
  date: '2026-11-03',
  contact_id: null,
  contact_name: null,
  share_contact_name: null,
  share_obligation_id: null,
  obligation_id: null,
  category_id: null,
  category_name: null,
  counter_account_id: 'other',
  counter_account_name: 'Other',
  running_balance: 0,
  ...given,
})

/** A bill as the register has it, its last line first. */
const heating = { transaction_id: 'heating', memo: 'Heating', contact_name: 'Energie Steiermark' }
const bill = [
  line('mia', { ...heating, credit: 92.3, share_contact_name: 'Mia Lindqvist', running_balance: 6871.2 }),
  line('sam', { ...heating, credit: 92.3, share_contact_name: 'Sam Okafor', running_balance: 6963.5 }),
  line('mine', { ...heating, credit: 92.3, category_name: 'Utilities', running_balance: 7055.8 }),
]

test('a bill is one line: its whole amount, and the balance after all of it', () => {
  const [salary, one, ...rest] = billsOf([line('salary', { debit: 3240 }), ...bill])
  assert(salary && one)
  assert.deepEqual([rest, salary.line.id, salary.parts.length], [[], 'salary', 1])
  assert.deepEqual([one.line.debit, one.line.credit, one.line.running_balance], [0, 276.9, 6871.2])
  assert.equal(movementOf(one.line), -27_690n)
  assert.deepEqual([titleOfLine(one.line), purposeOfBill(one)], ['Heating', 'one bill, 3 shares'])
  assert.deepEqual(
    one.parts.map((part) => partWords(one, part)),
    [
      { title: 'Your share', purpose: 'Utilities' },
      { title: 'Sam Okafor', purpose: '' },
      { title: 'Mia Lindqvist', purpose: '' },
    ],
  )
})

test('a split bill names its categories, and its parts by what the bill does not say', () => {
  const lidl = { transaction_id: 'lidl', contact_name: 'Lidl' }
  const [split] = billsOf([
    line('2', { ...lidl, credit: 20.1, memo: 'Soap', category_name: 'Household' }),
    line('1', { ...lidl, credit: 53.2, category_name: 'Groceries' }),
  ])
  assert(split)
  assert.deepEqual(
    [titleOfLine(split.line), purposeOfBill(split), split.line.credit],
    ['Lidl', 'Groceries, Household', 73.3],
  )
  assert.deepEqual(
    split.parts.map((part) => partWords(split, part)),
    [
      { title: 'Groceries', purpose: '' },
      { title: 'Soap', purpose: 'Household' },
    ],
  )
})

test('no page cuts a bill in two: the last one waits until the lines after it are there', () => {
  const cut = [line('salary'), ...bill.slice(0, 2)]
  assert.deepEqual(
    billsOf(cut, true).map(({ line: { id } }) => id),
    ['salary'],
  )
  assert.deepEqual(
    billsOf([...cut, ...bill.slice(2)], false).map(({ parts }) => parts.length),
    [1, 3],
  )
})

test('lines of one transaction in two currencies are two movements', () => {
  const [one, other] = billsOf([
    line('1', { transaction_id: 'exchange', debit: 10 }),
    line('2', { transaction_id: 'exchange', currency_id: 'USD', credit: 11 }),
  ])
  assert.deepEqual([one?.line.debit, other?.line.credit], [10, 11])
  assert.equal(singly(bill).length, 3)
})

test('an open bill has its parts below it', () => {
  const bills = billsOf([line('salary'), ...bill])
  const ids = (open: string[]) =>
    rowsOf(bills, new Set(open)).map(({ bill: { line: head }, part }) => part?.id ?? `${head.id}!`)
  assert.deepEqual(ids([]), ['salary!', 'mine!'])
  assert.deepEqual(ids(['mine', 'salary']), ['salary!', 'mine!', 'mine', 'sam', 'mia'])
})

test('a share is paid back, forgiven, or still owed', () => {
  const debt = { original_amount: 92.3, is_overdue: false, currency_id: 'EUR' }
  const settled = { ...debt, status: 'settled' as const, outstanding_amount: 0 }
  assert.deepEqual(shareState(settled, '2026-11-08'), { kind: 'paid', day: '2026-11-08' })
  assert.deepEqual(shareState(settled, undefined), { kind: 'forgiven' })
  const open = { ...debt, status: 'open' as const, outstanding_amount: 30, is_overdue: true }
  assert.deepEqual(shareState(open, '2026-11-08'), {
    kind: 'owed',
    isWhole: false,
    isLate: true,
    amount: 30,
    currency: 'EUR',
  })
})
