import { todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { draftFields, type PlanDraft } from '../../contract/plans.ts'
import { firstOccurrence } from '../../contract/schedule.ts'
import { withNextDate } from '../plans/next.ts'
import { MAX_PLANS } from '../plans/plans.ts'
import { occurrenceId } from '../plans/to-api.ts'
import { fault } from '../records/columns.ts'
import type { PlanRow } from '../records/plan.ts'
import type { OccurrenceRow } from '../records/plan-occurrence.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** How long ago the first open occurrence of a plan may be: all since then are due at once. */
const OLDEST_YEARS = 20

/** More than a plan of every day has in 20 years. */
const MAX_OCCURRENCES = 10_000

/** Checks plans and the outcomes of their occurrences. */
export async function checkPlans({ settings, records }: FileBook, known: KnownInFile): Promise<void> {
  const byPlan = Map.groupBy(
    records.plan_occurrence.map(({ row }) => row),
    ({ plan_id }) => plan_id,
  )
  const oldest = Temporal.PlainDate.from(todayIn(settings.time_zone))
    .subtract({ years: OLDEST_YEARS })
    .toString()
  await eachOf(records.plan, (plan, index) => {
    if (index >= MAX_PLANS) fault(`it is one of more than ${MAX_PLANS} plans`)
    checkDraft(known, plan, plan.draft)
    checkSchedule(plan)
    const occurrences = byPlan.get(plan.id) ?? []
    if (occurrences.length > MAX_OCCURRENCES)
      fault(`the plan "${plan.name}" has more than ${MAX_OCCURRENCES} occurrences`)
    const { next_date } = withNextDate(plan, occurrences)
    if (next_date !== plan.next_date) fault(`the next date of the plan "${plan.name}" is ${next_date}`)
    if (next_date !== null && next_date < oldest)
      fault(`the next date of the plan "${plan.name}" is more than ${OLDEST_YEARS} years ago`)
  })
  await eachOf(records.plan_occurrence, (one) => checkOccurrence(known, one))
}

const REQUIRED = {
  expense: ['amount'],
  income: ['amount'],
  transfer: ['from_account_id', 'to_account_id', 'amount'],
  obligation: ['original_amount', 'contact_id', 'account_id'],
  goal: ['goal_id', 'amount'],
} as const

function checkDraft(known: KnownInFile, { name, kind }: PlanRow, draft: PlanDraft): void {
  const missing = REQUIRED[kind].find((field) => draft[field] === undefined || draft[field] === null)
  if (missing) fault(`the draft of the plan "${name}" has no ${missing}`)
  checkFields(known, name, kind, draft)
}

/** Checks that the draft has the fields of its kind and that its records are in the file. Whether it can be recorded is decided when it is due. */
function checkFields(known: KnownInFile, name: string, kind: PlanRow['kind'], draft: PlanDraft): void {
  const other = Object.keys(draft).find((field) => !draftFields[kind].includes(field))
  if (other) fault(`the draft of the plan "${name}" has ${other}, which no draft of this kind has`)
  const { splits = [], shares = [] } = draft
  checkOnly(name, splits, ['category_id', 'amount', 'memo'])
  checkOnly(name, shares, ['contact_id', 'amount'])
  const linkedIn = <Row>(rows: ReadonlyMap<string, Row>, ids: readonly (string | null | undefined)[]) => {
    for (const id of ids) if (id !== undefined && id !== null) linked(rows, 'the draft', id)
  }
  const { asset_account_id, from_account_id, to_account_id, account_id, counter_account_id } = draft
  linkedIn(known.accounts, [asset_account_id, from_account_id, to_account_id, account_id, counter_account_id])
  linkedIn(known.categories, [draft.category_id, ...splits.map(({ category_id }) => category_id)])
  linkedIn(known.goals, [draft.goal_id])
  linkedIn(known.contacts, [draft.contact_id, ...shares.map(({ contact_id }) => contact_id)])
  for (const id of [draft.currency_id, draft.to_currency_id])
    if (id !== undefined && id !== null && currencyFacts(id)?.id !== id)
      fault(`the draft of the plan "${name}" is in the unknown currency ${id.slice(0, 20)}`)
}

function checkOnly(name: string, items: readonly object[], fields: readonly string[]): void {
  for (const item of items)
    if (Object.keys(item).some((field) => !fields.includes(field)))
      fault(`the draft of the plan "${name}" has a field that is not known`)
}

function checkSchedule({ name, schedule }: PlanRow): void {
  const { start, unit, on, end, count } = schedule
  const isWhole = ['start', 'every', 'unit', 'on', 'end', 'count', 'working_days'].every((field) =>
    Object.hasOwn(schedule, field),
  )
  const isOn = on === null || (unit !== 'day' && unit !== 'week' && (typeof on !== 'string' || on === 'last'))
  const isKnown = typeof on !== 'object' || on === null || Object.keys(on).length === 2
  const isEnding = (end === null || end >= start) && (end === null || count === null)
  if (!isWhole || !isOn || !isKnown || !isEnding || firstOccurrence(schedule) === undefined)
    fault(`the schedule of the plan "${name}" is not possible`)
}

function checkOccurrence(known: KnownInFile, one: OccurrenceRow): void {
  const plan = linked(known.plans, 'plan_id', one.plan_id)
  if (one.id !== occurrenceId(plan.id, one.date))
    fault(`it has another id than the occurrence of "${plan.name}" on ${one.date}`)
  if (one.draft !== null) checkFields(known, plan.name, plan.kind, one.draft)
  const links = [one.transaction_id, one.obligation_id, one.goal_move_id].filter((id) => id !== null)
  if (links.length !== (one.action === 'post' ? 1 : 0))
    fault(`it does not say what the occurrence of "${plan.name}" was posted as`)
  // The posted record may have been deleted for good since.
  for (const [id, rows] of [
    [one.transaction_id, [known.debts, known.moves]],
    [one.obligation_id, [known.transactions, known.moves]],
    [one.goal_move_id, [known.transactions, known.debts]],
  ] as const)
    if (id !== null && rows.some((others) => others.has(id)))
      fault(`it was posted as a record of another kind`)
}
