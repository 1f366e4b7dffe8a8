import { Type } from 'typebox'

/** A moment in the history of a book: a version, or a point in time. */
export type Moment = { version: number } | { at: string }

/** A time with its zone, as ISO 8601 writes it; a day alone is not a point in time. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)$/i

/** The point in time that a text names, in UTC with microseconds; undefined if it names none of the years 1 to 9999. */
export function readTime(text: string): string | undefined {
  if (!TIME.test(text)) return undefined
  try {
    const time = Temporal.Instant.from(text).toString({ fractionalSecondDigits: 6 })
    return /^(?!0000)\d/.test(time) ? time : undefined
  } catch {
    return undefined
  }
}

/** Digits alone are a version; anything else is a time, or nothing. */
export function readMoment(text: string): Moment | undefined {
  if (/^\d{1,15}$/.test(text)) return { version: Number(text) }
  const at = readTime(text)
  return at === undefined ? undefined : { at }
}

/** A time in a query. */
export const TimeOf = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description}, as 2026-11-30T08:15:00Z; in an address, the + of an offset is written %2B.`,
  })

const knownAt = (more: string) => ({
  known_at: Type.Optional(
    Type.String({
      format: 'moment',
      description: `A time (ISO 8601) or a version (digits alone): figures and the fields of a record are as recorded at that time; names of records that it refers to are those of today.${more}`,
    }),
  ),
})

/** The query of routes that can answer for an earlier time. */
export const KnownAt = knownAt('')

/** The same, where the answer has values at the rates of a day. */
export const KnownAtWithValues = knownAt(' base_value is null then.')

/** The refusals of `known_at`, beside `invalid` for text that is neither a time nor a version. */
export const knownAtRefusals = ['known_at_future', 'known_at_too_early'] as const
