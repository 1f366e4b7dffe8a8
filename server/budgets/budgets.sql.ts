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
  const now = sql`
    select category_id, month, amount, rollover, version, running_amount, running_rollover, running_until from budgets where book_id = ${book.id}`
  if (version === undefined) return sql`(${now})`
  return sql`
   (${now} and version <= ${version}
    union all
    select was.*
    from (select distinct record_id from events where book_id = ${book.id} and resource = 'budget' and version > ${version}) later
    cross join lateral (
      select after from events e where e.book_id = ${book.id} and e.record_id = later.record_id and e.version <= ${version}
      order by e.version desc limit 1) stored
    cross join lateral json_to_record(stored.after) was (
      category_id uuid, month text, amount bigint, rollover boolean, version bigint,
      running_amount bigint, running_rollover boolean, running_until text))`
}

/** The budgets that may hold for a category in a month, with its name: the row of the month, and the latest running one. */
export const findBudgets = (
  db: Db,
  book: BookRow,
  { category_id, month }: { category_id: string; month: string },
): Promise<(BudgetRow & { category_name: string })[]> => {
  const found = sql`select p.* from budgets p where p.book_id = ${book.id} and p.category_id = ${category_id}`
  return rows(
    db,
    sql`select p.category_id || '/' || p.month as id, p.category_id, p.month, p.amount, p.rollover, p.version::float8 as version,
               p.running_amount, p.running_rollover, p.running_until, g.name as category_name
        from ((${found} and p.month = ${month})
              union
              (${found} and p.month <= ${month} and p.running_amount is not null order by p.month desc limit 1)) p
        join categories g on g.book_id = ${book.id} and g.id = p.category_id`,
  )
}

/** Categories in the trash, each with the first month in which its running budget no longer counts. */
export type Gone = { readonly id: string; readonly until: Month }[]

/** The categories in the trash, with the days on which they were deleted. */
export const readTrashed = (
  db: Db,
  book: BookRow,
  version: number | undefined,
): Promise<{ id: string; day: Day }[]> =>
  rows(
    db,
    sql`select id, (deleted_at at time zone ${book.time_zone})::date::text as day from categories
        where book_id = ${book.id} and deleted_at is not null and ${version === undefined ? sql`true` : sql`version <= ${version}`}`,
  )

type BudgetsQuery = { month: Month; version?: number | undefined; gone: Gone }

const countOfMonths = (month: Sql): Sql =>
  sql`(left(${month}, 4)::integer * 12 + right(${month}, 2)::integer)`

/**
 * The budgets up to a month, each with the running one that holds after it, and `held`, the budget of each category in the month. Rows of one
 * `run` follow the same running budget, which is the first of them.
 */
const budgetsUpTo = (book: BookRow, { month, version, gone }: BudgetsQuery): Sql => sql`
    known as materialized (
      select one.*, least(one.running_until, gone.until) as counts_until from ${budgetsAt(book, version)} one
      left join unnest(${gone.map(({ id }) => id)}::uuid[], ${gone.map(({ until }) => until)}::text[]) gone (id, until) on gone.id = one.category_id
      where month <= ${month}),
    counted as (
      select *, count(running_amount) over of_category as run, lead(month) over of_category as next_month
      from known window of_category as (partition by category_id order by month)),
    budgeted as (
      select category_id, month, next_month, amount, rollover, version,
             first_value(month) over of_run as run_since, first_value(version) over of_run as run_version,
             first_value(running_amount) over of_run as run_amount, first_value(running_rollover) over of_run as run_rollover,
             first_value(running_until) over of_run as run_until, first_value(counts_until) over of_run as counts_until
      from counted window of_run as (partition by category_id, run order by month)),
    held as (
      select distinct on (category_id) category_id, run_amount is not null and counts_until > ${month} as is_running, run_since, run_version, run_amount, run_rollover, run_until,
             month = ${month} and amount is not null as only, amount, rollover, version
      from budgeted order by category_id, month desc)`

/** A category with its budget for a month, and with the unbroken row of months before it whose budgets have rollover. */
export type BudgetedCategory = {
  id: string
  name: string
  parent_id: string | null
  position: number
  icon: string | null
  /** The budget that holds in the month; null and 0 without one. */
  amount: bigint | null
  rollover: boolean
  version: number
  only: boolean
  running: { amount: bigint; rollover: boolean; version: number; since: Month; until: Month } | null
  /** How many months the row has, and the sum of their budgets; 0 if the month before has no rollover. */
  carrying_months: number
  budgeted: string
}

type StoredCategory = Omit<BudgetedCategory, 'running'> & {
  run_amount: bigint | null
  run_rollover: boolean
  run_version: number
  run_since: Month
  run_until: Month
}

/**
 * All categories of a kind, in the trash or not, with their budgets. Each row with rollover is a stretch of one month or many: a budget that has run
 * for years is one stretch. Stretches are added up backwards from the month until there is a gap.
 */
export async function readBudgets(
  db: Db,
  book: BookRow,
  { kind, ...asked }: BudgetsQuery & { kind: CategoryKind },
): Promise<BudgetedCategory[]> {
  const { month } = asked
  const end = countOfMonths(sql`${month}`)
  const found = await rows<StoredCategory>(
    db,
    sql`with ${budgetsUpTo(book, asked)},
        stretches as (
          select category_id, amount, rollover, ${countOfMonths(sql`month`)} as first, ${countOfMonths(sql`month`)} + 1 as stop
          from budgeted where month < ${month} and amount is not null
          union all
          select category_id, run_amount, run_rollover, ${countOfMonths(sql`month`)} + (amount is not null)::integer,
                 least(${countOfMonths(sql`coalesce(next_month, ${month})`)}, ${countOfMonths(sql`counts_until`)})
          from budgeted where month < ${month} and run_amount is not null),
        earlier as (
          select *, first + sum(stop - first) over (partition by category_id order by first desc) as place
          from stretches where rollover and first < stop),
        carried as (
          select category_id, ${end} - min(first) as months, sum(amount * (stop - first)) as budgeted from earlier
          where place = ${end} group by category_id)
        select g.id, g.name, g.parent_id, g.position, g.icon, coalesce(h.only, false) as only,
               case when h.only then h.amount when h.is_running then h.run_amount end as amount,
               coalesce(case when h.only then h.rollover when h.is_running then h.run_rollover end, false) as rollover,
               coalesce(case when h.only then h.version when h.is_running then h.run_version end, 0)::float8 as version,
               case when h.is_running then h.run_amount end as run_amount, h.run_rollover, h.run_version::float8 as run_version,
               h.run_since, h.run_until,
               coalesce(c.months, 0) as carrying_months, coalesce(c.budgeted, 0)::text as budgeted
        from categories g
        left join held h on h.category_id = g.id
        left join carried c on c.category_id = g.id
        where g.book_id = ${book.id} and g.kind = ${kind}
        order by g.name collate "und-x-icu", g.created_version, g.id`,
  )
  return found.map(({ run_amount, run_rollover, run_version, run_since, run_until, ...category }) => ({
    ...category,
    running:
      run_amount === null
        ? null
        : {
            amount: run_amount,
            rollover: run_rollover,
            version: run_version,
            since: run_since,
            until: run_until,
          },
  }))
}

/** The total planned for categories of incomes in a month. By group, the budget of a group counts in place of those of its categories. */
export const readIncomePlanned = async (
  db: Db,
  book: BookRow,
  { isByGroup, ...asked }: BudgetsQuery & { isByGroup: boolean },
): Promise<bigint> => {
  const planned = sql`case when h.only then h.amount when h.is_running then h.run_amount end`
  const ofGroup = sql`exists (select from held h where h.category_id = g.parent_id and ${planned} is not null)`
  const found = await row<{ planned: string }>(
    db,
    sql`with ${budgetsUpTo(book, asked)}
        select coalesce(sum(${planned}), 0)::text as planned
        from held h join categories g on g.book_id = ${book.id} and g.id = h.category_id
        where g.kind = 'income' and ${isByGroup ? sql`not ${ofGroup}` : sql`true`}`,
  )
  return BigInt(found?.planned ?? 0)
}

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
