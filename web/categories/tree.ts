import type { Category } from '../../contract/categories.ts'
import { byPosition } from '../../contract/position.ts'

/** Categories in their groups. Two levels: a group stands in no other. */

export type Placed = Pick<Category, 'id' | 'name' | 'kind' | 'parent_id' | 'position'>

/** A category that stands in no group, and those that stand in it. */
export type Branch<C> = { readonly category: C; readonly members: readonly C[] }

const inOrder = (one: Placed, other: Placed) => byPosition(one, other) || one.name.localeCompare(other.name)

/** The tree of one kind, in order. A category whose group is not among them, since it is in the trash, stands by itself. */
export function treeOf<C extends Placed>(all: readonly C[], kind: Category['kind']): Branch<C>[] {
  const some = all.filter((category) => category.kind === kind)
  const tops = new Set(some.filter(({ parent_id }) => parent_id === null).map(({ id }) => id))
  const groupOf = ({ parent_id }: C) => (parent_id !== null && tops.has(parent_id) ? parent_id : null)
  const members = Map.groupBy(some, groupOf)
  return (members.get(null) ?? [])
    .toSorted(inOrder)
    .map((category) => ({ category, members: (members.get(category.id) ?? []).toSorted(inOrder) }))
}

/** All categories of a tree, each group before its members. */
export const flat = <C>(tree: readonly Branch<C>[]): C[] =>
  tree.flatMap(({ category, members }) => [category, ...members])

/** The categories that stand in one. */
export const membersOf = <C extends Placed>(tree: readonly Branch<C>[], id: string): readonly C[] =>
  tree.find(({ category }) => category.id === id)?.members ?? []

/** Whether others stand in a category. */
export const hasMembers = <C extends Placed>(tree: readonly Branch<C>[], id: string): boolean =>
  membersOf(tree, id).length > 0

/** The group that a category stands in. */
export const groupOf = <C extends Placed>(tree: readonly Branch<C>[], id: string): C | undefined =>
  tree.find(({ members }) => members.some((one) => one.id === id))?.category
