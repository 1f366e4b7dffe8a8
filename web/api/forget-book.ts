import { stored } from '../ui/stored.ts'

/** The database with the copy of the book. Entries that wait have another one, so that nothing here can take them away. */
export const BOOK_DATABASE = 'florin-book'

/**
 * Takes the copy of the book off this device. It is small and has no need of the code that reads and writes the copy, since every page
 * may have to do it at any time. A tab that is writing ends first: whoever forgets has made `mayKeep` false before.
 */
export const forgetBook = (): Promise<void> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(BOOK_DATABASE)
      request.onsuccess = request.onerror = () => resolve()
    } catch {
      resolve() // a browser without storage has nothing to forget
    }
  })

const KEEP_NOTHING = 'florin.keep-nothing'

/** Whether this browser keeps no copy of anybody's book. The choice is of the browser, not of the person: a library's computer has many. */
export const keepNothing = stored(KEEP_NOTHING)

export async function setKeepNothing(isOn: boolean): Promise<void> {
  keepNothing.set(isOn ? 'on' : null)
  if (isOn) await forgetBook()
}

/** The same, as all tabs know it at this moment. Without storage nobody could have said no: then nothing is kept. */
export function isNothingKept(): boolean {
  try {
    return localStorage.getItem(KEEP_NOTHING) !== null
  } catch {
    return true
  }
}
