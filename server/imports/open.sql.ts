import { type Db, onlyRow } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How many files were read and wait for their commit, and one of them. */
export const countOpenImports = (db: Db, bookId: string): Promise<{ count: number; id: string | null }> =>
  onlyRow(
    db,
    sql`select count(*)::int as count, min(id::text) as id from imports where book_id = ${bookId} and status = 'ready'`,
  )
