import { addDays, type Day } from '../../contract/day.ts'
import { daysOfMonth, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { Problem } from '../../contract/problem.ts'
import { dayInSentence, monthName } from '../ui/dates.ts'

/** The books are closed through a day, and a change touched that or an earlier day. */
export type Closed = { through: Day; date: Day }

/** Reads a refusal because the books are closed. A reconciled line is refused by the same code, and is left out. */
export function closedOf({ code, params }: Pick<Problem, 'code' | 'params'>): Closed | undefined {
  const { closed_through: through, date } = params
  if (code !== 'locked' || typeof through !== 'string' || typeof date !== 'string') return undefined
  return { through, date }
}

export const closedWords = ({ through, date }: Closed, today: Day): string =>
  `Your books are closed through ${dayInSentence(through, today)}, so nothing of ${dayInSentence(date, today)} can change.`

export const firstOpenDay = ({ through }: Closed): Day => addDays(through, 1)

/** The months to reopen so that the day can change: its month as the book counts months, and those after it. */
export function reopening(
  { through, date }: Closed,
  monthStartsOn: MonthStart,
): { label: string; through: Day } {
  const month = monthOfDay(date, monthStartsOn)
  const isLast = month === monthOfDay(through, monthStartsOn)
  return {
    label: isLast ? `Reopen ${monthName(month)}` : `Reopen from ${monthName(month)} on`,
    through: addDays(daysOfMonth(month, monthStartsOn).date_from, -1),
  }
}
