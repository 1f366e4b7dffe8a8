import { useQuery } from '@tanstack/react-query'
import { Book, Check, Eye, UserRound, UsersRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { BookOfPerson } from '../../contract/members.ts'
import { overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { clientOf } from '../api/ask.ts'
import { reachSignedIn } from '../api/session.ts'
import { withRole } from '../books/book-words.ts'
import { ExampleRemoval } from '../books/ExampleRemoval.tsx'
import { exampleBook, isExample } from '../books/example-book.ts'
import { useBook } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { openBook } from './switching.ts'

/** A book in the list of books: its name opens it. */
export function BookRow({ book, onClose }: { book: BookOfPerson; onClose: () => void }) {
  const isHere = useBook().id === book.id
  const isMadeUp = isExample(book, useSyncExternalStore(exampleBook.subscribe, exampleBook.get))
  const shared = book.others.length > 0
  return (
    <li
      className={classes(
        'relative flex min-h-13 items-center gap-3 rounded-control px-2.5 py-1.5 hover:bg-tile has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-accent',
        isHere && 'bg-accent-soft',
      )}
    >
      <IconTile icon={isMadeUp ? Eye : shared ? UsersRound : book.is_default ? UserRound : Book} />
      <div className="min-w-0 flex-1">
        {/* The press on its words reaches over the whole row, so that a second button can be in it. */}
        <button
          type="button"
          data-row
          aria-current={isHere || undefined}
          aria-describedby={`book-${book.id}`}
          onClick={() => (isHere ? onClose() : openBook(book.id))}
          className="block w-full truncate text-start text-table font-semibold outline-none after:absolute after:inset-0"
        >
          {book.name}
        </button>
        <div className="text-caption text-text-2">
          <span id={`book-${book.id}`}>{isMadeUp ? t('to look around') : withRole(book)}</span>
          {isMadeUp && <Remove book={book} />}
        </div>
      </div>
      <Figure book={book} />
      <Check size={16} aria-hidden className={classes('shrink-0 text-accent', !isHere && 'invisible')} />
    </li>
  )
}

/** The way out of the made-up household, in its row. */
function Remove({ book }: { book: BookOfPerson }) {
  const [removing, setRemoving] = useState<'busy' | 'asked'>()
  return (
    <>
      {' · '}
      <button
        type="button"
        aria-busy={removing === 'busy' || undefined}
        onClick={() => setRemoving('busy')}
        className="relative z-10 -my-1 inline-flex min-h-6 items-center font-medium text-accent hover:underline touch:min-h-11"
      >
        {rich('remove <name>{book}</name>', {
          book: book.name,
          name: (inner) => <span className="sr-only">{inner}</span>,
        })}
      </button>
      {removing && (
        <ExampleRemoval
          book={book}
          onAsk={() => setRemoving('asked')}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

/** The worth of the book: asked for when the list opens, and shown when it is there. It is not among the answers of this page's book. */
function Figure({ book: { id, base_currency_id, is_archived } }: { book: BookOfPerson }) {
  const { data } = useQuery({
    queryKey: ['figure-of-book', id],
    queryFn: async () => (await clientOf(reachSignedIn, id).call(overview)).net_worth.net,
    enabled: !is_archived,
    retry: false,
  })
  return data === undefined ? null : (
    <Money amount={data} currency={base_currency_id} className="text-table text-text-2" />
  )
}
