import type { Day } from '../../contract/day.ts'
import { idFrom } from '../process/ids.ts'

/**
 * The id of an occurrence follows from its plan and its scheduled day: one that is skipped, taken back and skipped again stays the same
 * record of the log.
 */
export const occurrenceId = (planId: string, date: Day): string => idFrom(`${planId} ${date}`)
