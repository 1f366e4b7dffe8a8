import { decimalNumber, impliedRate } from '../../contract/money.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { readAmountText, separatorIn } from '../ui/amount-text.ts'
import { dayInSentence } from '../ui/dates.ts'
import { currentLocale } from '../ui/locale.ts'
import { currencyName, decimalsOf } from '../ui/money.ts'
import { readRate } from './rate-text.ts'

type MissingRate = { from: string; to: string; date: string }

/** From a refusal because a rate is missing: of which currency to which, and for which day. */
export function missingRateOf({ code, params }: Pick<Problem, 'code' | 'params'>): MissingRate | undefined {
  const { from, to, date } = params
  if (code !== 'fx_rate_missing') return undefined
  return typeof from === 'string' && typeof to === 'string' && typeof date === 'string'
    ? { from, to, date }
    : undefined
}

export const missingRateWords = ({ from, to, date }: MissingRate, today: string): string =>
  t('Florin has no rate from {from} to {to} for {day}.', {
    from: currencyName(from),
    to: currencyName(to),
    day: dayInSentence(date, today),
  })

/** A typed rate, or the one that makes the amount worth the typed sum; undefined if neither is usable. */
export function rateTyped(
  typed: { rate: string; worth: string },
  { amount, from, to }: { amount: bigint | undefined; from: string; to: string },
  locale = currentLocale(),
): number | undefined {
  if (typed.rate.trim() !== '') return readRate(typed.rate, locale)
  const worth = readAmountText(typed.worth, { decimals: decimalsOf(to), separator: separatorIn(locale) })
  if (worth.fault !== undefined || worth.minor <= 0n || amount === undefined || amount <= 0n) return undefined
  return decimalNumber(impliedRate(amount, decimalsOf(from), worth.minor, decimalsOf(to)))
}
