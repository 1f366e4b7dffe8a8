import type { Day } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { newId } from '../ids.ts'
import { amountOf } from '../ledger/amounts.ts'
import type { Book } from '../ledger/book.ts'
import type { AccountRow } from '../ledger/chart.ts'
import { exchange } from '../ledger/exchange.ts'
import { entryOf, plainTransaction, type Step, type Transaction } from '../ledger/journal.ts'
import type { KnownRate } from '../ledger/rates.ts'

/** What is said to be on an account, in which currency, on which day, and at which rate if one was sent. */
export type Opening = {
  balance: number | null
  currency_id: string
  date: Day
  fx_rate: number | null | undefined
  fx_source: string | null | undefined
}

/** What an account's opening becomes: posted, replaced, or, with a balance of none, taken out. */
export function openingStep(
  book: Book,
  account: AccountRow,
  before: Transaction | null,
  { balance, currency_id, date, fx_rate, fx_source }: Opening,
  known: { opening_balances_id: string; known_rates: KnownRate[] },
): Step | null {
  if (balance === null || balance === 0) {
    return before?.deleted_at === null
      ? { before, after: { ...before, version: book.version, updated_at: book.at, deleted_at: book.at } }
      : null
  }
  if (account.type !== 'asset' && account.type !== 'liability')
    refuse('opening_not_possible', { type: account.type })
  const signed = amountOf(balance, currency_id, 'opening_balance')
  const amount = signed < 0n ? -signed : signed
  const stored = before?.deleted_at === null ? before : null
  const { rate, base_amount } = exchange(book, {
    ...{ date, currency_id, amount, field: 'opening_balance', fx_rate, fx_source, other: null },
    before: stored && { ...stored, other: null },
    isChanged: stored?.date !== date || stored.amount !== amount || stored.currency_id !== currency_id,
    known_rates: known.known_rates,
  })
  const isDebit = (account.type === 'asset') === signed > 0n
  const [to, from] = isDebit
    ? [account.id, known.opening_balances_id]
    : [known.opening_balances_id, account.id]
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
    entries: [entryOf({ from, to }, { currency_id, amount, base_amount })],
  }
  return { before, after }
}
