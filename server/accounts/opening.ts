import type { Day } from '../../contract/day.ts'
import { convert, decimalFrom, decimalOf, decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { newId } from '../ids.ts'
import { amountOf, checkSize } from '../ledger/amounts.ts'
import type { Book } from '../ledger/book.ts'
import type { AccountRow } from '../ledger/chart.ts'
import { entryOf, plainTransaction, type Step, type Transaction } from '../ledger/journal.ts'
import { decimalsOf, type KnownRate, type Rate, theRate } from '../ledger/rates.ts'

/** What is said to be on an account, in which currency, on which day, and at which rate if one was sent. */
export type Opening = { balance: number | null; currency_id: string; date: Day; fx_rate: number | null }

/** What an account's opening becomes: posted, replaced, or, with a balance of none, taken out. */
export function openingStep(
  book: Book,
  account: AccountRow,
  before: Transaction | null,
  { balance, currency_id, date, fx_rate }: Opening,
  known: { opening_balances_id: string; known_rates: KnownRate[] },
): Step | null {
  if (balance === null || balance === 0) {
    return (
      before && {
        before,
        after: { ...before, version: book.version, updated_at: book.at, deleted_at: book.at },
      }
    )
  }
  if (account.type !== 'asset' && account.type !== 'liability')
    refuse('opening_not_possible', { type: account.type })
  const base = book.base_currency_id
  const signed = amountOf(balance, currency_id, 'opening_balance')
  const amount = signed < 0n ? -signed : signed
  const { rate, source, date: fx_date } = rateFor(book, before, currency_id, date, fx_rate, known.known_rates)
  const worth = convert(amount, decimalsOf(currency_id), rate, decimalsOf(base))
  const base_amount = checkSize(worth, base, 'opening_balance')
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
    fx_rate: decimalText(rate),
    fx_source: source,
    fx_date,
    account_id: account.id,
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: [entryOf({ from, to }, { currency_id, amount, base_amount })],
  }
  return { before, after }
}

/** The rate that was sent, the one that stands while currency and day do, or the one that is known for the day. */
function rateFor(
  book: Book,
  before: Transaction | null,
  currencyId: string,
  date: Day,
  sent: number | null,
  known: readonly KnownRate[],
): Rate {
  if (currencyId === book.base_currency_id) return theRate(book, currencyId, date, known)
  if (sent !== null) return { rate: decimalOf(sent), source: 'given', date }
  const isStanding = before?.deleted_at === null && before.currency_id === currencyId && before.date === date
  return isStanding
    ? { rate: decimalFrom(before.fx_rate), source: before.fx_source, date: before.fx_date }
    : theRate(book, currencyId, date, known)
}
