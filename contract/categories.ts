import { type Static, Type } from 'typebox'
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
  Timestamp,
  Trash,
  Version,
} from './route.ts'

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
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type Category = Static<typeof Category>

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
  summary: 'List categories by name.',
  query: listQuery(['name', 'created_at'], {
    kind: Type.Optional(
      Type.Unsafe<Static<typeof Kind>>({ ...Kind, description: 'Only categories of this kind.' }),
    ),
    is_active: Type.Optional(Type.Boolean({ description: 'Only active categories, or only inactive ones.' })),
    ...ByIds,
    ...Search,
    ...Trash,
  }),
  reply: listOf(Category),
})

export const createCategory = route({
  method: 'POST',
  path: '/budgeting/categories',
  needs: 'write',
  summary: 'Add a category of expenses (the default) or incomes, with a ledger account of its own.',
  body: CategoryDraft,
  reply: Category,
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
  summary: 'Rename, activate or deactivate a category; its kind cannot change.',
  body: CategoryChange,
  reply: Category,
  refuses: ['category_kind_fixed'],
})

export const deleteCategory = route({
  method: 'DELETE',
  path: '/budgeting/categories/{id}',
  needs: 'write',
  summary: 'Put a category into the trash; its transactions still show it.',
  query: Forever,
  reply: Category,
  refuses: foreverRefusals,
})

export const restoreCategory = route({
  method: 'POST',
  path: '/budgeting/categories/{id}/restore',
  needs: 'write',
  summary: 'Restore a category from the trash.',
  reply: Category,
})
