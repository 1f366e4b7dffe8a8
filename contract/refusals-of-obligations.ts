import { type Later, t } from '../words/t.ts'
import { entry, priced } from './refusal.ts'

/** Refusals about debts, their payments and their shares. */
export const obligationRefusals = {
  obligation_account: entry(
    422,
    'Account not usable',
    () =>
      t(
        'account_id must be an active account of this book of type asset, liability, income or expense; of the system accounts only Receivables and Payables are allowed; GET /accounts lists them.',
      ),
    'account_id',
  ),
  counter_account: entry(
    422,
    'Counter account not usable',
    () =>
      t(
        'counter_account_id must be another active account of this book; of the system accounts only Opening balances, Receivables and Payables are allowed. Only an obligation on a claim or a liability has a counter account.',
      ),
    'counter_account_id',
  ),
  has_payments: entry(409, 'Already paid in part', (d: { name: string; field: string; count: number }) =>
    t(
      '"{name}" has {count, plural, one {# payment or write-off: its {field} is fixed. Take it back first.} other {# payments or write-offs: its {field} is fixed. Take them back first.}}',
      d,
    ),
  ),
  obligation_of_share: entry(409, 'Share of an expense', (d: { name: string }) =>
    t('"{name}" is a share of an expense: change, delete or restore the expense instead.', d),
  ),
  share_paid: entry(409, 'A share was paid', (d: { contact: string; amount: number; currency_id: string }) =>
    t('{contact} has already settled {amount} of a share of this expense. Take that back first.', {
      contact: d.contact,
      amount: priced(d.amount, d.currency_id),
    }),
  ),
  shares_mismatch: entry(
    422,
    'Shares do not add up',
    (d: { reason: Later }) => t('shares: {reason}', d),
    'shares',
  ),
  payment_currency: entry(
    422,
    'Wrong currency',
    (d: { name: string; bound: string; currency_id: string }) =>
      t(
        'currency_id: "{name}" is kept in {bound}. Send the amount in {bound} and applied_amount in the currency of the debt.',
        d,
      ),
    'currency_id',
  ),
  payment_mismatch: entry(
    422,
    'Amounts differ',
    (d: { reason: Later }) => t('applied_amount: {reason}', d),
    'applied_amount',
  ),
  overpaid: entry(
    422,
    'More than is owed',
    (d: { field: string; applied: number; outstanding: number; currency_id: string; opened_by?: string }) =>
      t(
        '{is_opened, select, true {{field}: {applied} is more than the {outstanding} that are outstanding of obligations opened by {day}.} other {{field}: {applied} is more than the {outstanding} that are outstanding.}}',
        {
          field: d.field,
          applied: priced(d.applied, d.currency_id),
          outstanding: priced(d.outstanding, d.currency_id),
          is_opened: d.opened_by !== undefined,
          day: d.opened_by ?? '',
        },
      ),
  ),
  write_off_category: entry(
    422,
    'Category not usable',
    (d: { direction: 'payable' | 'receivable'; kind: string }) =>
      t(
        '{direction, select, payable {category_id must be a category of incomes, because writing off a payable is an income; GET /budgeting/categories?kind={kind} lists them.} other {category_id must be a category of expenses, because writing off a receivable is an expense; GET /budgeting/categories?kind={kind} lists them.}}',
        d,
      ),
    'category_id',
  ),
  payment_date: entry(422, 'Day not possible', (d: { field: string; reason: Later }) =>
    t('{field}: {reason}', d),
  ),
  nothing_outstanding: entry(409, 'Nothing outstanding', (d: { name: string }) =>
    t('"{name}" is settled: there is nothing to write off.', d),
  ),
  nothing_written_off: entry(409, 'Nothing written off', (d: { name: string }) =>
    t('Nothing of "{name}" was written off.', d),
  ),
} as const
