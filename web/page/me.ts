import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getMe } from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { callOpenly, queryKeyOf } from '../api/ask.ts'

/** Who is signed in; refused if nobody is. */
export const me = queryOptions({
  queryKey: ['/auth/me'],
  queryFn: () => callOpenly(getMe),
  staleTime: 60_000,
})

/** The book, asked for at the same time; refused if nobody is signed in. */
export const book = queryOptions({ queryKey: queryKeyOf(getBook), queryFn: () => callOpenly(getBook) })

/** The frame has asked for both before any page is shown. */
export const useMe = () => useSuspenseQuery(me).data
export const useBook = () => useSuspenseQuery(book).data

/** Today in the book's time zone. */
export const useToday = (): Day => todayIn(useBook().time_zone)
