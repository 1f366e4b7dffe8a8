import type { Socket } from 'node:net'
import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../contract/problem.ts'
import { type Code, Refusal, refusals } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { refusalOf } from '../database/failures.ts'
import { newId } from '../ids.ts'
import { logSecurityRefusal } from './security-log.ts'
import { fieldErrors } from './sentences.ts'

/** Told of every refusal that is sent, with the route it is sent from. */
export type Observer = (code: Code, route: Route | undefined) => void

/** How much of a request is read. Below /auth there are only short texts, and strangers may ask. */
export const LIMITS = { bodyBytes: 262_144, authBodyBytes: 16_384, headerBytes: 8_192, urlCharacters: 4_096 }

/** What the framework itself refuses, in our words. */
function frameworkRefusal(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error.validation) {
    const part = error.validationContext === 'querystring' ? 'query' : 'body'
    // The validator behind Fastify is Ajv, with `verbose` on: its errors carry the data.
    return new Refusal('invalid', { errors: fieldErrors(error.validation as ErrorObject[], part) })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('body_too_large', { limit: request.routeOptions.bodyLimit })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('unsupported_media_type', { type: 'of no type that exists' })
  }
  if (error.code === 'FST_ERR_BAD_URL')
    return new Refusal('bad_request', { reason: 'its address has a broken percent code' })
  if (error.code?.startsWith('FST_') && error.statusCode && error.statusCode < 500) {
    return new Refusal('bad_request', { reason: 'its head and its body do not fit together' })
  }
  return undefined
}

function problemOf(refusal: Refusal, requestId: string): Problem {
  const { title, status } = refusals[refusal.code]
  return {
    type: `/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    request_id: requestId,
  }
}

/** A bug: told to nobody but the log. */
const bug = (requestId: string): Problem => ({
  type: '/docs#internal',
  title: 'Internal error',
  status: 500,
  detail: 'Something went wrong on our side. Nothing was changed.',
  message: 'Something went wrong on our side. Nothing was changed.',
  code: 'internal',
  request_id: requestId,
})

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const wantsProblem = request.headers.accept?.includes('application/problem+json')
  return reply
    .code(problem.status)
    .type(wantsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

/** The one error handler: a refusal is told, anything else is a bug. */
export const errorHandler =
  (observe: Observer) => (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal =
      error instanceof Refusal
        ? error
        : (frameworkRefusal(error as FastifyError, request) ?? refusalOf(error))
    if (!refusal) {
      request.log.error({ err: error, request_id: request.id }, 'bug')
      return sendProblem(request, reply, bug(request.id))
    }
    logSecurityRefusal(request, refusal.code)
    if (refusal.status === 503) request.log.warn({ err: error, request_id: request.id }, refusal.code)
    try {
      observe(refusal.code, request.routeOptions?.config?.route)
    } catch (unlisted) {
      request.log.error({ err: unlisted, request_id: request.id }, 'bug')
      return sendProblem(request, reply, bug(request.id))
    }
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
    if (refusal.code === 'method_not_allowed') reply.header('allow', String(refusal.detail.allow))
    if (refusal.status === 429 || refusal.status === 503)
      reply.header('retry-after', String(refusal.detail.retry_after ?? 1))
    return sendProblem(request, reply, problemOf(refusal, request.id))
  }

/** What Node's HTTP parser refuses before there is a request: the same body, written to the socket by hand. */
export const rawErrorHandler = (observe: Observer) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('headers_too_large', { limit: LIMITS.headerBytes })
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Refusal('request_timeout', {})
        : new Refusal('bad_request', { reason: 'it is not HTTP as we know it' })
  observe(refusal.code, undefined)
  const requestId = newId()
  const body = JSON.stringify(problemOf(refusal, requestId))
  const { status, title } = refusals[refusal.code]
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
