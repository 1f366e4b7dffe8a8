import type { Day } from '../../contract/day.ts'
import { type Db, onlyRow } from '../database/database.ts'
import { nothing, type Sql, sql } from '../database/sql.ts'
import { movementsBetween } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt, countsAt, recordsAt } from '../ledger/known-at.sql.ts'
import { sectionOf } from '../records/sections.ts'

/** Spending or income of a day; days count from 1. */
type DayRow = { section: 'income' | 'expense'; period: number; amount: string }

/** The spending of a category this month, and on the same days of the month before. */
export type CategorySpendingRow = {
  account_id: string
  category_id: string | null
  category_name: string
  now: string
  before: string
}
export type Daily = {
  days: DayRow[]
  categories: CategorySpendingRow[]
  /** The categories that rose most, and those that fell most. */
  changed: CategorySpendingRow[]
  count: number
}

/**
 * Income and expense by day, the categories with the largest amounts and with the largest changes, and how many there are. The last `elapsed` days are the current ones,
 * and the first `compared` ones those before.
 */
export function readDaily(
  db: Db,
  book: BookRow,
  {
    starts,
    elapsed,
    compared,
    limit,
    changes,
  }: { starts: readonly Day[]; elapsed: number; compared: number; limit: number; changes: number },
  version: number | undefined,
): Promise<Daily> {
  const isNow = sql`period >= ${starts.length - elapsed}`
  const isBefore = sql`period <= ${compared}`
  const categoriesOf = (spent: Sql, order: Sql) => sql`
    (select coalesce(json_agg(json_build_object('account_id', a.id, 'category_id', c.id,
       'category_name', coalesce(c.name, a.name), 'now', f.now::text, 'before', f.before::text) order by ${order}, a.code), '[]')
     from (${spent}) f
     join accounts a on a.book_id = ${book.id} and a.id = f.account_id
     left join categories c on c.book_id = ${book.id} and c.account_id = a.id)`
  return onlyRow<Daily>(
    db,
    // Materialised: without statistics, the planner expects one account, and would repeat the sum for each.
    sql`with s as materialized (
          select period, account_id, sum(base_amount) as base_amount from ${movementsBetween(book, starts, version)} parts
          group by period, account_id having sum(base_amount) <> 0),
        moved as materialized (
          select a.id as account_id, ${sectionOf(sql`a`)} as section, s.period,
                 case when a.type = 'expense' then s.base_amount else -s.base_amount end as amount
          from s join ${accountsAt(book, version)} a on a.id = s.account_id
          where ${sectionOf(sql`a`)} in ('income', 'expense')),
        spent as materialized (
          select account_id, coalesce(sum(amount) filter (where ${isNow}), 0) as now,
                 coalesce(sum(amount) filter (where ${isBefore}), 0) as before
          from moved where section = 'expense' and (${isNow} or ${isBefore}) group by account_id)
        select (select coalesce(json_agg(json_build_object('section', section, 'period', period, 'amount', amount::text)), '[]')
                from (select section, period, sum(amount) as amount from moved group by section, period) d) as days,
               ${categoriesOf(sql`select * from spent order by now desc, account_id limit ${limit}`, sql`f.now desc`)} as categories,
               ${categoriesOf(
                 sql`(select * from spent where now > before order by now - before desc, account_id limit ${changes})
                     union all
                     (select * from spent where now < before order by before - now desc, account_id limit ${changes})`,
                 sql`f.now - f.before desc`,
               )} as changed,
               (select count(*)::int from spent where now <> 0) as count`,
  )
}

/** Inside JSON a bigint is text, so that it is not rounded. */
type OwedRow = {
  id: string
  name: string
  direction: string
  contact_id: string
  contact_name: string
  due_date: Day | null
  days_late: number
  outstanding_amount: string
  currency_id: string
  outstanding_base: string
  expense_id: string | null
}
type OwedOverview = { receivable: string; payable: string; late_count: number; obligations: OwedRow[] }

/** Reads the debts in each direction on a day, and the open obligations that are due first. */
export function readOwed(
  db: Db,
  book: BookRow,
  { date, isPast, limit }: { date: Day; isPast: boolean; limit: number },
  version: number | undefined,
): Promise<OwedOverview> {
  // The outstanding amount of a past day is the sum of the obligation's entries on its claim account; today's is stored.
  const outstanding = sql`
    select sum(x.amount * x.sign) as outstanding_amount, sum(x.base_amount * x.sign) as outstanding_base
    from (select e.amount, e.base_amount,
                 case when (e.debit_account_id = o.claim_account_id) = (o.direction = 'receivable') then 1 else -1 end as sign
          from entries e
          where e.book_id = ${book.id} and e.obligation_id = o.id and e.date <= ${date}::date and ${countsAt(version, sql`e.`)}
            and o.claim_account_id in (e.debit_account_id, e.credit_account_id)) x`
  const at = isPast ? sql`at_day` : sql`o`
  return onlyRow<OwedOverview>(
    db,
    sql`with open as materialized (
          select o.id, o.name, o.direction, o.contact_id, o.due_date, ${at}.outstanding_amount, o.currency_id, ${at}.outstanding_base,
                 o.expense_id, o.created_version
          from ${recordsAt(book, 'obligations', version)} o ${isPast ? sql`cross join lateral (${outstanding}) at_day` : nothing}
          where o.deleted_at is null and ${at}.outstanding_amount > 0)
        select coalesce(sum(outstanding_base) filter (where direction = 'receivable'), 0)::text as receivable,
               coalesce(sum(outstanding_base) filter (where direction = 'payable'), 0)::text as payable,
               (count(*) filter (where due_date < ${date}::date))::int as late_count,
               (select coalesce(json_agg(json_build_object(
                  'id', f.id, 'name', f.name, 'direction', f.direction, 'contact_id', f.contact_id, 'contact_name', p.name,
                  'due_date', f.due_date, 'days_late', greatest(0, ${date}::date - f.due_date),
                  'outstanding_amount', f.outstanding_amount::text, 'currency_id', f.currency_id,
                  'outstanding_base', f.outstanding_base::text, 'expense_id', f.expense_id) order by f.due_date, f.created_version, f.id), '[]')
                from (select * from open order by due_date nulls last, created_version, id limit ${limit}) f
                join contacts p on p.book_id = ${book.id} and p.id = f.contact_id) as obligations
        from open`,
  )
}
