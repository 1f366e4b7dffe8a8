import type { BookOfPerson } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { storedOfPerson } from '../ui/stored.ts'

/** The name of the book to look around in, in the language that it is made in. */
export const exampleName = () => t('The made-up household')
/** Of a book that was made in English, which whoever reads another language may have too. */
const IN_ENGLISH = 'The made-up household'

/** The id of the made-up household that was opened in this browser. */
export const exampleBook = storedOfPerson('florin.example-book')

/** Whether a book is made up: it was opened in this browser, or on another device by its name, and nobody else is or was in it. */
export const isExample = (
  { id, name, role, is_shared }: Pick<BookOfPerson, 'id' | 'name' | 'role' | 'is_shared'>,
  openedHere: string | null,
): boolean =>
  role === 'owner' && !is_shared && (id === openedHere || [exampleName(), IN_ENGLISH].includes(name))

export const isMadeUp = (book: BookOfPerson): boolean => isExample(book, exampleBook.get())
