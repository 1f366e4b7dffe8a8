import * as contract from '../../contract/categories.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, page } from '../lists.ts'
import { serve } from '../serve.ts'
import { type CategoryRow, categoriesOf, categoryOf } from './categories.sql.ts'
import { addCategory, changeCategoryOf, restoreCategoryOf, theCategory, trashCategory } from './categories.ts'

export const categories = [
  serve(contract.listCategories, ({ db, book, query }) =>
    page<CategoryRow, contract.Category>(db, query, {
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
      record: categoryOf,
    }),
  ),

  serve(contract.createCategory, ({ write, body }) => write((tx, book) => addCategory(tx, book, body))),

  serve(contract.getCategory, ({ db, book, params }) => theCategory(db, book.id, params.id)),

  serve(contract.updateCategory, ({ write, params, body, guard }) =>
    write((tx, book) => changeCategoryOf(tx, book, params.id, body, guard)),
  ),

  serve(contract.deleteCategory, ({ write, params, guard }) =>
    write((tx, book) => trashCategory(tx, book, params.id, guard)),
  ),

  serve(contract.restoreCategory, ({ write, params }) =>
    write((tx, book) => restoreCategoryOf(tx, book, params.id)),
  ),
]
