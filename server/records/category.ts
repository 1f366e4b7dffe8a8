import type { Category } from '../../contract/categories.ts'
import { MAX_POSITION, UNPLACED } from '../../contract/position.ts'
import { type Sql, sql } from '../database/sql.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part } from '../ledger/stored.ts'
import { type AccountRow, account } from './account.ts'
import { flag, id, name, oneOf, orNull, type RowOf, since, wholeUpTo } from './columns.ts'
import { belongsTo, byId, dated, kind, refersTo, storedOf } from './kind.ts'

/**
 * A category, and the account that its transactions post to: both change together. `parent_id` is the group that it stands in: a category of the same kind,
 * which stands in none.
 */
const columns = {
  id,
  kind: oneOf('expense', 'income'),
  name: name(255),
  is_active: flag,
  account_id: id,
  ...dated,
  parent_id: since(null, orNull(id)),
  position: since(0, wholeUpTo(MAX_POSITION, `a whole number from 0 to ${MAX_POSITION}`)),
  icon: since(null, orNull(name(50))),
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
    /** The categories in a group that are not in the trash, by name. By the group's id. */
    children: CategoryRow[]
  }
}

/** A column of positions in the order of a group: 0, which nobody has chosen, comes last. */
export const inPlace = (position: Sql): Sql => sql`coalesce(nullif(${position}, 0), ${UNPLACED})`

/** A category as the API shows it. Its account has the category's name, and is active when the category is. */
export const categoryToApi = (
  { account_id, ...category }: CategoryRow,
  { code, type }: { code: string; type: string },
): Category =>
  createdIn(category.created_version, {
    id: category.id,
    kind: category.kind,
    name: category.name,
    is_active: category.is_active,
    parent_id: category.parent_id,
    position: category.position,
    icon: category.icon,
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
  entered: ['name', 'is_active', ['kind', 'account_id'], 'parent_id', 'position', 'icon'],
  refers: { account_id: belongsTo('account'), parent_id: refersTo('category') },
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
    children: {
      none: [],
      survives: ['transaction', 'obligation', 'contact'],
      load: (books, { ids }) => [
        part(
          'children',
          sql`g.book_id`,
          listOf(storedOf(columns), 'g'),
          sql`(select * from categories where book_id = any (${books}) and parent_id = any (${ids}) and deleted_at is null
               order by name collate "und-x-icu", id) g`,
        ),
      ],
    },
  },
  holders: {
    children(holdings, lists) {
      const all = lists.map((list) => fromList(storedOf(columns), list) as CategoryRow) // the columns of the part
      for (const [id, some] of Map.groupBy(all, ({ parent_id }) => parent_id ?? ''))
        hold(holdings, 'children', id, some)
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  isRemembered: true,
  course: 'held',
  show: (row, _, known) =>
    categoryToApi(row, known.find('account', row.account_id) ?? { code: '', type: row.kind }),
})
