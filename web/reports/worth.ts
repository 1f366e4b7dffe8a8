import type { Day } from '../../contract/day.ts'
import { showAmount } from '../../contract/money.ts'
import { daysOfMonth, type Month, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { decimalsOf, minorOf, sumOf } from '../ui/money.ts'
import type { Figure } from './behind.ts'

/** Net worth at the end of a month, or today, and a month before. */
export type WorthMonth = {
  month: Month
  date_from: Day
  date: Day
  assets: number
  liabilities: number
  net: number
  /** The part of the difference to the point before that was there before, in minor units. */
  opening: bigint
  /** Gained or lost since the point before, in minor units: the difference without `opening`. */
  change: bigint
  isComplete: boolean
  explain: string
}

/** The points of a report as months; the first point is where the changes start. */
export function worthMonths({ points, base_currency_id }: NetWorth, start: MonthStart): WorthMonth[] {
  return points.slice(1).flatMap((point, index) => {
    const { date, assets, liabilities, net, is_complete, explain } = point
    const month = monthOfDay(date, start)
    const before = points[index]
    if (!before) return []
    const opening = minorOf(point.opening, base_currency_id)
    return [
      {
        month,
        date,
        assets,
        liabilities,
        net,
        explain,
        date_from: daysOfMonth(month, start).date_from,
        opening,
        change: minorOf(net, base_currency_id) - minorOf(before.net, base_currency_id) - opening,
        isComplete: is_complete,
      },
    ]
  })
}

/**
 * The points since there is anything in the book, and the last one before: a line of zeros says nothing. Not the one before money that was
 * there already when it was recorded, from which the line would climb as if it had been gained.
 */
export function sinceStart<
  Point extends Pick<NetWorth['points'][number], 'assets' | 'liabilities' | 'opening'>,
>(points: readonly Point[]): readonly Point[] {
  const first = points.findIndex(({ assets, liabilities }) => assets !== 0 || liabilities !== 0)
  return points.slice(Math.max(0, points[first]?.opening === 0 ? first - 1 : first))
}

/** How much of a line's climb was there before: balances that accounts began with after its first point. */
export const begunWithin = (
  points: readonly Pick<NetWorth['points'][number], 'opening'>[],
  currency: string,
) =>
  sumOf(
    points.slice(1).map(({ opening }) => opening),
    currency,
  )

/** The three figures of each month; assets and debts are parts of the list behind net worth. */
export const worthFigures = (months: readonly WorthMonth[]): Figure[] =>
  months.flatMap(({ month, date, assets, liabilities, net, explain }): Figure[] => [
    {
      key: `have.${month}`,
      title: `What you have, ${dayText(date)}`,
      amount: assets,
      explain: `${explain}&section=money,claim`,
    },
    {
      key: `owe.${month}`,
      title: `What you owe, ${dayText(date)}`,
      amount: liabilities,
      explain: `${explain}&section=liability`,
    },
    { key: `net.${month}`, title: `Net worth, ${dayText(date)}`, amount: net, explain },
  ])

export const reasons = ['income', 'expense', 'exchange', 'opening', 'other'] as const
export type Reason = (typeof reasons)[number]

export const reasonWords: Record<Reason, string> = {
  income: 'Income',
  expense: 'Spending',
  exchange: 'Exchange rates',
  opening: 'What you began with',
  other: 'Other',
}

/** The reasons to show: what one began with and the rest only where there is any. */
export const reasonsIn = (report: NetWorth): Reason[] =>
  reasons.filter((reason) => !(reason === 'opening' || reason === 'other') || amountOf(reason, report) !== 0)

/** The effect of each reason on net worth: spending takes away. */
export const worthEffect = (reason: Reason, report: NetWorth): number =>
  reason === 'expense' ? -report.changes.expense : amountOf(reason, report)

/** The report counts what one began with as a part of the rest; the screen shows the two apart. */
const amountOf = (reason: Reason, { changes, base_currency_id: base }: NetWorth): number =>
  reason === 'other'
    ? showAmount(minorOf(changes.other, base) - minorOf(changes.opening, base), decimalsOf(base))
    : changes[reason]

/** The rest without the account Opening balances, whose register explains what one began with. */
const explainOf = (reason: Reason, { explains }: NetWorth): string => {
  const [, openings = ''] = /^\/accounts\/([^/]+)/.exec(explains.opening) ?? []
  return reason === 'other' ? `${explains.other}&except_account_id=${openings}` : explains[reason]
}

/** The figures of the reasons, each with the list behind it. */
export const changeFigures = (report: NetWorth, month: Month): Figure[] =>
  reasons.map((reason) => ({
    key: `why.${reason}`,
    title: `${reasonWords[reason]}, ${monthText(month)}`,
    amount: amountOf(reason, report),
    explain: explainOf(reason, report),
  }))
