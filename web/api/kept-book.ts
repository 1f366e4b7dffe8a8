import { asked, completed } from './browser-database.ts'
import { BOOK_DATABASE, forgetBook, isNothingKept } from './forget-book.ts'
import { answersFor, copiesToForget, type KeptAnswer, type KeptBook } from './kept-book-rules.ts'
import { lastPerson } from './person.ts'

/**
 * The copies of books in this browser's IndexedDB, by the id of the book: answers of the service as they came, of one person. Raise SHAPE when an answer that
 * is kept changes: a copy of any other shape is thrown away, never read.
 */
export const SHAPE = 10
const STORE = 'book'

/** Whether a copy of this person's book may be on this device: every tab takes them for signed in here, and nobody said no. */
export const mayKeep = (user_id: string): boolean => lastPerson() === user_id && !isNothingKept()

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(BOOK_DATABASE, SHAPE)
  opening.onupgradeneeded = () => {
    for (const name of opening.result.objectStoreNames) opening.result.deleteObjectStore(name)
    opening.result.createObjectStore(STORE)
  }
  return asked(opening)
}

/** A copy that a later build has made cannot be opened: it is thrown away as one of an earlier build is. */
async function database(): Promise<IDBDatabase> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error
    await forgetBook()
    return open()
  }
}

/** The answers of this person and book, or of the default book, that are on this device; none where the browser keeps nothing. */
export async function readBook(user_id: string, book_id: string | undefined): Promise<readonly KeptAnswer[]> {
  if (!mayKeep(user_id)) return []
  try {
    const from = await database()
    try {
      const store = from.transaction(STORE).objectStore(STORE)
      return answersFor(await asked<KeptBook[]>(store.getAll()), user_id, book_id, Date.now())
    } finally {
      from.close()
    }
  } catch {
    return []
  }
}

/** Takes the copy of one book off this device: its person is no longer a member. */
export async function forgetCopyOf(book_id: string): Promise<void> {
  const from = await database()
  try {
    const transaction = from.transaction(STORE, 'readwrite')
    const isComplete = completed(transaction)
    transaction.objectStore(STORE).delete(book_id)
    await isComplete
  } finally {
    from.close()
  }
}

/**
 * Changes the copy of this person's book. Whether it may be kept is looked at while the database is open: whoever forgets the copy first says
 * that it may not be kept, and then deletes the database, which waits until this one is closed.
 */
export async function changeBook(
  user_id: string,
  book_id: string,
  change: (former: readonly KeptAnswer[]) => readonly KeptAnswer[],
): Promise<void> {
  if (!mayKeep(user_id)) return
  const to = await database()
  try {
    const transaction = to.transaction(STORE, 'readwrite')
    const store = transaction.objectStore(STORE)
    const isComplete = completed(transaction)
    const copies = await asked<KeptBook[]>(store.getAll())
    if (mayKeep(user_id)) {
      const answers = change(answersFor(copies, user_id, book_id, Date.now()))
      const written: KeptBook = { user_id, book_id, at: Date.now(), answers }
      for (const other of copiesToForget(copies, written)) store.delete(other)
      store.put(written, book_id)
    }
    await isComplete
  } finally {
    to.close()
  }
}
