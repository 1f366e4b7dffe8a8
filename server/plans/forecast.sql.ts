import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { balancesThrough } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { KnownRate } from '../ledger/known.ts'
import { knownRates } from '../ledger/rates.ts'
import type { AccountRow } from '../records/account.ts'

export type MoneyAccount = Pick<AccountRow, 'id' | 'name' | 'type' | 'currency_id' | 'is_default'>

/** The accounts that one pays with, by their codes. */
export const moneyAccounts = (db: Db, book: BookRow): Promise<MoneyAccount[]> =>
  rows(
    db,
    sql`select id, name, type, currency_id, is_default from accounts
        where book_id = ${book.id} and (type = 'asset' and not is_claim or type = 'liability') and role is null and is_active
          and not is_valued and deleted_at is null
        order by code`,
  )

/** The balances of accounts at the end of a day: debits less credits, in minor units. */
export const balancesOn = (
  db: Db,
  book: BookRow,
  ids: readonly string[],
  day: Day,
): Promise<{ account_id: string; currency_id: string; amount: string }[]> =>
  rows(
    db,
    sql`select account_id, currency_id, sum(amount)::text as amount from ${balancesThrough(book, { day })} parts
        where account_id = any (${ids}::uuid[]) group by account_id, currency_id having sum(amount) <> 0`,
  )

/** The movement of an account by a transaction of a later day: debits less credits, in minor units. */
type LaterMove = {
  id: string
  date: Day
  account_id: string
  currency_id: string
  amount: string
  name: string | null
}

/** The movements of accounts after a day and up to another, up to a limit. */
export function laterMoves(
  db: Db,
  book: BookRow,
  ids: readonly string[],
  { from, to, most }: { from: Day; to: Day; most: number },
): Promise<LaterMove[]> {
  const side = (account: Sql, sign: Sql) => sql`
    select transaction_id, date, ${account} as account_id, currency_id, ${sign}amount as amount, created_version, created_position
    from entries
    where book_id = ${book.id} and ${account} = any (${ids}::uuid[]) and date > ${from} and date <= ${to} and until_version is null`
  return rows(
    db,
    sql`select s.*, coalesce(t.notes, g.name) as name
        from (select transaction_id as id, date, account_id, currency_id, sum(amount)::text as amount, created_version, created_position
              from (${side(sql`debit_account_id`, sql``)} union all ${side(sql`credit_account_id`, sql`-`)}) sides
              group by 1, 2, 3, 4, created_version, created_position having sum(amount) <> 0
              order by date, created_version, created_position, account_id, currency_id limit ${most}) s
        join transactions t on t.book_id = ${book.id} and t.id = s.id
        left join categories g on g.book_id = ${book.id} and g.id = t.category_id
        order by s.date, s.created_version, s.created_position, s.account_id, s.currency_id`,
  )
}

export type DueDebt = {
  id: string
  name: string
  due_date: Day
  direction: 'payable' | 'receivable'
  currency_id: string
  amount: string
}

/** The open obligations that are due on a day or earlier, up to a limit. */
export const dueDebts = (db: Db, book: BookRow, to: Day, most: number): Promise<DueDebt[]> =>
  rows(
    db,
    sql`select id, name, due_date, direction, currency_id, outstanding_amount::text as amount from obligations
        where book_id = ${book.id} and coalesce(due_date, 'infinity') <= ${to} and outstanding_amount > 0 and deleted_at is null
        order by coalesce(due_date, 'infinity'), created_version, id limit ${most}`,
  )

/** The rates of currencies around a day. */
export const ratesOn = (
  db: Db,
  book: BookRow,
  currencies: readonly string[],
  day: Day,
): Promise<KnownRate[]> => rows(db, knownRates(book, sql`${currencies}::text[]`, day))
