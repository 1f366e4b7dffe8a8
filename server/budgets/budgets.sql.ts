import type { Day } from '../../contract/day.ts'
import type { Month } from '../../contract/month.ts'
import { type Db, row, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { movementsBetween } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { BudgetRow } from '../records/budget.ts'
import type { CategoryRow } from '../records/category.ts'

type CategoryKind = CategoryRow['kind']

/**
 * Budgets of a book at a version; as they are now without one. A budget that has changed or was removed since is in the log. One that
 * was not there at the version is a row of nulls, which no month finds.
 */
function budgetsAt(book: BookRow, version: number | undefined): Sql {
  const now = sql`select category_id, month, amount, rollover, version from budgets where book_id = ${book.id}`
  if (version === undefined) return sql`(${now})`
  return sql`
   (${now} and version <= ${version}
    union all
    select was.category_id, was.month, was.amount, was.rollover, was.version
    from (select distinct record_id from events where book_id = ${book.id} and resource = 'budget' and version > ${version}) later
    cross join lateral (
      select after from events e where e.book_id = ${book.id} and e.record_id = later.record_id and e.version <= ${version}
      order by e.version desc limit 1) stored
    cross join lateral json_to_record(stored.after) was (category_id uuid, month text, amount bigint, rollover boolean, version bigint))`
}

/** The budget of a category for a month, with the name of the category. */
export const findBudget = (
  db: Db,
  book: BookRow,
  { category_id, month }: { category_id: string; month: string },
): Promise<(Omit<BudgetRow, 'id'> & { category_name: string }) | undefined> =>
  row(
    db,
    sql`select p.category_id, p.month, p.amount, p.rollover, p.version::float8 as version, g.name as category_name
        from budgets p join categories g on g.book_id = ${book.id} and g.id = p.category_id
        where p.book_id = ${book.id} and p.category_id = ${category_id} and p.month = ${month}`,
  )

/** A category with its budget for a month, and with the unbroken row of months before it whose budgets have rollover. */
export type BudgetedCategory = {
  id: string
  name: string
  amount: bigint | null
  rollover: boolean
  version: number
  /** The first month of the row, and the sum of its budgets; null and 0 if the month before has no rollover. */
  since: Month | null
  budgeted_since: string
}

const countOfMonths = (month: Sql): Sql =>
  sql`(left(${month}, 4)::integer * 12 + right(${month}, 2)::integer)`

/**
 * All categories of a kind, those in the trash too, with their budgets. Counted back from the month, the months of the row have the
 * numbers 1, 2, 3 and so on, and after a gap the numbers no longer fit.
 */
export const readBudgets = (
  db: Db,
  book: BookRow,
  { kind, month, version }: { kind: CategoryKind; month: Month; version?: number | undefined },
): Promise<BudgetedCategory[]> =>
  rows(
    db,
    sql`with known as materialized (select * from ${budgetsAt(book, version)} one where month <= ${month}),
        earlier as (
          select *, ${countOfMonths(sql`month`)} + row_number() over (partition by category_id order by month desc) as place
          from known where month < ${month} and rollover),
        carried as (
          select category_id, min(month) as since, sum(amount) as budgeted from earlier
          where place = ${countOfMonths(sql`${month}`)} group by category_id)
        select g.id, g.name, p.amount, coalesce(p.rollover, false) as rollover, coalesce(p.version, 0)::float8 as version,
               c.since, coalesce(c.budgeted, 0)::text as budgeted_since
        from categories g
        left join known p on p.category_id = g.id and p.month = ${month}
        left join carried c on c.category_id = g.id
        where g.book_id = ${book.id} and g.kind = ${kind}
        order by g.name collate "und-x-icu", g.created_version, g.id`,
  )

/** The spending or income of the categories of a kind in consecutive periods, as `movementsBetween` counts it. */
export const readMovements = (
  db: Db,
  book: BookRow,
  { kind, starts, version }: { kind: CategoryKind; starts: readonly Day[]; version?: number | undefined },
): Promise<{ category_id: string; period: number; base_amount: string }[]> =>
  rows(
    db,
    sql`select g.id as category_id, moved.period, (${kind === 'income' ? sql`-` : sql``}sum(moved.base_amount))::text as base_amount
        from ${movementsBetween(book, starts, version)} moved
        join categories g on g.book_id = ${book.id} and g.account_id = moved.account_id
        where g.kind = ${kind} group by g.id, moved.period`,
  )
