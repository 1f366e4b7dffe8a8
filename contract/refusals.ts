/**
 * Every way Florin says no: a stable code, the one HTTP status it has, a title, and the sentence a person reads.
 * A sentence carries the person's own numbers; `field` names the part of the request a 422 is about.
 */
type Entry<D> = { status: number; title: string; sentence: (detail: D) => string; field?: string }

const entry = <D = void>(
  status: number,
  title: string,
  sentence: (detail: D) => string,
  field?: string,
): Entry<D> => ({ status, title, sentence, ...(field === undefined ? {} : { field }) })

/** What is wrong with a request, by field: each sentence stands on its own. */
export type FieldErrors = Record<string, string[]>

export const refusals = {
  // What the request itself shows.
  bad_request: entry(
    400,
    'Bad request',
    (d: { reason: string }) => `The request could not be read: ${d.reason}.`,
  ),
  not_json: entry(400, 'Not JSON', (d: { reason: string }) => `The body is not valid JSON: ${d.reason}.`),
  unauthenticated: entry(
    401,
    'Not signed in',
    () =>
      'This needs a valid access token: sign in with POST /auth/login and send it as "Authorization: Bearer <token>".',
  ),
  bad_credentials: entry(401, 'Not signed in', () => 'This e-mail and password do not belong together.'),
  cross_site: entry(
    403,
    'Cross-site request',
    (d: { origin: string }) =>
      `A change asked for with the session cookie must come from Florin's own pages, not from ${d.origin}. Other pages send a bearer token.`,
  ),
  not_found: entry(404, 'Not found', () => 'There is no such record.'),
  route_not_found: entry(
    404,
    'No such address',
    (d: { path: string }) => `Nothing answers at ${d.path}. The addresses are listed on /docs.`,
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    (d: { method: string; allow: string }) => `${d.method} is not possible here; ${d.allow} is.`,
  ),
  request_timeout: entry(408, 'Request timeout', () => 'The request did not arrive within 15 seconds.'),
  stale: entry(
    412,
    'Changed in the meantime',
    (d: { expected: string; version: number }) =>
      `You sent If-Match ${d.expected}, but the record is at version ${d.version} by now. Read it again, then repeat your change.`,
  ),
  body_too_large: entry(
    413,
    'Body too large',
    (d: { limit: number }) => `The body may have at most ${d.limit} bytes.`,
  ),
  uri_too_long: entry(
    414,
    'Address too long',
    (d: { length: number; limit: number }) =>
      `The address has ${d.length} characters; at most ${d.limit} are read.`,
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    (d: { type: string }) => `Bodies are read as application/json; this one says it is ${d.type}.`,
  ),
  invalid: entry(422, 'Invalid request', (d: { errors: FieldErrors }) =>
    Object.values(d.errors).flat().join(' '),
  ),
  cursor_invalid: entry(
    422,
    'Unknown cursor',
    () =>
      'This cursor does not belong to this list with this order and these filters. Start again without a cursor.',
    'cursor',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key used before',
    (d: { key: string }) =>
      `The Idempotency-Key ${d.key} was used within a day for a different request. Take a new one.`,
    'Idempotency-Key',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    (d: { limit: number; retry_after: number }) =>
      `At most ${d.limit} requests a minute are answered. Try again in ${d.retry_after} seconds.`,
  ),
  headers_too_large: entry(
    431,
    'Headers too large',
    (d: { limit: number }) => `The headers may have at most ${d.limit} bytes.`,
  ),

  // Whether the service can answer at all.
  unavailable: entry(
    503,
    'Not available',
    () => 'The database does not answer right now. Try again in a moment.',
  ),
  busy: entry(
    503,
    'Busy',
    () =>
      'Too much is going on right now for this to finish in time. Nothing was changed; try again in a moment.',
  ),

  // People.
  email_taken: entry(422, 'E-mail taken', () => 'There is an account with this e-mail already.', 'email'),
  password_mismatch: entry(
    422,
    'Passwords differ',
    () => 'password_confirmation is not the same as password.',
    'password_confirmation',
  ),
  password_wrong: entry(
    422,
    'Wrong password',
    () => 'current_password is not your password.',
    'current_password',
  ),
  password_too_short: entry(
    422,
    'Password too short',
    (d: { length: number; minimum: number }) =>
      `password must have at least ${d.minimum} characters; this one has ${d.length}.`,
    'password',
  ),
  password_common: entry(
    422,
    'Password too common',
    () => 'password is one of those that are tried first. Take another.',
    'password',
  ),
  too_many_attempts: entry(
    429,
    'Too many attempts',
    (d: { retry_after: number }) => `Signing in failed too often. Try again in ${d.retry_after} seconds.`,
  ),
  currency_not_found: entry(
    422,
    'Unknown currency',
    (d: { field: string; id: string }) =>
      `${d.field}: there is no active currency "${d.id}"; take an ISO 4217 code such as EUR.`,
  ),
} as const

export type Code = keyof typeof refusals
type DetailOf<C extends Code> = Parameters<(typeof refusals)[C]['sentence']>[0]

/** A no that the caller can act on. Thrown, because a throw rolls the transaction back. */
export class Refusal extends Error {
  readonly code: Code
  readonly detail: Record<string, unknown>

  constructor(code: Code, detail: Record<string, unknown>) {
    // The detail was checked against this code's own sentence where `refuse` was called.
    super((refusals[code].sentence as (detail: unknown) => string)(detail))
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return refusals[this.code].status
  }

  /** For a 422: the sentences by field. */
  get errors(): FieldErrors | undefined {
    if (this.detail.errors) return this.detail.errors as FieldErrors // only `invalid` has it, typed there
    const field = (refusals[this.code] as Entry<unknown>).field ?? this.detail.field
    return this.status === 422 && typeof field === 'string' ? { [field]: [this.message] } : undefined
  }
}

export function refuse<C extends Code>(
  code: C,
  ...detail: DetailOf<C> extends void ? [] : [DetailOf<C>]
): never {
  throw new Refusal(code, (detail[0] as Record<string, unknown> | undefined) ?? {})
}
