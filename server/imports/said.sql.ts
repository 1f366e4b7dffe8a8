import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import type { KnownBalance, KnownOpening } from './book-knows.ts'

/** The balances of accounts that were said as of a day, by account, with everything that decides whether their openings may move. */
export async function saidBalances(db: Db, bookId: string): Promise<Map<string, KnownBalance>> {
  const found = await rows<
    Omit<KnownBalance, 'through' | 'date'> & { id: string; as_of_date: Day; as_of_includes_day: boolean }
  >(
    db,
    sql`select a.id, a.as_of_date, a.as_of_includes_day, a.as_of_amount as amount, a.as_of_currency_id as currency_id, o.date as opening_date,
               coalesce(o.is_reconciled, false) as is_reconciled,
               least((select e.date from entries e where e.book_id = ${bookId} and e.debit_account_id = a.id and e.until_version is null
                        and e.kind <> 'opening' and e.currency_id = a.as_of_currency_id
                        and e.date <= a.as_of_date - (not a.as_of_includes_day)::integer order by e.date limit 1),
                     (select e.date from entries e where e.book_id = ${bookId} and e.credit_account_id = a.id and e.until_version is null
                        and e.kind <> 'opening' and e.currency_id = a.as_of_currency_id
                        and e.date <= a.as_of_date - (not a.as_of_includes_day)::integer order by e.date limit 1)) as first_date
        from accounts a
        left join lateral (
          select t.date, exists (select from entries e
                   join cleared_lines c on c.book_id = ${bookId} and c.line_id in (e.debit_line_id, e.credit_line_id)
                   join reconciliations r on r.book_id = ${bookId} and r.id = c.reconciliation_id and r.finished_at is not null
                   where e.book_id = ${bookId} and e.transaction_id = t.id and e.until_version is null) as is_reconciled
          from transactions t
          where t.book_id = ${bookId} and t.kind = 'opening' and t.account_id = a.id and t.deleted_at is null limit 1) o on true
        where a.book_id = ${bookId} and a.as_of_date is not null`,
  )
  return new Map(
    found.map(({ id, as_of_date, as_of_includes_day, ...balance }) => [
      id,
      { ...balance, date: as_of_date, through: coveredThrough({ as_of_date, as_of_includes_day }) },
    ]),
  )
}

/** The opening balances of the book, by account, positive on its normal side. */
export async function openingsOf(db: Db, bookId: string): Promise<Map<string, KnownOpening>> {
  const found = await rows<KnownOpening & { account_id: string }>(
    db,
    sql`select t.account_id, t.date, t.currency_id, case when (e.debit_account_id = a.id) = (a.type = 'asset') then e.amount else -e.amount end as amount
        from transactions t
        join accounts a on a.book_id = ${bookId} and a.id = t.account_id
        join entries e on e.book_id = ${bookId} and e.transaction_id = t.id and e.until_version is null
        where t.book_id = ${bookId} and t.kind = 'opening' and t.deleted_at is null`,
  )
  return new Map(found.map(({ account_id, ...opening }) => [account_id, opening]))
}
