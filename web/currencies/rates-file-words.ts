import type { AddedRates } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { dayInSentence } from '../ui/dates.ts'

/** The effect of a file, in a sentence: "3,214 rates of USD and GBP are yours now, from 4 January 1999 to 13 November". */
export function addedWords({ added, replaced, changed, date_from, date_to }: AddedRates, today: Day): string {
  const count = added + replaced
  if (count === 0) return 'You had all of these rates already'
  const names = changed.length > 3 ? `${changed.length} currencies` : changed.join(', ')
  const days =
    date_from === date_to
      ? `of ${dayInSentence(date_to, today)}`
      : `from ${dayInSentence(date_from, today)} to ${dayInSentence(date_to, today)}`
  return `${count === 1 ? '1 rate' : `${count} rates`} of ${names} ${count === 1 ? 'is' : 'are'} yours now, ${days}`
}
