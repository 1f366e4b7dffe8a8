import { CloudOff } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { waitingHere } from '../../api/kept-rules.ts'
import { useKept } from '../../api/queue.ts'
import { useBook, useMe, useToday } from '../../page/me.ts'
import { Card } from '../../ui/Card.tsx'
import { momentInSentence } from '../../ui/dates.ts'

const waitingText = (isRefused: boolean, moment: string): string =>
  isRefused
    ? t('not added yet, written {moment}', { moment })
    : t('waits to be sent, written {moment}', { moment })

/** The entries of this book that wait on this device, above the list that they are not in yet. */
export function WaitingEntries() {
  const { id: bookId } = useBook()
  const entries = waitingHere(useKept(useMe().id), bookId)
  const today = useToday()
  if (entries.length === 0) return null
  return (
    <Card aria-label={t('Waiting to be sent')} className="mb-4">
      <ul>
        {entries.map(({ id, words, refusal, made_at }) => (
          <li
            key={id}
            className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
          >
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-control bg-tile text-text-2"
            >
              <CloudOff size={16} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{words}</span>
              <span className="block text-caption text-text-2">
                {waitingText(Boolean(refusal), momentInSentence(new Date(made_at).toISOString(), today))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
