import { forgetSteps } from '../ui/undo-steps.ts'
import { forgetBook } from './forget-book.ts'

/**
 * The person of this page. The tabs of a browser share one session: a page belongs to the person who was signed in when it was loaded,
 * names that person with every request, and the service refuses it once somebody else is signed in. Tabs also tell each other who signs
 * in and out.
 */
let own: string | undefined
let isElsewhere = false
const listeners = new Set<() => void>()
const returning = new Set<() => void>()
const leaving = new Set<() => void>()

function setElsewhere(now: boolean): void {
  if (isElsewhere === now) return
  isElsewhere = now
  for (const listener of listeners) listener()
}

/** Sets the person of this page; undefined on the sign-in pages, which show nobody's records. */
export function beginAs(id: string | undefined): void {
  if (own === id) return
  own = id
  void noteLast(id)
  setElsewhere(false)
}

/** Called after a sign-in on this page, which then belongs to that person. */
export function signedInAs(id: string): void {
  own = id
  void noteLast(id)
  setElsewhere(false)
  tellTabs(id)
}

const LAST = 'florin.last-person'

/** The copy of the book on this device goes with its person: it is never there for the next one. */
function noteLast(id: string | undefined): Promise<void> {
  const isSame = id !== undefined && lastPerson() === id
  try {
    if (id === undefined) localStorage.removeItem(LAST)
    else localStorage.setItem(LAST, id)
  } catch {
    // Without storage, a page that is opened without a connection does not know whose it is.
  }
  if (isSame) return Promise.resolve()
  forgetSteps()
  return forgetBook()
}

/** The service has said that nobody is signed in here, or somebody has just signed out. Entries that wait are not touched. */
export const noteSignedOut = (): Promise<void> => noteLast(undefined)

/** Who was signed in to this browser last, for a page that is opened without a connection. */
export function lastPerson(): string | undefined {
  try {
    return localStorage.getItem(LAST) ?? undefined
  } catch {
    return undefined
  }
}

/** The person whom a request of this page is meant for, as its headers. */
export const meantFor = (): Record<string, string> => (own === undefined ? {} : { 'X-Florin-User': own })

/** The service has said that somebody else is signed in. */
export const noteSomebodyElse = (): void => setElsewhere(true)

export const somebodyElse = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isHere: (): boolean => isElsewhere,
}

/** Runs when the person of this page signs in again in another tab. */
export const onReturn = (run: () => void): void => void returning.add(run)

/** Runs when somebody signs out in another tab. */
export const onSignedOut = (run: () => void): void => void leaving.add(run)

function hear(id: string | null): void {
  if (own === undefined) return // the sign-in pages show nobody's records
  if (id === null) for (const run of leaving) run()
  else setElsewhere(id !== own)
  if (id === own) for (const run of returning) run()
}

const NAME = 'florin.person'
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel(NAME)
if (channel) channel.onmessage = ({ data }: MessageEvent<string | null>) => hear(data)
else if (typeof window !== 'undefined')
  addEventListener('storage', ({ key, newValue }) => {
    if (key === NAME && newValue !== null) hear(newValue === '' ? null : newValue)
  })

/** Tells the other tabs who has signed in to this browser; null after a sign-out. */
export function tellTabs(id: string | null): void {
  channel?.postMessage(id)
  if (channel) return
  try {
    localStorage.removeItem(NAME) // the same value twice would not raise an event
    localStorage.setItem(NAME, id ?? '')
    localStorage.removeItem(NAME)
  } catch {
    // Without storage, the other tabs learn it from the service.
  }
}
