import type { ExchangeRate } from '../../../contract/currencies.ts'
import type { Day } from '../../../contract/day.ts'
import { convert, convertBack, decimalNumber, decimalOf, impliedRate } from '../../../contract/money.ts'
import { t } from '../../../words/t.ts'
import { readField } from '../../ui/amount-input.ts'
import { dayInSentence } from '../../ui/dates.ts'
import { decimalsOf, rateText } from '../../ui/money.ts'
import type { EntryAmount, Reading } from './reading.ts'

/** Foreign money on an account that is kept in one currency: the bank takes, or adds, an amount in that currency. */
export type TakenQuestion = {
  readonly amount: EntryAmount
  /** The currency of the account. */
  readonly currency_id: string
  readonly date: Day
  readonly isIncome: boolean
}

/** A typed answer, and the question that it answers: another amount or currency asks anew. */
export type TypedTaken = { readonly of: string; readonly text: string }

export const typedTaken = ({ amount, currency_id }: TakenQuestion, text: string): TypedTaken => ({
  of: `${amount.minor} ${amount.currency_id} ${currency_id}`,
  text,
})

/** Whether the bank's amount is to be asked for; null for a purse of several currencies, and where nothing is exchanged. */
export function takenQuestion({ kind, amount, account, day }: Reading): TakenQuestion | null {
  const currency_id = account?.currency_id ?? null
  if ((kind !== 'spent' && kind !== 'got' && kind !== 'refund') || !amount || currency_id === null)
    return null
  return amount.currency_id === currency_id
    ? null
    : { amount, currency_id, date: day, isIncome: kind !== 'spent' }
}

type DayRate = Pick<ExchangeRate, 'rate' | 'source' | 'rate_date'>
/** The rates into the base currency of the day; undefined where there is none. */
export type TakenRates = { readonly amount: DayRate | undefined; readonly account: DayRate | undefined }

/** The bank's amount at the rates of the day, in the same steps as the service: by way of the base currency. */
export function takenAtRates(
  { amount, currency_id }: TakenQuestion,
  rates: TakenRates,
  base: string,
): bigint | undefined {
  if (!rates.amount || !rates.account) return undefined
  const worth = convert(amount.minor, amount.decimals, decimalOf(rates.amount.rate), decimalsOf(base))
  const taken =
    currency_id === base
      ? worth
      : convertBack(worth, decimalsOf(base), decimalOf(rates.account.rate), decimalsOf(currency_id))
  return taken > 0n ? taken : undefined
}

/** Where the amount that is filled in comes from. */
export function takenWords(
  { amount, currency_id }: TakenQuestion,
  rates: TakenRates,
  base: string,
  today: Day,
): string {
  const known = [rates.amount, rates.account].filter((rate) => rate !== undefined)
  if (known.length < 2) return t('There is no rate for that day, and Florin never guesses one.')
  const [first] = known.filter(({ source }) => source !== 'base')
  if (currency_id !== base && amount.currency_id !== base) return t('At the rates of that day')
  if (!first) return ''
  const values = { rate: rateText(first.rate), day: dayInSentence(first.rate_date, today) }
  return first.source === 'own'
    ? t('{rate} is your own rate of {day}', values)
    : t('{rate} is the ECB’s rate of {day}', values)
}

/** The amount that was typed, unless it is the one that was filled in: that one is found again by the service. */
export function takenTyped(
  { currency_id }: TakenQuestion,
  text: string,
  filledIn: bigint | undefined,
): EntryAmount | undefined {
  const read = readField(text, currency_id)
  if (read.fault !== undefined || read.minor <= 0n || read.minor === filledIn) return undefined
  return { minor: read.minor, currency_id, decimals: decimalsOf(currency_id) }
}

/** The rate that a typed amount makes, for the day that has none. */
export const rateTaken = ({ amount }: TakenQuestion, taken: EntryAmount): number =>
  decimalNumber(impliedRate(amount.minor, amount.decimals, taken.minor, taken.decimals))
