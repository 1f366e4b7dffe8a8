import type { AddedRates } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { comma, t } from '../../words/t.ts'
import { dayInSentence } from '../ui/dates.ts'

/** The effect of a file, in a sentence: "3,214 rates of USD and GBP are yours now, from 4 January 1999 to 13 November". */
export function addedWords({ added, replaced, changed, date_from, date_to }: AddedRates, today: Day): string {
  const count = added + replaced
  if (count === 0) return t('You had all of these rates already')
  const currencies =
    changed.length > 3
      ? t('{count, plural, one {# currency} other {# currencies}}', { count: changed.length })
      : changed.join(comma())
  const [from, to] = [dayInSentence(date_from, today), dayInSentence(date_to, today)]
  return date_from === date_to
    ? t(
        '{count, plural, one {# rate of {currencies} is yours now, of {day}} other {# rates of {currencies} are yours now, of {day}}}',
        { count, currencies, day: to },
      )
    : t(
        '{count, plural, one {# rate of {currencies} is yours now, from {from} to {to}} other {# rates of {currencies} are yours now, from {from} to {to}}}',
        { count, currencies, from, to },
      )
}
