import { getBook, updateBook } from '../../contract/books.ts'
import { cache, call, queryKeyOf } from '../api/ask.ts'
import { ownTimeZone } from '../ui/dates.ts'

/** Sets the book's time zone, which decides the day of today, to the browser's. An unknown zone leaves it unchanged. */
export async function adoptTimeZone(): Promise<void> {
  try {
    const book = await call(updateBook, { body: { time_zone: ownTimeZone() } })
    cache.setQueryData(queryKeyOf(getBook), book)
  } catch {
    // It can be set in the settings at any time.
  }
}
