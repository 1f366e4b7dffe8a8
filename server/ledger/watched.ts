import { isDeepStrictEqual } from 'node:util'
import type { BookRow } from './book.ts'

/** The key under which a watched book has the book itself. */
const PLAIN = Symbol('the book itself')

/**
 * A book that may be out of date: it calls `look` when its version, hash or time of change is read. If each book had its own getters, each would be
 * a hidden class in V8's old memory (decision 64).
 */
export const watched = (book: BookRow, look: () => void): BookRow =>
  new Proxy(book, {
    get(_, name) {
      if (name === PLAIN) return book
      if (name === 'version' || name === 'hash' || name === 'changed_at') look()
      return Reflect.get(book, name)
    },
    set: () => false, // other requests have the same book
  })

/** The same book for dry runs, which are never written: their version does not matter. */
export const unwatched = (book: BookRow): BookRow => (book as { [PLAIN]?: BookRow })[PLAIN] ?? book

/** Whether two versions of a book differ only in the fields that every change changes. */
export function isSameBook(one: BookRow, other: BookRow): boolean {
  const { version, hash, changed_at } = one
  return isDeepStrictEqual(one, { ...other, version, hash, changed_at })
}
