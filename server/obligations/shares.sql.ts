import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Debt } from './debt.ts'
import { type DebtRow, debtOf, obligationsOf } from './obligations.sql.ts'
import type { DebtNames } from './shown.ts'

/** A share of an expense, and whether anything was paid, written off or corrected on it. */
export type HeldShare = { debt: Debt; names: DebtNames; is_touched: boolean }

export async function findShares(db: Db, book: BookRow, expenseId: string): Promise<HeldShare[]> {
  const found = await rows<DebtRow & { is_touched: boolean }>(
    db,
    sql`select o.*, exists (select from transactions t where t.book_id = ${book.id} and t.obligation_id = o.id
                              and t.deleted_at is null) as is_touched
        from ${obligationsOf(book.id)} o where o.expense_id = ${expenseId}`,
  )
  return found.map(({ is_touched, ...row }) => ({ debt: debtOf(row), names: row, is_touched }))
}
