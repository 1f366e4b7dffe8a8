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
  if (planned === null) return t('none yet')
  return cell.only
    ? t('only {month}', { month: monthName(month) })
    : t('since {month}', { month: monthShortText(since ?? month) })
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
      ? t('No budget from {month} on.', { month: monthName(next) })
      : planned !== null && isOnly
        ? t('Until now it is for this month alone.')
        : t('It goes on every month until you change it.')
  const goesOn = running.until === null || running.until > next
  const isNew = running.since === month
  const values = {
    amount: money(running.amount),
    since: monthText(running.since),
    month: monthName(month),
    next: monthName(next),
  }
  if (!only)
    return isNew
      ? t('It goes on every month until you change it.')
      : t('{amount} since {since}; a new amount holds from {month} on.', values)
  if (goesOn)
    return isNew
      ? t('{amount}, and again from {next}.', values)
      : t('{amount} since {since}, and again from {next}.', values)
  return isNew
    ? t('{amount}; it ends with {month}.', values)
    : t('{amount} since {since}; it ends with {month}.', values)
}

/** An emptied cell: the budget of the month alone goes, or the running one ends. */
export function endText({ running, only }: Line, month: Month, money: (amount: number) => string): string {
  if (!only) return t('It ends with {month}.', { month: monthText(addMonths(month, -1)) })
  return running
    ? t('{amount} since {since} holds again.', {
        amount: money(running.amount),
        since: monthText(running.since),
      })
    : t('No budget in {month}.', { month: monthName(month) })
}
