import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Needs } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'
import { isAuth, isForPrograms, type OfPerson, type Route } from '../../contract/route.ts'
import type { Ahead } from '../database/asking.ts'
import type { BookRow } from '../ledger/book.ts'
import type { StoredToken } from '../ledger/log.ts'
import type { RequestKey } from '../ledger/repeats.ts'
import type { PerMinute } from './per-minute.ts'

/** A program that works for a person: the name of its key, and the abilities that the key has. */
export type Program = {
  readonly name: string
  readonly abilities: readonly string[]
  /** The only book that it opens; null: all of its person. */
  readonly bookId: string | null
}

/** Who a request comes from, the book they work in as it was when they asked, and their role there. */
export type SignedIn = {
  id: string
  token_id: string
  book: BookRow
  role: string
  /** Whether the request names its book; otherwise the book is the one that they work in. */
  isNamed: boolean
  /** The program that has this key; null for a session of the person's own, which may do all that the role allows. */
  program: Program | null
  /** The hash of the secret in their token. */
  secretHash: Buffer
  /** Refuses the token as the writer finds it: it may have been revoked since the request came. */
  admit: (stored: StoredToken | undefined) => void
}

/**
 * A pending check of a reader who was verified within the last minute: whether the token has ended since, and whether the book and the role
 * are unchanged. The read goes on meanwhile, and nothing of it is answered before `settle`.
 */
export type Proof = {
  /** The look-up of the token, which goes along with the first statement of the read. */
  readonly ahead: Ahead
  /** Refuses a token that has ended. Returns the current user, and whether everything that the read has used of it is unchanged. */
  readonly settle: () => Promise<{ now: SignedIn; isAsTaken: boolean }>
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined
    proof: Proof | undefined
    /** Of a change whose token the writer verifies, until it has: looks the token up, and refuses one that has ended. */
    verify: (() => Promise<unknown>) | undefined
  }
}

/** Verifies the assumed session; returns whether user, role and book are unchanged. */
export async function prove(request: FastifyRequest): Promise<boolean> {
  const { proof } = request
  request.proof = undefined
  const found = await proof?.settle()
  if (found) request.signedIn = found.now // with the current version of the book
  return found?.isAsTaken ?? true
}

/** Makes an answer while the session is verified, and makes it again if user, role or book have changed. */
export async function proving<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
  if (!request.proof) return make()
  const [made] = await Promise.allSettled([make()])
  if (!(await prove(request))) return make()
  if (made.status === 'rejected') throw made.reason
  return made.value
}

/** The rights of each role in a book. */
const rights: ReadonlyMap<string, readonly Needs[]> = new Map([
  ['owner', ['read', 'write', 'own']],
  ['editor', ['read', 'write']],
  ['annotator', ['read']],
  ['viewer', ['read']],
])

/** Whether a role gives the right that a route needs, if it needs one. */
export const isAllowed = (role: string, { needs, annotates }: Pick<Route, 'needs' | 'annotates'>): boolean =>
  needs === undefined ||
  (rights.get(role)?.includes(needs) ?? false) ||
  (role === 'annotator' && annotates === true)

/** Refuses a right that a role does not give. A role that this version does not know gives none. */
export function checkRight(role: string, route: Pick<Route, 'needs' | 'annotates'>): void {
  if (route.needs && !isAllowed(role, route)) refuse('not_allowed', { role, needs: route.needs })
}

const areas = new Map<Route, string>(api.map(({ route, part }) => [route, part]))

/** Refuses a program whose key lacks the ability that a route needs: its right, for all areas or for the route's own. */
export function checkAbility(program: Program | null, route: Route): void {
  if (program === null) return
  if (!isForPrograms(route)) refuse('not_for_programs', { name: program.name })
  if (route.needs === undefined) return
  requireAbility(program, `${route.needs}:${areas.get(route)}`)
}

/** Refuses a program without an ability for an area, or for all of them. */
export function requireAbility({ name, abilities }: Program, ability: string): void {
  const [right = ''] = ability.split(':')
  if (!abilities.includes(right) && !abilities.includes(ability)) refuse('ability_missing', { name, ability })
}

/** Whether the client has gone away without its answer. */
export const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed && !raw.writableFinished

/** Adds a header of the request to Vary. */
export function addVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '').split(', ')
  reply.header('vary', [...new Set([...names, name])].filter((one) => one !== '').join(', '))
}

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

/** Counts by key. */
export type KeyCounts = readonly (readonly [key: string, count: number])[]

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
  /** Lets every process know what the others count by key at present: `own` says what this one does, and `changed` that it counts differently. */
  shareTally: (own: () => KeyCounts) => { changed: () => void; others: (key?: string) => number }
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
  | { path: OfPerson }
  | { [Field in More]: Record<Field, NonNullable<Route[Field]>> }[More]
  ? T
  : undefined
