import { fit } from '../ui/matching.ts'
import { storedOfBook } from '../ui/stored.ts'

/** The search of the palette, and its order. Pure but for the memory of recent choices. */

export type Findable = {
  readonly id: string
  readonly text: string
  /** Other words it is found by. */
  readonly words?: string
  /** Shown only once something is typed: there would be too many otherwise. */
  readonly isHidden?: boolean
}

const MAX_SHOWN = 8
const MAX_RECENT = 6

/** How well it fits: its text counts more than its other words; -1 is not at all. Every word that was typed has to fit. */
function rank({ text, words = '' }: Findable, query: string): number {
  const whole = fit(text, query)
  if (whole >= 0) return whole
  const ranks = query
    .trim()
    .split(/\s+/)
    .map((word) => {
      const own = fit(text, word)
      if (own >= 0) return own
      const other = fit(words, word)
      return other < 0 || other > 2 ? -1 : 3 + other
    })
  return ranks.some((one) => one < 0) ? -1 : Math.max(...ranks)
}

/** The matches, the best first; of equals the recent choices, then as they were given. Without a query, the latest choices come first. */
export function found<T extends Findable>(all: readonly T[], query: string, recent: readonly string[]): T[] {
  const lately = ({ id }: Findable) => {
    const at = recent.indexOf(id)
    return at < 0 ? recent.length : at
  }
  if (query.trim() === '') {
    const chosen = all.filter(({ id }) => recent.includes(id)).toSorted((a, b) => lately(a) - lately(b))
    return [...chosen, ...all.filter((one) => !one.isHidden && !chosen.includes(one))]
  }
  return all
    .map((item) => ({ item, rank: rank(item, query) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => a.rank - b.rank || lately(a.item) - lately(b.item))
    .slice(0, MAX_SHOWN)
    .map(({ item }) => item)
}

/** The ids of recent choices, in this browser. */
const chosen = storedOfBook('florin.recent')

export function recentlyChosen(): string[] {
  try {
    const ids: unknown = JSON.parse(chosen.get() ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The latest choice comes first, each once. */
export const withLatest = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((one) => one !== id)].slice(0, MAX_RECENT)

export const remember = (id: string): void => chosen.set(JSON.stringify(withLatest(recentlyChosen(), id)))
