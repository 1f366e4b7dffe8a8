import type { Day } from '../../contract/day.ts'
import { showAmount } from '../../contract/money.ts'
import { daysOfMonth, type Month, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { kinds } from '../../contract/transaction-query.ts'
import { t } from '../../words/t.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { decimalsOf, minorOf, sumOf } from '../ui/money.ts'
import type { Figure } from './behind.ts'

type Point = NetWorth['points'][number]

/** Net worth at a point with every account in it. */
export type WorthPoint = Point & {
  /** The same as of the day, as in the balance sheet and in the list behind the point: without accounts that begin later. */
  onDay: Pick<Point, 'assets' | 'liabilities' | 'net'>
  /** Whether an account begins later: it counts with the balance that it begins with. */
  isEarly: boolean
  /** Whether nothing is in the book on that day: the point is what one began with. */
  isBefore: boolean
}

const isAnything = ({ assets, liabilities }: Point): boolean => assets !== 0 || liabilities !== 0

/**
 * Net worth from the last point before there is anything in the book. A balance that an account begins with is no growth: an account that
 * begins later counts with it before, so that changes are without it, and Home's line starts with the figure that the book began with.
 * Figures of a day are those of `onDay`.
 */
export function worthLine(points: readonly Point[], currency: string): WorthPoint[] {
  const first = points.findIndex(isAnything)
  const toNumber = (amount: bigint) => showAmount(amount, decimalsOf(currency))
  return points.slice(Math.max(0, first - 1)).map((point) => {
    const { begins_later: later } = point
    const assets = sumOf([point.assets, later.assets], currency)
    const liabilities = sumOf([point.liabilities, later.liabilities], currency)
    return {
      ...point,
      onDay: { assets: point.assets, liabilities: point.liabilities, net: point.net },
      assets: toNumber(assets),
      liabilities: toNumber(liabilities),
      net: toNumber(assets - liabilities),
      isEarly: later.assets !== 0 || later.liabilities !== 0,
      isBefore: !isAnything(point),
    }
  })
}

/** The accounts that begin after a day, with what they begin with. */
export const beginLater = (began: NetWorth['began_with'], day: Day) =>
  began?.accounts.filter(({ date }) => date > day) ?? []

/** Whether a point is dotted: a rate is missing, or it is before the first day of the book. */
export const isDotted = ({ is_complete, isEarly, isBefore }: WorthPoint): boolean =>
  !is_complete || (isEarly && isBefore)

/** The day of a point, and how its value is not that of the day alone. */
export function pointText(day: string, { is_complete, isEarly, isBefore }: WorthPoint): string {
  if (!isEarly) return is_complete ? day : t('{day}, as recorded', { day })
  if (isBefore)
    return is_complete
      ? t('{day}, what you began with', { day })
      : t('{day}, as recorded, what you began with', { day })
  return is_complete
    ? t('{day}, with accounts that begin later', { day })
    : t('{day}, as recorded, with accounts that begin later', { day })
}

/** Net worth at the end of a month, or today, and a month before. */
export type WorthMonth = WorthPoint & {
  month: Month
  date_from: Day
  /** Gained or lost since the point before, in minor units. */
  change: bigint
}

/** The points of a report as months; the first point is where the changes start. Months before there is anything are left out. */
export function worthMonths({ points, base_currency_id }: NetWorth, start: MonthStart): WorthMonth[] {
  const line = worthLine(points, base_currency_id)
  return line.slice(1).map((point, index) => {
    const month = monthOfDay(point.date, start)
    return {
      ...point,
      month,
      date_from: daysOfMonth(month, start).date_from,
      change: minorOf(point.net, base_currency_id) - minorOf(line[index]?.net ?? 0, base_currency_id),
    }
  })
}

/** The three figures of each month; assets and debts are parts of the list behind net worth. */
export const worthFigures = (months: readonly WorthMonth[]): Figure[] =>
  months.flatMap(({ month, date, onDay, explain }): Figure[] => {
    const day = dayText(date)
    return [
      {
        key: `have.${month}`,
        title: t('What you have, {day}', { day }),
        amount: onDay.assets,
        explain: `${explain}&section=money,claim,thing`,
      },
      {
        key: `owe.${month}`,
        title: t('What you owe, {day}', { day }),
        amount: onDay.liabilities,
        explain: `${explain}&section=liability`,
      },
      { key: `net.${month}`, title: t('Net worth, {day}', { day }), amount: onDay.net, explain },
    ]
  })

export const reasons = ['income', 'expense', 'exchange', 'value', 'between', 'other'] as const
export type Reason = (typeof reasons)[number]

export const reasonWords: Record<Reason, () => string> = {
  income: () => t('Income'),
  expense: () => t('Spending'),
  exchange: () => t('Exchange rates'),
  value: () => t('Values'),
  between: () => t('Other books'),
  other: () => t('Other'),
}

const ALWAYS: readonly Reason[] = ['income', 'expense', 'exchange']

/** The reasons to show: values, money between books and the rest only where there are any. */
export const reasonsIn = (report: NetWorth): Reason[] =>
  reasons.filter((reason) => ALWAYS.includes(reason) || amountOf(reason, report) !== 0)

/** The effect of each reason on net worth: spending takes away. */
export const worthEffect = (reason: Reason, report: NetWorth): number =>
  reason === 'expense' ? -report.changes.expense : amountOf(reason, report)

/** The report counts what one began with as a part of the rest, and money between books; on the screen the first is no change, and the second is apart. */
const amountOf = (reason: Reason, { changes, base_currency_id: base }: NetWorth): number =>
  reason === 'other'
    ? showAmount(
        minorOf(changes.other, base) - minorOf(changes.opening, base) - minorOf(changes.between, base),
        decimalsOf(base),
      )
    : changes[reason]

const UNMOVED = kinds.filter((kind) => kind !== 'transfer').join()

/** The rest without the account Opening balances, whose register explains what one began with, and without money between books, which is transferred. */
const explainOf = (reason: Reason, { explains, changes }: NetWorth): string => {
  const [, openings = ''] = /^\/accounts\/([^/]+)/.exec(explains.opening) ?? []
  const unmoved = changes.between === 0 ? '' : `&kind=${UNMOVED}`
  return reason === 'other' ? `${explains.other}&except_account_id=${openings}${unmoved}` : explains[reason]
}

/** The figures of the reasons, each with the list behind it. */
export const changeFigures = (report: NetWorth, month: Month): Figure[] =>
  reasons.map((reason) => ({
    key: `why.${reason}`,
    title: t('{name}, {days}', { name: reasonWords[reason](), days: monthText(month) }),
    amount: amountOf(reason, report),
    explain: explainOf(reason, report),
  }))

/** The parts of a change of net worth that were not kept out of income. */
export type ChangeParts = Pick<Overview['net_worth'], 'value' | 'between' | 'revalued'>

/** The ways in which a part changed net worth: it was kept or taken, came from values or exchange rates, or moved between books. */
export type ChangePart =
  | 'kept'
  | 'taken'
  | 'stated-more'
  | 'stated-less'
  | 'rated-more'
  | 'rated-less'
  | 'came'
  | 'went'

/** Whether a change has any of them. */
export const hasParts = ({ value, between, revalued }: ChangeParts): boolean =>
  value !== 0 || between !== 0 || revalued !== 0

/**
 * A change of net worth in its parts: "€1,806.90 kept, €1,100.00 less by values". What was kept is the figure of Income and spending. None
 * where all of it was kept or taken.
 */
export function partsOfChange(
  gained: bigint,
  { value, between, revalued }: ChangeParts,
  currency: string,
): { amount: bigint; part: ChangePart }[] {
  const stated = minorOf(value, currency)
  const moved = minorOf(between, currency)
  const rated = minorOf(revalued, currency)
  const kept = gained - stated - moved - rated
  if (stated === 0n && moved === 0n && rated === 0n) return []
  return [
    ...partOf(kept, 'kept', 'taken'),
    ...partOf(stated, 'stated-more', 'stated-less'),
    ...partOf(rated, 'rated-more', 'rated-less'),
    ...partOf(moved, 'came', 'went'),
  ]
}

const partOf = (amount: bigint, more: ChangePart, less: ChangePart) =>
  amount === 0n ? [] : [amount > 0n ? { amount, part: more } : { amount: -amount, part: less }]
