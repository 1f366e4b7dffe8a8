import { addDays, type Day, laterDay, todayIn } from '../../contract/day.ts'
import type { Occurrence } from '../../contract/plans.ts'
import { refuse } from '../../contract/refusals.ts'
import { lastDayOf, perDay, postingDay } from '../../contract/schedule.ts'
import { type Db, isForFile } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type Page, positionIn, type SortKey } from '../lists/lists.ts'
import { mapInSlices } from '../process/slices.ts'
import type { PlanRow } from '../records/plan.ts'
import { amountOfDraft } from './drafts.ts'
import { isRefused, tryAll } from './dry-run.ts'
import { doneDays, isDone, lastAhead, openDays, scheduledFrom, scheduledUntil } from './next.ts'
import { occurrenceId } from './to-api.ts'
import {
  currenciesOf,
  firstDrafts,
  keyOf,
  livePlans,
  occurrencesOf,
  type ScheduledPlan,
  type StoredOccurrence,
} from './upcoming.sql.ts'

/** The most days of a window, and the approximate number of occurrences in it. */
const WINDOW = { days: 184, occurrences: 2_000 }

/** The last day of the list: refuses a day in the past, and one that is too far away. */
export function checkUntil(until: Day, today: Day): Day {
  const last = lastAhead(today)
  return until >= today && until <= last ? until : refuse('until_out_of_range', { until, first: today, last })
}

/** An occurrence of a plan on a scheduled day, and its stored row. */
export type Coming<Plan extends ScheduledPlan = PlanRow> = {
  readonly plan: Plan
  readonly scheduled: Day
  readonly date: Day
  readonly stored: StoredOccurrence | undefined
}

/** The plans that can have an open occurrence between two days: none is open before a plan's next date, and none comes after its last day. */
function openBetween<Plan extends ScheduledPlan>(plans: readonly Plan[], start: Day, end: Day): Plan[] {
  const first = scheduledFrom(start)
  return plans.filter(
    ({ next_date, schedule }) => next_date !== null && next_date <= end && lastDayOf(schedule) >= first,
  )
}

/** The last day of the window that starts on a day. Plans that are not open in these days do not make it shorter. */
function windowEnd(plans: readonly ScheduledPlan[], start: Day, to: Day): Day {
  const longest = addDays(start, WINDOW.days - 1)
  const density = openBetween(plans, start, longest).reduce((sum, { schedule }) => sum + perDay(schedule), 0)
  const days = Math.max(1, Math.min(WINDOW.days, Math.floor(WINDOW.occurrences / density)))
  const end = addDays(start, days - 1)
  return end < to ? end : to
}

/**
 * The occurrences of plans whose date is between two days, both included, by date: those that are open, and those that are done from today
 * on. They are computed window by window, so that the first ones do not require all of them.
 */
export async function* comingBetween<Plan extends ScheduledPlan>(
  db: Db,
  book: BookRow,
  plans: readonly Plan[],
  { from, to, today }: { from: Day; to: Day; today: Day },
): AsyncGenerator<Coming<Plan>, undefined> {
  const ids = plans.map(({ id }) => id)
  const byId = plans.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  let end: Day
  for (let start = from; ids.length > 0 && start <= to; start = addDays(end, 1)) {
    end = windowEnd(plans, start, to)
    const found = await occurrencesOf(db, book, ids, scheduledFrom(start), scheduledUntil(end))
    const byPlan = Map.groupBy(found, ({ plan_id }) => plan_id)
    const open = new Set(openBetween(plans, start, end))
    const some = byId.filter((plan) => open.has(plan) || byPlan.has(plan.id))
    const [first, last] = [start, end]
    const lists = await mapInSlices(some, (plan) =>
      inWindow(plan, byPlan.get(plan.id) ?? [], first, last, today),
    )
    // The occurrences of each plan are already in order: merging them day by day avoids sorting all of them.
    const byDay = Map.groupBy(lists.flat(), ({ date }) => date)
    for (const day of [...byDay.keys()].sort()) yield* byDay.get(day) ?? []
  }
}

/** The position of an occurrence in the list: its date, its plan, its scheduled day. */
const placeOf = ({ date, plan, scheduled }: Coming) => [date, plan.id, scheduled] as const

function isBefore(a: readonly string[], b: readonly string[]): boolean {
  const index = a.findIndex((text, place) => text !== b[place])
  return index >= 0 && (a[index] ?? '') < (b[index] ?? '')
}

function inWindow<Plan extends ScheduledPlan>(
  plan: Plan,
  found: readonly StoredOccurrence[],
  start: Day,
  end: Day,
  today: Day,
): Coming<Plan>[] {
  const done = found.filter(isDone)
  const stored = new Map(found.map((one) => [one.date, one]))
  const open = openDays(plan, doneDays(found), scheduledFrom(start), scheduledUntil(end))
  const coming = (scheduled: Day): Coming<Plan> => ({
    plan,
    scheduled,
    date: postingDay(scheduled, plan.schedule.working_days),
    stored: stored.get(scheduled),
  })
  return [...open.map(coming), ...done.map(({ date }) => coming(date)).filter(({ date }) => date >= today)]
    .filter(({ date }) => date >= start && date <= end)
    .sort((a, b) => (a.scheduled < b.scheduled ? -1 : 1))
}

/** The first day with an open occurrence, or today. */
export const firstDay = (plans: readonly ScheduledPlan[], today: Day): Day =>
  plans.reduce((first, { next_date }) => (next_date !== null && next_date < first ? next_date : first), today)

const keys: SortKey[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`plan_id`, type: 'uuid' },
  { key: sql`scheduled`, type: 'date' },
]

type UpcomingQuery = { until?: Day; from?: Day; plan_id?: string; limit?: number; cursor?: string }

/** How many occurrences of a file are shown together. */
const BATCH = 500

/** All occurrences between two days as the API shows them, in batches: those whose drafts take too many bytes are moved to the next batch. */
async function* allUpcoming(
  db: Db,
  book: BookRow,
  plans: readonly PlanRow[],
  days: { from: Day; to: Day; today: Day },
): AsyncGenerator<Occurrence[]> {
  let waiting: Coming[] = []
  const show = async () => {
    const shown = await comingToApi(db, book, waiting, days.today)
    waiting = waiting.slice(shown.length)
    return shown
  }
  for await (const one of comingBetween(db, book, plans, days)) {
    waiting.push(one)
    if (waiting.length >= BATCH) yield await show()
  }
  while (waiting.length > 0) yield await show()
}

/** A page of the coming occurrences, or all of them for a file. */
export async function readUpcoming(
  db: Db,
  book: BookRow,
  { until, from: first = '', plan_id, limit = 200, cursor }: UpcomingQuery,
): Promise<Page<Occurrence>> {
  const today = todayIn(book.time_zone)
  const to = checkUntil(until ?? addDays(today, 31), today)
  const plans = await livePlans(db, book, plan_id)
  const position = positionIn(cursor, keys)
  const from = position?.[0] ?? laterDay(firstDay(plans, today), first)
  if (isForFile(db))
    return {
      data: [],
      positions: [],
      isMore: false,
      meta: { limit },
      batches: allUpcoming(db, book, plans, { from, to, today }),
    }
  const found: Coming[] = []
  for await (const one of comingBetween(db, book, plans, { from, to, today })) {
    if (position && !isBefore(position, placeOf(one))) continue
    found.push(one)
    if (found.length > limit) break
  }
  const data = await comingToApi(db, book, found.slice(0, limit), today)
  return {
    data,
    positions: found.slice(0, data.length).map(placeOf),
    isMore: found.length > data.length,
    meta: { limit },
  }
}

/** The draft of an occurrence: the plan's, with the fields that differ this time. */
export const plannedOf = ({ plan, stored }: Coming) => ({
  ...plan,
  draft: { ...plan.draft, ...stored?.draft },
})

/**
 * Occurrences as the API shows them: due ones are tried, to find out why one has to wait. If the drafts take more bytes than a page may
 * have, only the first ones are returned.
 */
export async function comingToApi(
  db: Db,
  book: BookRow,
  asked: readonly Coming[],
  today: Day,
): Promise<Occurrence[]> {
  const changed = asked.filter(({ stored }) => stored?.draft)
  const { drafts, count } = await firstDrafts(
    db,
    book,
    changed.map(({ plan, scheduled }) => ({ plan_id: plan.id, date: scheduled })),
  )
  const next = changed[count] // the first one whose draft was not read
  const shown = next ? asked.slice(0, asked.indexOf(next)) : asked
  const due = shown.filter(({ stored, date }) => date <= today && !(stored && isDone(stored)))
  const trials = due.map((one) => ({ planned: plannedOf(one), date: one.date }))
  const results = await tryAll(db, book, trials, () => undefined)
  const reasons = new Map(due.map((one, index) => [one, results[index]]))
  const kept = shown.flatMap((one) => {
    const { from_account_id, goal_id } = plannedOf(one).draft
    return from_account_id ?? goal_id ?? []
  })
  const currencies = await currenciesOf(db, book, [...new Set(kept)])
  return mapInSlices(shown, (one): Occurrence => {
    const { plan, scheduled, date, stored } = one
    const tried = reasons.get(one)
    const reason = tried && isRefused(tried) ? tried : null
    return {
      id: occurrenceId(plan.id, scheduled),
      plan_id: plan.id,
      plan_name: plan.name,
      kind: plan.kind,
      scheduled_date: scheduled,
      date,
      ...amountOfDraft(book, plannedOf(one), (id) => currencies.get(id)),
      draft: drafts.get(keyOf({ plan_id: plan.id, date: scheduled })) ?? null,
      auto: plan.auto,
      state: stateOf(one, today, reason !== null),
      reason,
      transaction_id: stored?.transaction_id ?? null,
      obligation_id: stored?.obligation_id ?? null,
      goal_move_id: stored?.goal_move_id ?? null,
      version: stored?.version ?? null,
    }
  })
}

function stateOf({ stored, date }: Coming, today: Day, isRefused: boolean): Occurrence['state'] {
  if (stored && isDone(stored)) return stored.action === 'post' && stored.is_there ? 'posted' : 'skipped'
  if (date > today) return 'coming'
  return isRefused ? 'waiting' : 'due'
}
