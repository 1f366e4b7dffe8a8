import type { Obligation } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { nothing, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { recordsAt } from '../ledger/known-at.sql.ts'
import { contains } from '../lists/lists.ts'
import { type Debt, obligationToApi } from '../records/obligation.ts'

/** The search covers as much of the notes as the column `search`. */
const NOTES_SEARCHED = 10_000

/** An obligation as it is read, with the names that the API shows. */
export type DebtRow = Omit<Debt, 'created_version' | 'version'> & {
  created_version: bigint
  version: bigint
  contact_name: string
  account_name: string
  account_code: string
}

/**
 * Obligations with the names of their contacts and accounts: those that contain a text, if one is given. At a version, a contact or an account may
 * be one that was deleted for good since.
 */
export function obligationsOf(book: BookRow, version?: number, text?: string): Sql {
  const joined = version === undefined ? sql`join` : sql`left join`
  // The column has the texts of today.
  const search =
    version === undefined
      ? sql`o.search`
      : sql`folded(concat_ws(E'\n', o.name, o.reference, left(o.notes, ${NOTES_SEARCHED})))`
  return sql`
  (select o.id, o.name, o.reference, o.notes, o.opened_date, o.due_date, o.direction, o.original_amount, o.outstanding_amount,
          o.outstanding_base, o.currency_id, o.contact_id, o.account_id, o.claim_account_id, o.counter_account_id, o.fx_rate, o.fx_source,
          o.fx_date, o.expense_id, o.plan_id, o.settled_at, o.created_version, o.version, o.created_at, o.updated_at, o.deleted_at,
          coalesce(c.name, '') as contact_name, coalesce(a.name, '') as account_name, coalesce(a.code, '') as account_code
   from ${recordsAt(book, 'obligations', version)} o
   ${joined} contacts c on c.book_id = ${book.id} and c.id = o.contact_id
   ${joined} accounts a on a.book_id = ${book.id} and a.id = o.account_id
   ${text ? sql`where ${contains(search, text)} or ${contains(sql`folded(c.name)`, text)}` : nothing})`
}

export const debtOf = ({
  contact_name: _,
  account_name: __,
  account_code: ___,
  created_version,
  version,
  ...debt
}: DebtRow): Debt => ({ ...debt, created_version: Number(created_version), version: Number(version) })

export const debtRowToApi = (book: BookRow, found: DebtRow): Obligation => {
  const { contact_name, account_name, account_code } = found
  return obligationToApi(
    book,
    debtOf(found),
    { name: contact_name },
    { name: account_name, code: account_code },
  )
}

/** Reads an obligation, unless it is in the trash. */
export const requireObligationRow = async (
  db: Db,
  book: BookRow,
  id: string,
  version?: number,
): Promise<DebtRow> =>
  (await row<DebtRow>(
    db,
    sql`select * from ${obligationsOf(book, version)} o where id = ${id} and deleted_at is null`,
  )) ?? refuse('not_found')
