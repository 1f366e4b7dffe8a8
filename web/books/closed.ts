import { addDays, type Day } from '../../contract/day.ts'
import { daysOfMonth, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { Problem } from '../../contract/problem.ts'
import { dayInSentence, monthName } from '../ui/dates.ts'

/** A balance that was said as of a day: the start of the account follows it, and may not move. */
export type Said = { accountId: string; accountName: string; amount: string; date: Day }

/** The books are closed through a day, and a change touched that or an earlier day, or would move a start there. */
export type Closed = { through: Day; date: Day; said?: Said }

/** The balance in the way of a change, if there is one. */
export function saidIn(params: Readonly<Record<string, unknown>>): Said | undefined {
  const said = params.balance_as_of as Readonly<Record<string, unknown>> | undefined // an object where it is there
  if (!said) return undefined
  const text = (name: string) => String(said[name])
  return {
    accountId: text('account_id'),
    accountName: text('account_name'),
    amount: text('amount'),
    date: text('date'),
  }
}

/** Why a change is refused that only moves the start of an account. */
export const saidWords = ({ accountName, amount, date }: Said, today: Day): string =>
  `You said that ${accountName} had ${amount} as of ${dayInSentence(date, today)}, so an entry before that moves its start.`

/** Reads a refusal because the books are closed. A reconciled line is refused by the same code, and is left out. */
export function closedOf({ code, params }: Pick<Problem, 'code' | 'params'>): Closed | undefined {
  const { closed_through: through, date } = params
  if (code !== 'locked' || typeof through !== 'string' || typeof date !== 'string') return undefined
  const said = saidIn(params)
  return { through, date, ...(said && { said }) }
}

export const closedWords = ({ through, date, said }: Closed, today: Day): string =>
  said
    ? `${saidWords(said, today)} The start is of ${dayInSentence(date, today)}, and your books are closed through ${dayInSentence(through, today)}.`
    : `Your books are closed through ${dayInSentence(through, today)}, so nothing of ${dayInSentence(date, today)} can change.`

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
