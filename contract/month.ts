import { addDays, type Day } from './day.ts'

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

/** The month after every month that can be named: the end of something that has no end. */
export const NEVER: Month = '2200-01'

/** Months as consecutive whole numbers: reports ask for many, and a calendar is slow. */
const numberOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const two = (number: number): string => String(number).padStart(2, '0')
const nameOf = (number: number): Month =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${two((number % 12) + 1)}`

/** The month that is `count` months later. */
export const addMonths = (month: Month, count: number): Month => nameOf(numberOf(month) + count)

/** How many months the second one is after the first. */
export const monthsBetween = (first: Month, second: Month): number => numberOf(second) - numberOf(first)

/** The latest start that still names a month after the calendar month in which it starts. */
const LATEST_OWN_START = 15

function firstDayOf(month: Month, start: MonthStart): Day {
  if (typeof start === 'number')
    return `${start <= LATEST_OWN_START ? month : addMonths(month, -1)}-${two(start)}`
  const last = addDays(`${month}-01`, -1)
  const weekday = new Date(last).getUTCDay() // Sunday is 0
  return addDays(last, weekday === 0 ? -2 : weekday === 6 ? -1 : 0)
}

/** The first and the last day of a month. */
export const daysOfMonth = (name: Month, start: MonthStart): { date_from: Day; date_to: Day } => ({
  date_from: firstDayOf(name, start),
  date_to: addDays(firstDayOf(addMonths(name, 1), start), -1),
})

/** The day a year before: the first day of a month of the book stays one, and 29 February becomes 1 March. */
export function dayYearBefore(day: Day, start: MonthStart): Day {
  const month = monthOfDay(day, start)
  const { date_from, date_to } = daysOfMonth(addMonths(month, -12), start)
  if (daysOfMonth(month, start).date_from === day) return date_from
  const sameDay = day.endsWith('-02-29') ? '-03-01' : day.slice(4)
  const then = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${sameDay}`
  const after = addDays(date_to, 1)
  return then < date_from ? date_from : then < after ? then : after
}

/** The month that a day belongs to. */
export function monthOfDay(day: Day, start: MonthStart): Month {
  const month = day.slice(0, 7)
  const next = addMonths(month, 1)
  if (day < firstDayOf(month, start)) return addMonths(month, -1)
  return day < firstDayOf(next, start) ? month : next
}
