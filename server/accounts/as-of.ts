import type { Account, AccountChange } from '../../contract/accounts.ts'
import { todayIn } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf, amountToApi, formatAmount } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { isLive, type Step, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type AccountRow, isAsOf, NOT_SAID, type SaidAccount } from '../records/account.ts'
import type { OpeningDraft } from '../records/opening.ts'

type SaidDraft = NonNullable<AccountChange['balance_as_of']>

/** Whether a request only repeats the stored balance. */
const isSaidAgain = (account: AccountRow, { date, amount, includes_day = false }: SaidDraft): boolean =>
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

/** Whether a rate was sent, other than a stored rate that is sent back with its source. */
export const isRateSent = ({ fx_rate, fx_source }: AccountChange, before: Account | null): boolean => {
  const [stored, source] = [before?.fx_rate ?? null, before?.fx_source ?? null]
  if (fx_rate === undefined || (fx_rate === null && stored === null)) return false
  return fx_rate !== stored || fx_source !== source
}

/**
 * The account with the balance that holds after a change: one that was said now, else the one before, unless the opening is changed by hand,
 * which ends it.
 */
export function withBalance(
  book: Book,
  known: Known,
  account: AccountRow,
  draft: AccountChange,
  before: Account,
  opening: OpeningDraft,
): AccountRow {
  const { balance_as_of: said } = draft
  if (said === null) return { ...account, ...NOT_SAID }
  const rate = isRateSent(draft, before) ? draft : {}
  const { opening_balance, opening_date } = before
  const isByHand =
    (opening.balance || null) !== opening_balance || opening.date !== (opening_date ?? opening.date)
  const isRateNew = isRateSent(draft, before)
  // This also holds beside the same balance: an account that was read before its opening moved, and is then sent back, does not end the balance.
  if (said) checkOneWay(draft, before)
  if (said && !isSaidAgain(account, said))
    return asOf(book, known, account, known.find('opening', account.id) ?? null, said, rate)
  if (!isAsOf(account)) return account
  // An account that takes any currency has its balance in the base currency: one in another currency ends with the binding.
  const isFreed = account.currency_id === null && account.as_of_currency_id !== book.base_currency_id
  if (isByHand || isFreed) return { ...account, ...NOT_SAID }
  const isOtherCurrency = account.currency_id !== null && account.currency_id !== account.as_of_currency_id
  if (!isRateNew && !isOtherCurrency && account.type === before.type) return account
  return asOf(book, known, account, null, before.balance_as_of ?? refuse('not_found'), rate)
}

/** A request gives a balance as of a day or changes the opening, but not both. */
export function checkOneWay(
  draft: AccountChange,
  before: Pick<Account, 'opening_balance' | 'opening_date'>,
): void {
  for (const field of ['opening_balance', 'opening_date'] as const)
    if (draft[field] !== undefined && (draft[field] || null) !== before[field])
      refuse('balance_or_opening', { field })
}

/** The stored opening of an account that no longer has a balance as of a day: from now on it does not follow other entries. */
export const enteredNow = (book: Book, stored: Transaction | null, account: AccountRow): Step | null =>
  isLive(stored) && stored.other_source !== null && !isAsOf(account)
    ? {
        before: stored,
        after: { ...stored, other_source: null, version: book.version, updated_at: book.at },
      }
    : null
