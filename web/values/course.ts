import type { Day } from '../../contract/day.ts'
import type { Value } from '../../contract/values.ts'
import type { ChartPoint } from '../ui/charts/series.ts'
import { dayInSentence, dayShort } from '../ui/dates.ts'

const daysSince = (first: Day, day: Day): number => (Date.parse(day) - Date.parse(first)) / 86_400_000

/** The course of a worth: a point on each stated day, and today with the balance of now. Values are the latest first, as their list has them. */
export function courseOf(
  values: readonly Value[],
  balance: number,
  today: Day,
): (ChartPoint & { value: number })[] {
  const stated = values.toReversed().map(({ date, amount }) => ({ date, value: amount }))
  const [first] = stated
  if (!first) return []
  const days = stated.at(-1)?.date === today ? stated : [...stated, { date: today, value: balance }]
  const length = Math.max(1, daysSince(first.date, today))
  return days.map(({ date, value }) => ({
    key: date,
    label: dayInSentence(date, today),
    short: dayShort(date, today),
    at: daysSince(first.date, date) / length,
    value,
  }))
}
