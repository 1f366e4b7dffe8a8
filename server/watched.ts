import { isDeepStrictEqual } from 'node:util'
import type { BookRow } from './ledger/records.ts'

/** Under this name a watched book has the book itself. */
const PLAIN = Symbol('the book itself')

/**
 * A book as it was a moment ago, which tells when something reads what every change of it changes. A proxy: getters of its own would
 * make a hidden class of V8's for every request, in old memory, and with it all that the request refers to.
 */
export const watched = (book: BookRow, look: () => void): BookRow =>
  new Proxy(book, {
    get(_, name) {
      if (name === PLAIN) return book
      if (name === 'version' || name === 'hash' || name === 'changed_at') look()
      return book[name as keyof BookRow] // or whatever else is asked for, which a book has not
    },
    set: () => false, // others have the same book
  })

/** The same book for what is tried out and written nowhere: which version it would have does not matter. */
export const unwatched = (book: BookRow): BookRow => (book as { [PLAIN]?: BookRow })[PLAIN] ?? book

/** Whether two versions of a book differ in nothing but what every change changes. */
export function isSameBook(one: BookRow, other: BookRow): boolean {
  const { version, hash, changed_at } = one
  return isDeepStrictEqual(one, { ...other, version, hash, changed_at })
}
