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
