import { addDays, type Day } from '../../contract/day.ts'
import { daysOfMonth, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
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
  t('You said that {account} had {amount} as of {day}, so an entry before that moves its start.', {
    account: accountName,
    amount,
    day: dayInSentence(date, today),
  })

/** Reads a refusal because the books are closed. A reconciled line is refused by the same code, and is left out. */
export function closedOf({ code, params }: Pick<Problem, 'code' | 'params'>): Closed | undefined {
  const { closed_through: through, date } = params
  if (code !== 'locked' || typeof through !== 'string' || typeof date !== 'string') return undefined
  const said = saidIn(params)
  return { through, date, ...(said && { said }) }
}

export function closedWords({ through, date, said }: Closed, today: Day): string {
  const [last, day] = [dayInSentence(through, today), dayInSentence(date, today)]
  return said
    ? `${saidWords(said, today)} ${t('The start is of {start}, and your books are closed through {last}.', { start: day, last })}`
    : t('Your books are closed through {last}, so nothing of {day} can change.', { last, day })
}

export const firstOpenDay = ({ through }: Closed): Day => addDays(through, 1)

/** The months to reopen so that the day can change: its month as the book counts months, and those after it. */
export function reopening(
  { through, date }: Closed,
  monthStartsOn: MonthStart,
): { label: string; through: Day } {
  const month = monthOfDay(date, monthStartsOn)
  const isLast = month === monthOfDay(through, monthStartsOn)
  return {
    label: isLast
      ? t('Reopen {month}', { month: monthName(month) })
      : t('Reopen from {month} on', { month: monthName(month) }),
    through: addDays(daysOfMonth(month, monthStartsOn).date_from, -1),
  }
}
