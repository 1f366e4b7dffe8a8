import type { Category } from '../../contract/categories.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { freeCode } from '../ledger/chart.ts'

export type CategoryRow = Omit<Category, 'version' | 'account'> & {
  version: bigint
  account_id: string
  code: string
  type: string
}

/** A category's account has its name, and is active when it is. */
export const categoryOf = ({ version, account_id, code, type, ...category }: CategoryRow): Category => ({
  id: category.id,
  kind: category.kind,
  name: category.name,
  is_active: category.is_active,
  account: { id: account_id, name: category.name, code, type, is_active: category.is_active },
  version: Number(version),
  created_at: category.created_at,
  updated_at: category.updated_at,
  deleted_at: category.deleted_at,
})

export const categoriesOf = (bookId: string): Sql => sql`
  (select c.id, c.kind, c.name, c.is_active, c.account_id, a.code, a.type, c.created_version, c.version, c.created_at, c.updated_at, c.deleted_at
   from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id where c.book_id = ${bookId}) category`

export async function findCategory(db: Db, bookId: string, id: string): Promise<Category | undefined> {
  const found = await row<CategoryRow>(db, sql`select * from ${categoriesOf(bookId)} where id = ${id}`)
  return found && categoryOf(found)
}

export async function findFreeCode(db: Db, bookId: string, kind: 'expense' | 'income'): Promise<string> {
  const found = await row<{ code: string }>(db, sql`select ${freeCode(bookId, kind)} as code`)
  return found?.code ?? ''
}

export const insertCategory = (bookId: string, category: Category): Sql =>
  sql`insert into categories (book_id, id, kind, name, is_active, account_id, created_version, version, created_at, updated_at)
      values (${bookId}, ${category.id}, ${category.kind}, ${category.name}, ${category.is_active}, ${category.account.id},
              ${category.version}, ${category.version}, ${category.created_at}, ${category.updated_at})`

export const changeCategory = (bookId: string, category: Category): Sql =>
  sql`update categories set name = ${category.name}, is_active = ${category.is_active}, version = ${category.version},
             updated_at = ${category.updated_at}, deleted_at = ${category.deleted_at}
      where book_id = ${bookId} and id = ${category.id}`
