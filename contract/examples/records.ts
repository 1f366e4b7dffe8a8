import type { Account } from '../accounts.ts'
import type { UserEvent } from '../auth.ts'
import type { BookShown } from '../books.ts'
import type { Budget, BudgetSheet } from '../budgets.ts'
import type { Category } from '../categories.ts'
import type { Change, undoChange } from '../changes.ts'
import { bela } from '../contacts.ts'
import type { Currency, ExchangeRate } from '../currencies.ts'
import type { Obligation, Payment } from '../obligations.ts'
import type { TrialBalance } from '../reports.ts'
import type { ReplyOf } from '../route.ts'
import type { ListedPayment } from '../settlements.ts'
import type { Statement } from '../statement.ts'
import type { Suggestion, Tag } from '../suggestions.ts'
import { at, doers, id, stamps } from './ids.ts'
import { ana, phone } from './people.ts'
import { reconciliation, reconciliationSummary } from './reconciliations.ts'
import { expense, income, line, transfer } from './transactions.ts'

const book: BookShown = {
  id: id.ana,
  name: 'Household',
  base_currency_id: 'EUR',
  time_zone: 'Europe/Vienna',
  closed_through: '2025-12-31',
  month_starts_on: 1,
  ecb_rates: false,
  is_archived: false,
  version: 2,
  seal: { version: 12, hash: '3f9a1c7e52d84b06a1e0c95d7b23f8641d0e9a5c48b7f3261c5e8d90b4a7f213' },
}

const travel: Category = {
  id: id.travel,
  kind: 'expense',
  name: 'Travel',
  is_active: true,
  parent_id: null,
  position: 0,
  icon: 'plane',
  account: { id: id.travelAccount, name: 'Travel', code: '5001', type: 'expense', is_active: true },
  version: 4,
  ...stamps,
}

const savings: Account = {
  id: id.savings,
  name: 'Savings',
  code: '1020',
  type: 'asset',
  is_active: true,
  is_claim: false,
  is_system: false,
  is_default: false,
  currency_id: 'EUR',
  balances: [{ currency_id: 'EUR', amount: 3800 }],
  base_balance: 3800,
  base_value: 3800,
  missing_rates: [],
  balance_as_of: { date: '2026-06-01', amount: 3800, includes_day: true },
  is_valued: false,
  opening_balance: 1500,
  opening_date: '2026-01-01',
  fx_rate: 1,
  fx_source: 'base',
  version: 6,
  ...stamps,
}

const debt: Obligation = {
  id: id.debt,
  name: 'Concert ticket',
  reference: 'INV-7',
  notes: null,
  opened_date: '2026-05-03',
  due_date: '2026-06-30',
  original_amount: 80,
  outstanding_amount: 50,
  status: 'open',
  settled_at: null,
  contact: { id: id.bela, name: 'Bela' },
  account: { id: id.cash, name: 'Cash', code: '1000' },
  currency: { id: 'EUR', name: 'Euro', code: 'EUR' },
  contact_id: id.bela,
  account_id: id.cash,
  currency_id: 'EUR',
  counter_account_id: id.cash,
  direction: 'receivable',
  is_overdue: false,
  fx_rate: 1,
  fx_source: 'base',
  fx_date: '2026-05-03',
  outstanding_base: 50,
  expense_id: null,
  plan_id: null,
  version: 12,
  ...stamps,
}

const payment: Payment = {
  id: id.payment,
  obligation_id: id.debt,
  transaction_id: id.payment,
  date: '2026-05-20',
  amount: 30,
  currency_id: 'EUR',
  applied_amount: 30,
  applied_source: 'found',
  asset_account_id: id.cash,
  fx_rate: 1,
  fx_source: 'base',
  fx_date: '2026-05-20',
  base_amount: 30,
  exchange_difference: 0,
  outstanding_amount: 50,
  notes: null,
  version: 12,
  ...doers,
  created_at: at,
}

const listedPayment: ListedPayment = {
  ...payment,
  obligation: { id: id.debt, name: 'Concert ticket', direction: 'receivable', currency_id: 'EUR' },
  contact: { id: id.bela, name: 'Bela' },
}

const movement = {
  obligation_id: id.debt,
  name: 'Concert ticket',
  direction: 'receivable',
  currency_id: 'EUR',
  notes: null,
} as const

const statement: Statement = {
  contact: { id: id.bela, name: 'Bela' },
  date: '2026-05-31',
  base_currency_id: 'EUR',
  currencies: [{ currency_id: 'EUR', receivable: 50, payable: 0, net: 50 }],
  receivable_base: 50,
  payable_base: 0,
  net_base: 50,
  ageing: [
    {
      currency_id: 'EUR',
      direction: 'receivable',
      not_due: 50,
      days_1_30: 0,
      days_31_60: 0,
      days_61_90: 0,
      older: 0,
    },
  ],
  opening: [],
  movements: [
    {
      ...movement,
      kind: 'obligation',
      date: '2026-05-03',
      transaction_id: id.opening,
      amount: 80,
      base_amount: 80,
      balance: 80,
    },
    {
      ...movement,
      kind: 'payment',
      date: '2026-05-20',
      transaction_id: id.payment,
      amount: -30,
      base_amount: -30,
      balance: 50,
    },
  ],
  is_complete: true,
}

const euro: Currency = { id: 'EUR', code: 'EUR', name: 'Euro', symbol: '€', decimals: 2, until: null }

const yen: ExchangeRate = {
  id: 'JPY/EUR/2026-04-13',
  from: 'JPY',
  to: 'EUR',
  date: '2026-04-13',
  rate: 0.0054,
  source: 'own',
  rate_date: '2026-04-13',
  version: 7,
  changed_by: id.ana,
}

const account = (id: string, name: string, code: string, type: string) => ({
  account: { id, name, code, type, is_active: true },
  debit_base: 0,
  credit_base: 0,
  explain: `/accounts/${id}/lines?date_to=2026-05-31&include=sum`,
})

const trial: TrialBalance = {
  date: '2026-05-31',
  base_currency_id: 'EUR',
  accounts: [
    { ...account(id.cash, 'Cash', '1000', 'asset'), debit_base: 143.52 },
    { ...account(id.savings, 'Savings', '1020', 'asset'), debit_base: 3800 },
    { ...account(id.receivables, 'Receivables', '1200', 'asset'), debit_base: 50 },
    { ...account(id.openings, 'Opening balances', '3000', 'equity'), credit_base: 1500 },
    { ...account(id.salaryAccount, 'Salary', '4001', 'income'), credit_base: 2500 },
    { ...account(id.travelAccount, 'Travel', '5001', 'expense'), debit_base: 6.48 },
  ],
  total_debit_base: 4000,
  total_credit_base: 4000,
}

const change: Change = {
  version: 3,
  at,
  user_id: id.ana,
  user_name: 'Ana',
  device_name: "Ana's phone",
  action: 'created',
  resource: 'contact',
  id: id.bela,
  before: null,
  after: bela,
  undoes: null,
  undone_by: null,
}

/** Ana did not mean to delete Bela, and takes version 13 back. */
const undo: ReplyOf<typeof undoChange> = {
  version: 14,
  count: 1,
  data: [
    {
      ...change,
      version: 14,
      action: 'restored',
      before: { ...bela, version: 13, deleted_at: at },
      after: { ...bela, version: 14 },
      undoes: 13,
    },
  ],
}

const signedIn: UserEvent = {
  version: 2,
  at,
  action: 'signed_in',
  resource: 'device',
  id: id.phone,
  device_id: id.phone,
  before: null,
  after: { device_name: phone.device_name, created_at: at, last_used_at: at },
}

const planned: Budget = {
  id: `${id.travel}/2026-05`,
  category_id: id.travel,
  category_name: 'Travel',
  month: '2026-05',
  amount: 120,
  rollover: true,
  only: false,
  running: { amount: 120, rollover: true, since: '2026-03', until: null },
  since: '2026-03',
  version: 13,
  changed_by: id.ana,
}

const figures = { planned: 120, actual: 45.5, carried: -6.48, left: 68.02 }
const days = 'date_from=2026-05-01&date_to=2026-05-31'
const explain = `/budgeting/transactions?category_id=${id.travel}&${days}&include=sum`
const sheet: BudgetSheet = {
  month: '2026-05',
  date_from: '2026-05-01',
  date_to: '2026-05-31',
  kind: 'expense',
  base_currency_id: 'EUR',
  rows: [
    {
      category_id: id.travel,
      category_name: 'Travel',
      parent_id: null,
      position: 3,
      icon: 'plane',
      ...figures,
      rollover: true,
      only: false,
      running: planned.running,
      since: '2026-03',
      explain,
      version: 13,
    },
  ],
  totals: { ...figures, income_planned: 2400, to_plan: 2280, explain },
  unplanned: {
    actual: 0,
    explain: `/budgeting/transactions?category_id=none&${days}&include=sum`,
  },
}

const suggestion: Suggestion = {
  kind: 'expense',
  memo: 'Train tickets',
  category_id: id.travel,
  category_name: 'Travel',
  asset_account_id: id.cash,
  asset_account_name: 'Cash',
  contact_id: null,
  contact_name: null,
  amount: 12.5,
  currency_id: 'EUR',
  date: '2026-05-20',
  count: 3,
  entered_count: 2,
}

const tag: Tag = { tag: 'holiday', count: 4 }

/** The records of the household of the examples, by the name of their shape. */
export const examplesOfRecords: Record<string, unknown> = {
  User: ana,
  AuthOptions: {
    is_empty: false,
    registration: 'invited',
    mail: true,
    passwords: true,
    passkeys: true,
    origin: 'https://florin.example',
    oidc_name: null,
  },
  AuthResult: { data: ana, token: 'flo_4fzyo82mvyr0e9…', token_type: 'Bearer' },
  Proven: { expires_at: '2026-05-20T08:25:00.000Z' },
  Device: phone,
  UserEvent: signedIn,
  Book: book,
  Statement: statement,
  Category: travel,
  Account: savings,
  RegisterLine: line,
  Transaction: expense,
  Expense: expense,
  Income: income,
  Transfer: transfer,
  Obligation: debt,
  Payment: payment,
  ListedPayment: listedPayment,
  Currency: euro,
  ExchangeRate: yen,
  AddedRates: {
    version: 14,
    added: 124,
    replaced: 0,
    unchanged: 2,
    currencies: ['JPY', 'USD'],
    date_from: '2026-02-13',
    date_to: '2026-05-15',
    changed: ['JPY', 'USD'],
    skipped: ['CZK'],
  },
  TrialBalance: { ...trial, ignored: [] },
  Change: change,
  Undo: undo,
  WrittenTransactions: { version: 10, data: [expense, transfer].map((one) => ({ ...one, version: 10 })) },
  Budget: planned,
  BudgetSheet: { ...sheet, ignored: [] },
  CopiedBudgets: { version: 13, data: [planned] },
  ArrangedCategories: { version: 13, data: [travel] },
  MergePreview: { transactions: 34, budgets: 5, plans: 0, rules: 1, closed: 0, closed_through: null },
  MergedCategory: {
    version: 13,
    category: travel,
    moved: { transactions: 34, budgets: 5, plans: 0, rules: 1 },
  },
  SetBudgets: { version: 13, data: [planned] },
  Suggestion: suggestion,
  Tag: tag,
  Starter: { version: 2, categories: [{ ...travel, version: 2 }], accounts: [{ ...savings, version: 2 }] },
  WrittenPayments: { version: 12, data: [{ ...payment, version: 12 }] },
  Reconciliation: reconciliation,
  ReconciliationSummary: reconciliationSummary,
}
