import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

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
