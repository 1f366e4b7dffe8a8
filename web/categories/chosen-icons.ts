import { type Category, listCategories } from '../../contract/categories.ts'
import { useEverything } from '../api/ask.ts'

/** The icons that somebody has chosen, by the id of their category: rows of transactions have its name alone. */
export type ChosenIcons = ReadonlyMap<string, string>

const none: ChosenIcons = new Map()
const made = new WeakMap<readonly Category[], ChosenIcons>()

/** One map for all rows that show the same categories, so that a row is not drawn again while they stay the same. */
function chosenIn(categories: readonly Category[]): ChosenIcons {
  const known = made.get(categories)
  if (known) return known
  const icons = new Map(categories.flatMap(({ id, icon }) => (icon === null ? [] : [[id, icon] as const])))
  made.set(categories, icons)
  return icons
}

export function useChosenIcons(): ChosenIcons {
  const { data } = useEverything(listCategories)
  return data ? chosenIn(data) : none
}
