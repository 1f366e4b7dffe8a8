import type { Day } from '../../contract/day.ts'
import type { FoundPlan } from '../../contract/recurring.ts'
import { comma, t } from '../../words/t.ts'
import { dayShort, monthShort } from '../ui/dates.ts'
import { wordLocale } from '../ui/locale.ts'
import { minorOf } from '../ui/money.ts'

const MAX_SHOWN = 6

/** The days of the payments behind a proposal: of months their names, of years with them, of weeks the days. */
export function evidenceText(
  { evidence, schedule: { unit }, count }: Pick<FoundPlan, 'evidence' | 'schedule' | 'count'>,
  today: Day,
  locale = wordLocale(),
): string {
  const shown = evidence.slice(-MAX_SHOWN)
  const before = count - shown.length
  const word = (day: Day) =>
    unit === 'month'
      ? monthShort(day.slice(0, 7), locale)
      : unit === 'year'
        ? `${monthShort(day.slice(0, 7), locale)} ${day.slice(0, 4)}`
        : dayShort(day, today, locale)
  const words = shown.map(({ date }) => word(date)).join(comma())
  if (before === 0) return words
  return t('{count, plural, one {{days}, and # before} other {{days}, and # before}}', {
    count: before,
    days: words,
  })
}

/** Whether its amounts differ. */
export const isVarying = ({ smallest_amount, largest_amount }: FoundPlan): boolean =>
  smallest_amount !== largest_amount

/** The part of the largest amount by which those of a steady payment differ at most: a twentieth. */
const STEADY = 20n

/** Whether its amounts are about the same each time, as of a rent or a subscription. Small sums at a till repeat too, and are no fixed cost. */
export const isSteady = ({
  smallest_amount,
  largest_amount,
  currency_id,
}: Pick<FoundPlan, 'smallest_amount' | 'largest_amount' | 'currency_id'>): boolean => {
  const largest = minorOf(largest_amount, currency_id)
  return (largest - minorOf(smallest_amount, currency_id)) * STEADY <= largest
}

/** The largest first, whatever currency they are in: rent and salary before a subscription. */
export const largestFirst = <Found extends Pick<FoundPlan, 'base_amount'>>(all: readonly Found[]): Found[] =>
  all.toSorted((a, b) => b.base_amount - a.base_amount)
