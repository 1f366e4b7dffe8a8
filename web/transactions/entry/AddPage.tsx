import { listCategories } from '../../../contract/categories.ts'
import { t } from '../../../words/t.ts'
import { useEverything } from '../../api/ask.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useAddress } from '../../page/address.ts'
import { BookName } from '../../page/BookName.tsx'
import { useMembership } from '../../page/me.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useMay } from '../../ui/rights.ts'
import { Empty } from '../../ui/States.tsx'
import { AddForm } from './AddForm.tsx'
import { useEntryBook } from './use-entry-book.ts'

/** Adding by thumb, from the account in the address if it names one. It is a page of its own, for the home screen. */
export function AddPage() {
  const book = useEntryBook(useAddress().search.account_id)
  if (!useMay('write')) return <NotYours />
  if (!book) return <NotHere />
  return (
    <>
      <BookName className="px-4 pt-2 text-center" />
      <AddForm book={book} />
    </>
  )
}

/** From the home screen of a phone, somebody comes here whose role, or whose book, was another one then. */
function NotYours() {
  const isArchived = useMembership()?.is_archived ?? false
  return (
    <main>
      <h1 className="sr-only">{t('Add a transaction')}</h1>
      <Empty
        title={isArchived ? t('This book is archived') : t('You cannot record in this book')}
        actions={<ButtonLink to="/">{t('Home')}</ButtonLink>}
      >
        {isArchived
          ? t('It can be read, and nothing in it changes until an owner takes it out of the archive.')
          : t('An owner of the book can make you an editor.')}
      </Empty>
    </main>
  )
}

/** Only without a connection, and on a device that never had the book, is there nothing that an entry could be made of. */
function NotHere() {
  const query = useEverything(listCategories)
  return (
    <main>
      <h1 className="sr-only">{t('Add a transaction')}</h1>
      <Loaded query={{ ...query, data: undefined }}>{() => null}</Loaded>
    </main>
  )
}
