import { t } from '../../words/t.ts'
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
  const category = flat(tree).find((one) => one.id === id)?.name ?? ''
  const group = groupOf(tree, id)
  switch (step) {
    case 'up':
      return group
        ? t('{category} is the first in {group} already.', { category, group: group.name })
        : t('{category} is the first already.', { category })
    case 'down':
      return group
        ? t('{category} is the last in {group} already.', { category, group: group.name })
        : t('{category} is the last already.', { category })
    case 'in':
      if (group) return t('{category} is in {group} already.', { category, group: group.name })
      return hasMembers(tree, id)
        ? t('{category} is a group, and a group stands in no other.', { category })
        : t('There is nothing above {category} that it could go into.', { category })
    case 'out':
      return t('{category} is in no group.', { category })
  }
}

/** Coffee is in Food now; Coffee is in no group now; Coffee is number 2 of 5 in Food now. */
export function movedText<C extends Placed>(tree: readonly Branch<C>[], id: string, place: Place): string {
  const moving = flat(tree).find((category) => category.id === id)
  const name = moving?.name ?? ''
  const group = groupOf(tree, id)
  const into = tree.find(({ category }) => category.id === place.parent_id)?.category
  if ((group?.id ?? null) !== place.parent_id)
    return into
      ? t('{category} is in {group} now', { category: name, group: into.name })
      : t('{category} is in no group now', { category: name })
  const others = listOf(tree, place.parent_id).filter((category) => category.id !== id)
  const at = others.findIndex((category) => category.id === place.before)
  const nth = (at < 0 ? others.length : at) + 1
  const values = { category: name, place: nth, count: others.length + 1 }
  return into
    ? t('{category} is number {place, number} of {count, number} in {group} now', {
        ...values,
        group: into.name,
      })
    : t('{category} is number {place, number} of {count, number} now', values)
}

/** All categories as they will be once the rows are saved. */
export const withRows = <C extends Placed>(all: readonly C[], rows: readonly ArrangedRow[]): C[] =>
  all.map((category) => ({ ...category, ...rows.find(({ id }) => id === category.id) }))
