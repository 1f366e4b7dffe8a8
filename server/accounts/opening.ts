import type { Day } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { entryOf, keepLines, plainTransaction, type Step, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import { accountWithRole } from '../records/require.ts'

/** The opening balance that a request gives an account: its amount, currency and day, and the rate if one was sent. */
export type OpeningDraft = {
  balance: number | null
  currency_id: string
  date: Day
  fx_rate: number | null | undefined
  fx_source: string | null | undefined
}

/** The step that posts an account's opening, replaces it or, without a balance, removes it; null if there is nothing to remove. */
export function openingStep(
  book: Book,
  known: Known,
  account: AccountRow,
  before: Transaction | null,
  { balance, currency_id, date, fx_rate, fx_source }: OpeningDraft,
): Step | null {
  const stored = before?.deleted_at === null ? before : null
  if (balance === null || balance === 0) {
    const marks = { version: book.version, updated_at: book.at, deleted_at: book.at }
    return stored && { before: stored, after: { ...stored, ...marks } }
  }
  if (account.type !== 'asset' && account.type !== 'liability')
    refuse('opening_not_possible', { type: account.type })
  const signed = amountOf(balance, currency_id, 'opening_balance')
  const amount = signed < 0n ? -signed : signed
  const { rate, base_amount } = exchange(book, {
    ...{ date, currency_id, amount, field: 'opening_balance', fx_rate, fx_source, other: null },
    before: stored && { ...stored, other: null },
    isChanged: stored?.date !== date || stored.amount !== amount || stored.currency_id !== currency_id,
    known,
  })
  const isDebit = (account.type === 'asset') === signed > 0n
  const equity = accountWithRole(known, 'opening_balances')
  const sides = isDebit ? { from: equity.id, to: account.id } : { from: account.id, to: equity.id }
  const after: Transaction = {
    ...plainTransaction,
    id: before?.id ?? newId(),
    kind: 'opening',
    date,
    currency_id,
    amount,
    base_amount,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    account_id: account.id,
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: [entryOf(sides, { currency_id, amount, base_amount })],
  }
  return { before, after: { ...after, entries: keepLines(stored?.entries ?? [], after.entries) } }
}
