import { type Static, type TObject, Type } from 'typebox'
import { booking, ExpenseDraft, TransactionDraft, TransferDraft, transferring } from './budgeting.ts'
import { ObligationDraft } from './obligations.ts'
import {
  ByIds,
  Day,
  DayOf,
  Forever,
  foreverRefusals,
  Id,
  IdOf,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  pageQuery,
  route,
  Search,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { Schedule, ScheduleDraft } from './schedule-shapes.ts'
import { who } from './who.ts'

export const planKinds = ['expense', 'income', 'transfer', 'obligation', 'goal'] as const
export type PlanKind = (typeof planKinds)[number]
const Kind = Type.Unsafe<PlanKind>({ type: 'string', enum: [...planKinds] })

/** The fields of an obligation's draft. Its days follow from the schedule. */
const ofObligation = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 150,
      pattern: '\\S',
      description: 'Default: the name of the plan.',
    }),
  ),
  reference: ObligationDraft.properties.reference,
  original_amount: Type.Optional(ObligationDraft.properties.original_amount),
  account_id: Type.Optional(ObligationDraft.properties.account_id),
  counter_account_id: ObligationDraft.properties.counter_account_id,
  due_days: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 3660,
        description: 'How many days after its own day the obligation is due. Default: 0. null: no due date.',
      }),
    ),
  ),
}

// Occurrences of a plan would all have the same external_id.
const { date: _, external_id: __, amount, ...ofExpense } = ExpenseDraft.properties
const { from_account_id, to_account_id, to_amount, to_currency_id } = TransferDraft.properties
const draftProperties = {
  amount: Type.Optional(amount),
  ...ofExpense,
  from_account_id: Type.Optional(from_account_id),
  to_account_id: Type.Optional(to_account_id),
  to_amount,
  to_currency_id,
  ...ofObligation,
  goal_id: Type.Optional(IdOf('For a goal: the goal whose envelope is filled.')),
}

/** The fields that the draft of each kind has; those of another kind are ignored. */
const namesIn = ({ properties }: TObject) =>
  Object.keys(properties).filter((name) => Object.hasOwn(draftProperties, name))
export const draftFields: Readonly<Record<PlanKind, readonly string[]>> = {
  expense: namesIn(ExpenseDraft),
  income: namesIn(TransactionDraft),
  transfer: namesIn(TransferDraft),
  obligation: [...Object.keys(ofObligation), 'contact_id', 'currency_id', 'fx_rate', 'notes'],
  goal: ['goal_id', 'amount', 'currency_id', 'notes'],
}

/** The fields of a draft that a plan of its kind does not have. A day is not among them: it is refused. */
const ofOtherKinds = ({ kind, draft = {} }: { kind?: PlanKind; draft?: object }): string[] =>
  kind === undefined
    ? []
    : Object.keys(draft)
        .filter((name) => name !== 'date' && !draftFields[kind].includes(name))
        .map((name) => `draft.${name}`)

const draftNotes =
  'The fields for recording one of the kind, without its day, which follows from the schedule: for an expense or income amount, category_id and so on; for a transfer from_account_id, to_account_id and amount; for an obligation original_amount, contact_id and account_id; for a goal, whose envelope it fills, goal_id and amount.'

const PlanDraft = Type.Object(draftProperties)
export type PlanDraft = Static<typeof PlanDraft>

/** A draft in a request: a day in it is refused, not ignored, because the sender expects it to have an effect. */
const SentDraft = Type.Object(
  {
    ...draftProperties,
    amount: Type.Optional({
      ...amount,
      description:
        'Required for an expense, an income, a transfer and a goal. In currency_id; for a goal, in the currency of the goal.',
    }),
    date: Type.Optional(Type.Unknown({ description: 'Refused: the days follow from the schedule.' })),
  },
  { description: draftNotes },
)

/** A draft in an answer: the codes of its currencies are in upper case. */
const ShownDraft = Type.Object(
  {
    ...draftProperties,
    currency_id: Type.Optional(Type.String()),
    to_currency_id: Type.Optional(Nullable(Type.String())),
  },
  { description: draftNotes },
)

const next_date = Nullable(
  Type.String({
    format: 'date',
    description: 'The day of the first occurrence that is neither posted nor skipped; null if none is left.',
  }),
)

export const Plan = named(
  'Plan',
  Type.Object({
    id: Id,
    name: Type.String(),
    kind: Kind,
    draft: ShownDraft,
    schedule: Schedule,
    auto: Type.Boolean({ description: 'Whether Florin posts it when it is due; if not, a person does.' }),
    next_date,
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type Plan = Static<typeof Plan>

const auto = Type.Optional(
  Type.Boolean({
    description: 'Whether Florin posts it when it is due; if not, a person does. Default: false.',
  }),
)
const NewPlan = named(
  'PlanDraft',
  Type.Object({ name: Name(255), kind: Kind, draft: SentDraft, schedule: ScheduleDraft, auto }),
)
export type NewPlan = Static<typeof NewPlan>
const PlanChange = named(
  'PlanChange',
  Type.Object({
    name: Type.Optional(Name(255)),
    kind: Type.Optional(Kind),
    draft: Type.Optional(SentDraft),
    schedule: Type.Optional(ScheduleDraft),
    auto,
  }),
)
export type PlanChange = Static<typeof PlanChange>

/** The refusals of a draft, as when it is recorded. */
const obliging = ['obligation_account', 'counter_account'] as const
const filling = [
  'goal_not_found',
  'goal_inactive',
  'goal_without_envelope',
  'goal_moves_too_many',
  'goal_move_date',
] as const
const recording = [
  ...new Set([...booking, 'shares_mismatch', ...transferring, ...obliging, ...filling] as const),
]
/** The rate and the closed days are checked when an occurrence is posted. */
const drafting = recording.filter(
  (code) => code !== 'fx_rate_missing' && code !== 'locked' && code !== 'goal_move_date',
)
const scheduling = ['schedule_invalid', 'schedule_never'] as const

export const listPlans = route({
  method: 'GET',
  path: '/plans',
  needs: 'read',
  summary: 'List plans by their next date, those without one last.',
  query: listQuery(['next_date', 'name', 'created_at'], {
    kind: Type.Optional(Type.Unsafe<PlanKind>({ ...Kind, description: 'Only plans of this kind.' })),
    auto: Type.Optional(
      Type.Boolean({
        description: 'true: only plans that Florin posts. false: only plans that a person posts.',
      }),
    ),
    ...ByIds,
    ...Search,
    ...Trash,
  }),
  reply: listOf(Plan),
})

export const createPlan = route({
  method: 'POST',
  path: '/plans',
  needs: 'write',
  summary:
    'Plan a recurring transaction or obligation, or the filling of a goal. Occurrences before today are due at once.',
  body: NewPlan,
  ignores: ofOtherKinds,
  reply: Plan,
  refuses: [...drafting, ...scheduling, 'plans_too_many'],
})

export const getPlan = route({
  method: 'GET',
  path: '/plans/{id}',
  needs: 'read',
  summary: 'Read a plan.',
  reply: Plan,
})

export const updatePlan = route({
  method: 'PUT',
  path: '/plans/{id}',
  needs: 'write',
  summary:
    'Change a plan; draft and schedule are each replaced as a whole. A new schedule that changes the days of occurrences applies from today on.',
  body: PlanChange,
  ignores: ofOtherKinds,
  reply: Plan,
  refuses: [...drafting, ...scheduling],
})

export const deletePlan = route({
  method: 'DELETE',
  path: '/plans/{id}',
  needs: 'write',
  summary: 'Put a plan into the trash: nothing more is posted. Its transactions stay.',
  query: Forever,
  reply: Plan,
  refuses: [foreverRefusals[1]],
})

export const restorePlan = route({
  method: 'POST',
  path: '/plans/{id}/restore',
  needs: 'write',
  summary: 'Restore a plan from the trash. Occurrences whose day has come in the meantime are due.',
  reply: Plan,
})

const states = ['due', 'coming', 'waiting', 'posted', 'skipped'] as const
export const Occurrence = named(
  'Occurrence',
  Type.Object({
    id: IdOf('The id of the occurrence in the history.'),
    plan_id: Id,
    plan_name: Type.String(),
    kind: Kind,
    scheduled_date: Type.String({
      format: 'date',
      description: 'The day in the schedule, which identifies the occurrence in a path.',
    }),
    date: Type.String({
      format: 'date',
      description: 'The day on which it is recorded, after the working-day rule.',
    }),
    amount: Type.Number(),
    currency_id: Type.String(),
    draft: Nullable({
      ...ShownDraft,
      description: 'The fields that differ from the plan this time; null if none was changed.',
    }),
    auto: Type.Boolean(),
    state: Type.Unsafe<(typeof states)[number]>({
      type: 'string',
      enum: [...states],
      description:
        'coming: its day has not come. due: its day has come; Florin posts it within a minute, or a person does. waiting: it is due and cannot be posted; reason says why. posted: it is recorded. skipped: by a person, or because its posting was undone or deleted.',
    }),
    reason: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'The code of the refusal.' }),
          message: Type.String({ description: 'The sentence of the refusal.' }),
        },
        { description: 'Why a waiting occurrence cannot be posted.' },
      ),
    ),
    transaction_id: Nullable(IdOf('The transaction that records the occurrence.')),
    obligation_id: Nullable(IdOf('The obligation that records the occurrence.')),
    version: Nullable(
      Type.Integer({
        description:
          'The version that posted, skipped or changed it, which POST /changes/{version}/undo takes back; null if it is as planned.',
      }),
    ),
    goal_move_id: Nullable(IdOf('The move that fills the envelope of a goal.')),
  }),
)
export type Occurrence = Static<typeof Occurrence>

export const listUpcoming = route({
  method: 'GET',
  path: '/plans/upcoming',
  needs: 'read',
  summary:
    'List the occurrences of plans up to a day, by date: all that are due or waiting, however old, and those that are coming.',
  query: Type.Object({
    ...pageQuery,
    until: Type.Optional(
      DayOf('The last day, as YYYY-MM-DD: today or later, at most two years ahead. Default: 31 days ahead.'),
    ),
    from: Type.Optional(DayOf('Only occurrences from this day on, as YYYY-MM-DD.')),
    plan_id: Type.Optional(IdOf('Only occurrences of this plan.')),
  }),
  reply: listOf(Occurrence),
  refuses: ['until_out_of_range'],
})

export const listOccurrences = route({
  method: 'GET',
  path: '/plans/{id}/occurrences',
  needs: 'read',
  summary:
    'List the occurrences of a plan that are posted or skipped, or whose day has come, the latest scheduled day first.',
  query: Type.Object(pageQuery),
  reply: listOf(Occurrence),
})

const occurrenceActions = ['post', 'skip', 'change'] as const

export const settleOccurrence = route({
  method: 'POST',
  path: '/plans/{id}/occurrences/{date}',
  needs: 'write',
  summary:
    'Post an occurrence now, skip it, or change it before it is posted. The path names its scheduled day, at most two years ahead. It is recorded on that day, moved by the working-day rule, even if it is posted on another day; draft: {date} sets a different day. An occurrence is posted or skipped only once.',
  body: named(
    'OccurrenceAction',
    Type.Object({
      action: Type.Unsafe<(typeof occurrenceActions)[number]>({
        type: 'string',
        enum: [...occurrenceActions],
        description: 'post: record it now. skip: never. change: when it is due, with other fields.',
      }),
      draft: Type.Optional(
        Type.Object(
          {
            ...draftProperties,
            date: Type.Optional({ ...Day, description: 'With post: another day to record it on.' }),
          },
          {
            description:
              'With post and change: the fields that differ from the plan this time. Not possible with skip. change replaces an earlier change.',
          },
        ),
      ),
    }),
  ),
  reply: Occurrence,
  refuses: [...recording, 'occurrence_not_found', 'occurrence_done'],
})
export type OccurrenceAction = Static<typeof settleOccurrence.body>
