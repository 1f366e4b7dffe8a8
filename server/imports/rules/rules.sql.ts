import type { Day } from '../../../contract/day.ts'
import { type Db, row } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { manyRows } from '../../database/stream.ts'
import type { RuleRow } from '../../records/import-rule.ts'
import type { FileRow } from '../read/row.ts'

export const rulesOf = (bookId: string): Sql => sql`
  (select id, name, rank, is_active, conditions, actions, created_version, version::float8 as version, created_at, updated_at,
          deleted_at
   from import_rules where book_id = ${bookId}) rule`

/** Finds a rule that is not in the trash. */
export const findRule = (db: Db, bookId: string, id: string): Promise<RuleRow | undefined> =>
  row(db, sql`select * from ${rulesOf(bookId)} where id = ${id} and deleted_at is null`)

/** The rules for imports, in the order in which they are evaluated. */
export const activeRules = (db: Db, bookId: string): Promise<RuleRow[]> =>
  manyRows(
    db,
    sql`select * from ${rulesOf(bookId)} where is_active and deleted_at is null order by rank, created_version, id`,
  )

/** An earlier expense or income, in the form that rules compare: `search` has its own texts, folded, and `imported` the row of the file that it came from. */
export type PastRow = {
  id: string
  version: number
  kind: 'expense' | 'income'
  date: Day
  currency_id: string
  amount: bigint
  account_id: string
  category_id: string | null
  contact_id: string | null
  contact_name: string | null
  is_refund: boolean
  is_split: boolean
  tags: string[]
  notes: string | null
  search: string
  imported: FileRow | null
}

/** The latest expenses and incomes of some days. */
export const pastOf = (
  bookId: string,
  { date_from, date_to }: { date_from?: string; date_to?: string },
  most: number,
): Sql => sql`
        select t.id, t.version::float8 as version, t.kind, t.date, t.currency_id, t.amount, t.account_id, t.category_id, t.contact_id, c.name as contact_name,
               t.is_refund, cardinality(t.category_ids) > 1 as is_split, t.tags, t.notes, t.search,
               (select r.file_row from import_rows r where r.book_id = ${bookId} and r.transaction_id = t.id limit 1) as imported
        from transactions t left join contacts c on c.book_id = ${bookId} and c.id = t.contact_id
        where t.book_id = ${bookId} and t.kind in ('expense', 'income') and t.deleted_at is null
          ${date_from === undefined ? sql`` : sql`and t.date >= ${date_from}`} ${date_to === undefined ? sql`` : sql`and t.date <= ${date_to}`}
        order by t.date desc, t.created_version desc, t.created_position desc limit ${most}`
