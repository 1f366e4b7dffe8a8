import { type Db, onlyRow, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { budgetId } from '../records/budget.ts'

type CategoryIds = { readonly id: string; readonly account_id: string }

/** The transactions with an entry on an account, each once, those in the trash too. */
const transactionsOn = (bookId: string, accountId: string): Sql => sql`
  select transaction_id as id from entries where book_id = ${bookId} and debit_account_id = ${accountId} and until_version is null
  union
  select transaction_id from entries where book_id = ${bookId} and credit_account_id = ${accountId} and until_version is null
  union
  select t.id from transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id and e.until_version = t.version
  where t.book_id = ${bookId} and t.deleted_at is not null and ${accountId} in (e.debit_account_id, e.credit_account_id)`

/** The rows of a table, `d`, whose text names a category or its account. */
const naming = (table: Sql, text: Sql, bookId: string, { id, account_id }: CategoryIds): Sql => sql`
  select d.id from ${table} d where d.book_id = ${bookId} and (strpos(lower(${text}), ${id}) > 0 or strpos(lower(${text}), ${account_id}) > 0)`

const plansOf = (bookId: string, of: CategoryIds) => naming(sql`plans`, sql`d.draft::text`, bookId, of)
const occurrencesOf = (bookId: string, of: CategoryIds) =>
  naming(sql`plan_occurrences`, sql`d.draft::text`, bookId, of)
const rulesOf = (bookId: string, of: CategoryIds) =>
  naming(sql`import_rules`, sql`d.actions::text`, bookId, of)

/** How many transactions have an entry on an account, those in the trash too. */
export const countTransactions = (tx: Tx, bookId: string, accountId: string) =>
  onlyRow<{ count: number }>(
    tx,
    sql`select count(*)::int as count from (${transactionsOn(bookId, accountId)}) moved`,
  )

/** How many records name a category, and how many of its transactions are on closed days. */
export const countMoved = (db: Db, { id: bookId, closed_through }: BookRow, of: CategoryIds) =>
  onlyRow<{ transactions: number; budgets: number; plans: number; rules: number; closed: number }>(
    db,
    sql`with moved as (${transactionsOn(bookId, of.account_id)})
        select (select count(*) from moved)::int as transactions,
               (select count(*) from budgets where book_id = ${bookId} and category_id = ${of.id})::int as budgets,
               (select count(*) from (${plansOf(bookId, of)}) named)::int as plans,
               (select count(*) from (${rulesOf(bookId, of)}) named)::int as rules,
               (select count(*) from moved join transactions t on t.book_id = ${bookId} and t.id = moved.id
                where t.deleted_at is null and t.date <= ${closed_through}::date)::int as closed`,
  )

export type NamingRecords = {
  readonly transactions: string[]
  readonly obligations: string[]
  readonly plans: string[]
  readonly occurrences: string[]
  readonly rules: string[]
  readonly budgets: string[]
  readonly intoBudgets: string[]
}

/** The ids of all records that name a category, and of the budgets of the other one; one transaction more than `most` at most. */
export async function findNaming(
  tx: Tx,
  bookId: string,
  { id, account_id }: CategoryIds,
  intoId: string,
  most: number,
): Promise<NamingRecords> {
  const of = { id, account_id }
  const found = await rows<{ what: keyof NamingRecords; id: string; month: string | null }>(
    tx,
    sql`(select 'transactions' as what, id, null as month from (${transactionsOn(bookId, account_id)}) moved limit ${most + 1})
        union all
        select 'obligations', id, null from obligations where book_id = ${bookId} and ${account_id} in (account_id, claim_account_id, counter_account_id)
        union all
        select 'plans', id, null from (${plansOf(bookId, of)}) plans
        union all
        select 'occurrences', id, null from (${occurrencesOf(bookId, of)}) occurrences
        union all
        select 'rules', id, null from (${rulesOf(bookId, of)}) rules
        union all
        select case category_id when ${id} then 'budgets' else 'intoBudgets' end, category_id, month from budgets
        where book_id = ${bookId} and category_id = any (${[id, intoId]}::uuid[])`,
  )
  const ids = (what: keyof NamingRecords) =>
    found
      .filter((one) => one.what === what)
      .map(({ id, month }) => (month === null ? id : budgetId({ category_id: id, month })))
  return {
    transactions: ids('transactions'),
    obligations: ids('obligations'),
    plans: ids('plans'),
    occurrences: ids('occurrences'),
    rules: ids('rules'),
    budgets: ids('budgets'),
    intoBudgets: ids('intoBudgets'),
  }
}
