import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

/** The id if it is well-formed, else null, which matches no row. */
export const idOrNull = (text: string | undefined): string | null =>
  text !== undefined && isId(text) ? text : null

/** Several values of one filter are separated by commas. */
export const valuesOf = (text: string): string[] => text.split(',').map((value) => value.trim())

/** The well-formed ids among several values. */
export const knownIds = (text: string): string[] => valuesOf(text).filter(isId)

/** Whether the text is a well-formed id; any other text never reaches the database. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
