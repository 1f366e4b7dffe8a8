import { refuse } from '../../contract/refusals.ts'
import { type Later, later } from '../../words/t.ts'
import type { Known } from '../ledger/known.ts'
import type { CategoryRow } from '../records/category.ts'

/** Categories and the groups that they stand in, as they are or as a change leaves them: two levels, each group of one kind. */
type Tree = {
  readonly find: (id: string) => CategoryRow | undefined
  readonly children: (id: string) => readonly CategoryRow[]
}

/** The tree after some categories have moved. */
export const treeOf = (known: Known, moved: ReadonlyMap<string, CategoryRow> = new Map()): Tree => ({
  find: (id) => moved.get(id.toLowerCase()) ?? known.find('category', id),
  children: (id) => [
    ...(known.find('children', id) ?? []).filter((child) => !moved.has(child.id)),
    ...moved.values().filter(({ parent_id }) => parent_id === id),
  ],
})

/** A category that may be new, and has no id then. */
type PlacedCategory = {
  readonly id: string | null
  readonly kind: CategoryRow['kind']
  readonly name: string
}

/** Why a category cannot stand in a group; null if it can. */
export function whyNoParent(
  tree: Tree,
  { id, kind, name }: PlacedCategory,
  parentId: string | null,
): Later | null {
  const parent = parentId === null ? undefined : tree.find(parentId)
  if (!parent || parent.deleted_at !== null) return later('there is no such category, or it is in the trash.')
  if (parent.id === id) return later('"{name}" cannot stand in itself.', { name })
  if (parent.kind !== kind)
    return later(
      '{kind, select, income {"{parent}" is a category of expenses, and "{name}" is one of incomes.} other {"{parent}" is a category of incomes, and "{name}" is one of expenses.}}',
      { kind, parent: parent.name, name },
    )
  if (parent.parent_id !== null)
    return later('"{parent}" stands in a group itself, and a group stands in none: there are two levels.', {
      parent: parent.name,
    })
  const [child] = id === null ? [] : tree.children(id)
  return child
    ? later(
        '"{name}" is a group itself, with "{child}" in it, and a group stands in none: there are two levels.',
        { name, child: child.name },
      )
    : null
}

/** The group that a category is to stand in. */
export function requireParent(tree: Tree, category: PlacedCategory, parentId: string): CategoryRow {
  const reason = whyNoParent(tree, category, parentId)
  const parent = tree.find(parentId)
  return reason === null && parent
    ? parent
    : refuse('parent_invalid', {
        reason: reason ?? later('there is no such category, or it is in the trash.'),
      })
}

/** How many categories of a group a refusal names. */
const MAX_NAMED = 10

/** Refuses if there are categories in this one. */
export function checkChildless(known: Known, { id, name }: CategoryRow): void {
  const children = known.find('children', id) ?? []
  if (children.length > 0)
    refuse('has_children', {
      name,
      count: children.length,
      children: children.slice(0, MAX_NAMED).map((child) => child.name),
    })
}
