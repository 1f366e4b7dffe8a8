import type { AccountChange } from '../../contract/accounts.ts'
import { todayIn } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf, amountToApi, formatAmount } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { isLive, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type AccountRow, isAsOf, type SaidAccount } from '../records/account.ts'

type SaidDraft = NonNullable<AccountChange['balance_as_of']>

/** Whether a request only repeats the balance that holds. */
export const isSaidAgain = (
  account: AccountRow,
  { date, amount, includes_day = false }: SaidDraft,
): boolean =>
  isAsOf(account) &&
  account.as_of_date === date &&
  account.as_of_includes_day === includes_day &&
  amountToApi(account.as_of_amount, account.as_of_currency_id) === amount

/** The account with a balance that is said as of a day. Its rate is given or found now, and kept. */
export function asOf(
  book: Book,
  known: Known,
  account: AccountRow,
  opening: Transaction | null,
  { date, amount: said, includes_day = false }: SaidDraft,
  { fx_rate, fx_source }: Pick<AccountChange, 'fx_rate' | 'fx_source'>,
): SaidAccount {
  const { type } = account
  if (type !== 'asset' && type !== 'liability') refuse('balance_not_possible', { type })
  const today = todayIn(book.time_zone)
  if (date > today) refuse('balance_in_future', { date, today })
  const currency_id = account.currency_id ?? book.base_currency_id
  if (isLive(opening) && opening.currency_id !== currency_id)
    refuse('balance_not_possible', {
      currency_id,
      opening: formatAmount(opening.amount, opening.currency_id),
    })
  const signed = amountOf(said, currency_id, 'balance_as_of.amount')
  const isSame = isAsOf(account) && account.as_of_currency_id === currency_id
  const { rate } = exchange(book, {
    date,
    currency_id,
    amount: signed < 0n ? -signed : signed,
    field: 'balance_as_of.amount',
    fx_rate,
    fx_source,
    other: null,
    before: isSame
      ? {
          currency_id,
          base_amount: 0n, // only the rate is kept
          fx_rate: account.as_of_fx_rate,
          fx_source: account.as_of_fx_source,
          fx_date: account.as_of_fx_date,
          other: null,
        }
      : null,
    isChanged: !isSame || account.as_of_date !== date,
    known,
  })
  return {
    ...account,
    as_of_date: date,
    as_of_amount: signed,
    as_of_currency_id: currency_id,
    as_of_includes_day: includes_day,
    as_of_fx_rate: decimalText(rate.rate),
    as_of_fx_source: rate.source,
    as_of_fx_date: rate.date,
  }
}
