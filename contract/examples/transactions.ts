import type { RegisterLine } from '../accounts.ts'
import type { Line, Transaction } from '../budgeting.ts'
import { id, stamps } from './ids.ts'

/** A plain transaction in euros, which the examples below start from. */
const plain = {
  currency_id: 'EUR',
  currency_code: 'EUR',
  base_currency_id: 'EUR',
  base_currency_code: 'EUR',
  category_id: null,
  category_name: null,
  fx_rate: 1,
  fx_source: 'base',
  charged_amount: null,
  charged_source: null,
  contact_id: null,
  contact_name: null,
  obligation_id: null,
  plan_id: null,
  notes: null,
  memo: null,
  tags: [],
  is_refund: false,
  splits: [],
  shares: [],
  from_account_id: null,
  to_account_id: null,
  to_amount: null,
  to_currency_id: null,
  to_source: null,
  is_locked: false,
  ...stamps,
  external_id: null,
}

type Side = { id: string; account_id: string; account_name: string }
type Moved = { currency_id: string; amount: number; base: number; memo: string }

const unticked = { reconciliation_id: null, is_locked: false }

/** The two lines of an entry. */
const entry = (debit: Side, credit: Side, { currency_id, amount, base, memo }: Moved): Line[] => [
  { ...debit, currency_id, debit: amount, credit: 0, debit_base: base, credit_base: 0, memo, ...unticked },
  { ...credit, currency_id, debit: 0, credit: amount, debit_base: 0, credit_base: base, memo, ...unticked },
]

export const expense: Transaction = {
  ...plain,
  id: id.expense,
  kind: 'expense',
  date: '2026-04-13',
  currency_id: 'JPY',
  currency_code: 'JPY',
  category_id: id.travel,
  category_name: 'Travel',
  asset_account_id: id.cash,
  amount: 1200,
  base_amount: 6.48,
  fx_rate: 0.0054,
  fx_source: 'own',
  fx_date: '2026-04-13',
  contact_id: id.bela,
  contact_name: 'Bela',
  plan_id: null,
  memo: 'Train to Nara',
  tags: ['japan'],
  lines: entry(
    { id: id.expenseDebit, account_id: id.travelAccount, account_name: 'Travel' },
    { id: id.expenseCredit, account_id: id.cash, account_name: 'Cash' },
    { currency_id: 'JPY', amount: 1200, base: 6.48, memo: 'Train to Nara' },
  ),
  version: 8,
}

export const income: Transaction = {
  ...plain,
  id: id.income,
  kind: 'income',
  date: '2026-04-30',
  category_id: id.salary,
  category_name: 'Salary',
  asset_account_id: id.savings,
  amount: 2500,
  base_amount: 2500,
  fx_date: '2026-04-30',
  memo: 'April',
  lines: entry(
    { id: id.incomeDebit, account_id: id.savings, account_name: 'Savings' },
    { id: id.incomeCredit, account_id: id.salaryAccount, account_name: 'Salary' },
    { currency_id: 'EUR', amount: 2500, base: 2500, memo: 'April' },
  ),
  version: 9,
}

export const transfer: Transaction = {
  ...plain,
  id: id.transfer,
  kind: 'transfer',
  date: '2026-05-02',
  asset_account_id: id.savings,
  amount: 200,
  base_amount: 200,
  fx_date: '2026-05-02',
  notes: 'For the week.',
  from_account_id: id.savings,
  to_account_id: id.cash,
  to_amount: 200,
  to_currency_id: 'EUR',
  to_source: 'found',
  lines: entry(
    { id: id.transferDebit, account_id: id.cash, account_name: 'Cash' },
    { id: id.transferCredit, account_id: id.savings, account_name: 'Savings' },
    { currency_id: 'EUR', amount: 200, base: 200, memo: '' },
  ),
  version: 10,
}

export const line: RegisterLine = {
  id: id.paymentDebit,
  account_id: id.cash,
  account_name: 'Cash',
  currency_id: 'EUR',
  debit: 30,
  credit: 0,
  debit_base: 30,
  credit_base: 0,
  memo: '',
  ...unticked,
  transaction_id: id.payment,
  kind: 'payment',
  date: '2026-05-20',
  contact_id: id.bela,
  contact_name: 'Bela',
  share_contact_name: null,
  share_obligation_id: null,
  obligation_id: id.debt,
  category_id: null,
  category_name: null,
  counter_account_id: id.receivables,
  counter_account_name: 'Receivables',
  running_balance: 150,
}
