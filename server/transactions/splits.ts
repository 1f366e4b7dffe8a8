import type { TransactionChange } from '../../contract/budgeting.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountFrom, amountOf, formatAmount } from '../ledger/amounts.ts'
import type { Entry, Transaction } from '../ledger/journal.ts'

/** One category's part of a payment, before its category was looked up. `field` is where the request says the category. */
export type SentPart = { category_id: string; amount: bigint; memo: string; field: string }

/** The amounts of a transaction: `mine` is the amount without the shares of others, which the parts have to add up to. */
export type SplitAmounts = { currency_id: string; amount: bigint; mine: bigint }

/** The parts of a split transaction, from the request or else the stored ones. `stored` are the stored entries that have a category. */
export function splitParts(
  draft: TransactionChange,
  before: Transaction | null,
  stored: readonly Entry[],
  amounts: SplitAmounts,
): SentPart[] {
  const { currency_id } = amounts
  const carried = carriedMemo(draft, stored)
  const parts =
    draft.splits?.map((split, index) => ({
      category_id: split.category_id,
      amount: amountOf(split.amount, currency_id, `splits.${index}.amount`),
      // Each of several parts has a memo of its own.
      memo: split.memo || (draft.splits?.length === 1 && draft.memo) || (index === 0 ? carried : ''),
      field: `splits.${index}.category_id`,
    })) ??
    stored.map((entry) => ({
      category_id: entry.category_id ?? '',
      amount: amountFrom(undefined, entry, currency_id, 'splits'),
      memo: entry.memo,
      field: 'category_id',
    }))
  checkBesideParts(draft, before, stored, parts)
  checkSum(parts, amounts)
  return parts
}

/** The memo of a transaction that is split for the first time goes to the first part, unless the parts bring memos of their own. */
function carriedMemo({ splits = [], memo }: TransactionChange, stored: readonly Entry[]): string {
  const isTakenOut = memo === null || memo === '' || splits.some((split) => split.memo)
  return stored.length === 1 && !isTakenOut ? (stored[0]?.memo ?? '') : ''
}

/** Refuses a category or a memo beside the parts that contradicts them. One that equals the stored value is ignored. */
function checkBesideParts(
  { category_id, memo, splits }: TransactionChange,
  before: Transaction | null,
  stored: readonly Entry[],
  parts: readonly SentPart[],
): void {
  const isOther = category_id !== undefined && category_id !== before?.category_id
  // The category of a split transaction is that of its first part; a new category alone does not say which parts change.
  if (splits === undefined && isOther) {
    const reason = later(
      'there are {count} parts, and category_id alone changes none of them. Send the parts, or [] for none.',
      { count: parts.length },
    )
    refuse('splits_mismatch', { reason })
  }
  const [first] = parts
  const isFirst = category_id?.toLowerCase() === first?.category_id.toLowerCase()
  if (isOther && !isFirst)
    refuse('beside_splits', {
      field: 'category_id',
      reason: later('the category is that of the first split. Leave it out.'),
    })
  const isBack = memo === (stored.length === 1 ? stored[0]?.memo : undefined)
  if (!memo || isBack || (parts.length === 1 && first?.memo === memo)) return
  refuse('beside_splits', {
    field: 'memo',
    reason: later('each split has a memo of its own. Send it there.'),
  })
}

/** Refuses parts that do not add up to the amount, or to the rest of it that the shares of others leave. */
function checkSum(parts: readonly SentPart[], { currency_id, amount, mine }: SplitAmounts): void {
  const total = parts.reduce((sum, part) => sum + part.amount, 0n)
  if (total === mine) return
  const [sum = '', whole = '', shared = '', left = ''] = [total, amount, amount - mine, mine].map((one) =>
    formatAmount(one, currency_id),
  )
  const said = { count: parts.length, sum, whole }
  const reason =
    amount === mine
      ? later(
          '{count, plural, one {# part adds up to {sum}, the amount is {whole}.} other {# parts add up to {sum}, the amount is {whole}.}}',
          said,
        )
      : later(
          '{count, plural, one {# part adds} other {# parts add}} up to {sum}; of the amount of {whole}, the shares of others take {shared}, which leaves {left} for the splits.',
          { ...said, shared, left },
        )
  refuse('splits_mismatch', { reason })
}
