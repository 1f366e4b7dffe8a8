import { createHash, randomUUIDv7 } from 'node:crypto'

export const newId: () => string = randomUUIDv7

/** The id that follows from a text: that of a record which is the same one whenever it is made again. */
export function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The id if it is well-formed, else one that no row has. A null would be looked for on every shard. */
export const idOrNone = (text: string): string => (isId(text) ? text : '00000000-0000-0000-0000-000000000000')

/** Several values of one filter are separated by commas. */
export const commaSeparated = (text: string): string[] => text.split(',').map((value) => value.trim())

/** The well-formed ids among several values. */
export const knownIds = (text: string): string[] => [...new Set(commaSeparated(text).filter(isId))]

/** Whether the text is a well-formed id; any other text never reaches the database. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

/** The id of nobody: for what belongs to no person. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
