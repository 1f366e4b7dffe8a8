import { createHash } from 'node:crypto'
import type { Day } from '../../contract/day.ts'
import type { Plan } from '../../contract/plans.ts'
import type { OccurrenceRow, PlanRow } from '../ledger/records.ts'

/** A plan as the API shows it. */
export const planToApi = (plan: Omit<PlanRow, 'created_version' | 'since'>): Plan => ({
  id: plan.id,
  name: plan.name,
  kind: plan.kind,
  draft: plan.draft,
  schedule: plan.schedule,
  auto: plan.auto,
  next_date: plan.next_date,
  version: plan.version,
  created_at: plan.created_at,
  updated_at: plan.updated_at,
  deleted_at: plan.deleted_at,
})

/** The outcome of an occurrence, as the history shows it. */
export const occurrenceRecordToApi = ({ created_version: _, date, ...row }: OccurrenceRow): object => ({
  ...row,
  scheduled_date: date,
})

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
