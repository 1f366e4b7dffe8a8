import { type Db, onlyRow } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How many files were read and wait for their commit. */
export const countOpenImports = async (db: Db, bookId: string): Promise<number> =>
  (
    await onlyRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from imports where book_id = ${bookId} and status = 'ready'`,
    )
  ).count
