import { deleteBook } from '../../contract/members.ts'
import { clientOf } from '../api/ask.ts'
import { reachSignedIn } from '../api/session.ts'
import { storedOfPerson } from '../ui/stored.ts'

/** The name of the book to look around in. */
export const EXAMPLE_NAME = 'The made-up household'

/** The id of the made-up household that was opened in this browser: only there, one click removes it. */
export const exampleBook = storedOfPerson('florin.example-book')

/** Deletes the made-up household for good. */
export async function removeExample(bookId: string): Promise<void> {
  await clientOf(reachSignedIn, bookId).call(deleteBook, { body: { name: EXAMPLE_NAME } })
  exampleBook.set(null)
}
