import type { Category } from '../../contract/categories.ts'
import { fit } from '../ui/matching.ts'
import { flat, treeOf } from './tree.ts'
import { type Usage, usedFor } from './usage.ts'

/** A category that a picker offers: under its group, and why it was found where its name does not say it. */
export type Offered<C> = { category: C; under?: string; used?: { memo: string; count: number } }

type Choosable = Pick<Category, 'id' | 'name' | 'kind' | 'parent_id' | 'position' | 'is_active'>

/** Found by the words of earlier entries, and by the name of its group. */
const BY_MEMO = 4
const BY_GROUP = 5

/**
 * The categories of a kind for a typed text. Without one, all of them in their groups, the most used first; a group itself comes behind its members, since
 * entries mostly go to those. With one, first those whose name fits, then those that were used for such words, then those whose group is called that.
 */
export function offered<C extends Choosable>(
  all: readonly C[],
  kind: Category['kind'],
  usage: ReadonlyMap<string, Usage>,
  query = '',
): { found: Offered<C>[]; isExact: boolean } {
  const count = ({ id }: C) => usage.get(id)?.count ?? 0
  const byUse = (a: C, b: C) => count(b) - count(a)
  const branches = treeOf(all, kind)
    .map(({ category, members }) => ({
      under: members.length > 0 ? category.name : undefined,
      some: [...members.toSorted(byUse), category].filter(({ is_active }) => is_active),
    }))
    .filter(({ some }) => some.length > 0)
    .sort((a, b) => Math.max(...b.some.map(count)) - Math.max(...a.some.map(count)))
  const listed = branches.flatMap(({ under, some }) =>
    some.map((category): Offered<C> => ({ category, ...(under !== undefined && { under }) })),
  )
  const said = query.trim()
  if (said === '') return { found: listed, isExact: false }
  const ranked = listed
    .map((one) => {
      const { category, under } = one
      const isGroup = category.name === under
      const rank = isGroup ? -1 : fit(category.name, said)
      const used = rank < 0 ? usedFor(usage.get(category.id), said) : undefined
      if (rank >= 0) return { rank, one: { category } }
      if (used) return { rank: BY_MEMO, one: { category, used } }
      return { rank: under !== undefined && fit(under, said) >= 0 ? BY_GROUP : -1, one }
    })
    .filter(({ rank }) => rank >= 0)
  return {
    found: ranked.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one),
    isExact: flat(treeOf(all, kind)).some(({ name }) => fit(name, said) === 0),
  }
}
