import { inserter, names, type Sql, sql } from '../database/sql.ts'
import type { EntryChange } from './entries.sql.ts'
import { startMovements } from './journal.ts'
import type { Row, TableWrite } from './table-write.sql.ts'

/** How the balances that follow from entries are written. */

/** Adds to the sums that are there already. */
function adder(table: 'balances' | 'totals', key: readonly string[]): (rows: readonly Row[]) => Sql {
  const insertSums = inserter(table, ['book_id', ...key, 'amount', 'base_amount'])
  const add = (name: 'amount' | 'base_amount') =>
    sql`${names(name)} = ${names(table)}.${names(name)} + excluded.${names(name)}`
  const orAdd = sql` on conflict (book_id, ${names(...key)}) do update set ${add('amount')}, ${add('base_amount')}`
  return (rows) => sql`${insertSums(rows)}${orAdd}`
}
const addToBalances = adder('balances', ['account_id', 'currency_id', 'month'])
const addToTotals = adder('totals', ['account_id', 'currency_id'])

/** The movements of transactions, by book. */
export type Sums = Map<string, ReturnType<typeof startMovements>>

export function addTo(sums: Sums, bookId: string, steps: readonly EntryChange[]): void {
  const movements = sums.get(bookId) ?? startMovements()
  sums.set(bookId, movements)
  for (const step of steps) if (step.isReplaced) movements.add(step)
}

/** The net changes of each account, by month and in total: one row each, since an upsert can meet a row only once. */
export function* movementParts(sums: Sums): Generator<TableWrite> {
  const months: Row[] = []
  const totals = new Map<string, [string, string, string, bigint, bigint]>()
  for (const [bookId, movements] of sums)
    for (const { account_id, currency_id, month, amount, base_amount } of movements.net()) {
      months.push([bookId, account_id, currency_id, month, amount, base_amount])
      const key = `${bookId} ${account_id} ${currency_id}`
      const total = totals.get(key)
      if (!total) totals.set(key, [bookId, account_id, currency_id, amount, base_amount])
      else {
        total[3] += amount
        total[4] += base_amount
      }
    }
  yield { rows: months, write: addToBalances }
  yield { rows: totals.values(), write: addToTotals }
}
