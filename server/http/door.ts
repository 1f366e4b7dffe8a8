import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { Settings } from '../settings.ts'
import { LIMITS } from './errors.ts'

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'

/** What every answer carries, whoever asks for what. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Pages of other origins may ask with a bearer token; the cookie stays out of it. */
function allowOrigins(reply: FastifyReply, settings: Settings): void {
  reply.header('access-control-allow-origin', settings.corsOrigin)
  reply.header(
    'access-control-expose-headers',
    'ETag, Link, Retry-After, Idempotency-Replayed, X-Request-Id, Allow',
  )
  if (settings.corsOrigin !== '*') reply.header('vary', 'Origin')
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match',
    )
    .header('access-control-max-age', '86400')
    .header('allow', METHODS)
    .send()
}

/** At most so many requests a minute for each person, or each address while nobody is signed in. */
export function rateLimit(perMinute: number): (request: FastifyRequest) => void {
  const counts = new Map<string, number>()
  let minute = 0
  return (request) => {
    if (perMinute === 0) return
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      counts.clear()
    }
    const who = request.signedIn?.id ?? request.ip
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    if (count > perMinute)
      refuse('rate_limited', { limit: perMinute, retry_after: 60 - (Math.floor(Date.now() / 1000) % 60) })
  }
}

/** What happens to every request before anybody looks at what it asks for. */
export function guardTheDoor(app: FastifyInstance, settings: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (settings.publicUrl?.protocol === 'https:')
      reply.header('strict-transport-security', 'max-age=31536000')
    if (request.headers.origin !== undefined) allowOrigins(reply, settings)
    if (request.method === 'OPTIONS') return answerPreflight(reply)
    const length = request.url.length
    if (length > LIMITS.urlCharacters) refuse('uri_too_long', { length, limit: LIMITS.urlCharacters })
    return undefined
  })

  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?') // what somebody searched for is nobody's business
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
