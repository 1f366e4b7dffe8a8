import { reason } from '../../contract/import-reasons.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { knownShop } from '../lists/shops/known-shops.ts'
import { nameWords } from '../lists/words.ts'
import { type CategoryOf, plainDraft } from './draft.ts'
import { categoryFor, payerOf, refundedBy } from './history.ts'
import type { RowVerdict } from './judged.ts'
import type { FindRefunded } from './refunded-rows.ts'
import type { Resolved } from './resolve.ts'
import type { StoredDraft } from './rows.sql.ts'
import { suggest } from './suggest.ts'
import type { Sentences } from './verdict-sentences.ts'

type RefundContext = Parameters<typeof suggest>[2] & {
  readonly say: Sentences
  readonly categoryOf: CategoryOf
  /** Among the rows of expenses that the book does not have. */
  readonly refunded: FindRefunded
  /** The verdict on a row that is nothing but a new expense or income. */
  readonly fresh: (row: Resolved) => RowVerdict
}

/** Money in with the words of an earlier expense that is not smaller, unless earlier incomes have these words too. */
export function asRefund(row: Resolved, context: RefundContext): RowVerdict | undefined {
  const { say, knows } = context
  const { history, categories } = knows
  const isUsable = (id: string) => categories.has(id)
  if (row.amount < 0n || categoryFor(row.words, history, 'income', isUsable)) return undefined
  const expense = refundedBy(payerOf(row), history, row)
  if (!expense) return asRefundOfRow(row, context) ?? asRefundOfShop(row, context)
  if (!expense.category_id || !isUsable(expense.category_id)) return undefined
  const { id, date, amount, currency_id, memo } = expense
  const name = memo ?? say.categoryName(expense.category_id)
  const draft: StoredDraft = {
    ...plainDraft(row, context.categoryOf),
    kind: 'expense',
    is_refund: true,
    category_id: expense.category_id,
    category_name: null,
    contact_id: expense.contact_id,
  }
  return {
    verdict: 'refund',
    draft,
    reasons: [reason('refund_of', { name, amount: say.amount(amount, currency_id), day: date })],
    of_record: { kind: 'transaction', id, date, amount: amountToApi(amount, currency_id), currency_id, name },
  }
}

/** Money in with a word for a refund, for an expense of the same payee in this file. */
function asRefundOfRow(row: Resolved, context: RefundContext): RowVerdict | undefined {
  const { say, refunded, categoryOf, fresh } = context
  const expense = refunded(row)
  if (!expense) return undefined
  const { category_id, category_name, contact_id } = fresh(expense).draft
  return {
    verdict: 'refund',
    reasons: [
      reason('refund_of_row', {
        row: expense.n,
        amount: say.amount(expense.amount, row.currency_id),
        day: expense.date,
      }),
    ],
    draft: {
      ...plainDraft(row, categoryOf),
      kind: 'expense',
      is_refund: true,
      category_id,
      category_name,
      contact_id,
    },
  }
}

/**
 * Money in with a word for a refund, from a shop that the tables know and that nothing was spent at yet: it goes where spending there goes. Of a row
 * without a payee the shop may be a word of anybody's, so that a word of credits in general, as Gutschrift, is not enough.
 */
function asRefundOfShop(row: Resolved, context: RefundContext): RowVerdict | undefined {
  const { isRefunding, isReturn } = payerOf(row)
  const { payee } = row.row
  if (!isRefunding || (payee === undefined && !isReturn)) return undefined
  if (!knownShop(nameWords(payee ?? row.text), 'expense') || knownShop(nameWords(row.text), 'income'))
    return undefined
  const draft = { ...plainDraft(row, context.categoryOf), kind: 'expense' as const, is_refund: true }
  const suggested = suggest(row, draft, context)
  if (!suggested.suggestion?.category_id || suggested.suggestion.count > 0) return undefined
  const reasons = [reason('refund_words', {}), ...suggested.reasons]
  return { verdict: 'refund', ...suggested, reasons }
}
