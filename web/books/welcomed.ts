import type { BookOfPerson } from '../../contract/members.ts'
import { storedOfBook } from '../ui/stored.ts'

/** Whether this person has seen the Welcome of a book in this browser. */
export const welcomed = storedOfBook('florin.welcomed')

/** A book in which nothing was done has this version, or one more if its time zone was set. */
const MAX_UNTOUCHED = 2

/** Whether a book is to begin with its Welcome: nothing was done in it, it is one's own alone, and there are others, by one of which the person came. */
export const isWelcomeDue = ({
  version,
  here,
  count,
}: {
  version: number
  here: Pick<BookOfPerson, 'role' | 'is_shared' | 'is_archived'> | undefined
  count: number
}): boolean =>
  count > 1 && version <= MAX_UNTOUCHED && here?.role === 'owner' && !here.is_shared && !here.is_archived
