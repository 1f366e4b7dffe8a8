import type { BatchItem } from '../../../contract/batches.ts'
import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'

/** A copy on another day: the choices of a person, without the values that Florin found for the first day. */
export function draftOf(transaction: Transaction, date: Day): BatchItem {
  const { kind, amount, currency_id, contact_id, notes, memo, tags, splits, shares } = transaction
  const common = { amount, currency_id, date, contact_id, notes, tags }
  if (kind === 'transfer')
    return {
      ...common,
      kind,
      memo,
      from_account_id: transaction.from_account_id ?? '',
      to_account_id: transaction.to_account_id ?? '',
      ...(transaction.to_source === 'given' ? { to_amount: transaction.to_amount } : {}),
      to_currency_id: transaction.to_currency_id,
    }
  const booking = {
    ...common,
    is_refund: transaction.is_refund,
    ...(transaction.asset_account_id === null ? {} : { asset_account_id: transaction.asset_account_id }),
    ...(splits.length > 0
      ? { splits: splits.map(({ category_id, amount, memo }) => ({ category_id, amount, memo })) }
      : { category_id: transaction.category_id ?? '', memo }),
  }
  if (kind === 'income') return { ...booking, kind }
  return {
    ...booking,
    kind: 'expense',
    ...(shares.length > 0
      ? { shares: shares.map(({ contact_id, amount }) => ({ contact_id, amount })) }
      : {}),
  }
}
