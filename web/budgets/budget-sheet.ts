import type { BudgetRow } from '../../contract/budgets.ts'
import type { Day } from '../../contract/day.ts'
import { decimalNumber } from '../../contract/money.ts'
import { comma, t } from '../../words/t.ts'
import { daysBetween } from '../ui/dates.ts'
import { decimalsOf, minorOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'

/** The budget of a month as the screen needs it. All arithmetic is in minor units of the base currency. */

/** An amount of the API from minor units. */
export const amountOf = (minor: bigint, currency: string): number =>
  decimalNumber({ digits: minor, scale: decimalsOf(currency) })

/** Rows that count in the totals: with a budget, or with something carried over. */
export const isPlanned = (row: Pick<BudgetRow, 'planned' | 'carried'>): boolean =>
  row.planned !== null || row.carried !== 0

/** The amount to spend in the month: planned and carried over. */
export const available = (row: Pick<BudgetRow, 'planned' | 'carried'>, currency: string): bigint =>
  minorOf(row.planned ?? 0, currency) + minorOf(row.carried, currency)

/** The spending that a budget is for: of a group, without that of members that have none. */
export const budgetedOf = (
  row: Pick<BudgetRow, 'planned' | 'carried' | 'actual' | 'left'>,
  currency: string,
): number =>
  isPlanned(row) ? amountOf(available(row, currency) - minorOf(row.left, currency), currency) : row.actual

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

const percent = (part: number, whole: number): string => percentText(part / whole, 0)

/** 70% used, 47% of the month gone; without any budget only the latter. */
export function usedText(
  totals: { planned: bigint; carried: bigint; actual: bigint },
  progress: MonthProgress,
): string {
  const have = Number(totals.planned + totals.carried)
  const used =
    have > 0
      ? t('{percent} used', { percent: percent(Number(totals.actual), have) })
      : totals.planned === 0n && totals.carried === 0n
        ? ''
        : t('Nothing left from the start')
  const gone =
    progress.when === 'during'
      ? t('{percent} of the month gone', { percent: percent(progress.gone, progress.of) })
      : ''
  return [used, gone].filter(Boolean).join(comma())
}

/** 16 days left, the last day, the month is over, starts in 3 days */
export function daysLeftText({ when, left }: MonthProgress): string {
  if (when === 'after') return t('the month is over')
  if (when === 'before')
    return t('{days, plural, one {starts in # day} other {starts in # days}}', { days: left })
  return left === 0
    ? t('the last day')
    : t('{days, plural, one {# day left} other {# days left}}', { days: left })
}

/** The rest of a row, as an amount and a word. */
export type Left = { state: 'left' | 'used' | 'over'; minor: bigint }

export function leftOf(minor: bigint, spent: bigint): Left {
  if (minor < 0n) return { state: 'over', minor: -minor }
  // Of a budget of 0, nothing is used before something is spent.
  return { state: minor === 0n && spent !== 0n ? 'used' : 'left', minor }
}

/** Why there is something carried over, in a sentence. */
export const carriedText = (
  row: Pick<BudgetRow, 'category_name' | 'carried'>,
  before: string,
  currency: string,
  money: (minor: bigint) => string,
) => {
  const minor = minorOf(row.carried, currency)
  const category = row.category_name
  if (minor === 0n)
    return t('Nothing of {category} was carried over from {month}.', { category, month: before })
  return minor > 0n
    ? t('{amount} of {category} was left in {month} and counts here.', {
        amount: money(minor),
        category,
        month: before,
      })
    : t('{category} was {amount} over in {month}, which counts here.', {
        category,
        amount: money(-minor),
        month: before,
      })
}

/** The part of a budget that is over which the month before left: €288.83 over in October. Undefined where nothing is over because of it. */
export const overFrom = (
  { left, carried }: Pick<BudgetRow, 'left' | 'carried'>,
  before: string,
  currency: string,
  money: (minor: bigint) => string,
): string | undefined =>
  left < 0 && carried < 0
    ? t('{amount} over in {month}', { amount: money(-minorOf(carried, currency)), month: before })
    : undefined
