import { type Branch, flat, groupOf, hasMembers, membersOf, type Placed } from './tree.ts'

/** How categories are moved in their tree. */

/** Where a category goes: into a group or out of all (null), before a category there, or to the end. */
export type Place = { readonly parent_id: string | null; readonly before: string | null }

type ArrangedRow = { id: string; parent_id: string | null; position: number }

/** The categories in a group, or, for null, at the top. */
const listOf = <C extends Placed>(tree: readonly Branch<C>[], parent_id: string | null): readonly C[] =>
  parent_id === null ? tree.map(({ category }) => category) : membersOf(tree, parent_id)

/** Whether a category may go to a place: a group goes into no other, and nothing into itself. */
export const canGo = <C extends Placed>(tree: readonly Branch<C>[], id: string, { parent_id }: Place) =>
  parent_id === null ||
  (parent_id !== id && tree.some(({ category }) => category.id === parent_id) && !hasMembers(tree, id))

/** The rows that move a category to a place: the list there is numbered anew, and whoever stays as it is has no row. */
export function arrangedRows<C extends Placed>(
  tree: readonly Branch<C>[],
  id: string,
  place: Place,
): ArrangedRow[] {
  const moving = flat(tree).find((category) => category.id === id)
  if (!moving || !canGo(tree, id, place)) return []
  const list = listOf(tree, place.parent_id)
  const others = list.filter((category) => category.id !== id)
  const at = others.findIndex((category) => category.id === place.before)
  const next = others.toSpliced(at < 0 ? others.length : at, 0, moving)
  const isSame = list.length === next.length && list.every((category, index) => next[index] === category)
  if (isSame) return []
  return next.flatMap((category, index) => {
    const parent_id = category === moving ? place.parent_id : category.parent_id
    const position = index + 1
    const isKept = parent_id === category.parent_id && position === category.position
    return isKept ? [] : [{ id: category.id, parent_id, position }]
  })
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Where one step takes a category; undefined if there is no such step. In is into the category above it, out is behind its group. */
export function stepOf<C extends Placed>(
  tree: readonly Branch<C>[],
  id: string,
  step: Step,
): Place | undefined {
  const group = groupOf(tree, id)
  const parent_id = group?.id ?? null
  const list = listOf(tree, parent_id)
  const at = list.findIndex((category) => category.id === id)
  if (at < 0) return undefined
  const idAt = (index: number) => list[index]?.id ?? null
  switch (step) {
    case 'up':
      return at === 0 ? undefined : { parent_id, before: idAt(at - 1) }
    case 'down':
      return at === list.length - 1 ? undefined : { parent_id, before: idAt(at + 2) }
    case 'in': {
      const into = idAt(at - 1)
      const place = { parent_id: into, before: null }
      return group || into === null || !canGo(tree, id, place) ? undefined : place
    }
    case 'out': {
      const after = tree.findIndex(({ category }) => category.id === parent_id) + 1
      return group ? { parent_id: null, before: tree[after]?.category.id ?? null } : undefined
    }
  }
}

/** Why there is no such step, in a sentence. */
export function noStepText<C extends Placed>(tree: readonly Branch<C>[], id: string, step: Step): string {
  const name = flat(tree).find((category) => category.id === id)?.name ?? ''
  const group = groupOf(tree, id)
  const where = group ? ` in ${group.name}` : ''
  switch (step) {
    case 'up':
      return `${name} is the first${where} already.`
    case 'down':
      return `${name} is the last${where} already.`
    case 'in':
      if (group) return `${name} is in ${group.name} already.`
      return hasMembers(tree, id)
        ? `${name} is a group, and a group stands in no other.`
        : `There is nothing above ${name} that it could go into.`
    case 'out':
      return `${name} is in no group.`
  }
}

/** Coffee is in Food now; Coffee is in no group now; Coffee is number 2 of 5 in Food now. */
export function movedText<C extends Placed>(tree: readonly Branch<C>[], id: string, place: Place): string {
  const moving = flat(tree).find((category) => category.id === id)
  const name = moving?.name ?? ''
  const group = groupOf(tree, id)
  const into = tree.find(({ category }) => category.id === place.parent_id)?.category
  if ((group?.id ?? null) !== place.parent_id)
    return into ? `${name} is in ${into.name} now` : `${name} is in no group now`
  const others = listOf(tree, place.parent_id).filter((category) => category.id !== id)
  const at = others.findIndex((category) => category.id === place.before)
  const nth = (at < 0 ? others.length : at) + 1
  return `${name} is number ${nth} of ${others.length + 1}${into ? ` in ${into.name}` : ''} now`
}

/** All categories as they will be once the rows are saved. */
export const withRows = <C extends Placed>(all: readonly C[], rows: readonly ArrangedRow[]): C[] =>
  all.map((category) => ({ ...category, ...rows.find(({ id }) => id === category.id) }))
