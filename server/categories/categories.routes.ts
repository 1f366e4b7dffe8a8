import * as contract from '../../contract/categories.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, page } from '../lists/lists.ts'
import { categoryToApi } from '../records/category.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { type CategoryWithAccount, categoriesOf, findCategory } from './categories.sql.ts'
import { addCategory, categoryLife, changeCategory } from './categories.ts'

export const categories = [
  serve(contract.listCategories, ({ db, book, query }) =>
    page<CategoryWithAccount, contract.Category>(db, query, {
      from: categoriesOf(book.id),
      where: [
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(query.kind === undefined ? [] : [sql`kind = ${query.kind}`]),
        ...(query.is_active === undefined ? [] : [sql`is_active = ${query.is_active}`]),
        ...(query.q ? [contains(sql`folded(name)`, query.q)] : []),
      ],
      order: 'name',
      orders: {
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
      },
      ties: byCreation,
      record: (category) => categoryToApi(category, category),
    }),
  ),

  serve(contract.createCategory, ({ write, body }) => write(addCategory(body))),

  serve(contract.getCategory, async ({ db, book, params }) => {
    const found = (await findCategory(db, book.id, params.id)) ?? refuse('not_found')
    return categoryToApi(found, found)
  }),

  serve(contract.updateCategory, ({ write, params, body, guard }) =>
    write(changeCategory(params.id, body, guard)),
  ),

  serve(contract.deleteCategory, ({ write, params, query, guard }) =>
    write(remove(categoryLife(params.id), query, guard)),
  ),

  serve(contract.restoreCategory, ({ write, params }) => write(restore(categoryLife(params.id)))),
]
