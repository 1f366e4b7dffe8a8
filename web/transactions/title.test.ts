import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../contract/budgeting.ts'
import { shownText } from '../ui/bank-text.ts'
import {
  type AccountsById,
  bankTextOf,
  countedPart,
  directionOf,
  isBetween,
  kindOf,
  moneyAccountName,
  ownShare,
  purposeOf,
  rowPurpose,
  shortlyListed,
  signedBase,
  titleOf,
} from './title.ts'

const account = (name: string, type: 'asset' | 'liability' | 'equity' | 'income' | 'expense', more = {}) =>
  [name, { name, type, is_claim: false, is_system: false, ...more }] as const

const accounts: AccountsById = new Map([
  account('Cash', 'asset'),
  account('Savings', 'asset'),
  account('Card', 'liability'),
  account('Receivables', 'asset', { is_claim: true, is_system: true }),
  account('Payables', 'liability', { is_system: true }),
  account('Opening balances', 'equity', { is_system: true }),
  account('Currency exchange', 'equity', { is_system: true }),
  account('Transport', 'expense'),
  account('Work', 'income'),
])

/** A transaction that moved 20 from one account to another; an account's id is its name here. */
const moved = (kind: Transaction['kind'], from: string, to: string, more: Partial<Transaction> = {}) => {
  const line = (name: string, debit: number, credit: number) => ({
    account_id: name,
    account_name: name,
    debit,
    credit,
  })
  return {
    kind,
    memo: null,
    notes: null,
    contact_name: null,
    category_name: null,
    splits: [],
    shares: [],
    is_refund: false,
    asset_account_id: null,
    from_account_id: kind === 'transfer' ? from : null,
    to_account_id: kind === 'transfer' ? to : null,
    base_amount: 20,
    base_currency_id: 'EUR',
    lines: [line(to, 20, 0), line(from, 0, 20)],
    ...more,
  } as Transaction // as much of one as titles read
}

const part = (category_name: string, memo: string | null = null) => ({
  category_id: category_name,
  category_name,
  amount: 10,
  memo,
})

test('an expense is called by its memo, else its contact, else its categories', () => {
  const full = { memo: 'Lunch', contact_name: 'Trattoria', category_name: 'Eating out' }
  const title = (more: Partial<Transaction>) => titleOf(moved('expense', 'Cash', 'Transport', more), accounts)
  assert.equal(title(full), 'Lunch')
  assert.equal(title({ ...full, memo: null }), 'Trattoria')
  assert.equal(title({ category_name: 'Eating out' }), 'Eating out')
  assert.equal(title({ splits: [part('Groceries'), part('Household')] }), 'Groceries, Household')
  assert.equal(title({ splits: [part('Groceries', 'Lidl'), part('Household', 'Lidl')] }), 'Lidl')
  assert.equal(title({ splits: [part('Groceries', 'Bread'), part('Household')] }), 'Groceries, Household')
  assert.equal(title({}), 'Expense')
})

test("of a bank's text the title is the name in it, and the whole text is kept for whoever points at it", () => {
  const memo = 'KARTENZAHLUNG 12.11 REWE SAGT DANKE 4711//BERLIN/DE'
  const paid = (more: Partial<Transaction>) => moved('expense', 'Cash', 'Transport', more)
  assert.equal(titleOf(paid({ memo }), accounts, shownText), 'REWE')
  assert.equal(titleOf(paid({ memo }), accounts), memo)
  assert.equal(bankTextOf(paid({ memo }), shownText), memo)
  const splits = [part('Groceries', memo), part('Household', memo)]
  assert.deepEqual(
    [titleOf(paid({ splits }), accounts, shownText), bankTextOf(paid({ splits }), shownText)],
    ['REWE', memo],
  )
  const typed = paid({ memo: 'REWE 4711' })
  assert.deepEqual(
    [titleOf(typed, accounts, shownText), bankTextOf(typed, shownText)],
    ['REWE 4711', undefined],
  )
  assert.equal(bankTextOf(paid({}), shownText), undefined)
})

test('a bill whose parts have memos of their own is called by the first line of its notes', () => {
  const splits = [part('Home', 'Lamp'), part('Books', 'Novel')]
  const title = (notes: string | null) =>
    titleOf(moved('expense', 'Cash', 'Home', { splits, notes }), accounts)
  assert.equal(title('Amazon\nOrder 17'), 'Amazon')
  assert.equal(title(null), 'Home, Books')
})

test('a transfer says where the money went, unless it has a memo', () => {
  const transfer = moved('transfer', 'Cash', 'Savings')
  assert.equal(titleOf(transfer, accounts), 'To Savings')
  assert.equal(titleOf({ ...transfer, memo: 'For the holiday' }, accounts), 'For the holiday')
  assert.equal(purposeOf(transfer), 'Cash → Savings')
  const other = new Map([...accounts, account('Cash', 'equity', { is_system: true })])
  assert.equal(titleOf(transfer, other), 'From Cash', 'from the account of another book')
  assert.deepEqual([isBetween(transfer, other), isBetween(transfer, accounts)], [true, false])
  // Both accounts are said by then: a row has no room to say one of them again.
  assert.equal(moneyAccountName({ ...transfer, asset_account_id: 'Cash' }, accounts), '')
  assert.equal(directionOf(transfer, accounts), 0)
})

test('a debt says who lent to whom, or who owes whom, and whether money moved', () => {
  const debt = (from: string, to: string) => {
    const transaction = moved('obligation', from, to, { contact_name: 'Sam' })
    return [titleOf(transaction, accounts), directionOf(transaction, accounts)]
  }
  assert.deepEqual(debt('Cash', 'Receivables'), ['Lent to Sam', -1])
  assert.deepEqual(debt('Card', 'Receivables'), ['Lent to Sam', -1])
  assert.deepEqual(debt('Payables', 'Cash'), ['Borrowed from Sam', 1])
  assert.deepEqual(debt('Payables', 'Transport'), ['You owe Sam', 0])
  assert.deepEqual(debt('Work', 'Receivables'), ['Sam owes you', 0])
  assert.deepEqual(debt('Opening balances', 'Receivables'), ['Sam owes you', 0])
  assert.deepEqual(debt('Payables', 'Opening balances'), ['You owe Sam', 0])
  assert.deepEqual(debt('Receivables', 'Opening balances'), ['Sam owes you less', 0])
  assert.deepEqual(debt('Opening balances', 'Payables'), ['You owe Sam less', 0])
})

test('a payment says who paid; a set-off moves no money', () => {
  const paid = (from: string, to: string, asset_account_id: string) => {
    const transaction = moved('payment', from, to, { contact_name: 'Bela', asset_account_id })
    return [
      titleOf(transaction, accounts),
      directionOf(transaction, accounts),
      moneyAccountName(transaction, accounts),
    ]
  }
  assert.deepEqual(paid('Receivables', 'Cash', 'Cash'), ['Bela paid back', 1, 'Cash'])
  assert.deepEqual(paid('Cash', 'Payables', 'Cash'), ['Paid Bela', -1, 'Cash'])
  assert.deepEqual(paid('Receivables', 'Currency exchange', 'Currency exchange'), [
    'Set off with Bela',
    0,
    '',
  ])
})

test('a payment is for the debt that it pays, where its name is known', () => {
  const payment = moved('payment', 'Receivables', 'Cash', { obligation_id: 'debt', notes: 'by hand' })
  assert.equal(purposeOf(payment, new Map([['debt', 'Loan for the bike']])), 'Loan for the bike')
  assert.equal(purposeOf(payment), 'by hand')
})

test('a forgiven debt says who forgave it, and an opening is the balance at the start', () => {
  const forgiven = (from: string, to: string) =>
    titleOf(moved('write_off', from, to, { contact_name: 'Kai' }), accounts)
  assert.equal(forgiven('Receivables', 'Transport'), 'Forgiven')
  assert.equal(forgiven('Work', 'Payables'), 'Forgiven by Kai')
  assert.equal(titleOf(moved('opening', 'Opening balances', 'Cash'), accounts), 'Balance at the start')
})

test('spent is less, got is more, and a refund is the other way round', () => {
  const signed = (kind: 'expense' | 'income', is_refund: boolean) =>
    signedBase(moved(kind, 'Cash', 'Transport', { is_refund }), accounts)
  assert.equal(signed('expense', false), -2000n)
  assert.equal(signed('expense', true), 2000n)
  assert.equal(signed('income', false), 2000n)
  assert.equal(signed('income', true), -2000n)
  assert.equal(kindOf({ kind: 'expense', is_refund: true }), 'Refund')
})

test('a debt that no money moved for is less: one that an account begins with, and one that is written down', () => {
  const signed = (kind: 'opening' | 'obligation', from: string, to: string) =>
    signedBase(moved(kind, from, to), accounts)
  assert.equal(signed('opening', 'Opening balances', 'Cash'), 2000n)
  assert.equal(signed('opening', 'Card', 'Opening balances'), -2000n, 'what is owed on a card')
  assert.equal(signed('opening', 'Cash', 'Opening balances'), -2000n, 'an overdrawn account')
  assert.equal(signed('obligation', 'Payables', 'Transport'), -2000n, 'somebody paid for me')
  assert.equal(signed('obligation', 'Opening balances', 'Receivables'), 2000n)
})

test('a part that counts in a sum is said only where it is not the whole', () => {
  const counted = (counted_base?: number) =>
    countedPart({
      base_amount: 20,
      base_currency_id: 'EUR',
      ...(counted_base === undefined ? {} : { counted_base }),
    })
  assert.equal(counted(), undefined)
  assert.equal(counted(20), undefined)
  assert.equal(counted(-20), undefined)
  assert.equal(counted(12.5), 1250n)
})

test('a shared expense names who shares it', () => {
  const share = (contact_name: string) => ({ contact_id: '', contact_name, amount: 5, obligation_id: '' })
  const dinner = (...names: string[]) =>
    purposeOf(
      moved('expense', 'Cash', 'Transport', { category_name: 'Eating out', shares: names.map(share) }),
    )
  assert.equal(dinner('Sam', 'Mia'), 'Eating out, with Sam and Mia')
  assert.equal(shortlyListed(['A', 'B', 'C', 'D']), 'A, B and 2 others')
  assert.equal(shortlyListed(['A', 'B', 'C']), 'A, B and C')
  assert.equal(shortlyListed([]), '')
})

test('of a bill that was paid for others too, the own share is the part that was spent', () => {
  const share = { contact_id: 'Sam', contact_name: 'Sam', amount: 10, obligation_id: 'o' }
  const line = (account_id: string, debit_base: number, credit_base: number) => ({
    account_id,
    debit_base,
    credit_base,
  })
  const lines = [
    line('Transport', 20, 0),
    line('Cash', 0, 20),
    line('Receivables', 10, 0),
    line('Cash', 0, 10),
  ] as Transaction['lines'] // as much of them as shares read
  const bill = moved('expense', 'Cash', 'Transport', { base_amount: 30, shares: [share], lines })
  assert.equal(ownShare(bill, accounts), -2_000n)
  assert.equal(ownShare(bill, new Map()), undefined)
  assert.equal(ownShare(moved('expense', 'Cash', 'Transport'), accounts), undefined)
})

test('a row names the person where its title does not', () => {
  const spent = moved('expense', 'Cash', 'Transport', {
    category_name: 'Groceries',
    memo: 'Milk',
    contact_name: 'Corner shop',
  })
  assert.equal(rowPurpose(spent, titleOf(spent, accounts)), 'Groceries · Corner shop')
  assert.equal(purposeOf({ ...spent, is_refund: true }), 'Refund · Groceries')
  const unnamed = { ...spent, memo: null }
  assert.equal(rowPurpose(unnamed, titleOf(unnamed, accounts)), 'Groceries', 'the title is the person')
  const paid = moved('payment', 'Cash', 'Receivables', { contact_name: 'Sam' })
  assert.equal(rowPurpose(paid, 'Forgiven'), purposeOf(paid))
})

test('a stated value is that of a thing, or the amount of a debt', () => {
  const stated = (name: string) => moved('value', 'Opening balances', name, { asset_account_id: name })
  assert.equal(titleOf(stated('Savings'), accounts), 'Value of Savings')
  assert.equal(titleOf(stated('Card'), accounts), 'Amount owed on Card')
})
