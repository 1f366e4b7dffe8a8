import { Archive, Eye } from 'lucide-react'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { sentenceOf } from '../api/change.ts'
import { exampleBook, removeExample } from '../books/example-book.ts'
import { useBook, useBooks, useMembership } from '../page/me.ts'
import { closeBooks, closeNewBook, useIsBooksOpen, useIsNewBookOpen } from '../page/opened.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Button } from '../ui/Button.tsx'
import { lazily } from '../ui/lazily.tsx'
import { say } from '../ui/toast.ts'
import { inOrder, openBook } from './switching.ts'

const BookMenu = lazily(async () => (await import('./BookMenu.tsx')).BookMenu)
const NewBook = lazily(async () => (await import('../books/NewBook.tsx')).NewBook)

/** The list of books and the form of a new one, while they are open, and the keys of the books. */
export function Books() {
  const isOpen = useIsBooksOpen()
  const isNew = useIsNewBookOpen()
  const { inUse } = inOrder(useBooks())
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

function BookKey({ id, name, at }: { id: string; name: string; at: number }) {
  useShortcut(`g ${at}`, name, () => openBook(id), 'Books')
  return null
}

/** Above every page of a book that is put away. */
export const ArchivedNote = () =>
  useMembership()?.is_archived ? (
    <p className="mb-4 flex items-center gap-2.5 rounded-control bg-warn-soft px-4 py-2.5 text-table">
      <Archive size={16} className="shrink-0 text-warn" aria-hidden />
      This book is archived. It can be read, and nothing in it changes until an owner takes it out again, in
      Settings.
    </p>
  ) : null

/** Above every page of the made-up household: one click removes it, and leads to one's own book. */
export function ExampleNote() {
  const { id } = useBook()
  const example = useSyncExternalStore(exampleBook.subscribe, exampleBook.get)
  const [isBusy, setBusy] = useState(false)
  if (id !== example) return null
  const remove = async () => {
    setBusy(true)
    try {
      await removeExample(id)
      location.assign('/')
    } catch (error) {
      say({ words: sentenceOf(error), tone: 'refused' })
      setBusy(false)
    }
  }
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2.5 rounded-control bg-accent-soft px-4 py-2 text-table">
      <Eye size={16} className="shrink-0 text-accent" aria-hidden />
      <span className="flex-1">
        This household is made up, to look around in. Your own book is untouched.
      </span>
      <Button look="quiet" isBusy={isBusy} onClick={() => void remove()}>
        Remove it
      </Button>
    </p>
  )
}
