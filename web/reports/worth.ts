import type { Account } from '../../contract/accounts.ts'
import { addDays, type Day } from '../../contract/day.ts'
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

const isAnything = ({ assets, liabilities }: Point): boolean => assets !== 0 || liabilities !== 0

/**
 * The points from the first with anything in the book. Each is the figure of its day, as in the balance sheet and in the list behind it: an
 * account is in it from its first day on, and the balance that it begins with stands in `opening`, apart from the change. A book that begins
 * with an income, and no balance, starts at nothing, the point before.
 */
export function worthLine(points: readonly Point[]): Point[] {
  const first = points.findIndex(isAnything)
  const isFromNothing = first > 0 && points[first]?.opening === 0
  return points.slice(Math.max(0, isFromNothing ? first - 1 : first))
}

/** An account is waited for when it began with at least such a part of all that one has and owes at the end of the line. */
const WEIGHS = 20n

/** The day from which on every account is known that weighs something: before it, a figure of the whole says little. */
export function knownFrom(
  began: NetWorth['began_with'],
  last: Pick<Point, 'assets' | 'liabilities'> | undefined,
  base: string,
): Day | undefined {
  const size = (amount: number): bigint => {
    const minor = minorOf(amount, base)
    return minor < 0n ? -minor : minor
  }
  const all = size(last?.assets ?? 0) + size(last?.liabilities ?? 0)
  let missing = 0n
  return began?.accounts
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .find(({ net }) => {
      missing += size(net)
      return missing > 0n && missing * WEIGHS >= all
    })?.date
}

/** A point of a line; in one that is a part, accounts are missing that begin later. */
export type DrawnPoint = Point & { isPart: boolean }

/**
 * The line as it is drawn: a balance that somebody said as of a later day is no rise. Points without it are left out where most are whole,
 * and else they are a part, drawn pale and apart. Where no point is whole, all are drawn alike.
 */
export function drawnLine(
  points: readonly Point[],
  began: NetWorth['began_with'],
  base: string,
): DrawnPoint[] {
  const line = worthLine(points)
  const from = knownFrom(began, line.at(-1), base)
  const parts = from === undefined ? 0 : line.findIndex(({ date }) => date >= from)
  const isCut = parts === 1 || parts < line.length - parts
  return line
    .map((point, index) => ({ ...point, isPart: index < parts }))
    .slice(isCut ? Math.max(0, parts) : 0)
}

/** The values of a line, and apart those of its points that are a part; a point has one of them. */
export const apart = ({ net, isPart }: DrawnPoint) => ({
  value: isPart ? undefined : net,
  second: isPart ? net : undefined,
  missing: '–',
})

/** The accounts that begin after a day, with what they begin with. */
export const beginLater = (began: NetWorth['began_with'], day: Day) =>
  began?.accounts.filter(({ date }) => date > day) ?? []

/**
 * Accounts with the first day on which they count. The opening that follows from a balance is the balance of the evening before: before the day that
 * somebody has said, or before the oldest entry that has moved it.
 */
export const onFirstDays = <Row extends { account_id: string; date: Day }>(
  rows: readonly Row[],
  accounts: readonly Pick<Account, 'id' | 'balance_as_of'>[],
): Row[] =>
  rows.map((row) => {
    const said = accounts.find(({ id }) => id === row.account_id)?.balance_as_of
    return said && row.date < said.date ? { ...row, date: addDays(row.date, 1) } : row
  })

/** The day of a point, and what its value has beside what was kept since the point before. */
export function pointText(day: string, { is_complete, opening }: Point): string {
  if (opening === 0) return is_complete ? day : t('{day}, as recorded', { day })
  return is_complete
    ? t('{day}, new accounts included', { day })
    : t('{day}, as recorded, new accounts included', { day })
}

/** Net worth at the end of a month, or today. */
export type WorthMonth = Point & {
  month: Month
  date_from: Day
  /** Gained or lost since the point before, in minor units. With `opening` it is the difference of the two figures. */
  change: bigint
}

/** The points of a report as months; the first point is where the changes start. Months before there is anything are left out. */
export function worthMonths({ points, base_currency_id: base }: NetWorth, start: MonthStart): WorthMonth[] {
  const first = Math.max(1, points.findIndex(isAnything))
  return points.slice(first).map((point, index) => {
    const month = monthOfDay(point.date, start)
    return {
      ...point,
      month,
      date_from: daysOfMonth(month, start).date_from,
      change: changeSince(points[first + index - 1]?.net ?? 0, point, base),
    }
  })
}

/** Gained or lost since a net worth: the balance that an account begins with is neither. */
const changeSince = (before: number, { net, opening }: Point, base: string): bigint =>
  sumOf([net, -before, -opening], base)

/** The change over all months of a report, and what accounts began with meanwhile. */
export const changeOver = (months: readonly WorthMonth[], base: string) => ({
  change: months.reduce((sum, { change }) => sum + change, 0n),
  began: sumOf(
    months.map(({ opening }) => opening),
    base,
  ),
})

/** The months from whose first end the change is counted: the first end on which every account is known that weighs something. */
export function sinceKnown(
  months: readonly WorthMonth[],
  began: NetWorth['began_with'],
  base: string,
): { parts: number; since: Day | undefined; counted: readonly WorthMonth[] } {
  const from = knownFrom(began, months.at(-1), base)
  const parts =
    from === undefined
      ? 0
      : Math.max(
          0,
          months.findIndex(({ date }) => date >= from),
        )
  const isCounted = parts > 0 && parts < months.length - 1
  return {
    parts,
    since: isCounted ? months[parts]?.date : undefined,
    counted: isCounted ? months.slice(parts + 1) : months,
  }
}

/** The three figures of each month; assets and debts are parts of the list behind net worth. */
export const worthFigures = (months: readonly WorthMonth[]): Figure[] =>
  months.flatMap(({ month, date, assets, liabilities, net, explain }): Figure[] => {
    const day = dayText(date)
    return [
      {
        key: `have.${month}`,
        title: t('What you have, {day}', { day }),
        amount: assets,
        explain: `${explain}&section=money,claim,thing`,
      },
      {
        key: `owe.${month}`,
        title: t('What you owe, {day}', { day }),
        amount: liabilities,
        explain: `${explain}&section=liability`,
      },
      { key: `net.${month}`, title: t('Net worth, {day}', { day }), amount: net, explain },
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

/** The figures of the reasons, and what accounts began with, each with the list behind it. */
export const changeFigures = (report: NetWorth, month: Month): Figure[] => {
  const title = (name: string) => t('{name}, {days}', { name, days: monthText(month) })
  return [
    ...reasons.map((reason) => ({
      key: `why.${reason}`,
      title: title(reasonWords[reason]()),
      amount: amountOf(reason, report),
      explain: explainOf(reason, report),
    })),
    {
      key: 'why.opening',
      title: title(t('New accounts began with')),
      amount: report.changes.opening,
      explain: report.explains.opening,
    },
  ]
}

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
 * A change of net worth in its parts: "€1,806.90 kept, VW Golf is worth €1,100.00 less". What was kept is the figure of Income and spending. None
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
