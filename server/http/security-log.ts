import type { FastifyRequest } from 'fastify'
import type { Code } from '../../contract/refusals.ts'

/** Events that somebody who looks into an incident searches the log for. */
type SecurityEvent =
  | 'registered'
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_refused'
  | 'password_refused'
  | 'unauthenticated'
  | 'throttled'
  | 'cross_site_refused'
  | 'cursor_refused'
  | 'password_changed'
  | 'email_changed'
  | 'token_revoked'
  | 'tokens_revoked'
  | 'person_deleted'

/** Refusals that are security events: the error handler logs each of them, so that no route can forget to. */
const eventOf: Partial<Record<Code, SecurityEvent>> = {
  bad_credentials: 'sign_in_refused',
  password_wrong: 'password_refused',
  unauthenticated: 'unauthenticated',
  too_many_attempts: 'throttled',
  rate_limited: 'throttled',
  too_many_failures: 'throttled',
  cross_site: 'cross_site_refused',
  cursor_invalid: 'cursor_refused',
}

const subjects = new WeakMap<FastifyRequest, string>()

/** Names the account that a request without a session is about: a user id, or a keyed hash of an e-mail. */
export function nameSubject(request: FastifyRequest, who: string): void {
  subjects.set(request, who)
}

const fieldsOf = (request: FastifyRequest, security: SecurityEvent) => ({
  security,
  who: request.signedIn?.id ?? subjects.get(request) ?? null,
  address: request.ip,
  request_id: request.id,
  method: request.method,
  path: request.url.split('?')[0],
})

/** Writes one line about something that happened: who, from where, in which request. It holds no secrets. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent): void {
  request.log.info(fieldsOf(request, event), 'security')
}

/** Writes one line about a refusal, if its code is a security event. */
export function logSecurityRefusal(request: FastifyRequest, code: Code): void {
  const event = eventOf[code]
  if (event) request.log.warn({ ...fieldsOf(request, event), code }, 'security')
}
