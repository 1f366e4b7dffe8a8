import { onlyKnown } from '../process/validation.ts'

/** Whether a reply has a sum with more digits than a JavaScript number carries, as `showAmount` makes one. */
const hasLongSum = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (JSON.isRawJSON(value) || Object.values(value).some(hasLongSum))

/**
 * Writes a reply by its compiled schema. The schema supports only JavaScript numbers, and throws for a longer sum; such a reply is written
 * by JSON.stringify instead, with every digit.
 */
export function writeExactly(schema: object, value: unknown, write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (!hasLongSum(value)) throw error
    return JSON.stringify(onlyKnown(schema, value))
  }
}
