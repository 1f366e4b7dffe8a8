import { listSuggestions, type Suggestion } from '../../../contract/suggestions.ts'
import { useAsk } from '../../api/ask.ts'
import { fold } from '../../ui/matching.ts'
import { usePaused } from '../../ui/paused.ts'
import type { EntryBook, EntryCategory } from './book.ts'
import { categoryKindOf, type Reading } from './reading.ts'

/** How long typing pauses before the service is asked. */
const PAUSE_MS = 150

/**
 * The category under which these words were recorded before: at once by the most frequent words, which are loaded already, and a moment
 * later by the service's answer. Words that the book does not know may be a shop that the service knows.
 */
export function useSuggestedCategory(
  reading: Reading | undefined,
  book: EntryBook | undefined,
): EntryCategory | undefined {
  const isOpen = reading !== undefined && (reading.category === null || reading.is_category_guess)
  const words = isOpen ? (reading.memo ?? '') : ''
  const paused = usePaused(words, PAUSE_MS)
  const { data: frequent } = useAsk(listSuggestions, { query: { limit: 100 } })
  const asked = useAsk(listSuggestions, { query: { limit: 100, ...(paused ? { q: paused } : {}) } })
  // Until its answer is here, a query shows the previous answer, which is about other words.
  const found = paused === words && !asked.isPlaceholderData ? asked.data : undefined
  const kind = reading && categoryKindOf(reading.kind)
  if (words === '' || !kind || !book) return undefined
  const first = (list: readonly Suggestion[] | undefined) =>
    list?.find((one) => one.kind === kind)?.category_id
  const same = frequent?.data.filter(({ memo }) => memo !== null && fold(memo) === fold(words))
  const meant = found?.meta.means.find((one) => one.kind === kind)?.category_id
  const id = first(same) ?? first(found?.data) ?? meant
  return book.categories.find((category) => category.id === id)
}
