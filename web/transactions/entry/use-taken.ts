import { useQuery } from '@tanstack/react-query'
import { Refused } from '../../../contract/client.ts'
import { getExchangeRate } from '../../../contract/currencies.ts'
import type { Day } from '../../../contract/day.ts'
import { asking } from '../../api/ask.ts'
import { type RateKeeping, useRateKeeping } from '../../currencies/KeepRate.tsx'
import { fieldOfAmount } from '../../ui/amount-input.ts'
import type { Reading } from './reading.ts'
import {
  rateTaken,
  type TakenQuestion,
  type TakenRates,
  type TypedTaken,
  takenAtRates,
  takenQuestion,
  takenTyped,
  typedTaken,
} from './taken.ts'

/** The question of what the bank took, its answer so far, and what is sent of it. */
export type Taken = {
  readonly question: TakenQuestion
  readonly rates: TakenRates
  /** The text of the field: typed, else the amount at the rate of the day. */
  readonly text: string
  /** The amount to send; undefined if the service finds it. */
  readonly charged: ReturnType<typeof takenTyped>
  /** There is no rate, and nothing was typed that could take its place. */
  readonly isOpen: boolean
  /** The day has no rate, so that the typed amount makes one. */
  readonly isRateMade: boolean
  /** The rate that the typed amount makes for a day without one; undefined if there is no such day. */
  readonly rate: number | undefined
  readonly keeping: RateKeeping
  /** Keeps that rate for the day, unless it was unticked. */
  readonly keepRate: () => Promise<void>
}

/** Asks what the bank took, where foreign money is spent from an account that is kept in one currency. */
export function useTaken(
  reading: Reading | null | undefined,
  base: string,
  typed: TypedTaken | undefined,
): Taken | null {
  const keeping = useRateKeeping()
  const question = reading ? takenQuestion(reading) : null
  const date = question?.date ?? ''
  const amount = useDayRate(question?.amount.currency_id, base, date)
  const account = useDayRate(question?.currency_id, base, date)
  if (!question) return null
  const rates = { amount: amount.rate, account: account.rate }
  const filledIn = takenAtRates(question, rates, base)
  const isAnswer = typed !== undefined && typed.of === typedTaken(question, '').of
  const shown = filledIn === undefined ? '' : fieldOfAmount(filledIn, question.currency_id)
  const text = isAnswer ? typed.text : shown
  const charged = takenTyped(question, text, filledIn)
  const isTied = question.currency_id === base
  const isRateMade = isTied && amount.isMissing
  const rate = isRateMade && charged ? rateTaken(question, charged) : undefined
  return {
    question,
    rates,
    text,
    charged,
    isOpen: (amount.isMissing || account.isMissing) && !charged,
    isRateMade,
    rate,
    keeping,
    keepRate: () => keeping.keep({ from: question.amount.currency_id, to: base, date }, rate),
  }
}

/** The rate of a day into the base currency, and whether there is none. Without a connection it is neither. */
function useDayRate(from: string | undefined, base: string, date: Day) {
  const isBase = from === base
  const { data, error, isPlaceholderData } = useQuery({
    ...asking(getExchangeRate, { params: { from: from ?? base, to: base, date } }),
    enabled: from !== undefined && !isBase,
  })
  if (isBase) return { rate: { rate: 1, source: 'base' as const, rate_date: date }, isMissing: false }
  const isMissing = error instanceof Refused && error.problem.status === 404
  return { rate: isMissing || isPlaceholderData ? undefined : data, isMissing }
}
