import { type Fault, sentenceOfFault } from './faults.ts'
import { entry, type Needs } from './refusal.ts'

const seconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`)

const rights: Record<Needs, string> = {
  read: 'the right to read the book',
  write: "the right to change the book's records",
  own: 'the rights of an owner of the book',
}

/** Refusals that any request can get, and those about the person who sends it. */
export const requestRefusals = {
  // The request itself.
  bad_request: entry(
    400,
    'Bad request',
    (d: { reason: string }) => `The request could not be read: ${d.reason}.`,
  ),
  not_json: entry(
    400,
    'Not readable as JSON',
    (d: { reason: string }) => `The body could not be read as JSON: ${d.reason}.`,
  ),
  unauthenticated: entry(
    401,
    'Not signed in',
    () =>
      'This needs a valid access token: sign in with POST /auth/login and send it as "Authorization: Bearer <token>".',
  ),
  bad_credentials: entry(401, 'Not signed in', () => 'The e-mail or the password is wrong.'),
  cross_site: entry(
    403,
    'Cross-site request',
    (d: { origin: string }) =>
      `A change that is sent with the session cookie must come from Florin's own pages, not from ${d.origin}. Other pages must send a bearer token.`,
  ),
  other_person: entry(
    409,
    'Somebody else is signed in',
    () => 'This session does not belong to the person whom X-Florin-User names. Nothing was done.',
  ),
  not_allowed: entry(
    403,
    'Not allowed',
    (d: { role: string; needs: Needs }) =>
      `Your role in this book is "${d.role}", which does not allow this; this needs ${rights[d.needs]}.`,
  ),
  field_not_allowed: entry(
    403,
    'Not yours to change',
    (d: { role: string; field: string }) =>
      `Your role in this book is "${d.role}": you can change category, tags, notes and contact of transactions, and this would change ${d.field}.`,
  ),
  book_not_found: entry(
    404,
    'No such book',
    () => 'There is no such book, or you are not a member of it. GET /books lists yours.',
  ),
  book_archived: entry(
    409,
    'The book is archived',
    (d: { name: string }) =>
      `${d.name} is archived: it can be read, and nothing in it changes. An owner can end this with PUT /books/{book_id} {"is_archived": false}.`,
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
    (d: { method: string; allow: string }) => `${d.method} is not allowed here; use ${d.allow}.`,
  ),
  request_timeout: entry(408, 'Request timeout', () => 'The request did not arrive within 12 seconds.'),
  stale: entry(
    412,
    'Changed in the meantime',
    (d: { expected: string; version: number; sent_as?: 'version' }) =>
      `You sent ${d.sent_as ?? 'If-Match'} ${d.expected}, but ${d.version === 0 ? 'there is no such record now (version 0)' : `the record is now at version ${d.version}`}. Read it again, then repeat your change.`,
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
      `The address has ${d.length} characters; at most ${d.limit} are allowed.`,
  ),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    (d: { type: string }) => `The body must be application/json; this one is ${d.type}.`,
  ),
  invalid: entry(422, 'Invalid request', (d: { faults: Fault[] }) => d.faults.map(sentenceOfFault).join(' ')),
  cursor_invalid: entry(
    422,
    'Unknown cursor',
    () =>
      'This cursor does not belong to this list with this order and these filters. Start again without a cursor.',
    'cursor',
  ),
  since_ahead: entry(
    422,
    'Ahead of the book',
    (d: { since: number; version: number }) =>
      `since: version ${d.since} is ahead of the book, which is at version ${d.version}. Was it restored from an earlier backup? Start again with since=0.`,
    'since',
  ),
  reply_erased: entry(
    409,
    'Answer deleted for good',
    (d: { key: string }) =>
      `The Idempotency-Key "${d.key}" was used before, and its answer showed a record that has since been deleted for good. Nothing was done now; send another key to do it again.`,
  ),
  external_id_taken: entry(
    409,
    'External id taken',
    (d: { external_id: string } & ({ id: string } | { first: string })) =>
      'id' in d
        ? `external_id: another transaction (${d.id}) already has "${d.external_id}". An external_id is unique in the book, trash included.`
        : `external_id: ${d.first} in this request also has "${d.external_id}". An external_id is unique in the book.`,
    'external_id',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key used before',
    (d: { key: string }) =>
      `The Idempotency-Key ${d.key} was used within a day for a different request. Send a new key.`,
    'Idempotency-Key',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    (d: { limit: number; retry_after: number }) =>
      `At most ${d.limit} requests a minute are answered. Try again in ${seconds(d.retry_after)}.`,
  ),
  too_many_failures: entry(
    429,
    'Too many failed requests',
    (d: { limit: number; retry_after: number }) =>
      `More than ${d.limit} requests from your address failed within a minute. Requests with a token that was used within the last minute are still answered; others again in ${seconds(d.retry_after)}.`,
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
  storage_full: entry(
    507,
    'Disk full',
    () => 'The disk of the database is full. Nothing was changed; try again when there is room on it.',
  ),
  stopping: entry(503, 'Stopping', () => 'The service is being stopped. Try again in a moment.'),
  read_too_large: entry(
    413,
    'Too much to read',
    ({ most }: { most: number }) =>
      `To answer this, Florin would have to read more than ${most} MiB at once. Nothing was changed; ask for less, such as a shorter time or fewer records.`,
  ),
  busy: entry(
    503,
    'Busy',
    () => 'The service is too busy to finish this in time. Nothing was changed; try again in a moment.',
  ),

  // People.
  email_taken: entry(422, 'E-mail taken', () => 'There is already an account with this e-mail.', 'email'),
  password_mismatch: entry(
    422,
    'Passwords differ',
    () => 'password_confirmation is not the same as password.',
    'password_confirmation',
  ),
  password_wrong: entry(422, 'Wrong password', (d: { field: string }) => `${d.field} is not your password.`),
  password_too_short: entry(
    422,
    'Password too short',
    (d: { length: number; minimum: number }) =>
      `password must have at least ${d.minimum} characters; it has ${d.length}.`,
    'password',
  ),
  password_common: entry(
    422,
    'Password too common',
    () => 'password is among the most used ones, or is your own name or e-mail. Choose another.',
    'password',
  ),
  too_many_attempts: entry(
    429,
    'Too many attempts',
    (d: { retry_after: number }) => `Too many attempts failed. Try again in ${seconds(d.retry_after)}.`,
  ),
  currency_not_found: entry(
    422,
    'Unknown currency',
    (d: { field: string; id: string; until?: string; day?: string }) =>
      d.until === undefined
        ? `${d.field}: there is no currency "${d.id}"; send an ISO 4217 code such as EUR.`
        : `${d.field}: ${d.id} ended on ${d.until}, before ${d.day}; use the currency that came after it.`,
  ),
} as const
