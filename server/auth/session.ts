import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '../../contract/auth.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { isAuth, type Route } from '../../contract/route.ts'
import { later } from '../../words/t.ts'
import { aheadOf } from '../database/asking.ts'
import { type Database, near, sendAhead, transaction } from '../database/database.ts'
import type { RawRow } from '../database/driver-query.ts'
import { refusalOf } from '../database/failures.ts'
import { networkOf } from '../http/network.ts'
import { checkAbility, checkRight, isAllowed, type Proof, prove, type SignedIn } from '../http/request.ts'
import { logSecurity } from '../http/security-log.ts'
import { isSameBook, watched } from '../ledger/watched.ts'
import { isId, newId } from '../process/ids.ts'
import { ClientGone } from '../process/slices.ts'
import type { House } from '../serve.ts'
import { isHttps, type Settings } from '../settings.ts'
import { findBook, readSession, SESSION_DAYS, type SessionRow, sessionOf, touchToken } from './auth.sql.ts'
import type { Origin } from './auth.ts'
import { DEVICE, readCookie, SESSION, setCookie } from './cookies.ts'
import { type KnownDevice, openDevice, sealDevice } from './devices.ts'
import { shownUser } from './email.ts'
import type { Sender } from './passwords.ts'
import { readToken, type Token } from './tokens.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_SECONDS = 86_400
const DEVICE_DAYS = 365

/** The request, its reply, and the settings and key that cookies need. */
type CookieParts = { request: FastifyRequest; reply: FastifyReply } & Pick<House, 'settings' | 'instanceKey'>

/**
 * Sets the cookies of a session and of its device, unless the request comes from a page of another site: that page gets only the token, and
 * the visitor's session here stays. The way back from a provider comes from another site and is ours, which its state shows. The device's cookie
 * outlives the session.
 */
export function setSession(
  { request, reply, settings, instanceKey }: CookieParts,
  { userId, token, generation }: { userId: string; token: string; generation: number },
  isOurs = !isForeign(request, settings),
): void {
  keepRecent(issued, digestOf(token), performance.now())
  if (!isOurs) return
  const known = openDevice(instanceKey, readCookie(request.headers.cookie, DEVICE, isHttps(settings)))
  const id = known?.userId === userId ? known.id : newId()
  reply.header('set-cookie', [
    setCookie(SESSION, token, SESSION_DAYS.total * DAY_SECONDS, isHttps(settings)),
    setCookie(
      DEVICE,
      sealDevice(instanceKey, { userId, id, generation }),
      DEVICE_DAYS * DAY_SECONDS,
      isHttps(settings),
    ),
  ])
}

/** Clears cookies, under both names if both are valid. */
export function clearCookies(reply: FastifyReply, settings: Settings, ...names: string[]): void {
  const kinds = new Set([isHttps(settings), false])
  const cleared = names.flatMap((name) => [...kinds].map((secure) => setCookie(name, '', 0, secure)))
  reply.header('set-cookie', cleared)
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Who sent a request. A reply closes once it is sent, or when its client is gone. */
export function senderOf({ request, reply }: Exchange): Sender {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  else reply.raw.once('close', () => gone.abort())
  return { address: networkOf(request.ip), gone: gone.signal }
}

/** The same with the name of the device, or else of the browser. */
export function originOf(exchange: Exchange, deviceName: string | null | undefined): Origin {
  const name = deviceName || (exchange.request.headers['user-agent'] ?? 'Unknown device')
  return { ...senderOf(exchange), ip: exchange.request.ip, deviceName: [...name].slice(0, 255).join('') }
}

/** Answers a sign-in: it stands in the security log, the browser gets its cookies, and the person is shown as the API shows them. */
export function answerSignIn(
  asked: CookieParts,
  event: 'registered' | 'signed_in',
  { generation = 1, ...result }: { data: User; token: string; token_type: 'Bearer'; generation?: number },
) {
  const { request, settings } = asked
  request.securitySubject = result.data.id
  logSecurity(request, event)
  setSession(asked, { userId: result.data.id, token: result.token, generation })
  return { ...result, data: shownUser(result.data, settings) }
}

/** After tokens of a person have ended, no process treats them as verified. */
export function forgetEverywhere(userId: string, worker: House['worker']): void {
  forgetVerified(userId)
  worker?.peers.forget(userId)
}

const bearerOf = (request: FastifyRequest) =>
  /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

/** The session of a browser. A key for a program is not one: pages and forms of browsers never have it. */
function cookieOf(request: FastifyRequest, settings: Settings): string | undefined {
  const text = readCookie(request.headers.cookie, SESSION, isHttps(settings))
  return text?.startsWith('flp_') ? undefined : text
}

/** The session that a token opens, if it has not ended. */
async function findValid(
  db: Database,
  text: string,
  asked?: string,
): Promise<{ token: Token; session: SessionRow } | undefined> {
  const isProgram = text.startsWith('flp_')
  const token = readToken(text, isProgram ? 'flp_' : 'flo_')
  if (!token) return undefined
  const ahead = aheadOf(sessionOf(token.userId, token.tokenId, undefined, asked))
  await sendAhead(near(db, token.userId), ahead)
  const session = await validIn(db, await ahead.row, token.secretHash)
  // The prefix says what a text is, to people and to scanners of secrets: with another one it opens nothing.
  return session && (session.program !== null) === isProgram ? { token, session } : undefined
}

/** The session in a row, if it has this secret and has not ended. */
async function validIn(
  db: Database,
  row: RawRow | undefined,
  secretHash: Buffer,
): Promise<SessionRow | undefined> {
  const session = row && readSession(row)
  if (!session || !timingSafeEqual(session.secret_hash, secretHash) || isOver(session)) return undefined
  if (session.elsewhere === null) return session
  const book = await findBook(db, session.elsewhere)
  return book && { ...session, book }
}

/** Whether a token has ended: a key for a program at its time, a session once it is unused for long, or old. */
export const isOver = ({ last_used_at, created_at, program }: Lifetime): boolean =>
  program ? isPast(program.expires_at) : isOld(last_used_at, created_at)

type Lifetime = Pick<SessionRow, 'last_used_at' | 'created_at'> & {
  program: { expires_at: string | null } | null
}

const isPast = (end: string | null): boolean => end !== null && Date.now() >= Date.parse(end)

const isOld = (last_used_at: string, created_at: string): boolean =>
  Date.now() - Date.parse(last_used_at) > SESSION_DAYS.unused * DAY_MS ||
  Date.now() - Date.parse(created_at) > SESSION_DAYS.total * DAY_MS

/** Refuses a token as it is stored, unless it has this secret and has not ended. */
export const admitting =
  (secretHash: Buffer): SignedIn['admit'] =>
  (stored) => {
    const isSame = stored && timingSafeEqual(Buffer.from(stored.secret_hash, 'hex'), secretHash)
    if (!isSame || isOver(stored)) refuse('unauthenticated')
  }

const MAX_RECENT = 10_000
/** The owners of recently verified tokens, by the hash of the token, oldest first. */
const verified = new Map<string, { at: number; signedIn: SignedIn }>()

/** The owner of a token, if this process verified it within the last minute. */
function findRecent(key: string): SignedIn | undefined {
  const found = verified.get(key)
  return found && performance.now() - found.at < MINUTE_MS ? found.signedIn : undefined
}

function noteVerified(key: string, signedIn: SignedIn): void {
  keepRecent(verified, key, { at: performance.now(), signedIn })
}

/** When this process issued tokens, by their hash, oldest first: the first use of one is no guess. */
const issued = new Map<string, number>()

const isJustIssued = (digest: string): boolean =>
  performance.now() - (issued.get(digest) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS

const digestOf = (token: string): string => hash('sha256', token, 'base64')

function keepRecent<Kept>(kept: Map<string, Kept>, key: string, value: Kept): void {
  kept.delete(key)
  const [oldest] = kept.size >= MAX_RECENT ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
}

/** Forgets that a person's tokens were verified, once some of them have ended. */
export function forgetVerified(userId: string): void {
  for (const [key, { signedIn }] of verified) if (signedIn.id === userId) verified.delete(key)
}

/** Whether the writer verifies the token of a request: in the statement that loads the request's records, or in the one that writes. */
const isForWriter = (route: Route): boolean => route.method !== 'GET' && !route.looksUp && !isAuth(route)

/** The id of the book that a request names; undefined for the one that its person works in. */
function askedBook({ params, routeOptions }: FastifyRequest): string | undefined {
  const { book_id } = (routeOptions.config.route ? params : {}) as { book_id?: string } // the router fills in the names in the path
  return book_id === 'current' ? undefined : book_id?.toLowerCase()
}

/**
 * Identifies the user by the bearer token or else the cookie, or refuses. A token that was neither verified nor issued within the last minute is looked up
 * only if `throttle` does not refuse. For a change of the book, a recently verified token is not looked up here: the writer looks it up
 * anyway, and refuses one that has been revoked since; a refusal before the writer calls `verify` first. For a read, `proof` is the pending
 * check.
 */
export async function authenticate(
  db: Database,
  settings: Settings,
  request: FastifyRequest,
  throttle: () => void,
): Promise<SignedIn> {
  const { route } = request.routeOptions.config
  const bearer = bearerOf(request)
  const cookie = bearer === undefined ? cookieOf(request, settings) : undefined
  const text = bearer ?? cookie ?? ''
  const asked = askedBook(request)
  const digest = digestOf(text)
  const key = `${digest}${asked ?? ''}`
  const recent = findRecent(key)
  if (!recent && !isJustIssued(digest)) throttle() // before the token is decoded, which takes longer than its hash
  if (recent && route && isForWriter(route) && isAllowed(recent.role, route)) {
    request.securitySubject = recent.id // for the log, in case of a later refusal
    request.verify = () => provisional(db, key, recent, request, asked).proof.settle()
    if (cookie !== undefined) checkOrigin(request, settings)
    return recent
  }
  if (recent && route?.method === 'GET' && !route.looksUp && isAllowed(recent.role, route)) {
    const { signedIn, proof } = provisional(db, key, recent, request, asked)
    request.proof = proof
    return signedIn
  }
  const { token, session } =
    (await findValid(db, text, isId(asked ?? '') ? asked : undefined)) ?? refuse('unauthenticated')
  request.securitySubject = token.userId
  if (cookie !== undefined) checkOrigin(request, settings)
  const { userId, tokenId, secretHash } = token
  await noteUse(db, { id: userId, token_id: tokenId }, session, request.ip)
  const { book, role } = session
  checkPerson(request, userId) // before the book: that of the page is not one of somebody else who has signed in since
  if (!book || role === null || (asked !== undefined && !isId(asked))) return refuse('book_not_found')
  const signedIn: SignedIn = {
    id: userId,
    token_id: tokenId,
    book,
    role,
    isNamed: asked !== undefined,
    program: programOf(session),
    secretHash,
    admit: admitting(secretHash),
  }
  noteVerified(key, signedIn)
  if (route && isForWriter(route))
    request.verify = () => provisional(db, key, signedIn, request, asked).proof.settle()
  return signedIn
}

const programOf = ({ program }: SessionRow): SignedIn['program'] =>
  program && { name: program.name, abilities: program.abilities, bookId: program.book_id }

/** Stores the last use of a token and its address, once a minute; the first use of a program's key at once. */
async function noteUse(
  db: Database,
  { id, token_id }: Pick<SignedIn, 'id' | 'token_id'>,
  { last_used_at, program }: SessionRow,
  address: string,
): Promise<void> {
  const now = Date.now()
  if (now - Date.parse(last_used_at) <= MINUTE_MS && !program?.is_unused) return
  const use = { userId: id, id: token_id, at: new Date(now).toISOString(), address }
  await transaction(near(db, id), (tx) => touchToken(tx, use))
}

/** Assumes the recently verified session until the look-up of the token has finished. */
function provisional(
  db: Database,
  key: string,
  recent: SignedIn,
  { ip, routeOptions }: FastifyRequest,
  asked: string | undefined,
): { signedIn: SignedIn; proof: Proof } {
  let hasLooked = false
  const book = watched(recent.book, () => {
    hasLooked = true
  })
  const ahead = aheadOf(sessionOf(recent.id, recent.token_id, recent.book, asked))
  const settle: Proof['settle'] = async () => {
    await sendAhead(near(db, recent.id), ahead)
    const session = await validIn(db, await ahead.row, recent.secretHash)
    if (!session) {
      forgetVerified(recent.id)
      return refuse('unauthenticated')
    }
    await noteUse(db, recent, session, ip)
    const { route } = routeOptions.config
    const { role } = session
    if (role === null) {
      forgetVerified(recent.id)
      return refuse('book_not_found')
    }
    const now = {
      ...recent,
      role,
      program: programOf(session),
      book: session.book ?? recent.book,
    }
    noteVerified(key, now)
    if (route) checkRight(now.role, route)
    if (route) checkAbility(now.program, route)
    const isSame = now.role === recent.role && isSameBook(now.book, recent.book)
    return { now, isAsTaken: isSame && (!hasLooked || session.book === undefined) }
  }
  return { signedIn: { ...recent, book }, proof: { ahead, settle } }
}

/** The error to answer with: a token that has ended comes before any other fault of a request. A 503 tells nothing of the book, and stays. */
export async function tokenFirst(request: FastifyRequest, error: Error): Promise<Error> {
  const { verify } = request
  request.verify = undefined
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  try {
    if (verify && refusal?.status !== 503 && !(error instanceof ClientGone)) await verify()
    await prove(request)
    return error
  } catch (worse) {
    return worse as Error // both throw nothing else
  }
}

/** Finds the known devices of a sign-in, by the device's cookie or a session that has not ended. Neither signs anybody in, and a program is no device. */
export async function findKnownDevices({
  db,
  request,
  settings,
  instanceKey,
}: { db: Database } & CookieParts): Promise<KnownDevice[]> {
  const cookie = openDevice(instanceKey, readCookie(request.headers.cookie, DEVICE, isHttps(settings)))
  const found = await findValid(db, bearerOf(request) ?? cookieOf(request, settings) ?? '')
  const device = found?.session.program === null ? found : undefined
  return [cookie, device && { userId: device.token.userId, id: device.token.tokenId }].filter(
    (device) => device !== undefined,
  )
}

/** The session of a browser, by its cookie alone, if it has not ended. */
export async function findBrowserSession({
  db,
  request,
  settings,
}: Pick<CookieParts, 'request' | 'settings'> & { db: Database }): Promise<
  { id: string; token_id: string } | undefined
> {
  const found = await findValid(db, cookieOf(request, settings) ?? '')
  return found && { id: found.token.userId, token_id: found.token.tokenId }
}

/** Whether the request comes from a page of another site: by the browser's own header, or else by the page's origin. */
export function isForeign(request: FastifyRequest, settings: Settings): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  return settings.publicUrl ? settings.publicUrl.origin !== origin : URL.parse(origin)?.host !== request.host
}

/**
 * CSRF: browsers send the cookie with requests from any site, so a change must come from our own pages or from a client that is not
 * a browser.
 */
function checkOrigin(request: FastifyRequest, settings: Settings): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (isForeign(request, settings))
    refuse('cross_site', { origin: request.headers.origin ?? later('another site') })
}

/**
 * The tabs of a browser share one session. A page names its user, so that text written in one tab is not recorded as another person who has
 * signed in meanwhile in another.
 */
export function checkPerson(request: FastifyRequest, signedIn: string): void {
  const meant = request.headers['x-florin-user']
  if (meant !== undefined && meant !== signedIn) refuse('other_person')
}
