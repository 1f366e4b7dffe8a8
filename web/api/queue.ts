import { useSyncExternalStore } from 'react'
import { getMe } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import type { Route } from '../../contract/route.ts'
import { t } from '../../words/t.ts'
import { cache, callOpenly, clientOf } from './ask.ts'
import { asked, completed } from './browser-database.ts'
import { refresh, sayDone } from './change.ts'
import { type Kept, sendable } from './kept-rules.ts'
import { bookOfPage } from './page-book.ts'
import { atStart, type PlainRequest, type RequestProgress, sendRequests } from './plain-requests.ts'
import { reachSignedIn, sessionOver, Unreachable } from './session.ts'

/**
 * Entries that could not be sent wait in this browser's IndexedDB, with the idempotency keys they were or will be sent with, and survive
 * a reload. Only their person takes them away: the copy of the book (`kept-book.ts`) has a database of its own, which is.
 */
const NAME = 'florin'
const STORE = 'kept'

const database = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' })
  return asked(opening)
}

async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = await database()
  try {
    const transaction = open.transaction(STORE, mode)
    const [answer] = await Promise.all([asked(use(transaction.objectStore(STORE))), completed(transaction)])
    return answer
  } finally {
    open.close()
  }
}

let kept: readonly Kept[] = []
let canKeep = true
const listeners = new Set<() => void>()
/** Other tabs of this browser see the same entries. */
const channel = typeof document === 'undefined' ? undefined : new BroadcastChannel('florin.kept')

async function reload(): Promise<void> {
  try {
    kept = await inStore<Kept[]>('readonly', (store) => store.getAll())
    canKeep = true
  } catch {
    canKeep = false
    kept = [] // without IndexedDB nothing was ever kept
  }
  for (const listener of listeners) listener()
}

async function changed(): Promise<void> {
  channel?.postMessage('changed')
  await reload()
}

channel?.addEventListener('message', () => void reload())

const put = async (one: Kept): Promise<void> => {
  await inStore('readwrite', (store) => store.put(one))
  await changed()
}

/** Takes an entry away for good: it was sent, or somebody threw it away. */
export const forgetKept = async (id: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(id))
  await changed()
}

/** Takes away all entries of a person whose account is gone. A tab that sends one of them at this moment would put it back, so it is waited for. */
export async function forgetAllOf(user_id: string): Promise<void> {
  await alone(async () => {
    await reload()
    for (const one of kept) if (one.user_id === user_id) await forgetKept(one.id)
  })
}

/** Keeps an entry on this device. `isSent` says that it was sent and no answer came, or a refusal. Throws where the browser keeps nothing. */
export const keep = (
  entry: Pick<
    Kept,
    | 'user_id'
    | 'book_id'
    | 'book_name'
    | 'words'
    | 'line'
    | 'names'
    | 'steps'
    | 'keys'
    | keyof RequestProgress
  >,
  isSent: boolean,
  refusal: Kept['refusal'] = null,
): Promise<void> =>
  put({
    ...entry,
    id: crypto.randomUUID(),
    made_at: Date.now(),
    sent_at: isSent ? Date.now() : null,
    refusal,
  })

/** Sends an entry that was refused, or that may be there already, once more: with new keys, because somebody decided so. */
export const sendAgain = async (one: Kept): Promise<void> => {
  await put({ ...one, keys: one.keys.map(() => crypto.randomUUID()), sent_at: null, refusal: null })
  await sendKept(one.user_id)
}

/** Gives an entry to another book, as the requests that record it there. */
export const putInto = (one: Kept, book: { id: string; name: string }, steps: readonly PlainRequest[]) =>
  put({
    ...one,
    ...atStart,
    ids: [],
    book_id: book.id,
    book_name: book.name,
    steps,
    keys: steps.map(() => crypto.randomUUID()),
    sent_at: null,
    refusal: null,
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isKeptFor = (user_id: string): boolean => kept.some((one) => one.user_id === user_id)

/** The entries of this person that wait on this device. */
export const useKept = (user_id: string): readonly Kept[] =>
  useSyncExternalStore(subscribe, () => kept).filter((one) => one.user_id === user_id)

/** Whether this browser keeps anything: some have no IndexedDB, or block it. */
export const useCanKeep = (): boolean => useSyncExternalStore(subscribe, () => canKeep)

/** Sends one request to a book: it is plain data, and its path is a route's. */
export async function post(
  { path, body }: PlainRequest,
  key: string,
  book_id: string | undefined,
): Promise<{ id?: string }> {
  const route = { method: 'POST', needs: 'write', path } as Route // that of the path, which is of a book
  // Without a book it is about the default one, whichever the page is of.
  const { call } = clientOf(reachSignedIn, book_id ?? 'current')
  const reply: unknown = await call(route, { body, headers: { 'Idempotency-Key': key } } as never)
  return reply as { id?: string } // every record that can be made has an id
}

/** Whether a failure may pass by itself. */
const isPassing = ({ problem: { status } }: Refused) => status === 429 || status >= 500

/** Only one tab sends; where the browser has no locks, the keys make a second sender harmless. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('florin.kept', work) : work()

let isSending = false
let isAskedAgain = false

/** Sends all that waits, as the person who made it, and stops where there is still no connection. */
export async function sendKept(user_id: string): Promise<void> {
  isAskedAgain = true // an entry that is kept while others are sent goes with the next round
  if (isSending) return
  isSending = true
  try {
    while (isAskedAgain) {
      isAskedAgain = false
      await alone(() => sendAll(user_id))
    }
  } finally {
    isSending = false
  }
}

async function sendAll(user_id: string): Promise<void> {
  await reload()
  let [count, last] = [0, undefined as unknown]
  for (const one of sendable(kept, user_id, Date.now())) {
    const reply = await sendOne(one)
    if (reply === undefined) break
    if (reply === 'refused') continue
    count++
    // Only a change of the book of this page can be undone on it.
    last = one.book_id === bookOfPage() ? reply : undefined
  }
  if (count === 0) return
  void refresh()
  const words = t(
    '{count, plural, =1 {The transaction that was kept here has been sent} other {# transactions that were kept here have been sent}}',
    { count },
  )
  sayDone(words, count === 1 ? last : undefined)
}

/** Asks for everything on the screen again, which shows the sign-in: a book whose session has ended must not look as if nothing were wrong. */
function askToSignIn(): void {
  if (!sessionOver.isOver()) void cache.invalidateQueries()
}

/** The reply; undefined without a connection, or if another person is signed in. */
async function sendOne(one: Kept): Promise<object | 'refused' | undefined> {
  let now: Kept = { ...one, sent_at: one.sent_at ?? Date.now() }
  const send = (step: PlainRequest, key: string) => post(step, key, one.book_id)
  try {
    if ((await callOpenly(getMe)).id !== one.user_id) return undefined
    await put(now)
    const reply = await sendRequests(now.steps, now.keys, send, now, (progress) => {
      now = { ...now, ...progress }
      return put(now)
    })
    await forgetKept(one.id)
    return reply ?? {}
  } catch (error) {
    if (error instanceof Unreachable) return undefined
    if (!(error instanceof Refused)) throw error
    if (error.problem.code === 'unauthenticated') askToSignIn()
    if (isPassing(error) || ['unauthenticated', 'other_person'].includes(error.problem.code)) return undefined
    await put({ ...now, refusal: error.problem })
    return 'refused'
  }
}

if (typeof indexedDB !== 'undefined') void reload()
