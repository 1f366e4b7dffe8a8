import { type Later, t } from '../words/t.ts'
import { type Fault, sentenceOfFault } from './faults.ts'
import { entry, type Needs } from './refusal.ts'

/** The name of a role in a sentence. */
const roleOf = (role: string): string =>
  t('{role, select, owner {owner} editor {editor} annotator {annotator} viewer {viewer} other {{role}}}', {
    role,
  })

/** Refusals that any request can get, and those about the person who sends it. */
export const requestRefusals = {
  // The request itself.
  bad_request: entry(400, 'Bad request', (d: { reason: Later }) =>
    t('The request could not be read: {reason}.', d),
  ),
  not_json: entry(400, 'Not readable as JSON', (d: { reason: Later }) =>
    t('The body could not be read as JSON: {reason}.', d),
  ),
  unauthenticated: entry(401, 'Not signed in', () =>
    t(
      'This needs a valid access token: sign in with POST /auth/login and send it as "Authorization: Bearer \'<token>\'".',
    ),
  ),
  bad_credentials: entry(401, 'Not signed in', () => t('The e-mail or the password is wrong.')),
  cross_site: entry(403, 'Cross-site request', (d: { origin: string | Later }) =>
    t(
      "A change that is sent with the session cookie must come from Florin's own pages, not from {origin}. Other pages must send a bearer token.",
      d,
    ),
  ),
  other_person: entry(409, 'Somebody else is signed in', () =>
    t('This session does not belong to the person whom X-Florin-User names. Nothing was done.'),
  ),
  not_allowed: entry(403, 'Not allowed', (d: { role: string; needs: Needs }) =>
    t(
      '{needs, select, read {Your role in this book is "{role}", which does not allow this; this needs the right to read the book.} write {Your role in this book is "{role}", which does not allow this; this needs the right to change the book\'s records.} other {Your role in this book is "{role}", which does not allow this; this needs the rights of an owner of the book.}}',
      { needs: d.needs, role: roleOf(d.role) },
    ),
  ),
  field_not_allowed: entry(403, 'Not yours to change', (d: { role: string; field: string | Later }) =>
    t(
      'Your role in this book is "{role}": you can change category, tags, notes and contact of transactions, and this would change {field}.',
      { role: roleOf(d.role), field: d.field },
    ),
  ),
  book_not_found: entry(404, 'No such book', () =>
    t('There is no such book, or you are not a member of it. GET /books lists yours.'),
  ),
  book_archived: entry(409, 'The book is archived', (d: { name: string }) =>
    t(
      "{name} is archived: it can be read, and nothing in it changes. An owner can end this with PUT /books/'{book_id}' '{\"is_archived\": false}'.",
      d,
    ),
  ),
  not_found: entry(404, 'Not found', () => t('There is no such record.')),
  route_not_found: entry(404, 'No such address', (d: { path: string }) =>
    t('Nothing answers at {path}. The addresses are listed on /docs.', d),
  ),
  method_not_allowed: entry(405, 'Method not allowed', (d: { method: string; allow: string }) =>
    t('{method} is not allowed here; use {allow}.', d),
  ),
  request_timeout: entry(408, 'Request timeout', () => t('The request did not arrive within 12 seconds.')),
  stale: entry(
    412,
    'Changed in the meantime',
    (d: { expected: string; version: number; sent_as?: 'version' }) =>
      t(
        '{is_gone, select, true {You sent {sent_as} {expected}, but there is no such record now (version 0). Read it again, then repeat your change.} other {You sent {sent_as} {expected}, but the record is now at version {version}. Read it again, then repeat your change.}}',
        {
          sent_as: d.sent_as ?? 'If-Match',
          expected: d.expected,
          is_gone: d.version === 0,
          version: d.version,
        },
      ),
  ),
  body_too_large: entry(413, 'Body too large', (d: { limit: number }) =>
    t('The body may have at most {limit} bytes.', d),
  ),
  uri_too_long: entry(414, 'Address too long', (d: { length: number; limit: number }) =>
    t('The address has {length} characters; at most {limit} are allowed.', d),
  ),
  unsupported_media_type: entry(415, 'Unsupported media type', (d: { type: string | Later }) =>
    t('The body must be application/json; this one is {type}.', d),
  ),
  invalid: entry(422, 'Invalid request', (d: { faults: Fault[] }) => d.faults.map(sentenceOfFault).join(' ')),
  cursor_invalid: entry(
    422,
    'Unknown cursor',
    () =>
      t(
        'This cursor does not belong to this list with this order and these filters. Start again without a cursor.',
      ),
    'cursor',
  ),
  since_ahead: entry(
    422,
    'Ahead of the book',
    (d: { since: number; version: number }) =>
      t(
        'since: version {since} is ahead of the book, which is at version {version}. Was it restored from an earlier backup? Start again with since=0.',
        d,
      ),
    'since',
  ),
  reply_erased: entry(409, 'Answer deleted for good', (d: { key: string }) =>
    t(
      'The Idempotency-Key "{key}" was used before, and its answer showed a record that has since been deleted for good. Nothing was done now; send another key to do it again.',
      d,
    ),
  ),
  external_id_taken: entry(
    409,
    'External id taken',
    (d: { external_id: string } & ({ id: string } | { first: string })) =>
      'id' in d
        ? t(
            'external_id: another transaction ({id}) already has "{external_id}". An external_id is unique in the book, trash included.',
            d,
          )
        : t(
            'external_id: {first} in this request also has "{external_id}". An external_id is unique in the book.',
            d,
          ),
    'external_id',
  ),
  idempotency_key_reused: entry(
    422,
    'Idempotency key used before',
    (d: { key: string }) =>
      t('The Idempotency-Key {key} was used within a day for a different request. Send a new key.', d),
    'Idempotency-Key',
  ),
  rate_limited: entry(429, 'Too many requests', (d: { limit: number; retry_after: number }) =>
    t(
      'At most {limit} requests a minute are answered. Try again in {retry_after, plural, one {# second} other {# seconds}}.',
      d,
    ),
  ),
  too_many_failures: entry(429, 'Too many failed requests', (d: { limit: number; retry_after: number }) =>
    t(
      'More than {limit} requests from your address failed within a minute. Requests with a token that was used within the last minute are still answered; others again in {retry_after, plural, one {# second} other {# seconds}}.',
      d,
    ),
  ),
  headers_too_large: entry(431, 'Headers too large', (d: { limit: number }) =>
    t('The headers may have at most {limit} bytes.', d),
  ),

  // Whether the service can answer at all.
  unavailable: entry(503, 'Not available', () =>
    t('The database does not answer right now. Try again in a moment.'),
  ),
  storage_full: entry(507, 'Disk full', () =>
    t('The disk of the database is full. Nothing was changed; try again when there is room on it.'),
  ),
  stopping: entry(503, 'Stopping', () => t('The service is being stopped. Try again in a moment.')),
  read_too_large: entry(413, 'Too much to read', ({ most }: { most: number }) =>
    t(
      'To answer this, Florin would have to read more than {most} MiB at once. Nothing was changed; ask for less, such as a shorter time or fewer records.',
      { most },
    ),
  ),
  busy: entry(503, 'Busy', () =>
    t('The service is too busy to finish this in time. Nothing was changed; try again in a moment.'),
  ),

  // People.
  email_taken: entry(422, 'E-mail taken', () => t('There is already an account with this e-mail.'), 'email'),
  password_mismatch: entry(
    422,
    'Passwords differ',
    () => t('password_confirmation is not the same as password.'),
    'password_confirmation',
  ),
  password_wrong: entry(422, 'Wrong password', (d: { field: string }) =>
    t('{field} is not your password.', d),
  ),
  password_too_short: entry(
    422,
    'Password too short',
    (d: { length: number; minimum: number }) =>
      t('password must have at least {minimum} characters; it has {length}.', d),
    'password',
  ),
  password_common: entry(
    422,
    'Password too common',
    () => t('password is among the most used ones, or is your own name or e-mail. Choose another.'),
    'password',
  ),
  too_many_attempts: entry(429, 'Too many attempts', (d: { retry_after: number }) =>
    t('Too many attempts failed. Try again in {retry_after, plural, one {# second} other {# seconds}}.', d),
  ),
  currency_not_found: entry(
    422,
    'Unknown currency',
    (d: { field: string; id: string; until?: string; day?: string }) =>
      d.until === undefined
        ? t('{field}: there is no currency "{id}"; send an ISO 4217 code such as EUR.', d)
        : t('{field}: {id} ended on {until}, before {day}; use the currency that came after it.', d),
  ),
} as const
