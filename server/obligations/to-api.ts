import { todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import type { Obligation, Payment } from '../../contract/obligations.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { ReadTransaction } from '../ledger/journal.ts'
import type { AccountRow, BookRow, ContactRow, Debt } from '../ledger/records.ts'
import { type Claim, effectOf } from './debt.ts'

/** An obligation as the API shows it, with the names of its contact and its account. */
export function obligationToApi(
  book: BookRow,
  debt: Debt,
  contact: Pick<ContactRow, 'name'>,
  account: Pick<AccountRow, 'name' | 'code'>,
): Obligation {
  const { id, currency_id, contact_id, account_id, due_date, outstanding_amount } = debt
  return {
    id,
    name: debt.name,
    reference: debt.reference,
    notes: debt.notes,
    opened_date: debt.opened_date,
    due_date,
    original_amount: amountToApi(debt.original_amount, currency_id),
    outstanding_amount: amountToApi(outstanding_amount, currency_id),
    status: outstanding_amount === 0n ? 'settled' : 'open',
    settled_at: debt.settled_at,
    contact: { id: contact_id, name: contact.name },
    account: { id: account_id, name: account.name, code: account.code },
    currency: { id: currency_id, name: currencyFacts(currency_id)?.name ?? null, code: currency_id },
    contact_id,
    account_id,
    currency_id,
    counter_account_id: debt.counter_account_id,
    direction: debt.direction,
    is_overdue: outstanding_amount > 0n && due_date !== null && due_date < todayIn(book.time_zone),
    fx_rate: decimalNumber(decimalFrom(debt.fx_rate)),
    fx_source: debt.fx_source,
    fx_date: debt.fx_date,
    outstanding_base: amountToApi(debt.outstanding_base, book.base_currency_id),
    expense_id: debt.expense_id,
    plan_id: debt.plan_id,
    version: debt.version,
    created_at: debt.created_at,
    updated_at: debt.updated_at,
    deleted_at: debt.deleted_at,
  }
}

/** A payment as the API shows it, with the amount that was outstanding after it. */
export function paymentToApi(
  book: BookRow,
  debt: Claim & Pick<Debt, 'currency_id'>,
  payment: ReadTransaction,
  outstandingAfter: bigint,
): Payment {
  const { id, date, currency_id, entries, notes, version, created_at, account_id, base_amount } = payment
  const effect = effectOf(debt, entries)
  const freed = -effect.base_amount
  const gain = debt.direction === 'receivable' ? base_amount - freed : freed - base_amount
  return {
    id,
    obligation_id: debt.id,
    transaction_id: id,
    date,
    amount: amountToApi(payment.amount, currency_id),
    currency_id,
    applied_amount: amountToApi(-effect.amount, debt.currency_id),
    applied_source: payment.other_source ?? 'found',
    asset_account_id: account_id ?? '',
    fx_rate: decimalNumber(decimalFrom(payment.fx_rate)),
    fx_source: payment.fx_source,
    fx_date: payment.fx_date,
    base_amount: amountToApi(base_amount, book.base_currency_id),
    exchange_difference: amountToApi(gain, book.base_currency_id),
    outstanding_amount: amountToApi(outstandingAfter, debt.currency_id),
    notes,
    version,
    created_at,
  }
}
