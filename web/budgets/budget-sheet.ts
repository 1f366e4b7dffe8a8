import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import type { Day } from '../../contract/day.ts'
import { decimalNumber } from '../../contract/money.ts'
import { daysBetween } from '../ui/dates.ts'
import { decimalsOf, minorOf } from '../ui/money.ts'

/** The budget of a month as the screen needs it. All arithmetic is in minor units of the base currency. */

/** An amount of the API from minor units. */
export const amountOf = (minor: bigint, currency: string): number =>
  decimalNumber({ digits: minor, scale: decimalsOf(currency) })

/** Rows that count in the totals: with a budget, or with something carried over. */
export const isPlanned = (row: BudgetRow): boolean => row.planned !== null || row.carried !== 0

/** The amount to spend in the month: planned and carried over. */
export const available = (row: Pick<BudgetRow, 'planned' | 'carried'>, currency: string): bigint =>
  minorOf(row.planned ?? 0, currency) + minorOf(row.carried, currency)

/** How much of a row is used, as a number for bars and order only; without a plan, all spending is over. */
export function usedShare(row: BudgetRow, currency: string): number {
  const [spent, have] = [Number(minorOf(row.actual, currency)), Number(available(row, currency))]
  if (have > 0) return spent / have
  return spent > 0 || have < 0 ? Number.POSITIVE_INFINITY : 0
}

/** The most used first; of those that are used alike, the larger plan first, then by name. */
export const mostUsedFirst = (rows: readonly BudgetRow[], currency: string): BudgetRow[] =>
  rows.toSorted((a, b) => {
    const [first, second] = [usedShare(a, currency), usedShare(b, currency)]
    if (first !== second) return second - first
    const byPlan = minorOf(b.planned ?? 0, currency) - minorOf(a.planned ?? 0, currency)
    return byPlan === 0n ? a.category_name.localeCompare(b.category_name) : byPlan > 0n ? 1 : -1
  })

/** The largest amount first. */
export const mostSpentFirst = (rows: readonly BudgetRow[], currency: string): BudgetRow[] =>
  rows.toSorted((a, b) => {
    const by = minorOf(b.actual, currency) - minorOf(a.actual, currency)
    return by === 0n ? a.category_name.localeCompare(b.category_name) : by > 0n ? 1 : -1
  })

/** The lengths of a row's bar: a negative amount to spend counts as overspent. */
export function meterParts(
  row: Pick<BudgetRow, 'planned' | 'carried' | 'actual'>,
  currency: string,
): { spent: number; planned: number } {
  const [spent, have] = [minorOf(row.actual, currency), available(row, currency)]
  return have < 0n
    ? { spent: amountOf(spent - have, currency), planned: 0 }
    : { spent: row.actual, planned: amountOf(have, currency) }
}

/** Where a day is in a month: before it, in it, or after it; how many days have begun, and how many are left after today. */
export type MonthProgress = { when: 'before' | 'during' | 'after'; gone: number; of: number; left: number }

export function progressOf(sheet: { date_from: Day; date_to: Day }, today: Day): MonthProgress {
  const of = daysBetween(sheet.date_from, sheet.date_to) + 1
  if (today < sheet.date_from)
    return { when: 'before', gone: 0, of, left: daysBetween(today, sheet.date_from) }
  if (today > sheet.date_to) return { when: 'after', gone: of, of, left: 0 }
  const gone = daysBetween(sheet.date_from, today) + 1
  return { when: 'during', gone, of, left: of - gone }
}

/** Where the mark of today stands, from 0 to 1; none where today is not in the month. */
export const markOf = ({ when, gone, of }: MonthProgress): number | undefined =>
  when === 'during' ? gone / of : undefined

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`

/** 70% used, 47% of the month gone */
export function usedText(totals: BudgetSheet['totals'], currency: string, progress: MonthProgress): string {
  const have = Number(minorOf(totals.planned, currency) + minorOf(totals.carried, currency))
  const spent = Number(minorOf(totals.actual, currency))
  const used = have > 0 ? `${percent(spent, have)} used` : 'Nothing planned'
  return progress.when === 'during'
    ? `${used}, ${percent(progress.gone, progress.of)} of the month gone`
    : used
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** 16 days left, the last day, the month is over, starts in 3 days */
export function daysLeftText({ when, left }: MonthProgress): string {
  if (when === 'after') return 'the month is over'
  if (when === 'before') return `starts in ${days(left)}`
  return left === 0 ? 'the last day' : `${days(left)} left`
}

/** The rest of a row, as an amount and a word. */
export type Left = { state: 'left' | 'used' | 'over'; minor: bigint }

export function leftOf(left: number, currency: string): Left {
  const minor = minorOf(left, currency)
  if (minor < 0n) return { state: 'over', minor: -minor }
  return { state: minor === 0n ? 'used' : 'left', minor }
}

/** Why there is something carried over, in a sentence. */
export const carriedText = (
  row: BudgetRow,
  before: string,
  currency: string,
  money: (minor: bigint) => string,
) => {
  const minor = minorOf(row.carried, currency)
  if (minor === 0n) return `Nothing of ${row.category_name} was carried over from ${before}.`
  return minor > 0n
    ? `${money(minor)} of ${row.category_name} was left in ${before} and counts here.`
    : `${row.category_name} was ${money(-minor)} over in ${before}, which counts here.`
}

/** The sheet with another plan for one category, before the service has answered. */
export function withPlan(sheet: BudgetSheet, categoryId: string, planned: bigint | null): BudgetSheet {
  const currency = sheet.base_currency_id
  const number = (minor: bigint) => amountOf(minor, currency)
  const minor = (amount: number) => minorOf(amount, currency)
  const rows = sheet.rows.map((row) =>
    row.category_id === categoryId
      ? {
          ...row,
          planned: planned === null ? null : number(planned),
          left: number((planned ?? 0n) + minor(row.carried) - minor(row.actual)),
        }
      : row,
  )
  const sum = (of: readonly BudgetRow[], field: (row: BudgetRow) => number) =>
    number(of.reduce((all, row) => all + minor(field(row)), 0n))
  const counted = rows.filter(isPlanned)
  const others = rows.filter((row) => !isPlanned(row))
  return {
    ...sheet,
    rows,
    totals: {
      ...sheet.totals,
      planned: sum(counted, (row) => row.planned ?? 0),
      actual: sum(counted, (row) => row.actual),
      carried: sum(counted, (row) => row.carried),
      left: sum(counted, (row) => row.left),
    },
    unplanned: { ...sheet.unplanned, actual: sum(others, (row) => row.actual) },
  }
}
