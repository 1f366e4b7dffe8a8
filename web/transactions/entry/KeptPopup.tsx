import { Suspense } from 'react'
import { t } from '../../../words/t.ts'
import { isDoubtful, type Kept, orphaned, sendable } from '../../api/kept-rules.ts'
import { forgetKept, sendAgain, sendKept, useKept } from '../../api/queue.ts'
import { ClosedRefusal } from '../../books/ClosedRefusal.tsx'
import { closedOf } from '../../books/closed.ts'
import { useBook, useBooks, useMe, useToday } from '../../page/me.ts'
import { Button } from '../../ui/Button.tsx'
import { momentInSentence } from '../../ui/dates.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { say } from '../../ui/toast.ts'
import { refusalWords } from '../transaction-refusals.ts'

const LostEntries = lazily(async () => (await import('./LostEntries.tsx')).LostEntries)

/** The entries that wait on this device, and the actions on those that are not sent by themselves. */
export function KeptPopup({ onClose }: { onClose: () => void }) {
  const { id } = useMe()
  const kept = useKept(id)
  const lost = orphaned(kept)
  const books = useBooks()
  return (
    <Popup
      title={t('Kept on this device')}
      onClose={onClose}
      isWide
      foot={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {sendable(kept, id, Date.now()).length > 0 && (
            <Button look="primary" onClick={() => void sendKept(id)}>
              {t('Send now')}
            </Button>
          )}
        </>
      }
    >
      {kept.length === 0 ? (
        <p className="text-text-2">{t('Nothing is kept here any more: everything has been sent.')}</p>
      ) : (
        <>
          {lost.map(({ book_id, name, entries }) => (
            <section key={book_id} className="mb-3 rounded-control border border-line p-4">
              <h3 className="font-semibold wrap-anywhere">
                {t('You are no longer a member of {book}', { book: name })}
              </h3>
              <Suspense fallback={null}>
                <LostEntries entries={entries} into={books.find(({ is_default }) => is_default)} />
              </Suspense>
            </section>
          ))}
          <ul className="divide-y divide-line">
            {kept.map((one) => (
              <Entry key={one.id} entry={one} />
            ))}
          </ul>
        </>
      )}
    </Popup>
  )
}

/** When an entry was written, and for which book if that is another one; null is one whose name is not known. */
function writtenText(moment: string, book: string | null | undefined): string {
  if (book === undefined) return t('Written {moment}', { moment })
  return book === null
    ? t('Written {moment}, for another book', { moment })
    : t('Written {moment}, for {book}', { moment, book })
}

function Entry({ entry }: { entry: Kept }) {
  const today = useToday()
  const { id: here } = useBook()
  const doubtful = isDoubtful(entry, Date.now())
  const why =
    (entry.refusal && refusalWords(entry.refusal, today)) ??
    (doubtful
      ? t(
          'It was sent more than a day ago and no answer came: it may be in your books already. Look there before you send it again.',
        )
      : undefined)
  const closed = entry.refusal ? closedOf(entry.refusal) : undefined
  const remove = async () => {
    await forgetKept(entry.id)
    say({ words: t('Taken away: {entry}', { entry: entry.words }) })
  }
  return (
    <li className="py-3">
      <p className="font-medium">{entry.words}</p>
      <p className="text-caption text-text-2">
        {writtenText(
          momentInSentence(new Date(entry.made_at).toISOString(), today),
          entry.book_id !== undefined && entry.book_id !== here ? (entry.book_name ?? null) : undefined,
        )}
      </p>
      {closed ? (
        <div className="mt-2">
          <ClosedRefusal closed={closed} />
        </div>
      ) : (
        why && <p className="mt-1 text-table text-warn">{why}</p>
      )}
      <div className="mt-2 flex gap-2">
        {why && <Button onClick={() => void sendAgain(entry)}>{t('Send again')}</Button>}
        <Button look="quiet" onClick={() => void remove()}>
          {t('Take away')}
        </Button>
      </div>
    </li>
  )
}
