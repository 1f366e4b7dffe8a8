import { nothing, type Sql, sql } from '../database/sql.ts'
import type { Entry, Transaction } from './journal.ts'
import { countsAt } from './known-at.sql.ts'

/** Inside JSON a bigint is text, so that none is rounded on its way. */
export type EntryRow = Omit<Entry, 'amount' | 'base_amount'> & { amount: string; base_amount: string }
export type TransactionRow = Omit<Transaction, 'created_version' | 'version' | 'entries'> & {
  created_version: bigint
  version: bigint
  entries: EntryRow[]
}

/** The live entries `e` of a transaction `t`; the last ones if it is in the trash. */
export const entriesOf = (bookId: string, version?: number): Sql => sql`
  entries e where e.book_id = ${bookId} and e.transaction_id = t.id
    and case when t.deleted_at is null then ${countsAt(version, sql`e.`)} else e.until_version = t.version end`

/** A transaction `t` in stored shape with its entries, and further columns of each entry `e` if `more` is given. */
export const columnsWith = (bookId: string, more: Sql = nothing, version?: number): Sql => sql`
  t.id, t.kind, t.date, t.currency_id, t.amount, t.base_amount, t.fx_rate, t.fx_source, t.fx_date, t.category_id, t.account_id,
  t.charged_amount, t.to_account_id, t.to_amount, t.to_currency_id, t.other_source, t.contact_id, t.obligation_id, t.plan_id, t.is_refund, t.notes, t.tags, t.created_version, t.created_position, t.version,
  t.created_at, t.updated_at, t.deleted_at,
  (select json_agg(json_build_object(
            'debit_account_id', e.debit_account_id, 'credit_account_id', e.credit_account_id, 'debit_line_id', e.debit_line_id,
            'credit_line_id', e.credit_line_id, 'currency_id', e.currency_id, 'amount', e.amount::text,
            'base_amount', e.base_amount::text, 'category_id', e.category_id,
            'obligation_id', e.obligation_id, 'memo', e.memo ${more}) order by e.ordinal)
   from ${entriesOf(bookId, version)}) as entries`

export const transactionColumns = (bookId: string): Sql => columnsWith(bookId)

const entryFrom = ({ amount, base_amount, ...entry }: EntryRow): Entry => ({
  debit_account_id: entry.debit_account_id,
  credit_account_id: entry.credit_account_id,
  debit_line_id: entry.debit_line_id,
  credit_line_id: entry.credit_line_id,
  currency_id: entry.currency_id,
  amount: BigInt(amount),
  base_amount: BigInt(base_amount),
  category_id: entry.category_id,
  obligation_id: entry.obligation_id,
  memo: entry.memo,
})

export const transactionOf = ({
  created_version,
  version,
  entries,
  ...rest
}: TransactionRow): Transaction => ({
  ...rest,
  created_version: Number(created_version),
  version: Number(version),
  entries: entries.map(entryFrom),
})
