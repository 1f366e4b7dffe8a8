import { Refused } from '../../contract/client.ts'
import { cache } from '../api/ask.ts'
import { leaveDevice } from '../api/from-device.ts'
import { addressIn, beginInBook, bookIn, bookOfPage } from '../api/page-book.ts'
import { beginAs } from '../api/person.ts'
import { whenReachable } from '../api/reachable.ts'
import { Unreachable } from '../api/session.ts'
import { keepDraftsOf } from '../ui/draft.ts'
import { storeFor } from '../ui/stored.ts'
import { book, books, me } from './me.ts'

/** How long the service may take before the page is shown from this device: less if the browser says that there is no network. */
const PATIENCE_MS = 4_000
const PATIENCE_OFFLINE_MS = 300

const ask = () =>
  Promise.all([cache.ensureQueryData(me), cache.ensureQueryData(book), cache.ensureQueryData(books)])

const tooLong = () =>
  new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new Unreachable(new Error('no answer in time'))),
      navigator.onLine ? PATIENCE_MS : PATIENCE_OFFLINE_MS,
    ),
  )

/**
 * Who is signed in, with the book and the list of books: as the service says, or without a connection as this device knows. Refused if nobody is;
 * `Unreachable` if there is no connection and nothing on this device. The book is that of the address, or else the default one.
 */
async function known(inAddress: string | undefined) {
  const asked = ask()
  try {
    return await Promise.race([asked, tooLong()])
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    asked.catch(() => undefined) // it is looked at below, or not needed
    const isKept = await import('./keep-book.ts')
      .then(({ openKept }) => openKept(inAddress))
      .catch(() => false)
    if (isKept) {
      // An answer that comes late may be another person's: what is asked from now on names the person of the page.
      for (const { queryKey } of [me, book, books])
        await cache.cancelQueries({ queryKey }, { revert: false, silent: true })
      void whenReachable().then(leaveDevice)
    }
    return await (isKept ? ask() : asked)
  }
}

/**
 * Decides whose page this is, and of which book; all that is stored in this browser, and every request from now on, is of them. Answers with the address
 * that names the book, where the one at hand should and does not.
 */
export async function enter(address: string): Promise<string | undefined> {
  const inAddress = bookIn(address)
  if (inAddress !== undefined && bookOfPage() === undefined) beginInBook(inAddress, true)
  // An address of another book, by whatever way: a page has one book, so it is loaded again.
  if (inAddress !== undefined && bookOfPage() !== inAddress) window.location.replace(address)
  try {
    const [person, { id }, { data }] = await known(inAddress)
    const isDecided = bookOfPage() !== undefined
    if (!isDecided) beginInBook(id, data.length > 1)
    beginAs(person.id)
    keepDraftsOf(person.id, id)
    storeFor(person.id, id, person.default_book_id === id)
    return !isDecided && data.length > 1 ? addressIn(id, address) : undefined
  } catch (error) {
    const isGone = error instanceof Refused && error.problem.code === 'book_not_found'
    if (isGone) beginAs((await cache.ensureQueryData(me)).id)
    throw error
  }
}

let isKeeping = false

/** Keeps the book on this device, once the page is at rest. */
export function keepWhenIdle(): void {
  if (isKeeping) return
  isKeeping = true
  const start = () => void import('./keep-book.ts').then(({ keepBook }) => keepBook()).catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5_000 })
  else setTimeout(start, 1_000)
}
