import { isAuth, type Route } from '../contract/route.ts'
import type { PerMinute } from './http/per-minute.ts'
import type { RequestKey } from './ledger/repeats.ts'
import type { SignedIn } from './serve.ts'

/** A request that was read and checked: all that its route's function needs of it. */
export type Checked = {
  params: Record<string, string>
  query: object
  ignored: string[]
  body: unknown
  user: SignedIn
  ifMatch: string | undefined
  key: RequestKey | undefined
}

/** What to send: a text, and the version for its ETag; no text for a route that answers with nothing. */
export type Answered = { text?: string; version?: number; isReplayed: boolean }

/** The other processes behind the same port. */
export type Peers = {
  /**
   * Hands a request to the process that writes its book. Undefined if that is this one or cannot be reached: it is then to be served here,
   * which is always right, since the database decides.
   */
  handOn: (route: Route, checked: Checked, isGone: () => boolean) => Promise<Answered | undefined> | undefined
  /** How this process serves what others hand on. */
  serve: (route: Route, answer: (checked: Checked, isGone: () => boolean) => Promise<Answered>) => void
  /** Lets a counter count in all processes. */
  share: (name: string, counter: PerMinute) => void
  /** Has the others forget that a person's tokens were verified. */
  forget: (userId: string) => void
}

/** What the function of a route gets of the request itself: nothing where `isHandedOn` is true, since another process may have the connection. */
export type OfConnection<R extends Route, T> = R extends
  | { method: 'GET' }
  | { open: true }
  | { looksUp: true }
  | { raw: true }
  | { maxBodyBytes: number }
  | { path: `/auth/${string}` }
  ? T
  : undefined

/** Whether requests of a route may be handed on: all that it does is a change of its book, and its body is not large. */
export const isHandedOn = (route: Route): boolean =>
  !(route.method === 'GET' || route.open || route.looksUp || route.raw || route.maxBodyBytes || isAuth(route))
