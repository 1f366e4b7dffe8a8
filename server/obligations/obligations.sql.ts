import type { Obligation } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { nothing, type Sql, sql } from '../database/sql.ts'
import type { BookRow, Debt } from '../ledger/records.ts'
import { contains } from '../lists.ts'
import { obligationToApi } from './to-api.ts'

/** An obligation as it is read, with the names that the API shows. */
export type DebtRow = Omit<Debt, 'created_version' | 'version'> & {
  created_version: bigint
  version: bigint
  contact_name: string
  account_name: string
  account_code: string
}

/** Obligations with the names of their contacts and accounts: those that contain a text, if one is given. */
export const obligationsOf = (bookId: string, text?: string): Sql => sql`
  (select o.id, o.name, o.reference, o.notes, o.opened_date, o.due_date, o.direction, o.original_amount, o.outstanding_amount,
          o.outstanding_base, o.currency_id, o.contact_id, o.account_id, o.claim_account_id, o.counter_account_id, o.fx_rate, o.fx_source,
          o.fx_date, o.expense_id, o.plan_id, o.settled_at, o.created_version, o.version, o.created_at, o.updated_at, o.deleted_at,
          c.name as contact_name, a.name as account_name, a.code as account_code
   from obligations o
   join contacts c on c.book_id = o.book_id and c.id = o.contact_id
   join accounts a on a.book_id = o.book_id and a.id = o.account_id
   where o.book_id = ${bookId} ${text ? sql`and (${contains(sql`o.search`, text)} or ${contains(sql`folded(c.name)`, text)})` : nothing})`

export const debtOf = ({
  contact_name: _,
  account_name: __,
  account_code: ___,
  created_version,
  version,
  ...debt
}: DebtRow): Debt => ({ ...debt, created_version: Number(created_version), version: Number(version) })

export const rowToApi = (book: BookRow, found: DebtRow): Obligation => {
  const { contact_name, account_name, account_code } = found
  return obligationToApi(
    book,
    debtOf(found),
    { name: contact_name },
    { name: account_name, code: account_code },
  )
}

/** Reads an obligation, unless it is in the trash. */
export const requireObligationRow = async (db: Db, book: BookRow, id: string): Promise<DebtRow> =>
  (await row<DebtRow>(
    db,
    sql`select * from ${obligationsOf(book.id)} o where id = ${id} and deleted_at is null`,
  )) ?? refuse('not_found')
