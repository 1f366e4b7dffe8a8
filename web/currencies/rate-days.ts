import { useQueries } from '@tanstack/react-query'
import { getExchangeRate } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { dayInSentence } from '../ui/dates.ts'

/** At which rates currencies count: a rate holds until the next one, so that of today may be of an earlier day. */
export function rateDayWords(days: readonly Day[], today: Day): string {
  const [first, ...others] = new Set(days)
  if (first === undefined || others.length > 0) return t('at the latest rates')
  if (first === today) return t('at today’s rates')
  return t('{count, plural, one {at the rate of {day}} other {at the rates of {day}}}', {
    count: days.length,
    day: dayInSentence(first, today),
  })
}

/** The days of the rates that count today; undefined until all are known. */
export function useRateDays(currencies: readonly string[], base: string, today: Day): Day[] | undefined {
  const found = useQueries({
    queries: currencies.map((from) => asking(getExchangeRate, { params: { from, to: base, date: today } })),
  })
  const days = found.flatMap(({ data }) => data?.rate_date ?? [])
  return days.length === currencies.length ? days : undefined
}
