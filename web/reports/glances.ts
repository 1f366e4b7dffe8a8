import type { Day } from '../../contract/day.ts'
import { addMonths, daysOfMonth, type Month, type MonthStart } from '../../contract/month.ts'
import type { Search } from '../page/address.ts'

/** The days and addresses of the cards on the page of reports. */

const MONTHS = 6

/** The days that a month's cards ask for, and the addresses at which the reports show the same. */
export type Glanced = {
  /** The last day: today in the current month. */
  date: Day
  /** The month, up to that day. */
  month: { date_from: Day; date_to: Day }
  /** It and the five months before, whole. */
  six: { date_from: Day; date_to: Day }
  search: { six: Search; month: Search; day: Search }
}

export function glancedAt(
  month: Month,
  { current, today, start }: { current: Month; today: Day; start: MonthStart },
): Glanced {
  const days = daysOfMonth(month, start)
  const isNow = month === current
  const date = isNow ? today : days.date_to
  const six = {
    date_from: daysOfMonth(addMonths(month, 1 - MONTHS), start).date_from,
    date_to: days.date_to,
  }
  return {
    date,
    month: { date_from: days.date_from, date_to: date },
    six,
    // The reports show the current month by themselves.
    search: isNow ? { six: {}, month: {}, day: {} } : { six, month: { month }, day: { date } },
  }
}
