import { useMemo } from 'react'
import { type Category, listCategories } from '../../contract/categories.ts'
import { useEverything } from '../api/ask.ts'
import { treeOf } from '../categories/tree.ts'
import { MAX_COLOURS } from '../ui/charts/shares.ts'

export type Colours = ReadonlyMap<string, number>

/** The colours of the groups of spending, by their places in the list of categories: a group has one colour on every card and report. */
export const coloursOfGroups = (
  categories: readonly Pick<Category, 'id' | 'name' | 'kind' | 'parent_id' | 'position'>[],
): Colours =>
  new Map(
    treeOf(categories, 'expense')
      .filter(({ members }) => members.length > 0)
      .map(({ category }, place) => [category.id, Math.min(place, MAX_COLOURS)]),
  )

const none: readonly Category[] = []

export function useGroupColours(): Colours {
  const { data = none } = useEverything(listCategories)
  return useMemo(() => coloursOfGroups(data), [data])
}
