import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()

/** Whether the text can be an id at all; what cannot never reaches the database. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
