import { addDays, type Day } from '../../contract/day.ts'

/** Whether a week begins on Sunday, Saturday or Monday in a locale: 7, 6 or 1. */
export function firstWeekday(locale: string): number {
  // Not in every engine, and in some under its older name.
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return info.getWeekInfo?.().firstDay ?? info.weekInfo?.firstDay ?? 1
}

/** The weeks that a month is shown in: whole ones, the days of the months around it too. */
export function weeksOf(day: Day, locale: string): Day[][] {
  const first = `${day.slice(0, 7)}-01`
  const lead = (Temporal.PlainDate.from(first).dayOfWeek - firstWeekday(locale) + 7) % 7
  return weeksFrom(first, Math.ceil((lead + Temporal.PlainDate.from(first).daysInMonth) / 7), locale)
}

/** So many whole weeks, the first of which has this day in it. */
export function weeksFrom(day: Day, count: number, locale: string): Day[][] {
  const start = addDays(day, -((Temporal.PlainDate.from(day).dayOfWeek - firstWeekday(locale) + 7) % 7))
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  )
}

/** The same day of another month, or its last day where that month is shorter. */
export const sameDayOfMonth = (day: Day, count: number): Day =>
  Temporal.PlainDate.from(day).add({ months: count }).toString()
