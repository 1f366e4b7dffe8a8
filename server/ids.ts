import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

/** An id that can be one; nothing in the database equals the null that any other becomes. */
export const knownId = (text: string | undefined): string | null =>
  text !== undefined && isId(text) ? text : null

/** Whether the text can be an id at all; what cannot never reaches the database. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
