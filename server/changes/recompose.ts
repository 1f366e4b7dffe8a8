import { isDeepStrictEqual } from 'node:util'
import type { ExpenseChange, TransferChange } from '../../contract/budgeting.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { Refusal } from '../../contract/refusals.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { isShared, keepLines, type Transaction } from '../ledger/journal.ts'
import type { Known, LaterEvent } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { composeBooking } from '../transactions/booking.ts'
import { composeTransfer } from '../transactions/transfers.ts'
import { POSTING, type Reversal, withColumns } from './take-back.ts'

type Draft = ExpenseChange & TransferChange

/** The entered fields of a posting, as a request would send them; null asks Florin to find a value. */
function enteredIn(transaction: Transaction): Record<string, Draft> {
  const { kind, date, currency_id, amount, account_id, to_account_id, is_refund, entries } = transaction
  const given = transaction.other_source === 'given'
  const common = {
    date: { date },
    currency: { currency_id },
    amount: { amount: amountToApi(amount, currency_id) },
    rate: {
      fx_rate: transaction.fx_source === 'given' ? decimalNumber(decimalFrom(transaction.fx_rate)) : null,
    },
  }
  const [first] = entries
  if (kind === 'transfer') {
    const { to_amount, to_currency_id } = transaction
    const arriving = given && to_amount !== null && to_currency_id !== null
    return {
      ...common,
      from: { from_account_id: account_id ?? '' },
      to: { to_account_id: to_account_id ?? '', ...(to_currency_id && { to_currency_id }) },
      arriving: { to_amount: arriving ? amountToApi(to_amount, to_currency_id) : null },
      memo: { memo: first?.memo ?? '' },
    }
  }
  const parts = entries.filter((entry) => entry.category_id !== null)
  const { charged_amount } = transaction
  const bound = entries.at(-1)?.currency_id
  const charged = given && charged_amount !== null && bound !== undefined
  return {
    ...common,
    account: { asset_account_id: account_id ?? '' },
    charged: { charged_amount: charged ? amountToApi(charged_amount, bound) : null },
    is_refund: { is_refund },
    parts:
      parts.length > 1
        ? {
            splits: parts.map((part) => ({
              category_id: part.category_id ?? '',
              amount: amountToApi(part.amount, currency_id),
              memo: part.memo,
            })),
          }
        : { splits: [], category_id: transaction.category_id ?? '' },
    ...(parts.length === 1 && { memo: { memo: first?.memo ?? '' } }),
  }
}

const differing = (before: Transaction, after: Transaction): string[] => {
  const [was, is] = [enteredIn(before), enteredIn(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isDeepStrictEqual(was[name], is[name]),
  )
}

const isPlain = ({ kind, entries }: Transaction) =>
  ['expense', 'income', 'transfer'].includes(kind) && !isShared({ entries } as Transaction)

/**
 * Takes back single fields of a posting that was changed in other fields since: the transaction as it is now is composed again, with
 * these fields as they were. A transaction that cannot be composed stays blocked, as does a field that was changed again.
 */
export function recomposed(book: Book, known: Known, reversal: Reversal): Reversal {
  const [was, is, current] = [
    reversal.event.before,
    reversal.event.after,
    reversal.current,
  ] as (Transaction | null)[] // the event is a transaction's
  if (!reversal.isPosting || !was || !is || !current || ![was, is, current].every(isPlain)) return reversal
  const fields = differing(was, is)
  const blockers = reversal.blockers.filter(({ before, after }: LaterEvent) =>
    differing(before as Transaction, after as Transaction).some((field) => fields.includes(field)),
  )
  if (blockers.length > 0) return { ...reversal, blockers }
  const entered = enteredIn(was)
  const draft: Draft = Object.assign({}, ...fields.map((field) => entered[field]))
  try {
    const composed = composeOn(book, known, draft, current)
    const posted = { ...composed, entries: keepLines(current.entries, composed.entries) }
    return {
      ...reversal,
      blockers: [],
      after: reversal.after && withColumns(reversal.after, posted, POSTING),
    }
  } catch (error) {
    if (error instanceof Refusal) return reversal
    throw error
  }
}

const composeOn = (book: Book, known: Known, draft: Draft, current: Transaction): Transaction =>
  current.kind === 'transfer'
    ? composeTransfer(book, draft, known, current)
    : composeBooking(book, current.kind as 'expense' | 'income', draft, known, current).transaction // the only other plain kinds
