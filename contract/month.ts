import type { Day } from './day.ts'

/**
 * The month of a book, as reports and budgets count it. It can start on a payday: on a day of the month, or on its last working day
 * (Monday to Friday; Florin knows no holidays). This file is the only place that turns a month's name into days and a day into its
 * month's name.
 */

/** The day that months start on: 1 to 28, or the last working day of the month. */
export type MonthStart = number | 'last_working_day'

/** Every day that months can start on. */
export const MONTH_STARTS: readonly MonthStart[] = [
  ...Array.from({ length: 28 }, (_, index) => index + 1),
  'last_working_day',
]

/** The name of a month, `YYYY-MM`. */
export type Month = string

/** Whether the text names a month from 1901 to 2199. All of its days exist, whichever day it starts on. */
export const isMonth = (text: string): boolean =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1901' && text < '2200'

/** The month that is `count` months later. */
export const addMonths = (month: Month, count: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months: count }).toString()

/** How many months the second one is after the first. */
export const monthsBetween = (first: Month, second: Month): number =>
  Temporal.PlainYearMonth.from(first).until(second, { largestUnit: 'months' }).months

/** The latest start that still names a month after the calendar month in which it starts. */
const LATEST_OWN_START = 15

function firstDayOf(month: Temporal.PlainYearMonth, start: MonthStart): Temporal.PlainDate {
  if (typeof start === 'number' && start <= LATEST_OWN_START) return month.toPlainDate({ day: start })
  const before = month.subtract({ months: 1 })
  if (typeof start === 'number') return before.toPlainDate({ day: start })
  const last = before.toPlainDate({ day: before.daysInMonth })
  return last.subtract({ days: Math.max(0, last.dayOfWeek - 5) })
}

/** The first and the last day of a month. */
export function daysOfMonth(name: Month, start: MonthStart): { date_from: Day; date_to: Day } {
  const month = Temporal.PlainYearMonth.from(name)
  return {
    date_from: firstDayOf(month, start).toString(),
    date_to: firstDayOf(month.add({ months: 1 }), start)
      .subtract({ days: 1 })
      .toString(),
  }
}

/** The month that a day belongs to. */
export function monthOfDay(day: Day, start: MonthStart): Month {
  const date = Temporal.PlainDate.from(day)
  const month = date.toPlainYearMonth()
  const next = month.add({ months: 1 })
  const isBefore = (other: Temporal.PlainYearMonth) =>
    Temporal.PlainDate.compare(date, firstDayOf(other, start)) < 0
  return (isBefore(month) ? month.subtract({ months: 1 }) : isBefore(next) ? month : next).toString()
}
