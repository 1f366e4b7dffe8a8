import type { Month } from '../../../contract/month.ts'
import { accountColumns, accountsOf, type ReadAccount } from '../../accounts/accounts.sql.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { batchesOf } from '../../database/stream.ts'
import type { BookRow } from '../../ledger/book.ts'
import type { MoveRow } from '../../records/goal-move.ts'
import type { PlanRow } from '../../records/plan.ts'
import type { ValueRow } from '../../records/value.ts'

/** The records of a workbook that a journal does not have. Records in the trash are left out. */

export const accountsWithBalances = (db: Database, book: BookRow, today: string) =>
  batchesOf<ReadAccount>(
    db,
    'accounts_of_workbook',
    sql`select ${accountColumns} from ${accountsOf(book, { today, version: undefined })} where deleted_at is null order by code`,
  )

export type CategoryLine = { name: string; kind: string; is_active: boolean; group_name: string | null }

export const categoriesOf = (db: Database, book: string) =>
  batchesOf<CategoryLine>(
    db,
    'categories_of_workbook',
    sql`select c.name, c.kind, c.is_active, p.name as group_name from categories c
        left join categories p on p.book_id = ${book} and p.id = c.parent_id
        where c.book_id = ${book} and c.deleted_at is null order by c.kind, c.name collate "und-x-icu", c.id`,
  )

export type BudgetLine = {
  category: string
  month: Month
  amount: bigint | null
  rollover: boolean | null
  running_amount: bigint | null
  running_rollover: boolean | null
  running_until: Month | null
}

export const budgetsOf = (db: Database, book: string) =>
  batchesOf<BudgetLine>(
    db,
    'budgets_of_workbook',
    sql`select c.name as category, b.month, b.amount, b.rollover, b.running_amount, b.running_rollover, b.running_until
        from budgets b join categories c on c.book_id = ${book} and c.id = b.category_id
        where b.book_id = ${book} and c.deleted_at is null order by b.month, c.name collate "und-x-icu", c.id`,
  )

/** A plan, and the currency that the account of a transfer is bound to, or that of the goal. */
export type PlanLine = Pick<PlanRow, 'name' | 'kind' | 'draft' | 'schedule' | 'auto' | 'next_date'> & {
  bound_currency_id: string | null
}

export const recurringOf = (db: Database, book: string) =>
  batchesOf<PlanLine>(
    db,
    'plans_of_workbook',
    sql`select p.name, p.kind, p.draft, p.schedule, p.auto, p.next_date, coalesce(a.currency_id, l.currency_id) as bound_currency_id from plans p
        left join accounts a on a.book_id = ${book} and p.kind = 'transfer' and a.id = (p.draft ->> 'from_account_id')::uuid
        left join goals l on l.book_id = ${book} and p.kind = 'goal' and l.id = (p.draft ->> 'goal_id')::uuid
        where p.book_id = ${book} and p.deleted_at is null order by p.name collate "und-x-icu", p.id`,
  )

/** Moves into the envelopes of goals, and out of them. */
export type MoveLine = Pick<MoveRow, 'date' | 'amount' | 'currency_id' | 'notes'> & { goal: string }

export const movesOf = (db: Database, book: string) =>
  batchesOf<MoveLine>(
    db,
    'moves_of_workbook',
    sql`select l.name as goal, v.date, v.amount, v.currency_id, v.notes from goal_moves v join goals l on l.book_id = ${book} and l.id = v.goal_id
        where v.book_id = ${book} and v.deleted_at is null and l.deleted_at is null
        order by l.name collate "und-x-icu", l.id, v.date, v.created_version, v.id`,
  )

export type ValueLine = Pick<ValueRow, 'account_id' | 'date' | 'amount' | 'currency_id' | 'notes'>

export const valuesOf = (db: Database, book: string) =>
  batchesOf<ValueLine>(
    db,
    'values_of_workbook',
    sql`select account_id, date, amount, currency_id, notes from stated_values where book_id = ${book} order by account_id, date`,
  )
