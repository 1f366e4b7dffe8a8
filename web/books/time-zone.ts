import { getBook, updateBook } from '../../contract/books.ts'
import { cache, call, keyOf } from '../api/ask.ts'
import { ownTimeZone } from '../ui/dates.ts'

/** Gives the book the time zone of the browser, which decides what day today is. A zone that Florin does not know leaves it as it was. */
export async function adoptTimeZone(): Promise<void> {
  try {
    const book = await call(updateBook, { body: { time_zone: ownTimeZone() } })
    cache.setQueryData(keyOf(getBook), book)
  } catch {
    // It can be set in the settings at any time.
  }
}
