import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Archive, Eye } from 'lucide-react'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { exampleBook, isExample } from '../books/example-book.ts'
import { isWelcomeDue, welcomed } from '../books/welcomed.ts'
import { useBook, useBooks, useMembership } from '../page/me.ts'
import { closeBooks, closeNewBook, useIsBooksOpen, useIsNewBookOpen } from '../page/opened.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { lazily } from '../ui/lazily.tsx'
import { sayWhatIsLeft } from '../ui/toast.ts'
import { inOrder, openBook } from './switching.ts'

const BookMenu = lazily(async () => (await import('./BookMenu.tsx')).BookMenu)
const ExampleRemoval = lazily(async () => (await import('../books/ExampleRemoval.tsx')).ExampleRemoval)
const NewBook = lazily(async () => (await import('../books/NewBook.tsx')).NewBook)

/** The list of books and the form of a new one, while they are open, and the keys of the books. */
export function Books() {
  const isOpen = useIsBooksOpen()
  const isNew = useIsNewBookOpen()
  const { inUse } = inOrder(useBooks())
  useEffect(sayWhatIsLeft, [])
  useWelcome()
  return (
    <>
      {inUse.length > 1 &&
        inUse
          .slice(0, 9)
          .map(({ id, name }, index) => <BookKey key={id} id={id} name={name} at={index + 1} />)}
      <Suspense>
        {isOpen && <BookMenu onClose={closeBooks} />}
        {isNew && <NewBook onClose={closeNewBook} />}
      </Suspense>
    </>
  )
}

/** Somebody who came by a link to another book has a book of their own, which is empty: its Home leads once to its Welcome. */
function useWelcome(): void {
  const navigate = useNavigate()
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  const { version } = useBook()
  const isDue = isWelcomeDue({ version, here: useMembership(), count: useBooks().length })
  useEffect(() => {
    if (!isHome || !isDue || welcomed.get() !== null) return
    void navigate({ to: '/welcome', replace: true })
  }, [isHome, isDue, navigate])
}

function BookKey({ id, name, at }: { id: string; name: string; at: number }) {
  useShortcut(`g ${at}`, name, () => openBook(id), 'books')
  return null
}

/** Above every page of a book that is put away. */
export const ArchivedNote = () =>
  useMembership()?.is_archived ? (
    <p className="mb-4 flex items-center gap-2.5 rounded-control bg-warn-soft px-4 py-2.5 text-table">
      <Archive size={16} className="shrink-0 text-warn" aria-hidden />
      {t(
        'This book is archived. It can be read, and nothing in it changes until an owner takes it out again, in Settings.',
      )}
    </p>
  ) : null

/** Above every page of the made-up household: it can be removed, which leads to one's own book. */
export function ExampleNote() {
  const here = useMembership()
  const openedHere = useSyncExternalStore(exampleBook.subscribe, exampleBook.get)
  const [removing, setRemoving] = useState<'busy' | 'asked'>()
  if (!here || !isExample(here, openedHere)) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5 rounded-control bg-accent-soft px-4 py-2 text-table">
      <Eye size={16} className="shrink-0 text-accent" aria-hidden />
      <p className="flex-1">
        {t('This household is made up, to look around in. Your own book is untouched.')}
      </p>
      <Button look="quiet" isBusy={removing === 'busy'} onClick={() => setRemoving('busy')}>
        {t('Remove it')}
      </Button>
      <Suspense>
        {removing && (
          <ExampleRemoval
            book={here}
            onAsk={() => setRemoving('asked')}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
