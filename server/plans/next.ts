import { addDays, type Day, LAST_DAY, laterDay } from '../../contract/day.ts'
import { MAX_SHIFT_DAYS, occurrencesBetween, postingDay } from '../../contract/schedule.ts'
import type { PlanRow } from '../records/plan.ts'
import type { OccurrenceRow } from '../records/plan-occurrence.ts'

/** Whether an occurrence is posted or skipped. A changed occurrence is open, and so is one whose posting or skip was taken back. */
export const isDone = ({ action, deleted_at }: Pick<OccurrenceRow, 'action' | 'deleted_at'>): boolean =>
  deleted_at === null && action !== 'change'

/** The first scheduled day whose occurrence can have this posting day. */
export const scheduledFrom = (postedOn: Day): Day => addDays(postedOn, -MAX_SHIFT_DAYS)

/** The last scheduled day whose occurrence can have this posting day. */
export const scheduledUntil = (postedOn: Day): Day => addDays(postedOn, MAX_SHIFT_DAYS)

/** How far ahead occurrences are listed and can be settled. It is bounded, because settling one loads all stored occurrences of its plan. */
const MAX_YEARS = 2

/** The last day that can be listed. */
export const lastAhead = (today: Day): Day =>
  Temporal.PlainDate.from(today).add({ years: MAX_YEARS }).toString()

type PlanSchedule = Pick<PlanRow, 'schedule' | 'since'>

/** The scheduled days of a plan that are neither posted nor skipped, in order. */
export function* openDays(
  { schedule, since }: PlanSchedule,
  done: ReadonlySet<Day>,
  from: Day,
  to: Day = LAST_DAY,
): Generator<Day, undefined> {
  for (const day of occurrencesBetween(schedule, laterDay(since, from), to)) if (!done.has(day)) yield day
}

type Settled = Pick<OccurrenceRow, 'date' | 'action' | 'deleted_at'>

/** The scheduled days that are done. */
export const doneDays = (occurrences: readonly Settled[]): Set<Day> =>
  new Set(occurrences.filter(isDone).map(({ date }) => date))

/** The first open scheduled day from a day on. */
export const firstOpen = (
  plan: PlanSchedule,
  occurrences: readonly Settled[],
  from: Day = plan.since,
): Day | undefined => openDays(plan, doneDays(occurrences), from).next().value

/** The plan with the date of its first open occurrence. The working-day rule keeps the order, so the first scheduled one comes first. */
export function withNextDate(
  plan: PlanRow,
  occurrences: readonly Settled[],
  from: Day = plan.since,
): PlanRow {
  const day = firstOpen(plan, occurrences, from)
  return { ...plan, next_date: day === undefined ? null : postingDay(day, plan.schedule.working_days) }
}
