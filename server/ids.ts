import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

/** An id that can be one; nothing in the database equals the null that any other becomes. */
export const knownId = (text: string | undefined): string | null =>
  text !== undefined && isId(text) ? text : null

/** Several values of one filter are separated by commas. */
export const valuesOf = (text: string): string[] => text.split(',').map((value) => value.trim())

/** The ids among several values; what cannot be one is none. */
export const knownIds = (text: string): string[] => valuesOf(text).filter(isId)

/** Whether the text can be an id at all; what cannot never reaches the database. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
