import type { AccountChange, AccountDraft } from '../accounts.ts'
import type { Login, PasswordChange, Registration, UserChange } from '../auth.ts'
import type { TransactionBatch, TransactionBulk } from '../batches.ts'
import type { BookChange } from '../books.ts'
import type {
  ExpenseChange,
  ExpenseDraft,
  TransactionChange,
  TransactionDraft,
  TransferChange,
  TransferDraft,
} from '../budgeting.ts'
import type { BudgetCopy, BudgetDraft, BudgetSheetDraft } from '../budgets.ts'
import type { Arrangement, CategoryChange, CategoryDraft, CategoryMerge } from '../categories.ts'
import type { ObligationDraft, PaymentChange, PaymentDraft, WriteOff } from '../obligations.ts'
import type { ContactPayment, SetOff } from '../settlements.ts'
import { id } from './ids.ts'
import { reconciliationChange, reconciliationDraft, reconciliationFinish } from './reconciliations.ts'

const password = 'correct horse battery'

const registration: Registration = {
  name: 'Ana',
  email: 'ana@example.com',
  password,
  password_confirmation: password,
  device_name: "Ana's phone",
  base_currency_id: 'EUR',
}
const login: Login = { email: 'ana@example.com', password, device_name: "Ana's phone" }
const userChange: UserChange = { name: 'Ana', email: 'ana@example.org', current_password: password }
const passwordChange: PasswordChange = {
  current_password: password,
  password: 'better horse battery',
  password_confirmation: 'better horse battery',
}
const bookChange: BookChange = { time_zone: 'Europe/Vienna', closed_through: '2025-12-31' }
const categoryDraft: CategoryDraft = { name: 'Travel', kind: 'expense' }
const categoryChange: CategoryChange = { name: 'Journeys' }
const accountDraft: AccountDraft = {
  name: 'Savings',
  type: 'asset',
  code: '1020',
  currency_id: 'EUR',
  opening_balance: 1500,
  opening_date: '2026-01-01',
}
const accountChange: AccountChange = { name: 'Savings account', opening_balance: 1520 }
const expenseDraft: ExpenseDraft = {
  amount: 1200,
  currency_id: 'JPY',
  date: '2026-04-13',
  category_id: id.travel,
  contact_id: id.bela,
  memo: 'Train to Nara',
  tags: ['japan'],
}
const expenseChange: ExpenseChange = { amount: 1300, tags: ['japan', 'train'] }
const incomeDraft: TransactionDraft = {
  amount: 2500,
  date: '2026-04-30',
  category_id: id.salary,
  asset_account_id: id.savings,
  memo: 'April',
}
const incomeChange: TransactionChange = { memo: 'April, with holiday pay' }
const transferDraft: TransferDraft = {
  from_account_id: id.savings,
  to_account_id: id.cash,
  amount: 200,
  date: '2026-05-02',
  notes: 'For the week.',
}
const transferChange: TransferChange = { amount: 250 }
const obligationDraft: ObligationDraft = {
  name: 'Concert ticket',
  reference: 'INV-7',
  opened_date: '2026-05-03',
  due_date: '2026-06-30',
  original_amount: 80,
  outstanding_amount: 80,
  contact_id: id.bela,
  account_id: id.cash,
  currency_id: 'EUR',
}
const paymentDraft: PaymentDraft = { amount: 30, date: '2026-05-20', asset_account_id: id.cash }
const paymentChange: PaymentChange = { amount: 35 }
const writeOff: WriteOff = {
  category_id: id.travel,
  amount: 50,
  date: '2026-05-31',
  notes: 'A birthday present.',
}

const batch: TransactionBatch = {
  transactions: [
    { kind: 'expense', ...expenseDraft },
    { kind: 'transfer', ...transferDraft },
  ],
}
const bulk: TransactionBulk = { ids: [id.expense, id.income], set: { add_tags: ['2026'] } }

const contactPayment: ContactPayment = { direction: 'receivable', amount: 30, currency_id: 'EUR' }
const setOff: SetOff = { currency_id: 'EUR', date: '2026-05-20' }

/** The bodies that the household of the examples sends, by the name of their shape. */
export const examplesOfBodies: Record<string, unknown> = {
  Registration: registration,
  Login: login,
  UserChange: userChange,
  PasswordChange: passwordChange,
  PasswordProof: { current_password: password },
  IdentityProof: { password },
  BookChange: bookChange,
  CategoryDraft: categoryDraft,
  CategoryChange: categoryChange,
  AccountDraft: accountDraft,
  AccountChange: accountChange,
  ExchangeRateDraft: { rate: 0.0054 },
  BudgetDraft: { amount: 120, rollover: true } satisfies BudgetDraft,
  CategoryArrangement: { rows: [{ id: id.travel, parent_id: null, position: 3 }] } satisfies Arrangement,
  CategoryMerge: { into: id.travel } satisfies CategoryMerge,
  BudgetSheetDraft: {
    rows: [{ category_id: id.travel, amount: 120, rollover: true, only: true }],
  } satisfies BudgetSheetDraft,
  BudgetCopy: { from: 'actual:2026-04' } satisfies BudgetCopy,
  ExpenseDraft: expenseDraft,
  ExpenseChange: expenseChange,
  TransactionDraft: incomeDraft,
  TransactionChange: incomeChange,
  TransferDraft: transferDraft,
  TransferChange: transferChange,
  TransactionBatch: batch,
  TransactionBulk: bulk,
  ObligationDraft: obligationDraft,
  PaymentDraft: paymentDraft,
  PaymentChange: paymentChange,
  WriteOff: writeOff,
  ContactPayment: contactPayment,
  SetOff: setOff,
  ReconciliationDraft: reconciliationDraft,
  ReconciliationChange: reconciliationChange,
  ReconciliationFinish: reconciliationFinish,
}
