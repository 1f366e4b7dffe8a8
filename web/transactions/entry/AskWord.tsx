import { useNavigate } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { NEW_PLAN } from '../../plans/plan-form.ts'
import { rhythmText } from '../../plans/rhythm.ts'
import { Button } from '../../ui/Button.tsx'
import { writeDraft } from '../../ui/draft.ts'
import { capital } from '../../ui/wording.ts'
import type { EntryBook } from './book.ts'
import type { Reading } from './reading.ts'
import { recurringForm } from './recurring.ts'
import type { Offer, UnreadWord } from './unread.ts'

/** Asks about a word that the reading did not use, with the meanings that it may have. Whoever does not answer keeps it in the note. */
export function AskWord({
  word,
  reading,
  book,
  onText,
  onNote,
  onPeople,
  onPlanned,
}: {
  word: UnreadWord
  reading: Reading
  book: EntryBook
  onText: (text: string) => void
  onNote: () => void
  onPeople: () => void
  /** The entry is in the form of a plan by now. */
  onPlanned: () => void
}) {
  const navigate = useNavigate()
  const take = (offer: Offer) => {
    if (offer.does === 'text') return onText(offer.text)
    if (offer.does === 'people') return onPeople()
    writeDraft(NEW_PLAN, recurringForm(reading, offer, book))
    onPlanned()
    void navigate({ to: '/plans', search: { edit: 'new' } })
  }
  const label = (offer: Offer): string =>
    offer.does === 'plan' ? capital(rhythmOf(offer.rhythm, reading, book)) : offer.label
  return (
    <div role="status" className="-mx-4 -mb-2.5 grid gap-1.5 rounded-b-card bg-warn-soft px-4 py-2.5">
      <p className="text-table">“{word.text}” is not used yet. What is it?</p>
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
          Part of the note
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
