import type { ImportLeftOut, ImportMissedBy } from '../../contract/import-mapping.ts'
import { isTooLarge } from '../../contract/money.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { normalSide } from '../records/account.ts'
import { isUndoneImport } from './by-id.sql.ts'
import type { StoredImport } from './imports.sql.ts'

/**
 * The rows of files that are not in the book. A planner takes a book for one row until its tables are analysed, and on a server of many
 * books also after that: it would compare all rows of a file with all of the book. So transactions are looked up by their key (a subquery with an offset is not
 * joined in another way), and sets are JSON objects, in which a key is found quickly with any plan.
 */

/**
 * Named queries, of which `missing` has the duplicates among candidates (`import_rows` with `committed_at`) whose transaction was deleted
 * after their import was recorded, and nothing has come in its place: an entry of the same amount on that account, a few days apart at most.
 */
const missingOf = (bookId: string, candidates: Sql): Sql => sql`
  with trashed as materialized (
    select r.* from (${candidates}) r
    cross join lateral (select deleted_at from transactions where book_id = ${bookId} and id = r.transaction_id offset 0) t
    where t.deleted_at > r.committed_at),
  sought as materialized (
    select min(date) - ${DAYS_APART} as first, max(date) + ${DAYS_APART} as last,
           coalesce(jsonb_object_agg(abs(amount), 0) filter (where amount is not null), '{}') as amounts from trashed),
  there as materialized (
    select coalesce(jsonb_object_agg(${keyOf(sql`side`)} || e.date, 0), '{}') as keys
    from entries e
    cross join lateral (values (e.debit_account_id, e.currency_id, e.amount), (e.credit_account_id, e.currency_id, -e.amount))
      side (account_id, currency_id, amount)
    where e.book_id = ${bookId} and e.until_version is null and e.amount > 0
      and e.date between (select first from sought) and (select last from sought) and (select amounts from sought) ? e.amount::text),
  missing as materialized (
    select * from trashed r
    where (${keyOf(sql`r`)} is null or r.date is null or not exists (
      select from generate_series(-${DAYS_APART}, ${DAYS_APART}) away where (select keys from there) ? (${keyOf(sql`r`)} || (r.date + away)))))`

const DAYS_APART = sql`5`

/** An account, a currency and an amount with its sign. */
const keyOf = (one: Sql): Sql =>
  sql`(${one}.account_id || ' ' || ${one}.currency_id || ' ' || ${one}.amount || ' ')`

/** The other imports that lack rows since an import was undone. */
export async function missedBy(
  db: Db,
  bookId: string,
  { id, is_undone }: StoredImport,
): Promise<ImportMissedBy[]> {
  if (!is_undone) return []
  const committed = sql`
    select coalesce(jsonb_object_agg(i.id, i.committed_at), '{}') from imports i
    where i.book_id = ${bookId} and i.status = 'committed' and i.id <> ${id} and not ${isUndoneImport(bookId)}`
  const own = sql`
    select coalesce(jsonb_object_agg(transaction_id, 0), '{}') from import_rows
    where book_id = ${bookId} and import_id = ${id} and is_chosen and transaction_id is not null`
  const candidates = sql`
    select r.*, ((${committed}) ->> r.import_id::text)::timestamptz as committed_at from import_rows r
    where r.book_id = ${bookId} and r.verdict = 'duplicate' and not r.is_chosen and r.transaction_id is not null
      and (${own}) ? r.transaction_id::text`
  return rows(
    db,
    sql`${missingOf(bookId, candidates)}
        select found.import_id, i.filename, found.count
        from (select import_id, count(*)::int as count from missing group by import_id) found
        join imports i on i.book_id = ${bookId} and i.id = found.import_id
        order by i.committed_at, i.id limit 100`,
  )
}

/** The rows that are neither recorded nor in the book, by account, and the number of those that cannot be read. */
export async function leftOutOf(
  db: Db,
  book: BookRow,
  { id, status, counts, is_undone, committed_at }: StoredImport,
): Promise<ImportLeftOut[]> {
  const isOpen = status === 'ready' || (status === 'committed' && !is_undone)
  const here = status === 'ready' ? counts.duplicate : 0
  if (!isOpen || counts.rows === counts.chosen + here) return []
  type LeftRow = {
    account_id: string | null
    name: string | null
    type: string | null
    currency_id: string | null
    count: number
    amount: string | null
  }
  const ofFile = sql`r.book_id = ${book.id} and r.import_id = ${id}`
  const columns = sql`account_id, file_row, currency_id, amount, pair_n`
  const duplicates = sql`select r.*, ${committed_at}::timestamptz as committed_at from import_rows r
    where ${ofFile} and not r.is_chosen and r.verdict = 'duplicate' and r.transaction_id is not null`
  // Accounts are joined with the few sums: beside each row, all of them would be read.
  const found = await rows<LeftRow>(
    db,
    sql`${missingOf(book.id, duplicates)},
        chosen as materialized (select coalesce(jsonb_object_agg(r.n, 0), '{}') as rows from import_rows r where ${ofFile} and r.is_chosen),
        left_out as (
          select account_id, file_row ->> 'account' as said, currency_id, count(*) as count, sum(amount) as amount
          from (select ${columns} from import_rows r where ${ofFile} and not r.is_chosen and r.verdict <> 'duplicate'
                union all select ${columns} from missing) r
          where file_row ->> 'shared' is distinct from 'share' and (pair_n is null or not (select rows from chosen) ? pair_n::text)
          group by 1, 2, 3)
        select r.account_id, coalesce(a.name, r.said) as name, a.type, r.currency_id, sum(r.count)::int as count, sum(r.amount)::text as amount
        from left_out r left join accounts a on a.book_id = ${book.id} and a.id = r.account_id
        group by 1, 2, 3, 4 order by 2 nulls last, 4, 1 limit 100`,
  )
  return found.map(({ account_id, name, type, currency_id, count, amount }) => {
    const side = type === null ? 1n : normalSide({ type })
    const sum = amount === null || currency_id === null ? undefined : side * BigInt(amount)
    return {
      account_id,
      account_name: name,
      currency_id,
      count,
      amount:
        sum === undefined || currency_id === null || isTooLarge(sum) ? null : amountToApi(sum, currency_id),
    }
  })
}
