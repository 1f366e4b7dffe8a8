import { type Static, Type } from 'typebox'
import { MAX_POSITION } from './position.ts'
import {
  ByIds,
  Forever,
  foreverRefusals,
  Id,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  route,
  Search,
  Several,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { who } from './who.ts'

const Kind = Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'] })

export const Category = named(
  'Category',
  Type.Object({
    id: Id,
    kind: Kind,
    name: Type.String(),
    is_active: Type.Boolean(),
    account: Type.Object({
      id: Id,
      name: Type.String(),
      code: Type.String(),
      type: Type.String(),
      is_active: Type.Boolean(),
    }),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
    parent_id: Nullable({ ...Id, description: 'The group that it stands in; null if it stands in none.' }),
    position: Type.Integer({
      description:
        'Its place in its group, or among the groups, for sort=position. 0: it was not given one, and comes after those that were. Categories of one position are ordered by name.',
    }),
    icon: Nullable(
      Type.String({
        description: 'The name of its icon, as lucide.dev has it; null for the one that its name suggests.',
      }),
    ),
  }),
)
export type Category = Static<typeof Category>

/** The place of a category among the others. */
const place = {
  parent_id: Type.Optional(
    Nullable({
      ...Id,
      description:
        'The group that it stands in: a category of the same kind that stands in none; null: in none. There are two levels, so that a category with others in it stands in none.',
    }),
  ),
  position: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_POSITION,
      description:
        'Its place in its group, or among the groups, from 1. 0: after all others. Several may have the same: they are ordered by name. Default for a new category: 0.',
    }),
  ),
}

/** Without `default` keywords: a client would send them, and so change fields that it does not mention. */
const fields = {
  is_active: Type.Optional(
    Type.Boolean({
      description: 'Whether new transactions may use it. Default for a new category: true.',
    }),
  ),
  kind: Type.Optional(
    Type.Unsafe<Static<typeof Kind>>({
      ...Kind,
      description: 'Default for a new category: expense.',
    }),
  ),
  ...place,
  icon: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 50,
        pattern: '^[a-z0-9-]+$',
        'x-allowed': 'slug',
        description: 'The name of its icon, as lucide.dev has it: a-z, 0-9 and hyphens.',
      }),
    ),
  ),
}
export const CategoryDraft = named('CategoryDraft', Type.Object({ name: Name(255), ...fields }))
export type CategoryDraft = Static<typeof CategoryDraft>
export const CategoryChange = named(
  'CategoryChange',
  Type.Object({ name: Type.Optional(Name(255)), ...fields }),
)
export type CategoryChange = Static<typeof CategoryChange>

export const listCategories = route({
  method: 'GET',
  path: '/budgeting/categories',
  needs: 'read',
  summary: 'List categories by name, those in groups too, or in the order of their groups.',
  query: listQuery(
    ['name', 'created_at', 'position'],
    {
      kind: Type.Optional(
        Type.Unsafe<Static<typeof Kind>>({ ...Kind, description: 'Only categories of this kind.' }),
      ),
      is_active: Type.Optional(
        Type.Boolean({ description: 'Only active categories, or only inactive ones.' }),
      ),
      parent_id: Several(
        'Only the categories in this group (none: those that stand in no group, which are the groups and the categories beside them)',
      ),
      ...ByIds,
      ...Search,
      ...Trash,
    },
    'position: each group is followed by its categories; groups, and categories in them, by their position, 0 last, and then by name.',
  ),
  reply: listOf(Category),
})

export const createCategory = route({
  method: 'POST',
  path: '/budgeting/categories',
  needs: 'write',
  summary: 'Add a category of expenses (the default) or incomes, with a ledger account of its own.',
  body: CategoryDraft,
  reply: Category,
  refuses: ['parent_invalid'],
})

export const getCategory = route({
  method: 'GET',
  path: '/budgeting/categories/{id}',
  needs: 'read',
  summary: 'Read a category.',
  reply: Category,
})

export const updateCategory = route({
  method: 'PUT',
  path: '/budgeting/categories/{id}',
  needs: 'write',
  summary:
    'Rename, activate or deactivate a category, or move it to a group; its kind cannot change. Moving it changes no transaction. Deactivating a group leaves its categories as they are.',
  body: CategoryChange,
  reply: Category,
  refuses: ['category_kind_fixed', 'parent_invalid'],
})

export const deleteCategory = route({
  method: 'DELETE',
  path: '/budgeting/categories/{id}',
  needs: 'write',
  summary:
    'Put a category into the trash; its transactions still show it. A group with categories is refused.',
  query: Forever,
  reply: Category,
  refuses: ['has_children', ...foreverRefusals],
})

export const restoreCategory = route({
  method: 'POST',
  path: '/budgeting/categories/{id}/restore',
  needs: 'write',
  summary:
    'Restore a category from the trash. If its group is in the trash or stands in another group by now, it comes back without a group.',
  reply: Category,
})

const ArrangementRow = named('CategoryArrangementRow', Type.Object({ id: Id, ...place }))
export type ArrangementRow = Static<typeof ArrangementRow>

export const arrangeCategories = route({
  method: 'PUT',
  path: '/budgeting/categories/arrangement',
  needs: 'write',
  summary:
    'Move up to 1,000 categories to groups and positions, as one change: all of them or none. Only the result has to be right, so that two can change places. Each category is in one row only; an omitted field keeps its value. An error names its row, such as rows.3.parent_id.',
  body: named(
    'CategoryArrangement',
    Type.Object({ rows: Type.Array(ArrangementRow, { minItems: 1, maxItems: 1_000 }) }),
  ),
  reply: named(
    'ArrangedCategories',
    Type.Object({
      version: Type.Integer({
        description: 'The version of the book that has all of these places: one undo takes them back.',
      }),
      data: Type.Array(Category, { description: 'The categories, in the order of the rows.' }),
    }),
  ),
  refuses: ['category_not_found', 'parent_invalid'],
})
export type Arrangement = Static<typeof arrangeCategories.body>

/** The records that name a category. */
const moved = {
  transactions: Type.Integer({
    description: 'Transactions with an entry of the category, split ones and those in the trash included.',
  }),
  budgets: Type.Integer({ description: 'Months that a budget was given for.' }),
  plans: Type.Integer({ description: 'Plans that record transactions of the category, trash included.' }),
  rules: Type.Integer({ description: 'Import rules that set the category, trash included.' }),
}

export const previewMerge = route({
  method: 'GET',
  path: '/budgeting/categories/{id}/merge',
  needs: 'read',
  summary: 'Count what would move if this category were merged into another one.',
  reply: named(
    'MergePreview',
    Type.Object({
      ...moved,
      closed: Type.Integer({
        description:
          'How many of the transactions are not in the trash and are dated up to closed_through. A merge is refused unless it is 0.',
      }),
      closed_through: Nullable(Type.String({ format: 'date' })),
    }),
  ),
})

/** The most transactions that a merge moves. */
export const MAX_MERGED = 20_000

export const mergeCategories = route({
  method: 'POST',
  path: '/budgeting/categories/{id}/merge',
  needs: 'write',
  summary:
    'Merge this category into another one of its kind, as one change: its transactions and parts of splits, those in the trash too, its budgets, plans and import rules become those of the other, and it goes to the trash. Budgets of one month are added, with rollover if either has it. Reconciled lines do not hold it up; closed days do. At most 20,000 transactions. One undo takes it all back.',
  body: named(
    'CategoryMerge',
    Type.Object({
      into: { ...Id, description: 'The category that takes over: of the same kind, and not in the trash.' },
    }),
  ),
  reply: named(
    'MergedCategory',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book after the merge.' }),
      category: Category,
      moved: Type.Object(moved, { description: 'How many records have moved.' }),
    }),
  ),
  refuses: [
    'category_not_found',
    'category_inactive',
    'has_children',
    'locked',
    'merge_too_large',
    'amount_too_large',
  ],
})
export type CategoryMerge = Static<typeof mergeCategories.body>
export type MovedRecords = Static<typeof mergeCategories.reply>['moved']
