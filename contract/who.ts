import type { TOptional, TSchema } from 'typebox'
import { IdOf, Nullable } from './route.ts'

/**
 * Who did it. The service fills these fields in as it writes an answer (`server/http/who.ts`), so that every answer has them, but no function that
 * makes a record has to give them: they are required in the schema, and optional in the type.
 */
const filledIn = <T extends TSchema>(schema: T) => schema as unknown as TOptional<T> // see above

/** The fields of a record. Names of people are in the list of members. */
export const who = {
  created_by: filledIn(IdOf('The id of the person who created it.')),
  changed_by: filledIn(IdOf('The id of the person who made the latest change, the one that version names.')),
}

/** Of a budget, which is replaced as a whole. */
export const changed_by = filledIn(IdOf('The id of the person who set it, in the change that version names.'))

/** Of an exchange rate, which may be a published one. */
export const rate_changed_by = filledIn(
  Nullable(IdOf('The id of the person who set it, if version is not 0; else null.')),
)
