import type { Day } from '../../contract/day.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Occurrence } from '../../contract/plans.ts'
import type { Db } from '../database/database.ts'
import { countOpenImports } from '../imports/open.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import {
  budgetsAddress,
  lateAddress,
  openImportsAddress,
  upcomingAddress,
  valuationAddress,
} from '../lists/explain.ts'

/** The parts of an overview that say what waits, already read. */
type OverviewParts = Pick<Overview, 'net_worth' | 'owed' | 'budgets'> & {
  open: readonly Occurrence[]
  overCount: number
}

/** Florin posts an automatic occurrence by itself, unless it is refused. */
const waitsForSomebody = ({ state, auto }: Occurrence): boolean =>
  state === 'waiting' || (state === 'due' && !auto)

/** What waits for a person now, each kind with its count; a kind without anything is left out. */
export async function findTodo(
  db: Db,
  book: BookRow,
  { date, today }: { date: Day; today: Day },
  { net_worth, owed, budgets, open, overCount }: OverviewParts,
): Promise<Overview['todo']> {
  const missing = net_worth.missing_rates.filter(({ date_to }) => date_to >= date)
  const files = await countOpenImports(db, book.id)
  const all: Overview['todo'] = [
    { kind: 'late_debts', count: owed.late_count, path: lateAddress() },
    { kind: 'due_plans', count: open.filter(waitsForSomebody).length, path: upcomingAddress(today) },
    {
      kind: 'open_imports',
      count: files.count,
      path: openImportsAddress(),
      ...(files.count === 1 && files.id !== null && { id: files.id }),
    },
    { kind: 'over_budgets', count: overCount, path: budgetsAddress(budgets.month) },
    { kind: 'missing_rates', count: missing.length, path: valuationAddress(date, {}, undefined) },
  ]
  return all.filter(({ count }) => count > 0)
}
