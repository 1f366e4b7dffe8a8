import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { byCreation, type SortKey } from '../lists/lists.ts'
import { type CategoryRow, inPlace } from '../records/category.ts'

/** A category as it is read, with the columns of its account that the API shows. */
export type CategoryWithAccount = CategoryRow & { code: string; type: string }

export const categoriesOf = (bookId: string): Sql => sql`
  (select c.id, c.kind, c.name, c.is_active, c.account_id, c.parent_id, c.position, c.icon, a.code, a.type, c.created_version, c.version::float8 as version,
          c.created_at, c.updated_at, c.deleted_at,
          ${inPlace(sql`coalesce(p.position, c.position)`)} as group_place, ${inPlace(sql`c.position`)} as place, coalesce(p.name, c.name) as group_name, coalesce(p.id, c.id) as group_id,
          (p.id is not null)::int as is_member
   from categories c join accounts a on a.book_id = c.book_id and a.id = c.account_id
   left join lateral (select * from categories where book_id = ${bookId} and id = c.parent_id limit 1) p on true -- by the index, also before the table is analysed
   where c.book_id = ${bookId}) category`

/** The order of the tree after the positions of groups: each group, then its categories by position and name. */
export const byTree: SortKey[] = [
  { key: sql`group_name collate "und-x-icu"`, type: 'text' },
  { key: sql`group_id`, type: 'uuid' },
  { key: sql`is_member`, type: 'integer' },
  { key: sql`place`, type: 'integer' },
  { key: sql`name collate "und-x-icu"`, type: 'text' },
  ...byCreation,
]

/** Finds a category that is not in the trash. */
export const findCategory = (db: Db, bookId: string, id: string): Promise<CategoryWithAccount | undefined> =>
  row(db, sql`select * from ${categoriesOf(bookId)} where id = ${id} and deleted_at is null`)
