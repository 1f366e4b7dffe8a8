import type { BudgetQuery, BudgetRow, BudgetSheet, Source } from '../../contract/budgets.ts'
import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { addMonths, daysOfMonth, type Month, monthOfDay } from '../../contract/month.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type BookRow, monthStartOf } from '../ledger/book.ts'
import { transactionsAddress } from '../lists/explain.ts'
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

/** A category in a month: amounts in minor units of the base currency. */
export type SheetLine = BudgetedCategory & { actual: bigint; carried: bigint }

type SheetQuery = { kind: CategoryRow['kind']; month: Month; version?: number | undefined }

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
export async function readLines(db: Db, book: BookRow, { kind, month, version }: SheetQuery): Promise<Lines> {
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
  const lines = await mapInSlices(budgets, (budget) => {
    const sumOf = (from: Day, before: Day) => {
      const first = places.get(from) ?? 0
      return (byCategory.get(budget.id) ?? [])
        .filter(({ period }) => period > first && (starts[period - 1] ?? end) < before)
        .reduce((sum, { base_amount }) => sum + BigInt(base_amount), 0n)
    }
    const carried = BigInt(budget.budgeted) - sumOf(firstDay(budget), date_from)
    return { ...budget, actual: sumOf(date_from, end), carried }
  })
  return { lines, incomePlanned: await readIncomePlanned(db, book, { month, version, gone }) }
}

/** How many categories the address of a list has room for. */
const MAX_EXPLAINED = 100

/** The budget of a month: this one unless another is named. */
export async function readSheet(db: Db, book: BookRow, query: BudgetQuery): Promise<BudgetSheet> {
  const { kind = 'expense', month = monthOfDay(todayIn(book.time_zone), monthStartOf(book)) } = query
  const version = await versionAt(db, book, query.known_at)
  return sheetOf(book, { kind, month, version }, await readLines(db, book, { kind, month, version }))
}

/** A budget of a month, from all categories of its kind. */
export async function sheetOf(
  book: BookRow,
  { kind, month, version }: SheetQuery,
  { lines: all, incomePlanned }: Lines,
): Promise<BudgetSheet> {
  const lines = all.filter(
    ({ amount, actual, carried }) => amount !== null || actual !== 0n || carried !== 0n,
  )
  const days = daysOfMonth(month, monthStartOf(book))
  const toApi = (minor: bigint) => amountToApi(minor, book.base_currency_id)
  const explain = (ids: readonly string[]) =>
    transactionsAddress({ category_id: ids.join() || 'none' }, days, version)
  const planned = lines.filter(isPlanned)
  const sumOf = (of: (line: SheetLine) => bigint) => planned.reduce((total, line) => total + of(line), 0n)
  const budgeted = sumOf(({ amount }) => amount ?? 0n)
  const unplanned = lines.filter((line) => !isPlanned(line))
  const explainAll = (some: readonly SheetLine[]) => {
    const spent = some.filter(({ actual }) => actual !== 0n).map(({ id }) => id)
    return spent.length > MAX_EXPLAINED ? null : explain(spent)
  }
  return {
    month,
    ...days,
    kind,
    base_currency_id: book.base_currency_id,
    rows: await mapInSlices(
      lines,
      (line): BudgetRow => ({
        category_id: line.id,
        category_name: line.name,
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
      }),
    ),
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

/** Whether a category has a budget for the month, or something left of the month before. */
const isPlanned = ({ amount, carried }: SheetLine): boolean => amount !== null || carried !== 0n

const leftOf = ({ amount, carried, actual }: SheetLine): bigint => (amount ?? 0n) + carried - actual

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
