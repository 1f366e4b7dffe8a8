import type { BookOfPerson } from '../../contract/members.ts'
import { addressIn, kindOfPage } from '../api/page-book.ts'

/** Opens another book at the same kind of page. The app is loaded again, so that nothing in its memory is of two books. */
export const openBook = (id: string): void =>
  window.location.assign(addressIn(id, kindOfPage(window.location.pathname)))

/** The books in the order in which the keys number them: those in use, then the archived ones. */
export const inOrder = (
  books: readonly BookOfPerson[],
): { inUse: BookOfPerson[]; archived: BookOfPerson[] } => ({
  inUse: books.filter(({ is_archived }) => !is_archived),
  archived: books.filter(({ is_archived }) => is_archived),
})

/** The row that a key goes to from the row at `at` of so many, or from none (-1); undefined for other keys. The ends meet. */
export function stepIn(count: number, at: number, key: string): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
