import type { Day } from '../../contract/day.ts'
import { type Db, row, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type AccountRow, freeCode } from '../ledger/chart.ts'
import type { FxSource } from '../ledger/journal.ts'
import { type KnownRate, knownRatesJson } from '../ledger/rates.ts'

/** An account with what is on it: bigints come as text inside JSON, so that none is rounded. */
export type StoredAccount = AccountRow & {
  is_category: boolean
  /** As it was read, for the order of lists. */
  created_version?: bigint
  balances: { currency_id: string; amount: string; base_amount: string }[]
  opening: {
    transaction_id: string
    date: Day
    currency_id: string
    amount: string
    is_debit: boolean
    fx_rate: string
    fx_source: FxSource
  } | null
  known_rates: KnownRate[]
}

/** Accounts of a book, each with its balances, its opening, and the rates that say what it is worth on a day. */
export const accountsOf = (book: BookRow, today: Day): Sql => sql`
  (select a.id, a.name, a.code, a.type, a.role, a.is_active, a.is_claim, a.currency_id, a.created_version, a.version::float8 as version, a.created_at,
          a.updated_at, a.deleted_at,
          exists (select from categories c where c.book_id = ${book.id} and c.account_id = a.id) as is_category,
          b.balances, o.opening, ${knownRatesJson(book, sql`b.currencies`, today)} as known_rates
   from accounts a
   left join lateral (
     select coalesce(json_agg(json_build_object('currency_id', s.currency_id, 'amount', s.amount::text,
                                                'base_amount', s.base_amount::text) order by s.currency_id), '[]') as balances,
            array_agg(s.currency_id) filter (where s.amount <> 0) as currencies
     from totals s where s.book_id = ${book.id} and s.account_id = a.id) b on true
   left join lateral (
     select json_build_object('transaction_id', t.id, 'date', t.date, 'currency_id', t.currency_id, 'amount', t.amount::text,
                              'fx_rate', t.fx_rate::text, 'fx_source', t.fx_source,
                              'is_debit', exists (select from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
                                                  and e.debit_account_id = a.id)) as opening
     from transactions t where t.book_id = ${book.id} and t.account_id = a.id and t.kind = 'opening' and t.deleted_at is null) o on true
   where a.book_id = ${book.id}) account`

export const findAccount = (
  db: Db,
  book: BookRow,
  today: Day,
  id: string,
): Promise<StoredAccount | undefined> =>
  row(db, sql`select * from ${accountsOf(book, today)} where id = ${id}`)

/** What opening an account has to know besides the request: the rates of its opening, and those of today for what it is worth. */
export async function loadForAccount(
  db: Db,
  book: BookRow,
  {
    type,
    currency_id,
    date,
    today,
  }: { type: AccountRow['type']; currency_id: string; date: Day; today: Day },
) {
  const currencies = sql`array[${currency_id}]`
  const found = await row<{
    free_code: string
    opening_balances_id: string
    known_rates: KnownRate[]
    rates_today: KnownRate[]
  }>(
    db,
    sql`select ${freeCode(book.id, type)} as free_code,
               (select id from accounts where book_id = ${book.id} and role = 'opening_balances') as opening_balances_id,
               ${knownRatesJson(book, currencies, date, true)} as known_rates,
               ${knownRatesJson(book, currencies, today)} as rates_today`,
  )
  if (!found) throw new Error('a select without a row')
  return found
}

/** How many entries an account has, trash included; those in another currency than this, if it is given. */
export async function countEntries(
  db: Db,
  bookId: string,
  accountId: string,
  otherThan?: string,
): Promise<number> {
  const found = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
          select currency_id from entries where book_id = ${bookId} and debit_account_id = ${accountId}
          union all
          select currency_id from entries where book_id = ${bookId} and credit_account_id = ${accountId}) e
        where ${otherThan === undefined ? sql`true` : sql`currency_id <> ${otherThan}`}`,
  )
  return found[0]?.count ?? 0
}
