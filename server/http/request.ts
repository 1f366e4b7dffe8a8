import { isAuth, type Route } from '../../contract/route.ts'
import type { RequestKey } from '../ledger/repeats.ts'
import type { SignedIn } from '../serve.ts'
import type { PerMinute } from './per-minute.ts'

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

/** An answer to send: a text, and the version for its ETag; no text for a route that answers with nothing. */
export type Answered = { text?: string; version?: number; isReplayed: boolean }

/** The other processes behind the same port. */
export type Peers = {
  /**
   * Hands a request to the process that writes its book. Undefined if that is this one or cannot be reached: the request is then served
   * here, which is always correct, since the database decides.
   */
  handOn: (route: Route, checked: Checked, isGone: () => boolean) => Promise<Answered | undefined> | undefined
  /** Registers how this process serves requests that others hand on. */
  serve: (route: Route, answer: (checked: Checked, isGone: () => boolean) => Promise<Answered>) => void
  /** Lets a counter count in all processes. */
  share: (name: string, counter: PerMinute) => void
  /** Has the others forget that a person's tokens were verified. */
  forget: (userId: string) => void
}

/** Each of these fields says that a route does more than to hand a change of usual size to the writer. */
const more = ['open', 'looksUp', 'raw', 'maxBodyBytes'] as const
type More = (typeof more)[number]

/**
 * Whether a route is a plain change: all that it does is to hand a change of its book to the writer, and its body is not large. Such a request
 * gives its person's turn back while it waits for the writer, and may be handed on to the process that writes its book.
 */
export const isPlainChange = (route: Route): boolean =>
  !(route.method === 'GET' || isAuth(route) || more.some((field) => route[field]))

/** The function of a plain change gets nothing of the connection, which may be that of another process. This is `isPlainChange` as a type. */
export type OfConnection<R extends Route, T> = R extends
  | { method: 'GET' }
  | { path: `/auth/${string}` }
  | { [Field in More]: Record<Field, NonNullable<Route[Field]>> }[More]
  ? T
  : undefined
