import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { CategoryRow } from '../records/category.ts'

/** A category as it is read, with the columns of its account that the API shows. */
export type CategoryWithAccount = Omit<CategoryRow, 'created_version'> & { code: string; type: string }

export const categoriesOf = (bookId: string): Sql => sql`
  (select c.id, c.kind, c.name, c.is_active, c.account_id, a.code, a.type, c.created_version, c.version::float8 as version,
          c.created_at, c.updated_at, c.deleted_at
   from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id where c.book_id = ${bookId}) category`

/** Finds a category that is not in the trash. */
export const findCategory = (db: Db, bookId: string, id: string): Promise<CategoryWithAccount | undefined> =>
  row(db, sql`select * from ${categoriesOf(bookId)} where id = ${id} and deleted_at is null`)
