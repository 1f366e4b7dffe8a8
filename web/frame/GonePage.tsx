import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { forgetCopyOf } from '../api/kept-book.ts'
import { addressIn, bookOfPage } from '../api/page-book.ts'
import { lastPerson } from '../api/person.ts'
import { useKept } from '../api/queue.ts'
import { withRole } from '../books/book-words.ts'
import { book, books } from '../page/me.ts'
import { LostEntries } from '../transactions/entry/LostEntries.tsx'
import { Brand } from '../ui/Brand.tsx'
import { PlainLink } from '../ui/Button.tsx'
import { Card, useTitle } from '../ui/Card.tsx'
import { LostText } from './LostText.tsx'

/** In place of every page of a book that one is not, or no longer, a member of: it says so, with what waits for that book, and leads to the others. */
export function GonePage() {
  useTitle(t('Not your book'))
  const id = bookOfPage() ?? ''
  const { data } = useQuery(books)
  const all = data?.data ?? []
  const entries = useKept(lastPerson() ?? '').filter((one) => one.book_id === id)
  const name =
    cache.getQueryData(book.queryKey)?.name ?? entries.find(({ book_name }) => book_name)?.book_name
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: books.queryKey }) // the list may be of before
    void forgetCopyOf(id).catch(() => undefined) // a browser without storage has no copy
  }, [id])
  const usable = all.filter((one) => one.id !== id)
  const first = usable.find(({ is_default }) => is_default)
  return (
    <main className="mx-auto flex max-w-[480px] flex-col gap-4 px-5 pt-[min(9vh,80px)] pb-10">
      <Brand />
      <h1 tabIndex={-1} className="mt-3 text-page font-semibold wrap-anywhere">
        {name === undefined
          ? t('This is not one of your books')
          : t('You are no longer a member of {book}', { book: name })}
      </h1>
      {name === undefined && (
        <p className="text-text-2">{t('There is no such book, or you are not a member of it.')}</p>
      )}
      {entries.length > 0 && (
        <Card className="p-5">
          <LostEntries entries={entries} into={first} />
        </Card>
      )}
      <LostText />
      <Card className="p-5">
        <h2 className="text-caption text-text-3">{t('Your books')}</h2>
        <ul className="mt-1">
          {usable.map((one) => (
            <li key={one.id} className="flex items-center gap-3 border-t border-line py-2 first:border-0">
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{one.name}</p>
                <p className="text-caption text-text-3">{withRole(one)}</p>
              </div>
              <PlainLink href={addressIn(one.id, '/')}>{t('Open [verb]')}</PlainLink>
            </li>
          ))}
        </ul>
      </Card>
    </main>
  )
}
