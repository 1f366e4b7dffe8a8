import { decimalNumber, impliedRate } from '../../contract/money.ts'
import type { Problem } from '../../contract/problem.ts'
import { readAmountText, separatorIn } from '../ui/amount-text.ts'
import { currentLocale } from '../ui/locale.ts'
import { decimalsOf } from '../ui/money.ts'

/** As many decimals as a rate may be typed with. */
const RATE_DECIMALS = 15

/** From a refusal because a rate is missing: of which currency to which, and for which day. */
export function missingRateOf({
  code,
  params,
}: Pick<Problem, 'code' | 'params'>): { from: string; to: string; date: string } | undefined {
  const { from, to, date } = params
  if (code !== 'fx_rate_missing') return undefined
  return typeof from === 'string' && typeof to === 'string' && typeof date === 'string'
    ? { from, to, date }
    : undefined
}

/** A rate as it was typed, or the one that makes the amount worth what was typed; undefined if neither is usable. */
export function rateTyped(
  typed: { rate: string; worth: string },
  { amount, from, to }: { amount: bigint | undefined; from: string; to: string },
  locale = currentLocale(),
): number | undefined {
  const separator = separatorIn(locale)
  const rate = readAmountText(typed.rate, { decimals: RATE_DECIMALS, separator })
  if (rate.fault === undefined)
    return rate.minor > 0n ? decimalNumber({ digits: rate.minor, scale: RATE_DECIMALS }) : undefined
  const worth = readAmountText(typed.worth, { decimals: decimalsOf(to), separator })
  if (worth.fault !== undefined || worth.minor <= 0n || amount === undefined || amount <= 0n) return undefined
  return decimalNumber(impliedRate(amount, decimalsOf(from), worth.minor, decimalsOf(to)))
}
