export type Day = Temporal.PlainDate
export type Month = Temporal.PlainYearMonth

/** The days that the household is about: the first and the last. */
export type Span = { readonly first: Day; readonly today: Day }

export const isBefore = (a: Day, b: Day): boolean => Temporal.PlainDate.compare(a, b) < 0
export const isWithin = (day: Day, { first, today }: Span): boolean =>
  !isBefore(day, first) && !isBefore(today, day)

export function daysOf({ first, today }: Span): Day[] {
  const count = first.until(today).days + 1
  return Array.from({ length: count }, (_, days) => first.add({ days }))
}

/** Every month with a day in the span. */
export function monthsOf({ first, today }: Span): Month[] {
  const start = first.toPlainYearMonth()
  const count = start.until(today.toPlainYearMonth(), { largestUnit: 'months' }).months + 1
  return Array.from({ length: count }, (_, months) => start.add({ months }))
}

/** A day of a month; its last day, where the month is shorter. */
export const dayIn = (month: Month, day: number): Day => month.toPlainDate({ day })

export const isWeekend = ({ dayOfWeek }: Day): boolean => dayOfWeek > 5

/** The day itself, or the last working day before it: holidays do not count here. */
export function workingDay(day: Day): Day {
  return isWeekend(day) ? day.subtract({ days: day.dayOfWeek - 5 }) : day
}

/** The last time that it was this day of this month, at least this many days ago. */
export function latest(month: number, day: number, today: Day, daysAgo: number): Day {
  const found = Temporal.PlainDate.from({ year: today.year, month, day })
  return isBefore(today.subtract({ days: daysAgo }), found) ? found.subtract({ years: 1 }) : found
}
