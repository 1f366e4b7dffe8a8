import type { BudgetQuery, BudgetRow, BudgetSheet, Source } from '../../contract/budgets.ts'
import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { addMonths, daysOfMonth, type Month, monthOfDay } from '../../contract/month.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type BookRow, monthStartOf } from '../ledger/book.ts'
import { MAX_EXPLAINED, transactionsAddress } from '../lists/explain.ts'
import { versionAt } from '../lists/known-at.ts'
import { mapInSlices } from '../process/slices.ts'
import { runningToApi } from '../records/budget.ts'
import type { CategoryRow } from '../records/category.ts'
import {
  type BudgetedCategory,
  type Gone,
  readBudgets,
  readIncomePlanned,
  readMovements,
  readTrashed,
} from './budgets.sql.ts'
import type { CopiedBudget } from './budgets.ts'
import {
  type CountedLine,
  type GroupedRow,
  isPlanned,
  leftOf,
  rowsByCategory,
  rowsByGroup,
  type SheetLine,
} from './lines.ts'

type SheetQuery = {
  kind: CategoryRow['kind']
  month: Month
  version?: number | undefined
  isByGroup?: boolean | undefined
}

/** The running budget of a category in the trash counts up to the month in which the category was deleted. */
async function readGone(db: Db, book: BookRow, version: number | undefined): Promise<Gone> {
  const start = monthStartOf(book)
  return (await readTrashed(db, book, version)).map(({ id, day }) => ({
    id,
    until: addMonths(monthOfDay(day, start), 1),
  }))
}

/** All categories of a kind in a month, and the total planned for incomes. */
export type Lines = { lines: SheetLine[]; incomePlanned: bigint }

/**
 * All categories of a kind in a month. The amount carried into the month is the budgets less the spending of the unbroken row of
 * months with rollover before it: two sums, however long the row is.
 */
export async function readLines(db: Db, book: BookRow, query: SheetQuery): Promise<Lines> {
  const { kind, month, version, isByGroup = false } = query
  const gone = await readGone(db, book, version)
  const budgets = await readBudgets(db, book, { kind, month, version, gone })
  const daysOf = (name: Month) => daysOfMonth(name, monthStartOf(book))
  const firstDay = ({ carrying_months }: BudgetedCategory) =>
    daysOf(addMonths(month, -carrying_months)).date_from
  const { date_from, date_to } = daysOf(month)
  const starts = [...new Set([...budgets.map(firstDay), date_from])].sort()
  const end = addDays(date_to, 1)
  const moved = await readMovements(db, book, { kind, starts: [...starts, end], version })
  const byCategory = Map.groupBy(moved, ({ category_id }) => category_id)
  const places = new Map(starts.map((day, index) => [day, index]))
  const members = Map.groupBy(budgets, ({ parent_id }) => parent_id)
  const lines = await mapInSlices(budgets, (budget) => {
    const sumOf = ({ id }: BudgetedCategory, from: Day, before: Day) => {
      const first = places.get(from) ?? 0
      return (byCategory.get(id) ?? [])
        .filter(({ period }) => period > first && (starts[period - 1] ?? end) < before)
        .reduce((sum, { base_amount }) => sum + BigInt(base_amount), 0n)
    }
    const spentBefore = (one: BudgetedCategory) =>
      budget.carrying_months === 0 ? 0n : sumOf(one, firstDay(budget), date_from)
    const carried = BigInt(budget.budgeted) - spentBefore(budget)
    const groupCarried = (members.get(budget.id) ?? []).reduce(
      (left, one) => left - spentBefore(one),
      carried,
    )
    return { ...budget, actual: sumOf(budget, date_from, end), carried, groupCarried }
  })
  return { lines, incomePlanned: await readIncomePlanned(db, book, { month, version, gone, isByGroup }) }
}

/** The sheet of a month: the present month unless another is named. */
export async function readSheet(db: Db, book: BookRow, query: BudgetQuery): Promise<BudgetSheet> {
  const { kind = 'expense', month = monthOfDay(todayIn(book.time_zone), monthStartOf(book)) } = query
  const version = await versionAt(db, book, query.known_at)
  const asked = { kind, month, version, isByGroup: query.by_group }
  return sheetOf(book, asked, await readLines(db, book, asked))
}

/** A budget of a month, from all categories of its kind. */
export async function sheetOf(
  book: BookRow,
  { kind, month, version, isByGroup = false }: SheetQuery,
  { lines, incomePlanned }: Lines,
): Promise<BudgetSheet> {
  const rows = isByGroup ? rowsByGroup(lines) : rowsByCategory(lines)
  const days = daysOfMonth(month, monthStartOf(book))
  const toApi = (minor: bigint) => amountToApi(minor, book.base_currency_id)
  const explain = (ids: readonly string[]) =>
    transactionsAddress({ category_id: ids.join() || 'none' }, days, version)
  const counts = rows.flatMap((row) => row.counts)
  const planned = counts.filter(isPlanned)
  const sumOf = (of: (one: CountedLine) => bigint) => planned.reduce((total, one) => total + of(one), 0n)
  const budgeted = sumOf(({ amount }) => amount ?? 0n)
  const unplanned = counts.filter((one) => !isPlanned(one))
  const explainAll = (some: readonly CountedLine[]) => {
    const spentIn = some.flatMap((one) => one.spentIn)
    return spentIn.length > MAX_EXPLAINED ? null : explain(spentIn)
  }
  const lineToApi = (line: SheetLine) => ({
    category_id: line.id,
    category_name: line.name,
    parent_id: line.parent_id,
    position: line.position,
    icon: line.icon,
    planned: line.amount === null ? null : toApi(line.amount),
    actual: toApi(line.actual),
    carried: toApi(line.carried),
    left: toApi(leftOf(line)),
    rollover: line.rollover,
    only: line.only,
    running: line.running && runningToApi(book, line.running),
    since: line.only ? month : (line.running?.since ?? null),
    explain: explain([line.id]),
    version: line.version,
  })
  const groupToApi = ({ line, own, children, countsOnce }: GroupedRow): BudgetRow => ({
    ...lineToApi(line),
    ...(children.length > 0 && { explain: transactionsAddress({ group_id: line.id }, days, version) }),
    children: children.map(lineToApi),
    own:
      children.length === 0 || own.actual === 0n
        ? null
        : { actual: toApi(own.actual), explain: explain([own.id]) },
    members_planned:
      children.length === 0 ? null : toApi(children.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)),
    counts_once: countsOnce,
  })
  return {
    month,
    ...days,
    kind,
    base_currency_id: book.base_currency_id,
    rows: await mapInSlices(rows, isByGroup ? groupToApi : ({ line }) => lineToApi(line)),
    totals: {
      planned: toApi(budgeted),
      actual: toApi(sumOf(({ actual }) => actual)),
      carried: toApi(sumOf(({ carried }) => carried)),
      left: toApi(sumOf(leftOf)),
      income_planned: toApi(incomePlanned),
      to_plan: toApi(incomePlanned - budgeted),
      explain: explainAll(planned),
    },
    unplanned: {
      actual: toApi(unplanned.reduce((total, { actual }) => total + actual, 0n)),
      explain: explainAll(unplanned),
    },
  }
}

/**
 * The amounts that are copied from a month: its budgets, or its spending where that is more than 0. It is read before the writer's turn: a budget set
 * meanwhile counts as one that is set just after.
 */
export async function readCopied(
  db: Db,
  book: BookRow,
  kind: CategoryRow['kind'],
  { month, isActual }: Source,
): Promise<CopiedBudget[]> {
  if (isActual)
    return (await readLines(db, book, { kind, month })).lines.flatMap(({ id, actual }) =>
      actual > 0n ? [{ category_id: id, amount: actual }] : [],
    )
  const gone = await readGone(db, book, undefined)
  return (await readBudgets(db, book, { kind, month, gone })).flatMap(({ id, amount, rollover }) =>
    amount === null ? [] : [{ category_id: id, amount, rollover }],
  )
}
