import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { addDays, type Day } from '../../contract/day.ts'
import { divide } from '../../contract/money.ts'
import { addMonths, type Month } from '../../contract/month.ts'
import type { IncomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { treeOf } from '../categories/tree.ts'
import { decimalsOf, minorOf, sumOf } from '../ui/money.ts'
import { amountOf, isPlanned } from './budget-sheet.ts'

/**
 * A category of the sheet: its row, also where it has neither a budget nor anything spent, and the mean of the months before. The line of a group has
 * the group's own budget and spending; those of the group as a whole are in `whole`.
 */
export type Line = Omit<BudgetRow, 'explain' | 'children' | 'own' | 'members_planned' | 'counts_once'> & {
  explain: string | null
  mean: bigint | null
  /** All months of the mean have the same amount, as a bill has. */
  isSteady?: boolean
  whole?: Whole
}

/**
 * The figures of a group as the service has them. `rest` was carried over from the group's own budget, which makes the group count as one even
 * without a budget in the month; null if there is none. `mean` is that of the spending recorded in the group itself.
 */
export type Whole = { actual: number; explain: string | null; rest: number | null; mean: bigint | null }

/** Whether a line has nothing of a budget: neither an amount nor anything that was carried over. */
export const isBare = (line: Line): boolean => line.planned === null && !isPlanned(line)

/** The sizes from which on an amount is rounded to a step that people budget in, in units of the currency, the largest first. */
const steps = [
  [5_000n, 100n],
  [1_000n, 50n],
  [200n, 10n],
  [20n, 5n],
  [0n, 1n],
] as const

/**
 * The budget that a mean proposes, as a person would type it: 16.34 is 17, 382.55 is 390; an amount that is the same every month is proposed as it is.
 * Never less than the mean, or than what is spent already; none below zero.
 */
export function proposalOf(
  { mean, isSteady = false, actual = 0 }: Pick<Line, 'mean' | 'isSteady'> & Partial<Pick<Line, 'actual'>>,
  currency: string,
): bigint | null {
  if (mean === null || mean <= 0n) return null
  const spent = minorOf(actual, currency)
  if (spent > mean) return roundedUp(spent, currency)
  return isSteady ? mean : roundedUp(mean, currency)
}

function roundedUp(amount: bigint, currency: string): bigint {
  const unit = 10n ** BigInt(decimalsOf(currency))
  const [, step = 1n] = steps.find(([from]) => amount >= from * unit) ?? []
  const size = step * unit
  return ((amount + size - 1n) / size) * size
}

/** Usually €16.34 a month; €16.34 last month. The mean as it is, beside the proposal that is rounded up. */
export const usualText = (mean: bigint, months: number, money: (minor: bigint) => string): string =>
  months === 1
    ? t('{amount} last month', { amount: money(mean) })
    : t('Usually {amount} a month', { amount: money(mean) })

/** How many months the means are of. */
const MEAN_MONTHS = 3

/** The first and the last of the months that the means are of: whole ones, before the sheet's month and before today's. */
export const meanMonths = (month: Month, current: Month): { first: Month; last: Month } => {
  const last = addMonths(month < current ? month : current, -1)
  return { first: addMonths(last, 1 - MEAN_MONTHS), last }
}

/** The means of categories, and those of which every month has the same amount: one month alone says nothing about the next. */
export type Means = { months: number; of: ReadonlyMap<string, bigint>; steady: ReadonlySet<string> }

export const NO_MEANS: Means = { months: 0, of: new Map(), steady: new Set() }

/** A month in which the book began later than this has only a part of what a month costs. */
const MAX_LATE_DAYS = 4

/**
 * The mean of each category over the months of a report; months before the first one with anything in it do not count, and neither does that one
 * if the book began in it, unless there is no other.
 */
export function meansOf(report: IncomeStatement, begin?: Day): Means {
  const currency = report.base_currency_id
  const all = [...report.income, ...report.expense]
  const begun = report.periods.findIndex((_, index) => all.some(({ amounts }) => amounts[index] !== 0))
  if (begun < 0) return NO_MEANS
  const from = report.periods[begun]?.date_from
  const isPart = from !== undefined && begin !== undefined && begin > addDays(from, MAX_LATE_DAYS)
  const first = isPart && begun < report.periods.length - 1 ? begun + 1 : begun
  const months = report.periods.length - first
  const meanOf = (amounts: readonly number[]) =>
    divide(
      amounts.slice(first).reduce((sum, amount) => sum + minorOf(amount, currency), 0n),
      BigInt(months),
    )
  return {
    months,
    of: new Map(
      all.flatMap(({ category_id, amounts }) =>
        category_id === null ? [] : [[category_id, meanOf(amounts)] as const],
      ),
    ),
    steady: new Set(
      all.flatMap(({ category_id, amounts: [...amounts] }) =>
        category_id !== null && months > 1 && new Set(amounts.slice(first)).size === 1 ? [category_id] : [],
      ),
    ),
  }
}

type Placed = Pick<Line, 'category_id' | 'category_name' | 'parent_id' | 'position'>

/** A line that stands in no group, and those that stand in it. */
export type LineBranch<L> = { readonly line: L; readonly members: readonly L[] }

/** Lines of one kind in their groups and in order. */
export const branchesOf = <L extends Placed>(lines: readonly L[]): LineBranch<L>[] =>
  treeOf(
    lines.map((line) => ({
      ...{ id: line.category_id, name: line.category_name, kind: 'expense' as const },
      ...{ parent_id: line.parent_id, position: line.position, line },
    })),
    'expense',
  ).map(({ category, members }) => ({ line: category.line, members: members.map(({ line }) => line) }))

/** Every category that can have a budget, and those that have figures of the month: in their order, each group before its members. */
export function linesOf(
  sheet: BudgetSheet,
  categories: readonly Category[],
  { of: means, steady }: Pick<Means, 'of' | 'steady'>,
): Line[] {
  const withMean = (row: Omit<Line, 'mean'>): Line => {
    // Below zero, more came back than was spent: it counts in the sums, and proposes nothing.
    const mean = means.get(row.category_id)
    const isSteady = steady.has(row.category_id)
    return { ...row, mean: mean !== undefined && mean !== 0n ? mean : null, ...(isSteady && { isSteady }) }
  }
  const rows = sheet.rows.flatMap((row) => [ownLine(row), ...(row.children ?? [])])
  const known = new Set(rows.map(({ category_id }) => category_id))
  const empty = categories
    .filter((one) => one.kind === sheet.kind && one.is_active && !known.has(one.id))
    .map(({ id, name, parent_id, position, icon }) => ({
      ...EMPTY,
      ...{ category_id: id, category_name: name, parent_id, position, icon },
    }))
  return branchesOf<Omit<Line, 'mean'>>([...rows, ...empty]).flatMap(({ line, members }) => {
    if (members.length === 0) return [withMean(line)]
    const own = withMean(line)
    const { whole = { actual: line.actual, explain: line.explain, rest: null } } = line
    // A group is budgeted by its members: no mean fills its cell.
    return [{ ...own, whole: { ...whole, mean: own.mean }, mean: null }, ...members.map(withMean)]
  })
}

/** The group's own part of a row; a row without members is all its own. */
function ownLine(row: BudgetRow): Omit<Line, 'mean'> {
  const { children = [], own, members_planned: _, counts_once = false, ...line } = row
  if (children.length === 0 && !counts_once) return line
  const isOwn = row.since !== null
  // The service says whether a carried amount is the group's own. Of a budget of the month, nothing carried is taken as none: it decides for an emptied cell alone.
  const rest = counts_once && !(isOwn && row.carried === 0) ? row.carried : null
  return {
    ...line,
    planned: isOwn ? row.planned : null,
    actual: children.length === 0 ? row.actual : (own?.actual ?? 0),
    explain: children.length === 0 ? row.explain : (own?.explain ?? null),
    carried: rest ?? 0,
    whole: { actual: row.actual, explain: row.explain, rest, mean: null },
  }
}

const EMPTY = {
  planned: null,
  actual: 0,
  carried: 0,
  left: 0,
  rollover: false,
  only: false,
  running: null,
  since: null,
  explain: null,
  version: 0,
}

/** The sums of lines, as the API's totals: rows with a budget or an amount carried over. */
export function totalsOf(lines: readonly Line[], currency: string) {
  const counted = lines.filter(isPlanned)
  const sum = (of: (line: Line) => number) =>
    counted.reduce((total, line) => total + minorOf(of(line), currency), 0n)
  const [planned, actual, carried] = [
    sum(({ planned }) => planned ?? 0),
    sum(({ actual }) => actual),
    sum(({ carried }) => carried),
  ]
  return { planned, actual, carried, left: planned + carried - actual }
}

/** The amounts spent, or received, in all lines, and in those without a budget. */
export function actualsOf(lines: readonly Line[], currency: string): { all: bigint; unplanned: bigint } {
  const all = sumOf(
    lines.map(({ actual }) => actual),
    currency,
  )
  return { all, unplanned: all - totalsOf(lines, currency).actual }
}

/** The list behind a sum of the service; null where unsaved cells make another sum of it. */
export const explainOf = (
  shown: bigint,
  { actual, explain }: { actual: number; explain: string | null },
  currency: string,
): string | null => (shown === minorOf(actual, currency) ? explain : null)

/** A line with another budget, before the service has it. */
export function withAmount(line: Line, minor: bigint | null, currency: string): Line {
  const left = (minor ?? 0n) + minorOf(line.carried, currency) - minorOf(line.actual, currency)
  return {
    ...line,
    planned: minor === null ? null : amountOf(minor, currency),
    left: amountOf(left, currency),
  }
}
