import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getMe } from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { type BookOfPerson, listBooks } from '../../contract/members.ts'
import { callOpenly, queryKeyOf } from '../api/ask.ts'

/** Who is signed in; refused if nobody is. */
export const me = queryOptions({
  queryKey: ['/auth/me'],
  queryFn: () => callOpenly(getMe),
  staleTime: 60_000,
})

/** The book, asked for at the same time; refused if nobody is signed in. */
export const book = queryOptions({ queryKey: queryKeyOf(getBook), queryFn: () => callOpenly(getBook) })

/** All books of this person, asked for at the same time: the default one first. */
export const books = queryOptions({
  queryKey: queryKeyOf(listBooks),
  queryFn: () => callOpenly(listBooks),
  staleTime: 60_000,
})

/** The frame has asked for all three before any page is shown. */
export const useMe = () => useSuspenseQuery(me).data
export const useBook = () => useSuspenseQuery(book).data
export const useBooks = () => useSuspenseQuery(books).data.data

/** The book of this page in the list of books: with the role in it, and the others who are in it. */
export function useMembership(): BookOfPerson | undefined {
  const { id } = useBook()
  return useBooks().find((one) => one.id === id)
}

/** Whether one may record here: as an owner or editor of a book that is not archived. */
export const mayRecord = (one: Pick<BookOfPerson, 'role' | 'is_archived'> | undefined): boolean =>
  one === undefined || (!one.is_archived && (one.role === 'owner' || one.role === 'editor'))

/** Today in the book's time zone. */
export const useToday = (): Day => todayIn(useBook().time_zone)
