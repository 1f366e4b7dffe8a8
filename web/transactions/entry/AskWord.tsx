import { Repeat } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { rhythmText } from '../../plans/rhythm.ts'
import { Button } from '../../ui/Button.tsx'
import { atStart } from '../title.ts'
import type { EntryBook } from './book.ts'
import type { Reading } from './reading.ts'
import { useRecurring } from './recurring.ts'
import type { Offer, UnreadWord } from './unread.ts'

/** Asks about a word that the reading did not use, with the meanings that it may have. Whoever does not answer keeps it in the note. */
export function AskWord({
  word,
  isUrgent,
  reading,
  book,
  onText,
  onNote,
  onPeople,
  onPlanned,
}: {
  word: UnreadWord
  /** Somebody wanted to add the entry before they answered. The focus stays in the line, where the next try adds it. */
  isUrgent: boolean
  reading: Reading
  book: EntryBook
  onText: (text: string) => void
  onNote: () => void
  onPeople: () => void
  /** The entry is in the form of a plan by now. */
  onPlanned: () => void
}) {
  const recurring = useRecurring(book)
  const take = (offer: Offer) => {
    if (offer.does === 'text') return onText(offer.text)
    if (offer.does === 'people') return onPeople()
    onPlanned()
    recurring.start(reading, offer)
  }
  const label = (offer: Offer): string =>
    offer.does === 'plan' ? atStart(rhythmOf(offer.rhythm, reading, book)) : offer.label
  return (
    <div role="status" className="-mx-4 -mb-2.5 grid gap-1.5 rounded-b-card bg-warn-soft px-4 py-2.5">
      <p className="text-table">{t('“{word}” is not used yet. What is it?', { word: word.text })}</p>
      {isUrgent && <p className="text-table text-text-2">{t('Add it once more to leave it in the note.')}</p>}
      <div className="flex flex-wrap gap-2">
        {word.offers.map((offer) => (
          <Button
            key={label(offer)}
            icon={offer.does === 'plan' ? <Repeat size={15} aria-hidden /> : undefined}
            onClick={() => take(offer)}
          >
            {label(offer)}
          </Button>
        ))}
        <Button look="quiet" onClick={onNote}>
          {t('Part of the note')}
        </Button>
      </div>
    </div>
  )
}

const rhythmOf = (
  rhythm: Extract<Offer, { does: 'plan' }>['rhythm'],
  { day }: Reading,
  book: EntryBook,
): string =>
  rhythmText(
    { ...rhythm, start: day, on: null, end: null, count: null, working_days: 'none' },
    book.day.today,
  )
