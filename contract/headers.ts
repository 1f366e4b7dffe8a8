import {
  type Deprecated,
  isList,
  isOfBook,
  isRecord,
  type Route,
  takesIdempotencyKey,
  takesIfMatch,
  takesIfNoneMatch,
} from './route.ts'

/** A header that a route reads. */
export type Header = { name: string; description: string }

/** The headers that a route reads, besides those that every HTTP request may have. */
export const requestHeaders = (route: Route): Header[] => [
  ...(takesIfMatch(route)
    ? [
        {
          name: 'If-Match',
          description:
            'The ETag of the record as it was read: the request is refused with 412 if the record has changed since.',
        },
      ]
    : []),
  ...(takesIfNoneMatch(route)
    ? [
        {
          name: 'If-None-Match',
          description:
            'The ETag of an earlier answer: the request is answered with 304 if nothing has changed since.',
        },
      ]
    : []),
  ...(route.stream
    ? [
        {
          name: 'Last-Event-ID',
          description:
            'The id of the last event that the client has: the stream goes on from there. Browsers send it by themselves when they connect again.',
        },
      ]
    : []),
  ...(takesIdempotencyKey(route)
    ? [
        {
          name: 'Idempotency-Key',
          description:
            'Makes it safe to send the request twice: a repeat with the same key within a day has no effect and gets the first answer. A refusal is not stored: after one, the same key can be used again. 1 to 255 visible ASCII characters.',
        },
      ]
    : []),
  {
    name: 'Prefer',
    description:
      'handling=strict: a request is refused (`invalid`) if it has a field or a query parameter that this route does not know. Otherwise both are ignored, and the header Ignored names them.',
  },
  ...(route.open
    ? []
    : [
        {
          name: 'X-Florin-User',
          description:
            'The id of the person who should be signed in: the request is refused with 409 if the session belongs to somebody else, for example because another person has signed in with the same browser.',
        },
      ]),
]

/** The end of an operation, in words. */
export const endSentence = ({ since, sunset, instead }: Deprecated): string =>
  `Deprecated since ${since}: use ${instead}. Ends on ${sunset}.`

/** The headers that announce the end of an operation. */
export const endHeaders = ({ since, sunset, instead }: Deprecated) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
  link: `</docs#about-versions>; rel="deprecation", <${instead}>; rel="successor-version"`,
})

/** The response headers that are documented for clients, by name. */
export const ANSWER_HEADERS = {
  'X-Request-Id': "The id of this request in the service's log.",
  Book: 'The id of the book that the request was about.',
  ETag: 'The version of the record (for a single record) and a hash of the answer. Send it as If-None-Match or, for a record, as If-Match. It ends in `-gzip` if the answer is gzipped.',
  Link: 'The address of the next page of a list: `</api/v1/contacts?cursor=…>; rel="next"`. Absent on the last page. For a deprecated operation: the addresses of an explanation (`deprecation`) and of its successor (`successor-version`).',
  Deprecation: 'Since when this operation has a successor (RFC 9745): `@` and the seconds since 1970.',
  Sunset: 'When this operation ends (RFC 8594).',
  'Content-Disposition': 'The name of the file, if the answer is a file.',
  'Idempotency-Replayed':
    '`true` if this repeats the first answer, because the Idempotency-Key was used before.',
  Ignored:
    'Query parameters, and fields of the body, that this route does not know and has ignored; fields as paths such as `splits.0.memmo`. Percent-encoded, separated by commas; at most 20.',
  'Set-Cookie':
    'Sets or clears the session cookie `service-session`, the cookie `service-device`, which shows that the device is known, and `service-oidc`, for the way to the provider and back.',
  Location: 'The page to go to.',
  'WWW-Authenticate': '`Bearer`: how to sign in.',
  Allow: 'On 405: the methods that are allowed here.',
  'Retry-After': 'How many seconds to wait before the next attempt.',
} as const
export type AnswerHeader = keyof typeof ANSWER_HEADERS

/** The headers that an answer of this status can have. */
export function answerHeaders(route: Route, status: number): AnswerHeader[] {
  const isDone = status === 200 || status === 204 || status === 303
  const headers: [AnswerHeader, boolean][] = [
    ['X-Request-Id', true],
    ['Book', isOfBook(route) && status !== 401],
    ['ETag', (isRecord(route) || isList(route)) && (isDone || status === 304)],
    ['Link', (isDone && isList(route)) || route.deprecated !== undefined],
    ['Deprecation', route.deprecated !== undefined],
    ['Sunset', route.deprecated !== undefined],
    ['Content-Disposition', isDone && (isList(route) || route.file !== undefined)],
    ['Idempotency-Replayed', isDone && takesIdempotencyKey(route)],
    ['Ignored', true],
    ['Set-Cookie', isDone && route.setsCookies === true],
    ['Location', status === 303],
    ['WWW-Authenticate', status === 401],
    ['Retry-After', status === 429 || status === 503],
  ]
  return headers.flatMap(([name, isThere]) => (isThere ? [name] : []))
}
