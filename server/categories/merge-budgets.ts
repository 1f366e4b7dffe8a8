import { type Month, NEVER } from '../../contract/month.ts'
import { checkSize } from '../ledger/amounts.ts'
import { type Book, changed, type RecordChange } from '../ledger/verb.ts'
import { type BudgetRow, budgetId, type HeldBudget, ownOf, runningOf } from '../records/budget.ts'

/** The budget of both categories in a month: none, that of one of them, or their sum, with rollover if one of them has it. */
function sumOf(a: HeldBudget | null, b: HeldBudget | null): { amount: bigint; rollover: boolean } | null {
  if (!a || !b) return a ?? b
  return { amount: a.amount + b.amount, rollover: a.rollover || b.rollover }
}

/** The running budget of a category in each month. */
function runningIn(rows: readonly BudgetRow[]) {
  const running = rows.flatMap((row) => runningOf(row) ?? []).sort((a, b) => (a.since < b.since ? -1 : 1))
  return {
    starts: running.map(({ since }) => since),
    /** The months in which a budget may end: after a later one has begun, its end no longer counts. */
    ends: running.map(({ until }) => until).filter((until) => until !== NEVER),
    at: (month: Month) => {
      const latest = running.findLast(({ since }) => since <= month)
      return latest && month < latest.until ? latest : null
    },
  }
}

const inOrder = (months: Iterable<Month>): Month[] => [...new Set(months)].sort()

/**
 * The budgets of two categories as those of one: in every month, the amount that holds is the sum of the two that held. Where either began, changed
 * or ended, the running budget begins anew; a month that either has a budget of its own for gets one of its own.
 */
export function mergedBudgets(
  book: Book,
  from: readonly BudgetRow[],
  into: readonly BudgetRow[],
  intoId: string,
) {
  const [a, b] = [runningIn(from), runningIn(into)]
  const points = inOrder([...a.starts, ...b.starts, ...a.ends, ...b.ends]).map((month) => ({
    month,
    pair: [a.at(month), b.at(month)] as const,
  }))
  const parts = new Map<Month, Partial<BudgetRow>>()
  const put = (month: Month, part: Partial<BudgetRow>) => parts.set(month, { ...parts.get(month), ...part })
  const size = (amount: bigint) => checkSize(amount, book.base_currency_id, 'into')
  for (const [index, { month, pair }] of points.entries()) {
    const before = points[index - 1]?.pair
    const held = sumOf(...pair)
    if (!held || (before && pair[0] === before[0] && pair[1] === before[1])) continue
    const end = points.slice(index + 1).find(({ pair: [one, other] }) => !one && !other)
    put(month, {
      running_amount: size(held.amount),
      running_rollover: held.rollover,
      running_until: end?.month ?? NEVER,
    })
  }
  const ownIn = (rows: readonly BudgetRow[]) => new Map(rows.map((row) => [row.month, ownOf(row)]))
  const [ownA, ownB] = [ownIn(from), ownIn(into)]
  for (const month of inOrder([...ownA.keys(), ...ownB.keys()])) {
    if (!ownA.get(month) && !ownB.get(month)) continue
    const held = sumOf(ownA.get(month) ?? a.at(month), ownB.get(month) ?? b.at(month))
    if (held) put(month, { amount: size(held.amount), rollover: held.rollover })
  }
  const rowOf = ([month, part]: [Month, Partial<BudgetRow>]): BudgetRow => ({
    id: budgetId({ category_id: intoId, month }),
    category_id: intoId,
    month,
    amount: null,
    rollover: null,
    running_amount: null,
    running_rollover: null,
    running_until: null,
    ...part,
    version: book.version,
  })
  return changesBetween(from, into, new Map([...parts].map(([month, part]) => [month, rowOf([month, part])])))
}

const VALUES = ['amount', 'rollover', 'running_amount', 'running_rollover', 'running_until'] as const

/** Removes the budgets of the merged category, and sets those of the other one. If the merged category has none, nothing changes. */
function changesBetween(
  from: readonly BudgetRow[],
  into: readonly BudgetRow[],
  rows: ReadonlyMap<Month, BudgetRow>,
): RecordChange[] {
  if (from.length === 0) return []
  const had = new Map(into.map((row) => [row.month, row]))
  return [
    ...from.map((row) => changed('budget', row, null)),
    ...into.filter(({ month }) => !rows.has(month)).map((row) => changed('budget', row, null)),
    ...[...rows.values()].flatMap((row) => {
      const before = had.get(row.month) ?? null
      return before && VALUES.every((name) => before[name] === row[name])
        ? []
        : [changed('budget', before, row)]
    }),
  ]
}
