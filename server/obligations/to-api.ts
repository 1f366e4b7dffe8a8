import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import type { Payment } from '../../contract/obligations.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import type { ReadTransaction } from '../ledger/journal.ts'
import type { Debt } from '../records/obligation.ts'
import { type Claim, effectOf } from './debt.ts'

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
  return createdIn(payment.created_version, {
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
  })
}
