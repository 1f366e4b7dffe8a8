import type { ReactNode } from 'react'
import { usePaused } from '../../ui/paused.ts'
import { Sentence } from './Sentence.tsx'
import { spokenSentence } from './sentence.ts'

/** A screen reader says the sentence once typing pauses, not at every key. */
const SPOKEN_AFTER_MS = 700

/** The sentence, what is wrong with it, and the same for screen readers once typing pauses. */
export function Understood({
  fault,
  refusal,
  sentenceId,
  children,
  ...sentence
}: Parameters<typeof Sentence>[0] & {
  fault: string | undefined
  refusal: string | undefined
  sentenceId: string
  children: ReactNode
}) {
  const { reading, book, locale } = sentence
  const spoken = usePaused(spokenSentence(reading, { today: book.day.today, locale }), SPOKEN_AFTER_MS)
  const said = refusal ?? fault
  return (
    <div className="grid gap-2 border-t border-line px-4 py-2.5">
      <Sentence {...sentence} />
      <p id={sentenceId} aria-live="polite" className="sr-only">
        {said ? `${spoken}. ${said}` : spoken}
      </p>
      {said && <p className="text-table text-warn">{said}</p>}
      {children}
    </div>
  )
}
