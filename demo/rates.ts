import { putExchangeRate } from '../contract/currencies.ts'
import { convert, decimalOf, showAmount } from '../contract/money.ts'
import { type Day, isBefore, type Span } from './days.ts'
import { type Step, step } from './play.ts'

/** The currencies of the household beside the euro. */
export type Foreign = 'USD' | 'JPY'
export type Currency = 'EUR' | Foreign
const DECIMALS: Readonly<Record<Currency, number>> = { EUR: 2, USD: 2, JPY: 0 }

/** Minor units as the number on the wire. */
export const amountToApi = (minor: bigint, currency: Currency): number =>
  showAmount(minor, DECIMALS[currency])

/**
 * Euros for one unit, a quarter of a year apart, the latest first. They are invented, near the real prices of these currencies, and go
 * into the book as its own rates: nobody has published them.
 */
const QUARTERS: Readonly<Record<Foreign, readonly number[]>> = {
  USD: [0.866, 0.858, 0.881, 0.912, 0.948, 0.925, 0.901, 0.934, 0.921, 0.929, 0.918, 0.944, 0.937, 0.92],
  JPY: [
    0.00558, 0.00572, 0.00604, 0.00617, 0.00625, 0.00611, 0.00638, 0.00597, 0.00572, 0.00606, 0.00614,
    0.00641, 0.00628, 0.0063,
  ],
}
const QUARTER_DAYS = 91
/** A rate is valid for 31 days. */
const STEP_DAYS = 28

/** The rate of a day that has one: between the two quarters around it, at five digits. */
function rateOf(currency: Foreign, daysAgo: number): number {
  const quarters = QUARTERS[currency]
  const place = Math.floor(daysAgo / QUARTER_DAYS)
  const later = quarters[place % quarters.length] ?? 1
  const earlier = quarters[(place + 1) % quarters.length] ?? 1
  const share = (daysAgo % QUARTER_DAYS) / QUARTER_DAYS
  return Number((later + (earlier - later) * share).toPrecision(5))
}

/** The rate that the book finds for a day: of that day or the latest before it. */
function rateOn(currency: Foreign, day: Day, today: Day): number {
  const daysAgo = day.until(today).days
  return rateOf(currency, Math.ceil(daysAgo / STEP_DAYS) * STEP_DAYS)
}

/** The worth of an amount of minor units in euro cents, as the book computes it. */
export const inEuros = (minor: bigint, currency: Foreign, day: Day, today: Day): bigint =>
  convert(minor, DECIMALS[currency], decimalOf(rateOn(currency, day, today)), DECIMALS.EUR)

/** The book's own rates, from before its first day to today. */
export function rateSteps({ first, today }: Span): Step[] {
  const steps: Step[] = []
  for (let daysAgo = 0; ; daysAgo += STEP_DAYS) {
    const day = today.subtract({ days: daysAgo })
    for (const from of ['USD', 'JPY'] as const)
      steps.push(
        step(putExchangeRate, {
          params: { from, to: 'EUR', date: day.toString() },
          body: { rate: rateOf(from, daysAgo) },
        }),
      )
    if (isBefore(day, first)) return steps
  }
}
