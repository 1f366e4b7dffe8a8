import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import type { Obligation, Payment } from '../../contract/obligations.ts'
import { shown } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type Debt, effectOf } from './debt.ts'

/** The names an obligation shows beside its ids. */
export type DebtNames = { contact_name: string; account_name: string; account_code: string }

const isOverdue = (debt: Debt, today: Day): boolean =>
  debt.outstanding_amount > 0n && debt.due_date !== null && debt.due_date < today

/** An obligation as the API shows it. */
export function shownObligation(book: BookRow, debt: Debt, names: DebtNames): Obligation {
  const { id, currency_id, contact_id, account_id } = debt
  return {
    id,
    name: debt.name,
    reference: debt.reference,
    notes: debt.notes,
    opened_date: debt.opened_date,
    due_date: debt.due_date,
    original_amount: shown(debt.original_amount, currency_id),
    outstanding_amount: shown(debt.outstanding_amount, currency_id),
    status: debt.outstanding_amount === 0n ? 'settled' : 'open',
    settled_at: debt.settled_at,
    contact: { id: contact_id, name: names.contact_name },
    account: { id: account_id, name: names.account_name, code: names.account_code },
    currency: { id: currency_id, name: currencyFacts(currency_id)?.name ?? null, code: currency_id },
    contact_id,
    account_id,
    currency_id,
    counter_account_id: debt.counter_account_id,
    direction: debt.direction,
    is_overdue: isOverdue(debt, todayIn(book.time_zone)),
    fx_rate: decimalNumber(decimalFrom(debt.fx_rate)),
    fx_source: debt.fx_source,
    fx_date: debt.fx_date,
    outstanding_base: shown(debt.outstanding_base, book.base_currency_id),
    expense_id: debt.expense_id,
    version: debt.version,
    created_at: debt.created_at,
    updated_at: debt.updated_at,
    deleted_at: debt.deleted_at,
  }
}

/** A payment as the API shows it, with what was left after it. */
export function shownPayment(book: BookRow, debt: Debt, payment: Transaction, outstanding: bigint): Payment {
  const { id, date, currency_id, entries, notes, version, created_at, account_id, base_amount } = payment
  const applied = entries.reduce((sum, entry) => sum - effectOf(debt, entry).amount, 0n)
  const freed = entries.reduce((sum, entry) => sum - effectOf(debt, entry).base_amount, 0n)
  const gain = debt.direction === 'receivable' ? base_amount - freed : freed - base_amount
  return {
    id,
    obligation_id: debt.id,
    transaction_id: id,
    date,
    amount: shown(payment.amount, currency_id),
    currency_id,
    applied_amount: shown(applied, debt.currency_id),
    applied_source: payment.other_source ?? 'found',
    asset_account_id: account_id ?? '',
    fx_rate: decimalNumber(decimalFrom(payment.fx_rate)),
    fx_source: payment.fx_source,
    fx_date: payment.fx_date,
    base_amount: shown(base_amount, book.base_currency_id),
    exchange_difference: shown(gain, book.base_currency_id),
    outstanding_amount: shown(outstanding, debt.currency_id),
    notes,
    version,
    created_at,
  }
}
