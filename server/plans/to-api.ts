import { createHash } from 'node:crypto'
import type { Day } from '../../contract/day.ts'

/**
 * The id of an occurrence follows from its plan and its scheduled day: one that is skipped, taken back and skipped again stays the same
 * record of the log.
 */
export function occurrenceId(planId: string, date: Day): string {
  const hex = createHash('sha256').update(`${planId} ${date}`).digest('hex')
  const words = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return words.join('-')
}
