import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'

/** The amount that the envelope of each goal holds. */
export const envelopesOn = (
  db: Db,
  book: BookRow,
): Promise<{ id: string; account_id: string; currency_id: string; held: string }[]> =>
  rows(
    db,
    sql`select g.id, g.envelope_account_id as account_id, g.currency_id, coalesce(sum(v.amount), 0)::text as held
        from goals g left join goal_moves v on v.book_id = ${book.id} and v.goal_id = g.id and v.deleted_at is null
        where g.book_id = ${book.id} and g.deleted_at is null and g.envelope_account_id is not null
        group by g.id, g.envelope_account_id, g.currency_id, g.created_version order by g.created_version, g.id`,
  )
