import { addMonths, type Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { monthName, monthShortText, monthText } from '../ui/dates.ts'
import type { Cell } from './cells.ts'
import type { Line } from './lines.ts'

/** How long budgets hold, in words. */

/** since Mar 2026, only November, none yet; with the unsaved cell of the line, if it has one. */
export function runsText(
  { planned, only, since }: Pick<Line, 'planned' | 'only' | 'since'>,
  month: Month,
  cell: Pick<Cell, 'only'> = { only },
): string {
  if (planned === null) return 'none yet'
  return cell.only ? `only ${monthName(month)}` : `since ${monthShortText(since ?? month)}`
}

/** The running budget beside a change of the month: €420.00 since March 2026, and again from December. */
export function courseText(
  { running, planned, only: isOnly }: Line,
  only: boolean,
  month: Month,
  money: (amount: number) => string,
): string {
  const next = addMonths(month, 1)
  if (!running)
    return only
      ? `No budget from ${monthName(next)} on.`
      : planned !== null && isOnly
        ? t('Until now it is for this month alone.')
        : t('It goes on every month until you change it.')
  const goesOn = running.until === null || running.until > next
  const since = running.since === month ? '' : ` since ${monthText(running.since)}`
  if (!only)
    return running.since === month
      ? t('It goes on every month until you change it.')
      : `${money(running.amount)}${since}; a new amount holds from ${monthName(month)} on.`
  return goesOn
    ? `${money(running.amount)}${since}, and again from ${monthName(next)}.`
    : `${money(running.amount)}${since}; it ends with ${monthName(month)}.`
}

/** An emptied cell: the budget of the month alone goes, or the running one ends. */
export function endText({ running, only }: Line, month: Month, money: (amount: number) => string): string {
  if (!only) return `It ends with ${monthText(addMonths(month, -1))}.`
  return running
    ? `${money(running.amount)} since ${monthText(running.since)} holds again.`
    : `No budget in ${monthName(month)}.`
}
