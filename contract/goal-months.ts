import type { Day } from './day.ts'

/** The months from today until a day, those that have begun included; at least one. */
export function monthsUntil(today: Day, until: Day): number {
  const { months, days } = Temporal.PlainDate.from(today).until(until, { largestUnit: 'month' })
  return Math.max(1, months + (days > 0 ? 1 : 0))
}
