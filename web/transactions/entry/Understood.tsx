import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { usePaused } from '../../ui/paused.ts'
import { EntrySentence } from './EntrySentence.tsx'
import { spokenSentence } from './entry-sentence.ts'
import type { Refusal } from './ways-out.ts'

/** A screen reader says the sentence once typing pauses, not at every key. */
const SPOKEN_AFTER_MS = 700

/** The sentence, its fault, and the same for screen readers once typing pauses. */
export function Understood({
  fault,
  refusal,
  onWay,
  sentenceId,
  children,
  ...sentence
}: Parameters<typeof EntrySentence>[0] & {
  fault: string | undefined
  refusal: Refusal | undefined
  onWay: (way: NonNullable<Refusal['way']>) => void
  sentenceId: string
  children: ReactNode
}) {
  const { reading, book, locale } = sentence
  const spoken = usePaused(spokenSentence(reading, { today: book.day.today, locale }), SPOKEN_AFTER_MS)
  const way = refusal?.way
  const said = refusal?.words ?? fault
  return (
    <div className="grid gap-2 border-t border-line px-4 py-2.5">
      <EntrySentence {...sentence} />
      <p id={sentenceId} aria-live="polite" className="sr-only">
        {said ? `${spoken}. ${said}` : spoken}
      </p>
      {said && (
        <div className="flex flex-wrap items-center gap-3 text-table text-warn">
          <p>{said}</p>
          {way && <Button onClick={() => onWay(way)}>{way.label}</Button>}
        </div>
      )}
      {children}
    </div>
  )
}
