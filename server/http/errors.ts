import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorObject } from 'ajv'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { bug, type Problem, problemOf } from '../../contract/problem.ts'
import { type Code, Refusal, refusals } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import type { Language } from '../../words/languages.ts'
import { later } from '../../words/t.ts'
import { refusalOf } from '../database/failures.ts'
import { newId } from '../process/ids.ts'
import { faultsIn } from '../process/sentences.ts'
import { ClientGone } from '../process/slices.ts'
import { languageAsked } from './language.ts'
import { networkOf } from './network.ts'
import { addVary } from './request.ts'
import { logSecurityRefusal } from './security-log.ts'

/** Called for every refusal that is sent, with the route it is sent from. */
export type Observer = (code: Code, route: Route | undefined) => void

/** Settings and callbacks of the error handlers. */
export type ErrorContext = {
  observe: Observer
  /** The headers of every answer. */
  headers: Record<string, string>
  /** How many failed requests a minute one address may make. */
  failuresPerMinute: number
  /** Counts a failed request of an address, and returns the seconds to wait if there were too many. */
  countFailure: (network: string, isAsked?: boolean) => number
  /** Limits the log lines about refusals during a flood of requests. */
  sparing: (kind: string) => number | undefined
  /** Whether the disk of the database is full, as far as we can tell. */
  isFull: () => boolean
}

/** Refusals of requests that no honest client keeps sending: guessed credentials, and unreadable requests. */
const failures: ReadonlySet<Code> = new Set<Code>([
  'bad_request',
  'not_json',
  'unauthenticated',
  'bad_credentials',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
])

/** The refusal itself, or `too_many_failures` if the client had too many. Successful requests are not limited. */
function counted(refusal: Refusal, address: string | undefined, context: ErrorContext): Refusal {
  if (!failures.has(refusal.code)) return refusal
  const wait = context.countFailure(networkOf(address ?? ''))
  return wait === 0
    ? refusal
    : new Refusal('too_many_failures', { limit: context.failuresPerMinute, retry_after: wait })
}

/** Refuses a network that has used up its failed requests for this minute. */
export function refuseFailing(
  { countFailure, failuresPerMinute: limit }: ErrorContext,
  network: string,
): void {
  const wait = countFailure(network, true)
  if (wait > 0) throw new Refusal('too_many_failures', { limit, retry_after: wait })
}

export const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'

/** The largest request. Requests below /auth are short, and anybody may send them. */
export const LIMITS = { bodyBytes: 262_144, authBodyBytes: 16_384, headerBytes: 8_192, urlCharacters: 4_096 }

/** The rest of a refused body is not read if its declared length is larger than this. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/**
 * Keeps a connection open whose request is refused before all of it has arrived: many clients read only after they have written everything,
 * and would get a broken connection instead of an answer. Node then reads and discards the rest, for as long as a request may take to
 * arrive.
 */
function keepReading({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  const isLong = Number(headers['content-length']) > MAX_DISCARDED_BYTES
  if (!raw.complete && !isLong) reply.removeHeader('connection')
}

/** Turns an error of the framework into a refusal. */
function frameworkRefusal(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error.code === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete) {
    // The client is gone, and no other log line mentions the request.
    request.log.info({ request_id: request.id }, 'the client ended its request half-way')
    return new Refusal('bad_request', { reason: later('it ended half-way') })
  }
  if (error.validation) {
    const part = error.validationContext === 'querystring' ? 'query' : 'body'
    // The validator behind Fastify is Ajv, with `verbose` on: its errors carry the data.
    return new Refusal('invalid', { faults: faultsIn(error.validation as ErrorObject[], part) })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('body_too_large', { limit: request.routeOptions.bodyLimit })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('unsupported_media_type', { type: later('of no valid media type') })
  }
  if (error.code === 'FST_ERR_BAD_URL')
    return new Refusal('bad_request', { reason: later('its path has a broken percent code') })
  if (String(error.code).startsWith('FST_') && error.statusCode && error.statusCode < 500) {
    return new Refusal('bad_request', { reason: later('the headers contradict the body') })
  }
  return undefined
}

/** Answers with a problem in the language that the request asks for. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, tell: (language: Language) => Problem) {
  const language = languageAsked(request.headers['accept-language'])
  const problem = tell(language)
  addVary(reply, 'Accept-Language')
  const wantsProblem = request.headers.accept?.includes('application/problem+json')
  return reply
    .code(problem.status)
    .type(wantsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('x-request-id', request.id)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

/** Headers by which a book that the person may not know of would differ from one that does not exist. */
const TRACES = ['book', 'ignored', 'vary']

/** The one error handler: a refusal is answered with its problem, anything else is a bug. */
export const errorHandler =
  (context: ErrorContext) => (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ClientGone) {
      request.log.info({ request_id: request.id }, error.message)
      return reply.hijack() // the client is gone
    }
    reply.headers(context.headers) // the framework refuses some requests before our hooks run
    const found =
      error instanceof Refusal
        ? error
        : (frameworkRefusal(error as FastifyError, request) ?? refusalOf(error))
    if (!found) {
      request.log.error({ err: error, request_id: request.id }, 'bug')
      return sendProblem(request, reply, (language) => bug(request.id, language))
    }
    const isFull = found.code === 'unavailable' && context.isFull() // a full disk is why the database is gone
    const refusal = isFull ? new Refusal('storage_full', {}) : counted(found, request.ip, context)
    logSecurityRefusal(request, refusal.code, context.sparing)
    const leftOut = refusal.status >= 503 ? context.sparing(refusal.code) : undefined
    if (leftOut !== undefined)
      request.log.warn({ cause: error.message, request_id: request.id, left_out: leftOut }, refusal.code)
    try {
      context.observe(refusal.code, request.routeOptions?.config?.route)
    } catch (unlisted) {
      request.log.error({ err: unlisted, request_id: request.id }, 'bug')
      return sendProblem(request, reply, (language) => bug(request.id, language))
    }
    keepReading(request, reply)
    if (refusal.code === 'stopping') reply.header('connection', 'close')
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
    if (refusal.status === 401 || refusal.code === 'book_not_found')
      for (const name of TRACES) reply.removeHeader(name)
    if (refusal.code === 'method_not_allowed') reply.header('allow', String(refusal.detail.allow))
    if (refusal.status === 429 || refusal.status === 503)
      reply.header('retry-after', String(refusal.detail.retry_after ?? 1))
    return sendProblem(request, reply, (language) => problemOf(refusal, request.id, language))
  }

/** Turns an error of the HTTP parser, which comes before there is a request, into a refusal. */
function parserRefusal({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large', { limit: LIMITS.headerBytes })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout', {})
  return new Refusal('bad_request', { reason: later('it is malformed HTTP') })
}

/** Writes a refusal to the socket, in the same shape as all other refusals, and ends the connection. */
function refuseRaw(found: Refusal, socket: Socket, context: ErrorContext, log: FastifyBaseLogger): void {
  const refusal = counted(found, socket.remoteAddress, context)
  context.observe(refusal.code, undefined)
  const requestId = newId()
  const { status, title } = refusals[refusal.code]
  const { code, detail } = refusal
  const security = code === 'too_many_failures' ? { security: 'throttled' } : {}
  const leftOut = status === 429 ? context.sparing(`answered ${code} ${networkOf(socket.remoteAddress)}`) : 0
  if (leftOut !== undefined)
    log.info(
      {
        request_id: requestId,
        address: socket.remoteAddress,
        status,
        code,
        ...security,
        ...(leftOut > 0 && { left_out: leftOut }),
      },
      'answered',
    )
  const body = JSON.stringify(problemOf(refusal, requestId))
  const headers = {
    ...context.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    date: new Date().toUTCString(),
    connection: 'close',
    ...(code === 'method_not_allowed' && { allow: METHODS }),
    ...(status === 429 && { 'retry-after': String(detail.retry_after) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
}

/** The parser's refusals in the same shape as all others, written to the socket by hand. */
export const rawErrorHandler =
  (context: ErrorContext, log: () => FastifyBaseLogger) => (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node stores the current answer here: if it has begun, another answer would be read as its end.
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return socket.destroy()
    return refuseRaw(parserRefusal(error), socket, context, log())
  }

/** CONNECT asks for a tunnel: Node would close the connection without an answer. */
export const connectHandler =
  (context: ErrorContext, log: () => FastifyBaseLogger) =>
  ({ socket }: IncomingMessage) => {
    socket.on('error', () => undefined) // nothing else handles errors of the connection any more
    socket.setTimeout(1_000, () => socket.destroy())
    socket.resume()
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: object | null } // as above
    if (begun) return socket.destroy()
    return refuseRaw(
      new Refusal('method_not_allowed', { method: 'CONNECT', allow: METHODS }),
      socket,
      context,
      log(),
    )
  }
