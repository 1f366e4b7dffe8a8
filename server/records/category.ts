import type { Category } from '../../contract/categories.ts'
import { sql } from '../database/sql.ts'
import { type AccountRow, account } from './account.ts'
import { flag, id, name, oneOf, type RowOf } from './columns.ts'
import { belongsTo, byId, dated, kind } from './kind.ts'

/** A category, and the account that its transactions post to: both change together. */
const columns = {
  id,
  kind: oneOf('expense', 'income'),
  name: name(255),
  is_active: flag,
  account_id: id,
  ...dated,
}
export type CategoryRow = RowOf<typeof columns>

declare module '../ledger/rows.ts' {
  interface Rows {
    category: CategoryRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    category: CategoryRow
    /** The category that an account belongs to, by the account's id. */
    category_of: CategoryRow
    /** The account of a category that is loaded too, by the category's id. */
    account_of: AccountRow
  }
}

/** A category as the API shows it. Its account has the category's name, and is active when the category is. */
export const categoryToApi = (
  { account_id, ...category }: Omit<CategoryRow, 'created_version'>,
  { code, type }: { code: string; type: string },
): Category => ({
  id: category.id,
  kind: category.kind,
  name: category.name,
  is_active: category.is_active,
  account: { id: account_id, name: category.name, code, type, is_active: category.is_active },
  version: category.version,
  created_at: category.created_at,
  updated_at: category.updated_at,
  deleted_at: category.deleted_at,
})

export const category = kind('category', {
  table: 'categories',
  alias: 'g',
  columns,
  entered: ['name', 'is_active', ['kind', 'account_id']],
  refers: { account_id: belongsTo('account') },
  finds: {
    category: byId(sql`g`),
    category_of: {
      where: ({ ids }) => sql`g.account_id = any (${ids})`,
      keys: ({ account_id }) => [account_id],
    },
    account_of: {
      load: (books, { ids }) => [
        account.rows(
          books,
          sql`a.id in (select g.account_id from categories g where g.book_id = any (${books}) and g.id = any (${ids}))`,
        ),
      ],
      keys: ({ id }) => [id],
      found: ({ account_id }, lookup) => lookup('account', account_id),
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  isRemembered: true,
  course: 'held',
  show: (row, _, known) =>
    categoryToApi(row, known.find('account', row.account_id) ?? { code: '', type: row.kind }),
})
