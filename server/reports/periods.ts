import { addDays, type Day, FIRST_DAY, LAST_DAY, todayIn } from '../../contract/day.ts'
import {
  addMonths,
  daysOfMonth,
  dayYearBefore,
  type Month,
  monthOfDay,
  monthsBetween,
} from '../../contract/month.ts'
import { refuseField } from '../../contract/refusals.ts'
import { MAX_POINTS, type Period } from '../../contract/report-parts.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type BookRow, monthStartOf } from '../ledger/book.ts'

export type By = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'none'
export type Range = { date_from: Day; date_to: Day }
type PeriodQuery = { date_from?: Day; date_to?: Day }

const SECOND_DAY = addDays(FIRST_DAY, 1)
const within = (day: Day): Day => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day)

/** How many days a range has. */
export const daysIn = ({ date_from, date_to }: Range): number =>
  Temporal.PlainDate.from(date_from).until(date_to).total('days') + 1

/** Refuses a range that ends before it starts. */
function checked({ date_from, date_to }: Range): Range {
  if (date_to < date_from) refuseField('date_to', 'ends_before_it_starts', { date_from, date_to })
  return { date_from, date_to }
}

/** The months of the book's year that a day belongs to. */
const yearOf = (book: BookRow, day: Day): [Month, Month] => {
  const year = monthOfDay(day, monthStartOf(book)).slice(0, 4)
  return [`${year}-01`, `${year}-12`]
}

const rangeOf =
  (monthsOf: (book: BookRow, day: Day) => [Month, Month]) =>
  (book: BookRow, { date_from, date_to }: PeriodQuery): Range => {
    const start = monthStartOf(book)
    const [first, last] = monthsOf(book, date_from ?? date_to ?? todayIn(book.time_zone))
    return checked({
      date_from: date_from ?? within(daysOfMonth(first, start).date_from),
      date_to: date_to ?? within(daysOfMonth(last, start).date_to),
    })
  }

/** The requested days. If one is missing, the year of the other; if both are missing, this year. */
export const yearRange = rangeOf(yearOf)

/** The requested days. If one is missing, the month of the other; if both are missing, this month. */
export const monthRange = rangeOf((book, day) => {
  const month = monthOfDay(day, monthStartOf(book))
  return [month, month]
})

/** The requested days; twelve months up to today if they are missing. */
export function recentRange(book: BookRow, { date_from, date_to }: PeriodQuery): Range {
  const today = todayIn(book.time_zone)
  const to = date_to ?? (date_from !== undefined && date_from > today ? date_from : today)
  const start = monthStartOf(book)
  const first = daysOfMonth(addMonths(monthOfDay(to, start), -11), start).date_from
  // Points start with the day before, which the first day of all does not have.
  const earliest = to < SECOND_DAY ? to : SECOND_DAY
  return checked({ date_from: date_from ?? (first < earliest ? earliest : first), date_to: to })
}

/** The day before a range, and the last day of each of its periods. Refuses more periods than a report may have. */
export function pointsIn(book: BookRow, by: By, range: Range): Day[] {
  if (range.date_from === FIRST_DAY) refuseField('date_from', 'first_day_of_all', { first: FIRST_DAY })
  const periods = periodsIn(book, by, range, MAX_POINTS - 1)
  return [addDays(range.date_from, -1), ...periods.map(({ date_to }) => date_to)]
}

const weekLabel = (date: Temporal.PlainDate) =>
  `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`

/** The period that a day belongs to: its name and its last day. */
function periodAt(book: BookRow, by: By, day: Day, range: Range): { label: string; last: Day } {
  if (by === 'none') return { label: `${range.date_from}/${range.date_to}`, last: range.date_to }
  if (by === 'day') return { label: day, last: day }
  if (by === 'week') {
    const date = Temporal.PlainDate.from(day)
    return { label: weekLabel(date), last: date.add({ days: 7 - date.dayOfWeek }).toString() }
  }
  const start = monthStartOf(book)
  const name = monthOfDay(day, start)
  const [year = '', month = ''] = name.split('-')
  const length = { month: 1, quarter: 3, year: 12 }[by]
  const index = Math.ceil(Number(month) / length)
  const last = daysOfMonth(addMonths(`${year}-01`, index * length - 1), start).date_to
  return { label: { month: name, quarter: `${year}-Q${index}`, year }[by], last }
}

/** The periods of a range, in order; the first and the last may be cut short by it. Refuses more periods than a report may have. */
export function periodsIn(book: BookRow, by: By, range: Range, most = MAX_POINTS): Period[] {
  const periods: Period[] = []
  for (let from = range.date_from; from <= range.date_to; ) {
    const { label, last } = periodAt(book, by, from, range)
    const date_to = last < range.date_to ? last : range.date_to
    periods.push({ label, date_from: from, date_to })
    if (periods.length > most) refuseField('by', 'too_many_points', { by, ...range, most: MAX_POINTS })
    from = addDays(date_to, 1)
  }
  return periods
}

/** The days that a range is compared with, and the day in them, or just after, that stands for a day of the range. */
export type Compared = Range & { counterpart: (day: Day) => Day }

const earlier = (a: Day, b: Day): Day => (a < b ? a : b)

/**
 * The range to compare with: for whole months, as many months before; for the current month, the same days of the month before; for any
 * other range, as many days before.
 */
export function comparedWith(book: BookRow, range: Range): Compared {
  const start = monthStartOf(book)
  const today = todayIn(book.time_zone)
  const { date_from, date_to } = range
  const [first, last] = [monthOfDay(date_from, start), monthOfDay(date_to, start)]
  const isFromStart = daysOfMonth(first, start).date_from === date_from
  const isWhole = isFromStart && daysOfMonth(last, start).date_to === date_to
  const isUnfinished =
    isFromStart && first === last && today >= date_from && today < daysOfMonth(last, start).date_to
  if (!isWhole && !(isUnfinished && date_to === today)) {
    const counterpart = (day: Day) => addDays(day, -daysIn(range))
    return { date_from: counterpart(date_from), date_to: counterpart(date_to), counterpart }
  }
  const count = monthsBetween(first, last) + 1
  // The day after the last one that counts: the current month is compared up to today.
  const end = isUnfinished
    ? addDays(daysOfMonth(addMonths(first, -1), start).date_from, daysIn({ date_from, date_to: today }))
    : date_from
  const counterpart = (day: Day) => {
    const month = monthOfDay(day, start)
    const { date_from, date_to } = daysOfMonth(addMonths(month, -count), start)
    const offset = daysIn({ date_from: daysOfMonth(month, start).date_from, date_to: day }) - 1
    return earlier(earlier(addDays(date_from, offset), addDays(date_to, 1)), end)
  }
  return { date_from: counterpart(date_from), date_to: addDays(earlier(end, date_from), -1), counterpart }
}

/** The same days a year before; up to today if that is one of the days of the range. Refuses a range that is longer than a year. */
export function comparedWithYear(book: BookRow, { date_from, date_to }: Range): Compared {
  const today = todayIn(book.time_zone)
  const yearBefore = (day: Day) => dayYearBefore(day, monthStartOf(book))
  const after = yearBefore(addDays(date_to, 1))
  if (after > date_from && Temporal.PlainDate.from(date_to).subtract({ years: 1 }).toString() >= date_from)
    refuseField('compare', 'longer_than_year', { date_from, date_to })
  const isUnfinished = date_from <= today && today < date_to
  const end = earlier(isUnfinished ? yearBefore(addDays(today, 1)) : after, date_from)
  const counterpart = (day: Day) => earlier(yearBefore(day), end)
  return { date_from: counterpart(date_from), date_to: addDays(end, -1), counterpart }
}

/** The most amounts of an answer. */
export const MAX_AMOUNTS = 50_000

/** Refuses a report with more amounts than an answer may have. */
export function checkAmounts(count: number, by: By, range: Range): void {
  if (count > MAX_AMOUNTS) refuseField('by', 'too_many_amounts', { by, ...range, most: MAX_AMOUNTS })
}

/** The same range without the days before FIRST_DAY, which no list takes; null if it has no other days. */
const listable = ({ date_from, date_to }: Range): Range | null =>
  date_to < FIRST_DAY || date_to < date_from ? null : { date_from: within(date_from), date_to }

/** The list behind a figure of earlier days; null if lists do not take these days. */
export const explainListed = (explain: (days: Range) => string, days: Range): string | null => {
  const listed = listable(days)
  return listed && explain(listed)
}

/** The first day of each period, and the day after the last. */
export const startsOf = (periods: readonly Period[]): Day[] => [
  ...periods.map(({ date_from }) => date_from),
  addDays(periods.at(-1)?.date_to ?? FIRST_DAY, 1),
]

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Amounts of each period and their sum, on the wire. */
export const seriesToApi = (amounts: readonly bigint[], base: string) => ({
  amounts: amounts.map((amount) => amountToApi(amount, base)),
  total: amountToApi(sumOf(amounts), base),
})

/** The amounts of several series, added up period by period. */
export const addUp = (length: number, series: readonly (readonly bigint[])[]): bigint[] =>
  Array.from({ length }, (_, index) => sumOf(series.map((amounts) => amounts[index] ?? 0n)))
