import { type Day, todayIn } from '../../contract/day.ts'
import type { Occurrence } from '../../contract/plans.ts'
import { refuse } from '../../contract/refusals.ts'
import { postingDay } from '../../contract/schedule.ts'
import { type Database, type Db, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type Page, positionIn, type SortKey } from '../lists/lists.ts'
import { mapInSlices } from '../process/slices.ts'
import type { PlanRow } from '../records/plan.ts'
import { isDone, openDays, scheduledFrom, scheduledUntil } from './next.ts'
import { findPlan } from './plans.sql.ts'
import { occurrencesOf, type StoredOccurrence, settledBefore } from './upcoming.sql.ts'
import { type Coming, comingToApi } from './upcoming.ts'

const keys: SortKey[] = [{ key: sql`date`, type: 'date' }]
/** A day after every day that Florin knows. */
const NO_DAY = '9999-12-31'

/** A page of the occurrences of a plan that are due, waiting, posted or skipped, the latest scheduled day first. */
export const readOccurrences = (
  db: Database,
  book: BookRow,
  id: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<Occurrence>> =>
  snapshot(db, async (reading) => {
    const plan = (await findPlan(reading, book.id, id)) ?? refuse('not_found')
    const { limit = 200, cursor } = query
    const today = todayIn(book.time_zone)
    const before = positionIn(cursor, keys)?.[0] ?? NO_DAY
    const settled = await settledBefore(reading, book, plan.id, before, limit + 1)
    const found = [
      ...settled.map((stored) => settledOf(plan, stored)),
      ...(await lateOf(reading, book, plan, today)),
    ]
    const sorted = found
      .filter(({ scheduled }) => scheduled < before)
      .sort((a, b) => (a.scheduled > b.scheduled ? -1 : 1))
    const data = await comingToApi(reading, book, sorted.slice(0, limit), today)
    return {
      data,
      positions: sorted.slice(0, data.length).map(({ scheduled }) => [scheduled]),
      isMore: sorted.length > data.length,
      meta: { limit },
    }
  })

/** A posted occurrence has the day on which it was recorded. */
const settledOf = (plan: PlanRow, stored: StoredOccurrence): Coming => ({
  plan,
  stored,
  scheduled: stored.date,
  date: stored.recorded_date ?? postingDay(stored.date, plan.schedule.working_days),
})

/** The occurrences whose day has come, and that are neither posted nor skipped. */
async function lateOf(db: Db, book: BookRow, plan: PlanRow, today: Day): Promise<Coming[]> {
  if (plan.next_date === null || plan.next_date > today) return []
  const [from, to] = [scheduledFrom(plan.next_date), scheduledUntil(today)]
  const found = await occurrencesOf(db, book, [plan.id], from, to)
  const stored = new Map(found.map((one) => [one.date, one]))
  const done = new Set(found.filter(isDone).map(({ date }) => date))
  const coming = await mapInSlices(openDays(plan, done, from, to), (scheduled) => ({
    plan,
    scheduled,
    stored: stored.get(scheduled),
    date: postingDay(scheduled, plan.schedule.working_days),
  }))
  return coming.filter(({ date }) => date <= today)
}
