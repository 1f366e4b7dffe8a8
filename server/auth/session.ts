import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import { type Database, transaction } from '../database/database.ts'
import { nameSubject } from '../http/security-log.ts'
import type { SignedIn } from '../serve.ts'
import type { Settings } from '../settings.ts'
import { findSession, touchToken } from './auth.sql.ts'
import { readToken } from './tokens.ts'

export const COOKIE = 'service-session'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The cookie: no script reads it, no other site's form sends it along, and only https carries it where there is https. */
export const sessionCookie = (token: string, settings: Settings): string =>
  `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${token === '' ? 0 : 365 * 86_400}` +
  (settings.publicUrl?.protocol === 'https:' ? '; Secure' : '')

const bearerOf = (request: FastifyRequest) =>
  /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

const cookieOf = (request: FastifyRequest) =>
  request.headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)

/** Finds out who is asking, from the bearer token or else the cookie, or refuses. */
export async function signIn(db: Database, settings: Settings, request: FastifyRequest): Promise<SignedIn> {
  const bearer = bearerOf(request)
  const cookie = bearer === undefined ? cookieOf(request) : undefined
  const token = readToken(bearer ?? cookie ?? '')
  const session = token && (await findSession(db, token.userId, token.tokenId))
  if (!session || !timingSafeEqual(session.secret_hash, token.secretHash)) return refuse('unauthenticated')
  const now = Date.now()
  const unused = now - Date.parse(session.last_used_at)
  if (unused > 90 * DAY_MS || now - Date.parse(session.created_at) > 365 * DAY_MS) refuse('unauthenticated')
  nameSubject(request, token.userId) // for the log, should the next line refuse
  if (cookie !== undefined) checkOrigin(request, settings)
  if (unused > MINUTE_MS) {
    await transaction(db, (tx) => touchToken(tx, token.userId, token.tokenId, new Date(now).toISOString()))
  }
  return { id: token.userId, token_id: token.tokenId, book: session.book }
}

/** A cookie goes along with whatever page asks: a change must come from our own pages, or from no browser at all. */
function checkOrigin(request: FastifyRequest, settings: Settings): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse('cross_site', { origin: origin ?? 'another site' })
  } else if (origin !== undefined) {
    const ours = settings.publicUrl
      ? settings.publicUrl.origin === origin
      : URL.parse(origin)?.host === request.host
    if (!ours) refuse('cross_site', { origin })
  }
}
