import { change, type Database, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'

/**
 * Fills a book with so many expenses over so many years, set by set, in the shape the service itself would have written them:
 * every account, category, month and text search has something to do, and `verify` finds nothing.
 */
export async function fillBySql(db: Database, bookId: string, count: number, years: number): Promise<void> {
  const step = 50_000
  for (let from = 1; from <= count; from += step) {
    await transaction(db, async (tx) => {
      await change(tx, sql`set local statement_timeout = '10min'`)
      await change(
        tx,
        sql`with book as (update books set version = version + ${step} where id = ${bookId} returning id, version, base_currency_id),
            category as (select array_agg(id order by code) as ids, array_agg(account_id order by code) as accounts from (
              select c.id, c.account_id, a.code from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id
              where c.book_id = ${bookId}) c),
            money as (select array_agg(id order by code) as ids from accounts
                      where book_id = ${bookId} and type = 'asset' and not is_claim),
            contact as (select array_agg(id order by id) as ids from contacts where book_id = ${bookId}),
            made as (
              select n, gen_random_uuid() as id, (current_date - ((n::bigint * 7919) % ${years * 365})::int) as date, 100 + (n::bigint * 7907) % 100000 as amount,
                     category.ids[1 + n % cardinality(category.ids)] as category_id,
                     category.accounts[1 + n % cardinality(category.accounts)] as category_account_id,
                     money.ids[1 + n % cardinality(money.ids)] as account_id,
                     case when n % 3 = 0 then contact.ids[1 + n % cardinality(contact.ids)] end as contact_id,
                     'note ' || md5(n::text) as notes, book.version - ${step} + 1 + n - ${from} as version, book.base_currency_id as currency_id,
                     now() - ((${count} - n) || ' seconds')::interval as at
              from generate_series(${from}::int, ${Math.min(from + step - 1, count)}::int) n, book, category, money, contact),
            recorded as (
              insert into transactions (book_id, id, kind, date, currency_id, amount, base_amount, fx_rate, fx_source, fx_date, category_id,
                account_id, contact_id, is_refund, notes, tags, search, category_ids, created_version, created_position, version, created_at, updated_at)
              select ${bookId}, id, 'expense', date, currency_id, amount, amount, 1, 'base', date, category_id, account_id, contact_id, false,
                     notes, case when n % 50 = 0 then array['travel'] else '{}' end, notes, array[category_id], version, 0, version, at, at from made),
            entered as (
              insert into entries (book_id, transaction_id, created_version, created_position, version, ordinal, kind, date, debit_account_id, credit_account_id, debit_line_id,
                credit_line_id, currency_id, amount, base_amount, category_id, memo, is_debit_first, is_credit_first, is_deleted)
              select ${bookId}, id, version, 0, version, 0, 'expense', date, category_account_id, account_id, gen_random_uuid(), gen_random_uuid(),
                     currency_id, amount, amount, category_id, '', true, true, false from made),
            logged as (
              insert into events (book_id, version, ordinal, at, user_id, action, resource, record_id)
              select ${bookId}, version, 0, at, ${bookId}, 'created', 'expense', id::text from made),
            summed as (
              insert into totals (book_id, account_id, currency_id, amount, base_amount)
              select ${bookId}, account_id, currency_id, sum(amount), sum(amount) from (
                select category_account_id as account_id, currency_id, amount from made
                union all select account_id, currency_id, -amount from made) side
              group by 2, 3
              on conflict (book_id, account_id, currency_id) do update
                set amount = totals.amount + excluded.amount, base_amount = totals.base_amount + excluded.base_amount)
            insert into balances (book_id, account_id, currency_id, month, amount, base_amount)
            select ${bookId}, account_id, currency_id, date_trunc('month', date), sum(amount), sum(amount) from (
              select category_account_id as account_id, currency_id, date, amount from made
              union all select account_id, currency_id, date, -amount from made) side
            group by 2, 3, 4
            on conflict (book_id, account_id, currency_id, month) do update
              set amount = balances.amount + excluded.amount, base_amount = balances.base_amount + excluded.base_amount`,
      )
    })
  }
}
