import { type Day, isDay, todayIn } from '../../contract/day.ts'
import type { Occurrence, OccurrenceAction, PlanDraft } from '../../contract/plans.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { isOccurrence, postingDay } from '../../contract/schedule.ts'
import { type Later, later } from '../../words/t.ts'
import { type Known, wholeOf } from '../ledger/known.ts'
import { type Book, changed, type Decision, type RecordChange, unchanged, type Verb } from '../ledger/verb.ts'
import type { MoveRow } from '../records/goal-move.ts'
import type { PlanRow } from '../records/plan.ts'
import type { OccurrenceRow, SlimOccurrence } from '../records/plan-occurrence.ts'
import { amountOfDraft, checkDraft, normalDraft, recordDraft } from './drafts.ts'
import { firstOpen, isDone, lastAhead, scheduledFrom, withNextDate } from './next.ts'
import { requirePlan } from './plans.ts'
import { occurrenceId } from './to-api.ts'

/** Posts, skips or changes the occurrence of a scheduled day. */
export function settle(id: string, date: string, { action, draft }: OccurrenceAction): Verb<Occurrence> {
  if (!isDay(date)) refuse('not_found')
  return {
    looksAt: { plan: [id], occurrences: [id], occurrence: [occurrenceId(id, date)] },
    async decide(book, known) {
      const plan = requirePlan(known, id)
      const before = findOpen(known, plan, date, lastAhead(todayIn(book.time_zone)))
      const { date: otherDay, ...sent } = draft ?? {}
      if (otherDay !== undefined && action === 'change') refuseField('draft.date', 'only_with_post', {})
      if (action === 'skip' && Object.keys(draft ?? {}).length > 0)
        refuseField('draft', 'skipped_has_no_draft', {})
      // Fields of an earlier change count when the occurrence is posted; another change replaces them.
      const changedFields = action === 'skip' ? {} : normalDraft(plan.kind, sent)
      const own = action === 'change' ? changedFields : { ...before?.draft, ...changedFields }
      if (action === 'post') return posted(book, known, { plan, date, before, own, otherDay })
      if (action === 'change') await checkDraft(book, known, { ...plan, draft: { ...plan.draft, ...own } })

      // Nothing below this line refuses.
      const after = rowOf(book, plan, date, before, { action, draft: ownOrNull(own) })
      const isComing = postingDay(date, plan.schedule.working_days) > todayIn(book.time_zone)
      const state = action === 'skip' ? 'skipped' : isComing ? 'coming' : 'due'
      return {
        answer: toApi(book, known, plan, after, state),
        changes: changesOf(book, known, plan, after),
      }
    },
  }
}

/** Posts a due occurrence, for the job. If it is already posted or skipped, or no longer planned, nothing changes and false is returned. */
export const postDue = ({ id, date, draft }: { id: string; date: Day; draft: PlanDraft }): Verb<boolean> => ({
  looksAt: {
    plan: [id],
    occurrences: [id],
    occurrence: [occurrenceId(id, date)],
    ...draftLooksAt(draft),
  },
  async decide(book, known) {
    const plan = known.find('plan', id)
    if (!plan || plan.deleted_at !== null || !plan.auto) return unchanged(false)
    const row = storedOn(known, plan, date)
    const isDue = postingDay(date, plan.schedule.working_days) <= todayIn(book.time_zone)
    if ((row && isDone(row)) || !isDue || !isPlanned(plan, date)) return unchanged(false)
    const { changes } = await posted(book, known, {
      plan,
      date,
      before: row,
      own: openDraft(row),
      otherDay: undefined,
    })
    return { answer: true, changes }
  },
})

/** The records that a draft of any kind refers to, so that they are loaded together with the plan. */
const draftLooksAt = (draft: PlanDraft) => ({
  account: [draft.asset_account_id, draft.from_account_id, draft.to_account_id, draft.account_id],
  category: [draft.category_id],
  contact: [draft.contact_id],
  goal: [draft.goal_id],
  move_days: [draft.goal_id],
})

/** The fields of an open occurrence that differ from the plan's. An occurrence that was taken back has none. */
const openDraft = (row: OccurrenceRow | undefined): PlanDraft =>
  row && row.deleted_at === null ? (row.draft ?? {}) : {}

const isPlanned = ({ schedule, since }: PlanRow, date: Day) => date >= since && isOccurrence(schedule, date)

/** The stored record of an occurrence, if it has one. */
function storedOn(known: Known, { id }: PlanRow, date: Day): OccurrenceRow | undefined {
  const stored = (known.find('occurrences', id) ?? []).filter((one) => one.date === date)
  return wholeOf(known, 'occurrence', stored)[0]
}

/** The stored row of an open occurrence, if it has one. Refuses a day that is not in the schedule or too far away, and an occurrence that is done. */
function findOpen(known: Known, plan: PlanRow, date: Day, last: Day): OccurrenceRow | undefined {
  const occurrences = known.find('occurrences', plan.id) ?? []
  const row = storedOn(known, plan, date)
  if (row && isDone(row)) refuse('occurrence_done', { name: plan.name, date, ...doneState(known, row) })
  if (!isPlanned(plan, date)) {
    const next = firstOpen(plan, occurrences) ?? null
    refuse('occurrence_not_found', { name: plan.name, date, next })
  }
  if (date > last) refuse('occurrence_not_found', { name: plan.name, date, last })
  return row?.deleted_at === null ? row : row && { ...row, draft: null }
}

/** Adds the plan to the posted record of a change. */
function byPlan(plan: PlanRow, id: string, change: RecordChange): RecordChange {
  const { kind, after } = change
  if ((kind !== 'transaction' && kind !== 'obligation' && kind !== 'goal_move') || after?.id !== id)
    return change
  return { ...change, after: { ...after, plan_id: plan.id } } as RecordChange // of the same kind
}

/** The state of a handled occurrence, and how to take it back. */
function doneState(known: Known, row: OccurrenceRow): { state: Later; remedy: Later } {
  const { action, transaction_id, obligation_id, goal_move_id, version } = row
  if (action === 'skip')
    return {
      state: later('skipped'),
      remedy: later('To take the skip back: POST /changes/{version}/undo.', { version }),
    }
  if (goal_move_id !== null) return doneMove(known.find('goal_move', goal_move_id))
  const transaction = transaction_id === null ? undefined : known.find('transaction', transaction_id)
  const record = transaction ?? (obligation_id === null ? undefined : known.find('obligation', obligation_id))
  const list = transaction ? `/budgeting/${transaction.kind}s` : '/obligations'
  if (record?.deleted_at === null)
    return {
      state: later('posted'),
      remedy: later('To change the posted record: PUT {list}/{id}.', { list, id: record.id }),
    }
  return {
    state: later('skipped, because its posting was undone or deleted'),
    remedy: record
      ? later('To bring the posting back: POST {list}/{id}/restore.', { list, id: record.id })
      : later('It was deleted for good, and can only be recorded anew.'),
  }
}

/** The same of an occurrence that filled an envelope. A move is not changed, and comes back by the undo of the change that took it back. */
function doneMove(move: MoveRow | undefined): { state: Later; remedy: Later } {
  if (move?.deleted_at === null)
    return {
      state: later('posted'),
      remedy: later('To take the move back: DELETE /goals/{goal_id}/moves/{id}.', {
        goal_id: move.goal_id,
        id: move.id,
      }),
    }
  return {
    state: later('skipped, because its posting was undone or deleted'),
    remedy: move
      ? later('To bring the move back: POST /changes/{version}/undo.', { version: move.version })
      : later('It was deleted for good, and can only be recorded anew.'),
  }
}

type DueOccurrence = {
  plan: PlanRow
  date: Day
  before: OccurrenceRow | undefined
  own: PlanDraft
  otherDay: Day | undefined
}

/** Records the draft of an occurrence, and that the occurrence is posted. */
async function posted(book: Book, known: Known, posting: DueOccurrence): Promise<Decision<Occurrence>> {
  const { plan, date, before, own, otherDay } = posting
  const day = otherDay ?? postingDay(date, plan.schedule.working_days)
  const recorded = await recordDraft(book, known, { ...plan, draft: { ...plan.draft, ...own } }, day)

  // Nothing below this line refuses.
  const { id } = recorded.answer
  const link =
    plan.kind === 'obligation'
      ? { obligation_id: id }
      : plan.kind === 'goal'
        ? { goal_move_id: id }
        : { transaction_id: id }
  const after = rowOf(book, plan, date, before, { action: 'post', draft: ownOrNull(own), ...link })
  return {
    answer: { ...toApi(book, known, plan, after, 'posted'), date: day },
    changes: [
      ...recorded.changes.map((change) => byPlan(plan, id, change)),
      ...changesOf(book, known, plan, after),
    ],
  }
}

const ownOrNull = (own: PlanDraft): PlanDraft | null => (Object.keys(own).length === 0 ? null : own)

function rowOf(
  book: Book,
  plan: PlanRow,
  date: Day,
  before: OccurrenceRow | undefined,
  fields: Pick<OccurrenceRow, 'action' | 'draft'> & Partial<OccurrenceRow>,
): OccurrenceRow {
  return {
    id: occurrenceId(plan.id, date),
    plan_id: plan.id,
    date,
    transaction_id: null,
    obligation_id: null,
    goal_move_id: null,
    created_version: before?.created_version ?? book.version,
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    deleted_at: null,
    ...fields,
  }
}

/** The occurrence, and the plan if its next date moves. */
function changesOf(book: Book, known: Known, plan: PlanRow, after: OccurrenceRow): RecordChange[] {
  const was = storedOn(known, plan, after.date)
  const others = (known.find('occurrences', plan.id) ?? []).filter(({ date }) => date !== after.date)
  const occurrences: SlimOccurrence[] = [...others, after]
  // Nothing before the next date is open.
  const from = plan.next_date === null ? plan.since : scheduledFrom(plan.next_date)
  const next = withNextDate(plan, occurrences, from)
  const moved = { ...next, version: book.version, updated_at: book.at }
  return [
    changed('plan_occurrence', was ?? null, after),
    ...(next.next_date === plan.next_date ? [] : [changed('plan', plan, moved)]),
  ]
}

function toApi(
  book: Book,
  known: Known,
  plan: PlanRow,
  row: OccurrenceRow,
  state: Occurrence['state'],
): Occurrence {
  const draft = { ...plan.draft, ...row.draft }
  return {
    id: row.id,
    plan_id: plan.id,
    plan_name: plan.name,
    kind: plan.kind,
    scheduled_date: row.date,
    date: postingDay(row.date, plan.schedule.working_days),
    ...amountOfDraft(
      book,
      { ...plan, draft },
      (id) => known.find(plan.kind === 'goal' ? 'goal' : 'account', id)?.currency_id,
    ),
    draft: row.draft,
    auto: plan.auto,
    state,
    reason: null,
    transaction_id: row.transaction_id,
    obligation_id: row.obligation_id,
    goal_move_id: row.goal_move_id,
    version: row.version,
  }
}
