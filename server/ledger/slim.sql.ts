import { type Sql, sql } from '../database/sql.ts'
import { entriesOf } from './entries.sql.ts'
import type { SlimEntry, SlimTransaction } from './journal.ts'
import {
  type Column,
  type Columns,
  debtColumns,
  entryColumns,
  occurrenceColumns,
  type SlimDebt,
  type SlimOccurrence,
  transactionColumns,
} from './records.ts'
import { listOf, part } from './stored.ts'

/** The rows of lists, which have none of the texts that people write at length. */

/** The columns of a table but for some. */
function without<Row, Name extends keyof Row>(
  columns: Columns<Row>,
  ...left: Name[]
): Columns<Omit<Row, Name>> {
  const kept = Object.entries<Column>(columns).filter(([name]) => !left.some((one) => one === name))
  return Object.fromEntries(kept) as Columns<Omit<Row, Name>> // the others
}

export const slimEntryColumns: Columns<SlimEntry> = without(entryColumns, 'memo')

export const slimTransactionColumns: Columns<Omit<SlimTransaction, 'entries'>> = without(
  transactionColumns,
  'notes',
  'tags',
)

export const slimDebtColumns: Columns<SlimDebt> = without(debtColumns, 'notes')

export const slimOccurrenceColumns: Columns<SlimOccurrence> = without(occurrenceColumns, 'draft')

/** The obligations of a list. */
const slimDebts = listOf(slimDebtColumns, 'o')
export const slimDebtsPart = (name: string, books: Sql, condition: Sql): Sql =>
  part(name, sql`o.book_id`, slimDebts, sql`obligations o where o.book_id = any (${books}) and ${condition}`)

const slimTransactions = listOf(slimTransactionColumns, 't')
const slimEntries = listOf(slimEntryColumns, 'e')

/** The transactions that obligations have entries in, each with its entries. */
export function postingParts(books: Sql, ids: Sql): Sql[] {
  const ofDebts = sql`t.obligation_id = any (${ids})`
  const debts = sql`obligations o where o.book_id = any (${books}) and o.id = any (${ids})`
  const ofShares = sql`t.id in (select o.expense_id from ${debts})`
  const entries = (condition: Sql) =>
    part(
      'posting_entry',
      sql`e.book_id`,
      sql`e.transaction_id, e.ordinal, ${slimEntries}`,
      entriesOf(books, condition),
    )
  return [
    part(
      'posting',
      sql`t.book_id`,
      sql`t.obligation_id, ${slimTransactions}`,
      sql`transactions t where t.book_id = any (${books}) and ${ofDebts}`,
    ),
    part(
      'posting',
      sql`t.book_id`,
      sql`s.id, ${slimTransactions}`,
      sql`(select o.book_id, o.id, o.expense_id from ${debts}) s join transactions t on t.book_id = s.book_id and t.id = s.expense_id
          where t.book_id = any (${books})`,
    ),
    entries(ofDebts),
    entries(ofShares),
  ]
}

/** The occurrences of a list. */
const slimOccurrences = listOf(slimOccurrenceColumns, 'c')
export const slimOccurrencesPart = (books: Sql, condition: Sql): Sql =>
  part(
    'occurrences',
    sql`c.book_id`,
    slimOccurrences,
    sql`plan_occurrences c where c.book_id = any (${books}) and ${condition}`,
  )

/** Obligations that have live transactions of their own. */
export const touchedPart = (books: Sql, condition: Sql): Sql =>
  part(
    'is_touched',
    sql`t.book_id`,
    sql`t.obligation_id`,
    sql`(select distinct book_id, obligation_id from transactions
         where book_id = any (${books}) and ${condition} and deleted_at is null) t`,
  )

/** The transactions with some external ids, in the trash or not. */
export const externalIdsPart = (books: Sql, names: Sql): Sql =>
  part(
    'external_id',
    sql`t.book_id`,
    sql`t.external_id, t.id`,
    sql`transactions t where t.book_id = any (${books}) and t.external_id = any (${names})`,
  )

/** The amounts that were outstanding after payments. */
export const outstandingAfterPart = (books: Sql, ids: Sql): Sql =>
  part(
    'outstanding_after',
    sql`s.book_id`,
    sql`s.id, s.amount::text`,
    sql`(select p.book_id, p.id,
                  sum(case when (e.debit_account_id = o.claim_account_id) = (o.direction = 'receivable') then e.amount else -e.amount end) as amount
           from transactions p
           join obligations o on o.book_id = p.book_id and o.id = p.obligation_id
           join entries e on e.book_id = p.book_id and e.obligation_id = p.obligation_id and e.until_version is null
                and (e.created_version, e.created_position) <= (p.created_version, p.created_position)
                and o.claim_account_id in (e.debit_account_id, e.credit_account_id)
           where p.book_id = any (${books}) and o.book_id = any (${books}) and e.book_id = any (${books}) and p.id = any (${ids})
           group by p.book_id, p.id) s`,
  )
