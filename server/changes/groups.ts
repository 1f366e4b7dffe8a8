import type { Blocker } from '../../contract/refusal.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import type { CategoryRow } from '../records/category.ts'
import { isThere, type UndoStep } from './take-back.ts'

type CategoryStep = { before: CategoryRow | null; after: CategoryRow }

/**
 * The categories because of which one cannot go back to its group: the group stands in another one by now, or the category has become a group. A
 * group in the trash blocks as every record in the trash does.
 */
export function groupBlockers(known: Known, steps: readonly UndoStep[]): Blocker[] {
  const own = steps.filter(({ kind, after }) => kind === 'category' && after) as unknown as CategoryStep[] // rows of this kind
  const afterwards = new Map(own.map(({ after }) => [after.id, after]))
  const isMoved = ({ before, after }: CategoryStep) =>
    isThere(after) && after.parent_id !== null && (!isThere(before) || before.parent_id !== after.parent_id)
  const moved = own.filter(isMoved)
  // Asked for together: a change loads a few times at most, however many categories it moves.
  requireLoaded(known, {
    category: moved.map(({ after }) => after.parent_id).filter((id) => !afterwards.has(id ?? '')),
    children: moved.map(({ after }) => after.id),
  })
  const inTheWay = moved.flatMap(({ after: { id, parent_id } }) => {
    const parent = afterwards.get(parent_id ?? '') ?? known.find('category', parent_id ?? '')
    const others = (known.find('children', id) ?? []).filter((child) => !afterwards.has(child.id))
    const children = [...others, ...afterwards.values()].filter((one) => isThere(one) && one.parent_id === id)
    return [...(parent && isThere(parent) && parent.parent_id !== null ? [parent] : []), ...children]
  })
  return inTheWay.map(({ version, id }) => ({ version, resource: 'category', id }))
}
