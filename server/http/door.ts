import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_HEADERS } from '../../contract/headers.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { isHttps, type Settings } from '../settings.ts'
import { type ErrorContext, LIMITS, METHODS } from './errors.ts'
import { networkOf } from './network.ts'
import type { PerMinute } from './per-minute.ts'
import { cleanForwarded } from './proxies.ts'
import { loggedPath } from './security-log.ts'

/** The headers of every answer. */
export const answerHeaders = (settings: Settings): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  ...(isHttps(settings) && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
})

/** The headers that a page of another origin may read: browsers show no cookies, and follow a Location by themselves. */
const EXPOSED = Object.keys(ANSWER_HEADERS)
  .filter((name) => name !== 'Set-Cookie' && name !== 'Location')
  .join(', ')

/** Pages of other origins may send requests with a bearer token, never with the cookie. */
function allowOrigins(reply: FastifyReply, settings: Settings): void {
  reply.header('access-control-allow-origin', settings.corsOrigin)
  reply.header('access-control-expose-headers', EXPOSED)
  if (settings.corsOrigin !== '*') reply.header('vary', 'Origin')
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-Florin-User',
    )
    .header('access-control-max-age', '86400')
    .header('allow', METHODS)
    .send()
}

/** At most this many requests a minute for each person, or each address while nobody is signed in. */
export function rateLimit(limit: number, count: PerMinute): (request: FastifyRequest) => void {
  return (request) => {
    const wait = count(request.signedIn?.id ?? networkOf(request.ip))
    if (wait > 0) refuse('rate_limited', { limit, retry_after: wait })
  }
}

/** Refuses a request that a proxy and Florin could read differently. */
function checkTarget({ raw, url }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
  if (hosts > 1) refuse('bad_request', { reason: later('it has more than one Host header') })
  if (hosts === 0 && raw.httpVersion === '1.1')
    refuse('bad_request', { reason: later('it has no Host header') })
  if (!url.startsWith('/')) refuse('bad_request', { reason: later('its address does not start with /') })
  const length = url.length
  if (length > LIMITS.urlCharacters) refuse('uri_too_long', { length, limit: LIMITS.urlCharacters })
}

/** Adds the hooks that run first: headers, CORS, preflight, checks of Host and URL, the access log. */
export function addFirstHooks(
  app: FastifyInstance,
  settings: Settings,
  { headers, sparing }: ErrorContext,
): void {
  app.addHook('onRequest', async (request, reply) => {
    cleanForwarded(request.raw.headers)
    reply.headers(headers).header('x-request-id', request.id)
    if (request.headers.origin !== undefined) allowOrigins(reply, settings)
    checkTarget(request)
    return request.method === 'OPTIONS' ? answerPreflight(reply) : undefined
  })

  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    const isFlood = status === 429 || status === 503
    const leftOut = isFlood ? sparing(`answered ${status} ${networkOf(request.ip)}`) : 0
    if (leftOut === undefined) return
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        path: loggedPath(request.url),
        status,
        ms: Math.round(reply.elapsedTime),
        ...(leftOut > 0 && { left_out: leftOut }),
      },
      'answered',
    )
  })
}
