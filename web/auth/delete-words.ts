import type { BookOfPerson } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { listed } from '../ui/wording.ts'

type Known = Pick<BookOfPerson, 'name' | 'others'>

/** The books that go with an account, because nobody else is in them, and those that stay. */
export const booksAtEnd = <B extends Known>(books: readonly B[]): { go: B[]; stay: B[] } => ({
  go: books.filter(({ others }) => others.length === 0),
  stay: books.filter(({ others }) => others.length > 0),
})

const names = (books: readonly Known[]) => listed(books.map(({ name }) => `“${name}”`))

/** Which books are erased with the account, and which stay for the others in them. */
export function endOfBooks(books: readonly Known[]): string {
  const { go, stay } = booksAtEnd(books)
  const gone =
    go.length === 0
      ? t('No book is erased: others are in all of yours.')
      : `${names(go)} ${go.length === 1 ? 'is' : 'are'} erased with everything in ${go.length === 1 ? 'it' : 'them'}.`
  if (stay.length === 0) return gone
  return `${gone} ${names(stay)} ${stay.length === 1 ? 'stays' : 'stay'} for the others, with what you recorded, without your name.`
}
