import type { Account } from '../../contract/accounts.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { type FxSource, isLive, type Transaction } from '../ledger/journal.ts'
import { type FoundRate, findRate } from '../ledger/rates.ts'
import { computeValue } from '../ledger/worth.ts'
import { type AccountRow, accountFieldsToApi, normalSide } from '../records/account.ts'
import type { ReadAccount } from './accounts.sql.ts'

/** The figures of an account: everything that the API shows of it beside its own row. */
export type Figures = {
  /** Debits less credits by currency, sorted by currency. */
  totals: readonly { currency_id: string; amount: bigint; base_amount: bigint }[]
  opening: {
    date: Day
    currency_id: string
    amount: bigint
    is_debit: boolean
    fx_rate: string
    fx_source: FxSource
  } | null
  /** The rate of today, or undefined where there is none; null if the account is shown as known at a version, without a value. */
  rateToday: ((currencyId: string) => FoundRate | undefined) | null
}

/**
 * An account as the API shows it: balances positive on its normal side, at recorded amounts and at today's value. A currency whose balance is 0 is
 * left out, so that equal figures look equal whatever came before them.
 */
export function accountToApi(
  book: BookRow,
  account: AccountRow,
  { totals, opening, rateToday }: Figures,
): Account {
  const sign = normalSide(account)
  const base = book.base_currency_id
  const sum = (amounts: readonly bigint[]) =>
    amountToApi(sign * amounts.reduce((all, amount) => all + amount, 0n), base)
  const held = totals.filter(({ amount }) => amount !== 0n)
  const { value, missing } = rateToday ? computeValue(base, held, rateToday) : { value: null, missing: [] }
  return {
    ...accountFieldsToApi(account),
    balances: held.map(({ currency_id, amount }) => ({
      currency_id,
      amount: amountToApi(sign * amount, currency_id),
    })),
    base_balance: sum(totals.map(({ base_amount }) => base_amount)),
    base_value: value === null ? null : sum([value]),
    missing_rates: missing,
    opening_balance:
      opening && amountToApi((opening.is_debit ? sign : -sign) * opening.amount, opening.currency_id),
    opening_date: opening?.date ?? null,
    fx_rate: opening && decimalNumber(decimalFrom(opening.fx_rate)),
    fx_source: opening?.fx_source ?? null,
  }
}

/** The figures of an opening: of the transaction, unless it is in the trash. */
export function openingFigures(accountId: string, opening: Transaction | null): Figures['opening'] {
  if (!isLive(opening)) return null
  const { date, currency_id, amount, entries, fx_rate, fx_source } = opening
  const is_debit = entries[0]?.debit_account_id === accountId
  return { date, currency_id, amount, is_debit, fx_rate, fx_source }
}

/** An account that was read, as the API shows it. */
export function readAccountToApi(book: BookRow, account: ReadAccount): Account {
  const { balances, opening, known_rates, as_of_amount } = account
  const today = todayIn(book.time_zone)
  const row = { ...account, as_of_amount: as_of_amount === null ? null : BigInt(as_of_amount) }
  return accountToApi(book, row, {
    totals: balances.map(({ currency_id, amount, base_amount }) => ({
      currency_id,
      amount: BigInt(amount),
      base_amount: BigInt(base_amount),
    })),
    opening: opening && { ...opening, amount: BigInt(opening.amount) },
    rateToday:
      known_rates &&
      ((currencyId) =>
        findRate(
          book,
          currencyId,
          today,
          known_rates.find(({ currency_id }) => currency_id === currencyId),
        )),
  })
}
