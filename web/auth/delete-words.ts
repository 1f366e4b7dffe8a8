import type { BookOfPerson } from '../../contract/members.ts'
import { listed, t } from '../../words/t.ts'

type Known = Pick<BookOfPerson, 'name' | 'others'>

/** The books that go with an account, because nobody else is in them, and those that stay. */
export const booksAtEnd = <B extends Known>(books: readonly B[]): { go: B[]; stay: B[] } => ({
  go: books.filter(({ others }) => others.length === 0),
  stay: books.filter(({ others }) => others.length > 0),
})

const names = (books: readonly Known[]) =>
  listed(books.map(({ name }) => t('“{name}” [a name in quotation marks]', { name })))

/** Which books are erased with the account, and which stay for the others in them. */
export function endOfBooks(books: readonly Known[]): string {
  const { go, stay } = booksAtEnd(books)
  const gone =
    go.length === 0
      ? t('No book is deleted: other people are in each of them.')
      : t(
          '{count, plural, =1 {{books} is erased with everything in it.} other {{books} are erased with everything in them.}}',
          { count: go.length, books: names(go) },
        )
  if (stay.length === 0) return gone
  return t(
    '{count, plural, =1 {{other_sentence} {books} stays for the others, with what you recorded, without your name.} other {{other_sentence} {books} stay for the others, with what you recorded, without your name.}}',
    { count: stay.length, other_sentence: gone, books: names(stay) },
  )
}
