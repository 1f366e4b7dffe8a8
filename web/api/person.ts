/**
 * Whose page this is. The tabs of a browser share one session: a page is of the person who was signed in when it was loaded, names that
 * person with every request, and the service refuses it once somebody else is signed in. Tabs also tell each other who signs in and out.
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

/** The page is of this person from now on; undefined at the door, where nothing of anybody is shown. */
export function beginAs(id: string | undefined): void {
  if (own === id) return
  own = id
  noteLast(id)
  setElsewhere(false)
}

/** Somebody has signed in with this page, which is theirs from now on. */
export function signedInAs(id: string): void {
  own = id
  noteLast(id)
  setElsewhere(false)
  tellTabs(id)
}

const LAST = 'florin.last-person'

function noteLast(id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(LAST)
    else localStorage.setItem(LAST, id)
  } catch {
    // Without storage, a page that is opened without a connection does not know whose it is.
  }
}

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
  if (own === undefined) return // at the door, nothing of anybody is shown
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

/** Tells the other tabs who has signed in to this browser; null if nobody is any more. */
export function tellTabs(id: string | null): void {
  channel?.postMessage(id)
  if (channel) return
  try {
    localStorage.removeItem(NAME) // the same value twice would be no news
    localStorage.setItem(NAME, id ?? '')
    localStorage.removeItem(NAME)
  } catch {
    // Without storage, the other tabs learn it from the service.
  }
}
