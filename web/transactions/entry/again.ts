import type { Suggestion } from '../../../contract/suggestions.ts'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import { shownText } from '../../ui/bank-text.ts'
import type { AddDraft } from './add-reading.ts'
import type { EntryBook } from './book.ts'

/** How many earlier entries are offered. */
const MAX_AGAIN = 6

/** The earlier entries that are offered again. Of those that read the same, which differ in their category alone, the first one. */
export function offeredAgain(suggestions: readonly Suggestion[], kind: Suggestion['kind']): Suggestion[] {
  const wanted = suggestions.filter((one) => one.kind === kind && one.memo !== null)
  const asRead = ({ memo, amount, currency_id }: Suggestion) =>
    `${shownText(memo)?.trim().toLowerCase()} ${amount} ${currency_id}`
  const first = new Map(wanted.toReversed().map((one) => [asRead(one), one]))
  return wanted.filter((one) => first.get(asRead(one)) === one).slice(0, MAX_AGAIN)
}

/** An earlier entry as a draft of the page. */
export const draftAgain = (one: Suggestion, book: EntryBook): Partial<AddDraft> => ({
  kind: one.kind === 'income' ? 'got' : 'spent',
  isKindChosen: true,
  sum: fieldOfAmount(one.amount, one.currency_id),
  memo: shownText(one.memo) ?? '',
  category: book.categories.find(({ id }) => id === one.category_id) ?? null,
  account: book.accounts.find(({ id }) => id === one.asset_account_id) ?? null,
  currency_id: one.currency_id === book.base_currency_id ? null : one.currency_id,
})
