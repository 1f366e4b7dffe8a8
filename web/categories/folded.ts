import { useSyncExternalStore } from 'react'
import { storedOfBook } from '../ui/stored.ts'

/** The groups that are folded, remembered for each person in this browser: on the sheet of budgets, or in the list of categories. */
function foldedGroups(key: string) {
  const text = storedOfBook(key)
  const read = (): string[] => (text.get() ?? '').split(',').filter((id) => id !== '')
  return function useFolded() {
    useSyncExternalStore(text.subscribe, text.get)
    const folded = new Set(read())
    return {
      isFolded: (id: string): boolean => folded.has(id),
      fold: (id: string, isFolded = !folded.has(id)): void => {
        const others = read().filter((one) => one !== id)
        const next = isFolded ? [...others, id] : others
        text.set(next.length === 0 ? null : next.join(','))
      },
    }
  }
}

export const useFoldedCategories = foldedGroups('florin.folded-categories')
export const useFoldedBudgets = foldedGroups('florin.folded-budgets')
