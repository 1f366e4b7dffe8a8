import { useQuery } from '@tanstack/react-query'
import { listTransactions } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'

/** The day of the first entry of the book; undefined until it is known, and without any. Asked for only where it is needed. */
export function useFirstDay(isNeeded: boolean): Day | undefined {
  const oldest = useQuery({
    ...asking(listTransactions, { query: { sort: 'date', limit: 1 } }),
    enabled: isNeeded,
  })
  return oldest.data?.data[0]?.date
}

/** Why days have no figure to be compared with: the book begins after them, or nothing happened. */
export const nothingOn = (first: Day | undefined, last: Day, today: Day, nothing: string): string =>
  first !== undefined && first > last
    ? t('No entries before {day}', { day: dayInSentence(first, today) })
    : nothing

/** The same, where a component says it of days without anything. */
export function useNothingOn(isNothing: boolean, last: Day, nothing: string): string {
  return nothingOn(useFirstDay(isNothing), last, useToday(), nothing)
}
