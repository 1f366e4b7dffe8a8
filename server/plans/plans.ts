import { isDeepStrictEqual } from 'node:util'
import { type Day, LAST_DAY, todayIn } from '../../contract/day.ts'
import type { NewPlan, Plan, PlanChange, PlanDraft, PlanKind } from '../../contract/plans.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { firstOccurrence, occurrencesBetween, type Schedule } from '../../contract/schedule.ts'
import type { ScheduleDraft } from '../../contract/schedule-shapes.ts'
import { type Later, later } from '../../words/t.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { mapInSlices } from '../process/slices.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { type PlanRow, planToApi } from '../records/plan.ts'
import type { SlimOccurrence } from '../records/plan-occurrence.ts'
import { checkDraft, normalDraft } from './drafts.ts'
import { firstOpen, withNextDate } from './next.ts'

/** The most plans that a book can have, trash included. Coming occurrences are computed from all of them. */
export const MAX_PLANS = 500
/** How long ago a new schedule may begin. All its occurrences since then are due at once. */
const OLDEST_YEARS = 10

export const addPlan = (sent: NewPlan): Verb<Plan> => ({
  looksAt: { planned: [''] },
  async decide(book, known) {
    const { name, kind, auto = false } = sent
    const count = known.find('planned', '') ?? 0
    if (count >= MAX_PLANS) refuse('plans_too_many', { count })
    const schedule = readSchedule(book, sent.schedule)
    const draft = draftIn(kind, sent.draft)
    await checkDraft(book, known, { kind, name, draft })

    // Nothing below this line refuses.
    const dates = { created_at: book.at, updated_at: book.at, deleted_at: null }
    const plan: PlanRow = {
      id: newId(),
      name,
      kind,
      draft,
      schedule,
      auto,
      since: schedule.start,
      next_date: null,
      created_version: book.version,
      version: book.version,
      ...dates,
    }
    const after = withNextDate(plan, [])
    return { answer: planToApi(after), changes: [changed('plan', null, after)] }
  },
})

/** The draft in the request, with the fields of its kind only. */
function draftIn(kind: PlanKind, { date, ...draft }: NewPlan['draft']): PlanDraft {
  if (date !== undefined) refuseField('draft.date', 'days_of_schedule', {})
  return normalDraft(kind, draft)
}

/** Changes a plan. An unchanged draft or schedule is not checked again. */
export const changePlan = (id: string, sent: PlanChange, guard: Guard): Verb<Plan> => ({
  looksAt: { plan: [id], occurrences: [id] },
  async decide(book, known) {
    const before = requirePlan(known, id)
    const { name = before.name, kind = before.kind, auto = before.auto } = sent
    const schedule = sent.schedule ? readSchedule(book, sent.schedule, before.schedule) : before.schedule
    const draft = draftIn(kind, sent.draft ?? before.draft)
    if (kind !== before.kind || !isDeepStrictEqual(draft, before.draft))
      await checkDraft(book, known, { kind, name, draft })
    guard(before)

    // Nothing below this line refuses.
    const occurrences = known.find('occurrences', id) ?? []
    const changes = { name, kind, auto, draft, schedule }
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return unchanged(planToApi(before))
    const isSame = isDeepStrictEqual(schedule, before.schedule)
    const since = isSame
      ? before.since
      : await sinceFor(before, schedule, occurrences, todayIn(book.time_zone))
    const after = { ...before, ...changes, since }
    return saved(book, before, isSame ? after : withNextDate(after, occurrences))
  },
})

/**
 * The day from which a changed schedule applies. If the due days are the same, they stay due. Otherwise it applies from today on: past days
 * that were not in the old schedule were never planned.
 */
async function sinceFor(
  before: PlanRow,
  schedule: Schedule,
  occurrences: readonly SlimOccurrence[],
  today: Day,
): Promise<Day> {
  const first = firstOpen(before, occurrences)
  if (first === undefined || first > today) return today
  const due = (one: Schedule) => mapInSlices(occurrencesBetween(one, first, today), (day) => day)
  return isDeepStrictEqual(await due(before.schedule), await due(schedule)) ? first : today
}

/** A plan is deleted for good with the stored rows of its occurrences. Its transactions stay. */
export const planLife = (id: string): Erasable<PlanRow, Plan> => ({
  looksAt: { plan: [id] },
  looksAtForErasing: { occurrences: [id] },
  find: (known) => known.find('plan', id),
  show: (_, __, plan) => planToApi(plan),
  trash: (book, _, before) => saved(book, before, { ...before, deleted_at: book.at }),
  restore: (book, _, before) => saved(book, before, { ...before, deleted_at: null }),
  erase: (_, known, { name }) => ({
    resource: 'plan',
    name,
    belonging: (known.find('occurrences', id) ?? []).map((one) => ({
      resource: 'plan_occurrence',
      id: one.id,
    })),
  }),
})

/** A plan that is not in the trash. */
export function requirePlan(known: Known, id: string): PlanRow {
  const plan = known.find('plan', id)
  return plan && plan.deleted_at === null ? plan : refuse('not_found')
}

function saved(book: Book, before: PlanRow, fields: PlanRow): Decision<Plan> {
  const after = { ...fields, version: book.version, updated_at: book.at }
  return { answer: planToApi(after), changes: [changed('plan', before, after)] }
}

/** The schedule in the request, with every field. An unchanged stored schedule is accepted, however old it is. */
function readSchedule(book: Book, sent: ScheduleDraft, before?: Schedule): Schedule {
  const { start, every = 1, unit, on = null, end = null, count = null, working_days = 'none' } = sent
  const schedule: Schedule = { start, every, unit, on, end, count, working_days }
  if (isDeepStrictEqual(schedule, before)) return schedule
  const bad = (field: string, reason: Later) =>
    refuse('schedule_invalid', { field: `schedule.${field}`, reason })
  if (on !== null && (unit === 'day' || unit === 'week'))
    bad(
      'on',
      later(
        'only schedules by month or year have it, and the unit is {unit}. Leave it out: the start says the day.',
        { unit },
      ),
    )
  if (typeof on === 'string' && on !== 'last') bad('on', later('the only word for a day is "last".'))
  if (end !== null && end < start) bad('end', later('{end} is before the start, {start}.', { end, start }))
  if (end !== null && count !== null) bad('count', later('send end or count, not both.'))
  const oldest = Temporal.PlainDate.from(todayIn(book.time_zone)).subtract({ years: OLDEST_YEARS }).toString()
  if (start < oldest && start !== before?.start)
    bad(
      'start',
      later('{start} is more than {years} years ago; a schedule can begin on {oldest} at the earliest.', {
        start,
        years: OLDEST_YEARS,
        oldest,
      }),
    )
  if (firstOccurrence(schedule) === undefined) refuse('schedule_never', { start, until: end ?? LAST_DAY })
  return schedule
}
