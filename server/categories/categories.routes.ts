import * as contract from '../../contract/categories.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, isAmong, page } from '../lists/lists.ts'
import { categoryToApi } from '../records/category.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { byTree, type CategoryWithAccount, categoriesOf, findCategory } from './categories.sql.ts'
import { addCategory, arrange, categoryLife, changeCategory } from './categories.ts'
import { countMoved } from './merge.sql.ts'
import { merge } from './merge.ts'

export const categories = [
  serve(contract.listCategories, ({ db, book, query }) =>
    page<CategoryWithAccount, contract.Category>(db, query, {
      from: categoriesOf(book.id),
      where: [
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(query.kind === undefined ? [] : [sql`kind = ${query.kind}`]),
        ...(query.is_active === undefined ? [] : [sql`is_active = ${query.is_active}`]),
        ...(query.parent_id === undefined
          ? []
          : [isAmong(sql`parent_id`, query.parent_id, sql`parent_id is null`)]),
        ...(query.q ? [contains(sql`folded(name)`, query.q)] : []),
      ],
      order: 'name',
      orders: {
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
        position: { key: sql`group_place`, type: 'integer' },
      },
      ties: query.sort?.endsWith('position') ? byTree : byCreation,
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

  serve(contract.arrangeCategories, ({ write, body }) => write(arrange(body))),

  serve(contract.previewMerge, async ({ db, book, params }) => {
    const found = (await findCategory(db, book.id, params.id)) ?? refuse('not_found')
    const { closed_through } = book
    return { ...(await countMoved(db, book, found)), closed_through }
  }),

  serve(contract.mergeCategories, ({ book, write, params, body }) => write(merge(book.id, params.id, body))),
]
