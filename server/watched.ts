import { isDeepStrictEqual } from 'node:util'
import type { BookRow } from './ledger/records.ts'

const plain = new WeakMap<BookRow, BookRow>()

/** A book as it was a moment ago, which tells when something reads what every change of it changes. */
export function watched(book: BookRow, look: () => void): BookRow {
  const own: BookRow = {
    ...book,
    get version() {
      look()
      return book.version
    },
    get hash() {
      look()
      return book.hash
    },
    get changed_at() {
      look()
      return book.changed_at
    },
  }
  plain.set(own, book)
  return own
}

/** The same book for what is tried out and written nowhere: which version it would have does not matter. */
export const unwatched = (book: BookRow): BookRow => plain.get(book) ?? book

/** Whether two versions of a book differ in nothing but what every change changes. */
export function isSameBook(one: BookRow, other: BookRow): boolean {
  const { version, hash, changed_at } = one
  return isDeepStrictEqual(one, { ...other, version, hash, changed_at })
}
