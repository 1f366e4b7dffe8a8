import { cache } from '../api/ask.ts'
import { leaveDevice } from '../api/from-device.ts'
import { whenReachable } from '../api/reachable.ts'
import { Unreachable } from '../api/session.ts'
import { book, me } from './me.ts'

/** How long the service may take before the page is shown from this device: less if the browser says that there is no network. */
const PATIENCE_MS = 4_000
const PATIENCE_OFFLINE_MS = 300

const ask = () => Promise.all([cache.ensureQueryData(me), cache.ensureQueryData(book)])

const tooLong = () =>
  new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new Unreachable('no answer in time')),
      navigator.onLine ? PATIENCE_MS : PATIENCE_OFFLINE_MS,
    ),
  )

/**
 * Who is signed in, with the book: as the service says, or without a connection as this device knows. Refused if nobody is; `Unreachable`
 * if there is no connection and nothing on this device.
 */
export async function whoIsHere() {
  const asked = ask()
  try {
    const [person] = await Promise.race([asked, tooLong()])
    return person
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    asked.catch(() => undefined) // it is looked at below, or not needed
    const isKept = await import('./keep-book.ts').then(({ openKept }) => openKept()).catch(() => false)
    if (isKept) {
      // An answer that comes late may be another person's: what is asked from now on names the person of the page.
      for (const { queryKey } of [me, book])
        await cache.cancelQueries({ queryKey }, { revert: false, silent: true })
      void whenReachable().then(leaveDevice)
    }
    const [person] = await (isKept ? ask() : asked)
    return person
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
