import { byPosition } from '../../contract/position.ts'
import type { BudgetedCategory } from './budgets.sql.ts'

/** A category in a month: amounts in minor units of the base currency. */
export type SheetLine = BudgetedCategory & {
  actual: bigint
  carried: bigint
  /** The amount carried into the month if its budgets are those of its whole group: less the spending of its categories, too. */
  groupCarried: bigint
}

type LineFigures = Pick<SheetLine, 'amount' | 'actual' | 'carried'>

/** Figures that count as one row in the totals, and the categories that have their actual amount. */
export type CountedLine = LineFigures & { spentIn: string[] }

/** A row of the sheet: a category, or a group with its categories. */
export type GroupedRow = {
  line: SheetLine
  own: SheetLine
  children: SheetLine[]
  counts: CountedLine[]
  /** Whether it is a group that counts as one. */
  countsOnce: boolean
}

/** Whether there is a budget for the month, or something left of the month before. */
export const isPlanned = ({ amount, carried }: LineFigures): boolean => amount !== null || carried !== 0n

export const leftOf = ({ amount, carried, actual }: LineFigures): bigint => (amount ?? 0n) + carried - actual

const hasFigures = (line: LineFigures): boolean => isPlanned(line) || line.actual !== 0n

const add = (lines: readonly SheetLine[], of: (line: SheetLine) => bigint | null): bigint =>
  lines.reduce((sum, line) => sum + (of(line) ?? 0n), 0n)

const counted = (figures: LineFigures, lines: readonly SheetLine[]): CountedLine => ({
  amount: figures.amount,
  actual: figures.actual,
  carried: figures.carried,
  spentIn: lines.filter(({ actual }) => actual !== 0n).map(({ id }) => id),
})

/** One row for each category that has a budget or figures. */
export const rowsByCategory = (lines: readonly SheetLine[]): GroupedRow[] =>
  lines.filter(hasFigures).map((line) => ({
    line,
    own: line,
    children: [],
    counts: [counted(line, [line])],
    countsOnce: false,
  }))

/** One row for each group, and for each category without one, by position; `lines` are by name. */
export function rowsByGroup(lines: readonly SheetLine[]): GroupedRow[] {
  const ids = new Set(lines.map(({ id }) => id))
  const groupOf = ({ parent_id }: SheetLine) => (parent_id !== null && ids.has(parent_id) ? parent_id : null)
  const members = Map.groupBy(lines, groupOf)
  return [...(members.get(null) ?? [])].sort(byPosition).flatMap((own) => {
    const all = [own, ...(members.get(own.id) ?? []).sort(byPosition)]
    const line = all.length === 1 ? own : totalOf(own, all)
    const children = all.slice(1).filter(hasFigures)
    const countsOnce = all.length > 1 && hasOwnBudget(own)
    const counts =
      countsOnce || all.length === 1 ? [counted(line, all)] : all.map((one) => counted(one, [one]))
    return hasFigures(line) || children.length > 0 ? [{ line, own, children, counts, countsOnce }] : []
  })
}

/** Whether the group has a budget of its own in the month, or had one in the month before whose rest is carried. */
const hasOwnBudget = ({ amount, carrying_months }: SheetLine): boolean =>
  amount !== null || carrying_months > 0

/** The figures of a group: a budget of its own counts in place of the sum of those of its categories, and so does the rest of one. */
function totalOf(own: SheetLine, all: readonly SheetLine[]): SheetLine {
  const isAnyPlanned = all.some(({ amount }) => amount !== null)
  return {
    ...own,
    amount: own.amount ?? (isAnyPlanned ? add(all, ({ amount }) => amount) : null),
    actual: add(all, ({ actual }) => actual),
    carried: hasOwnBudget(own) ? own.groupCarried : add(all, ({ carried }) => carried),
  }
}
