import { asked, completed } from './browser-database.ts'
import { BOOK_DATABASE, forgetBook, isNothingKept } from './forget-book.ts'
import { answersFor, type KeptAnswer, type KeptBook } from './kept-book-rules.ts'
import { lastPerson } from './person.ts'

/**
 * The copy of the book in this browser's IndexedDB: answers of the service as they came, of one person. Raise SHAPE when an answer that
 * is kept changes: a copy of any other shape is thrown away, never read.
 */
export const SHAPE = 6
const STORE = 'book'
const KEY = 'copy'

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

/** The answers of this person that are on this device; none where the browser keeps nothing. */
export async function readBook(user_id: string): Promise<readonly KeptAnswer[]> {
  if (!mayKeep(user_id)) return []
  try {
    const from = await database()
    try {
      const store = from.transaction(STORE).objectStore(STORE)
      const book = await asked<KeptBook | undefined>(store.get(KEY))
      return answersFor(book, user_id, Date.now())
    } finally {
      from.close()
    }
  } catch {
    return []
  }
}

/**
 * Changes the copy of this person. Whether it may be kept is looked at while the database is open: whoever forgets the copy first says
 * that it may not be kept, and then deletes the database, which waits until this one is closed.
 */
export async function changeBook(
  user_id: string,
  change: (former: readonly KeptAnswer[]) => readonly KeptAnswer[],
): Promise<void> {
  if (!mayKeep(user_id)) return
  const to = await database()
  try {
    const transaction = to.transaction(STORE, 'readwrite')
    const store = transaction.objectStore(STORE)
    const isComplete = completed(transaction)
    const book = await asked<KeptBook | undefined>(store.get(KEY))
    if (mayKeep(user_id))
      store.put({ user_id, answers: change(answersFor(book, user_id, Date.now())) } satisfies KeptBook, KEY)
    await isComplete
  } finally {
    to.close()
  }
}
