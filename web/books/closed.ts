import { addDays, type Day } from '../../contract/day.ts'
import { daysOfMonth, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { Problem } from '../../contract/problem.ts'
import { dayInSentence, monthName } from '../ui/dates.ts'

/** The books are closed through a day, and something of that or an earlier day was to change. */
export type Closed = { through: Day; date: Day }

/** From a refusal because the books are closed. A line that was reconciled is refused by the same code, and is not meant. */
export function closedOf({ code, params }: Pick<Problem, 'code' | 'params'>): Closed | undefined {
  const { closed_through: through, date } = params
  if (code !== 'locked' || typeof through !== 'string' || typeof date !== 'string') return undefined
  return { through, date }
}

export const closedWords = ({ through, date }: Closed, today: Day): string =>
  `Your books are closed through ${dayInSentence(through, today)}, so nothing of ${dayInSentence(date, today)} can change.`

export const firstOpenDay = ({ through }: Closed): Day => addDays(through, 1)

/** What has to be opened again so that the day can change: its month as the book counts months, and those after it. */
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
