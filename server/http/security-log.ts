import type { FastifyRequest } from 'fastify'
import type { Code } from '../../contract/refusals.ts'
import { networkOf } from './network.ts'

/** Events that are searched for in the log after an incident. */
type SecurityEvent =
  | 'registered'
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_refused'
  | 'password_refused'
  | 'unauthenticated'
  | 'throttled'
  | 'cross_site_refused'
  | 'role_refused'
  | 'cursor_refused'
  | 'password_changed'
  | 'email_changed'
  | 'token_revoked'
  | 'tokens_revoked'
  | 'person_deleted'
  | 'registration_refused'
  | 'link_refused'
  | 'operator_refused'
  | 'invited'
  | 'proved'
  | 'proof_refused'
  | 'second_factor_asked'
  | 'second_factor_refused'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_made'
  | 'password_recovered'
  | 'invitation_revoked'
  | 'program_added'
  | 'ability_refused'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_recovered'
  | 'passkey_refused'
  | 'recovery_asked'
  | 'email_change_asked'
  | 'email_confirmed'
  | 'confirmation_asked'
  | 'oidc_refused'
  | 'oidc_linked'
  | 'oidc_unlinked'
  | 'member_invited'
  | 'member_invitation_revoked'
  | 'member_joined'
  | 'member_role_changed'
  | 'member_removed'
  | 'book_deleted'

/** Refusals that are security events: the error handler logs each of them, so that no route can forget to. */
const eventOf: Partial<Record<Code, SecurityEvent>> = {
  bad_credentials: 'sign_in_refused',
  password_wrong: 'password_refused',
  unauthenticated: 'unauthenticated',
  too_many_attempts: 'throttled',
  rate_limited: 'throttled',
  too_many_failures: 'throttled',
  cross_site: 'cross_site_refused',
  not_allowed: 'role_refused',
  cursor_invalid: 'cursor_refused',
  registration_closed: 'registration_refused',
  link_invalid: 'link_refused',
  operator_only: 'operator_refused',
  proof_required: 'proof_refused',
  second_factor_required: 'second_factor_asked',
  second_factor_wrong: 'second_factor_refused',
  code_wrong: 'second_factor_refused',
  ability_missing: 'ability_refused',
  not_for_programs: 'ability_refused',
  passwords_off: 'password_refused',
  passkey_refused: 'passkey_refused',
  passkey_wrong: 'passkey_refused',
  field_not_allowed: 'role_refused',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the security log names while nobody is signed in: a user id, or a keyed hash of an e-mail. */
    securitySubject: string | undefined
  }
}

/** The path of an address as the log has it: without the query, since search text is private, and without a token put there by mistake. */
export const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/(fl[a-z]_)[^/]*/gi, '$1…')

const fieldsOf = (
  request: FastifyRequest,
  security: SecurityEvent,
  program = request.signedIn?.program?.name,
) => ({
  security,
  who: request.signedIn?.id ?? request.securitySubject ?? null,
  address: request.ip,
  request_id: request.id,
  method: request.method,
  path: loggedPath(request.url),
  ...(program !== undefined && { program }),
})

type SecurityFacts = {
  program?: string | undefined
  code?: string
  reason?: string
  /** Of a book's members: the book, whom it is about, and their role from now on. */
  book_id?: string
  member?: string
  role?: string | null
}

/** Logs an event: who, from where, in which request, the program that it is about, and `more` about it. The line has no secrets. */
export function logSecurity(
  request: FastifyRequest,
  event: SecurityEvent,
  { program, ...more }: SecurityFacts = {},
): void {
  request.log.info({ ...fieldsOf(request, event, program), ...more }, 'security')
}

/** Writes one line about a refusal, if its code is a security event; of a flood, one each second. */
export function logSecurityRefusal(
  request: FastifyRequest,
  code: Code,
  sparing: (kind: string) => number | undefined,
): void {
  const event = eventOf[code]
  if (!event) return
  const isFlood = code === 'too_many_failures' || code === 'rate_limited'
  const leftOut = isFlood ? sparing(`${code} ${networkOf(request.ip)}`) : 0
  if (leftOut === undefined) return
  const more = leftOut > 0 && { left_out: leftOut }
  request.log.warn({ ...fieldsOf(request, event), code, ...more }, 'security')
}
