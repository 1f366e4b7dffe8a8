import { type Static, Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import {
  ByIds,
  CurrencyId,
  Day,
  DayOf,
  Forever,
  foreverRefusals,
  Id,
  IdOf,
  listOf,
  listQuery,
  listWith,
  metaWith,
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
import { who } from './who.ts'

/** The most accounts that a goal counts. */
export const MAX_ACCOUNTS = 20
/** The most entries of `also_in`: all of them would grow with the square of the goals. */
export const MAX_ALSO_IN = 20

const Explain = Type.String({ description: 'The address, below /api/v1, of the list behind this figure.' })

const Pace = Type.Object(
  {
    a_month: Nullable(
      Type.Number({
        description:
          'The amount saved in a month: the mean of the last three whole calendar months, or of as many as have begun since the first move of the envelope or the first entry of the accounts; opening balances are not saved. Null while there is no such month.',
      }),
    ),
    reaches_on: Nullable(
      Type.String({
        format: 'date',
        description:
          'When the target would be reached at this pace, in whole months from today; null if it is reached, or never would be within a hundred years.',
      }),
    ),
    on_time: Nullable(
      Type.Boolean({
        description:
          'Whether the pace is at least needed_a_month; null if that is null, or if the pace is not known.',
      }),
    ),
  },
  { description: 'The amount saved lately, and when the target would be reached like that.' },
)

export const Goal = named(
  'Goal',
  Type.Object({
    id: Id,
    name: Type.String(),
    target_amount: Type.Number(),
    currency_id: Type.String(),
    target_date: Nullable(Type.String({ format: 'date' })),
    account_ids: Type.Array(Id, {
      description: 'The accounts that count as a whole; empty for an envelope.',
    }),
    envelope: Nullable(
      Type.Object({ account_id: Id }, { description: 'The account that the envelope is part of.' }),
    ),
    icon: Nullable(Type.String({ description: 'The name of its icon, as lucide.dev has it.' })),
    notes: Nullable(Type.String()),
    is_active: Type.Boolean(),
    saved: Type.Number({
      description:
        'The amount that the envelope holds; or the balance of the accounts at the end of today, in the currency of the goal.',
    }),
    left: Type.Number({ description: 'The amount that is missing to the target; 0 once it is reached.' }),
    needed_a_month: Nullable(
      Type.Number({
        description:
          'The amount to be saved in each month until target_date: left over the months until then, rounded up. On that day and after it, all of left. Null without a day, and once the target is reached.',
      }),
    ),
    pace: Pace,
    is_reached: Type.Boolean(),
    reached_on: Nullable(
      Type.String({
        format: 'date',
        description:
          'The day on which a reached goal was reached: for an envelope, the first day since which it has held the target; for accounts, the first day with the target since the last end of a month without it.',
      }),
    ),
    explain: Nullable({
      ...Explain,
      description:
        'The address, below /api/v1, of the list whose amounts add up to saved: the moves of the envelope, or the lines of the account. Null for several accounts, which are in explains.',
    }),
    explains: Type.Array(Type.Object({ account_id: Id, saved: Type.Number(), explain: Explain }), {
      description: 'Of each account that counts as a whole: its part of saved, and its lines.',
    }),
    also_in: Type.Array(Type.Object({ id: Id, name: Type.String(), account_id: Id }), {
      maxItems: MAX_ALSO_IN,
      description:
        'The first 20 of other goals that count the same money: those that count an account of this goal as a whole, or an envelope of it. Two envelopes of one account hold different money.',
    }),
    also_in_count: Type.Integer({ description: 'How many entries also_in would have if it had all.' }),
    overdrawn: Nullable(
      Type.Number({
        description:
          'The amount that the envelopes of its account, or of its accounts, hold in this currency beyond the balance of today; null if the balance covers them.',
      }),
    ),
    envelope_account: Nullable(
      Type.Object(
        {
          balance: Type.Number({ description: 'The balance of the account at the end of today.' }),
          held: Type.Number({ description: 'The amount that all envelopes of the account hold.' }),
        },
        { description: "Of an envelope: its account, in the goal's currency. balance less held is free." },
      ),
    ),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type Goal = Static<typeof Goal>

const target_amount = Type.Number({ exclusiveMinimum: 0, description: 'In the currency of the goal.' })
const EnvelopeOf = (description: string) => Type.Object({ account_id: Id }, { description })
const envelopeOf =
  'The account that the goal has a part of, which moves fill and empty. Either this or account_ids.'
const fields = {
  currency_id: Type.Optional(CurrencyId('An ISO 4217 code, in any case. Default: the base currency.')),
  target_date: Type.Optional(
    Nullable(DayOf('The day by which it is to be saved, as YYYY-MM-DD; null: no day.')),
  ),
  account_ids: Type.Optional(
    Type.Array(Id, {
      maxItems: MAX_ACCOUNTS,
      uniqueItems: true,
      description:
        'Accounts that count as a whole: own assets that are in the currency of the goal or take any, of which then the balance in that currency counts. Either these or envelope.',
    }),
  ),
  envelope: Type.Optional(Nullable(EnvelopeOf(envelopeOf))),
  icon: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 50,
        pattern: '^[a-z0-9-]+$',
        'x-allowed': 'slug',
        description: 'The name of its icon, as lucide.dev has it: a-z, 0-9 and hyphens.',
      }),
    ),
  ),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  is_active: Type.Optional(
    Type.Boolean({ description: 'false: the goal is put away, and its envelope is not filled any more.' }),
  ),
}

const GoalDraft = named(
  'GoalDraft',
  Type.Object({
    name: Name(255),
    target_amount,
    ...fields,
    envelope: Type.Optional(Nullable(EnvelopeOf(`Required unless account_ids is sent. ${envelopeOf}`))),
  }),
)
export type GoalDraft = Static<typeof GoalDraft>

/** An omitted field keeps its value. */
const GoalChange = named(
  'GoalChange',
  Type.Object({ name: Type.Optional(Name(255)), target_amount: Type.Optional(target_amount), ...fields }),
)
export type GoalChange = Static<typeof GoalChange>

const saving = ['amount_decimals', 'amount_too_large', 'currency_not_found', 'goal_account'] as const

export const listGoals = route({
  method: 'GET',
  path: '/goals',
  needs: 'read',
  summary: 'List saving goals by name, with what is saved, what is needed a month, and the pace of late.',
  query: listQuery(['name', 'target_date', 'created_at'], {
    is_active: Type.Optional(
      Type.Boolean({ description: 'true: only goals in use. false: only goals that were put away.' }),
    ),
    ...ByIds,
    ...KnownAt,
    ...Search,
    ...Trash,
  }),
  reply: listOf(Goal),
  refuses: knownAtRefusals,
})

export const createGoal = route({
  method: 'POST',
  path: '/goals',
  needs: 'write',
  summary:
    'Set a saving goal: on whole accounts, or in an envelope, which is a part of one account. A goal moves no money and changes no report.',
  body: GoalDraft,
  reply: Goal,
  refuses: [...saving, 'goals_too_many'],
})

export const getGoal = route({
  method: 'GET',
  path: '/goals/{id}',
  needs: 'read',
  summary: 'Read a goal.',
  query: Type.Object(KnownAt),
  reply: Goal,
  refuses: knownAtRefusals,
})

export const updateGoal = route({
  method: 'PUT',
  path: '/goals/{id}',
  needs: 'write',
  summary:
    'Change a goal; an omitted field keeps its value. A goal whose envelope has moves stays an envelope of its currency; the account may change.',
  body: GoalChange,
  reply: Goal,
  refuses: [...saving, 'goal_has_moves'],
})

export const deleteGoal = route({
  method: 'DELETE',
  path: '/goals/{id}',
  needs: 'write',
  summary: 'Put a goal into the trash. Its moves stay with it, and are deleted for good with it.',
  query: Forever,
  reply: Goal,
  refuses: foreverRefusals,
})

export const restoreGoal = route({
  method: 'POST',
  path: '/goals/{id}/restore',
  needs: 'write',
  summary:
    'Restore a goal from the trash, with its moves. Its accounts have to be there still, as money of your own in its currency.',
  reply: Goal,
  refuses: ['goal_account'],
})

export const GoalMove = named(
  'GoalMove',
  Type.Object({
    id: Id,
    goal_id: Id,
    date: Type.String({ format: 'date' }),
    amount: Type.Number({ description: 'Put into the envelope; below 0, taken out of it.' }),
    currency_id: Type.String(),
    notes: Nullable(Type.String()),
    plan_id: Nullable(IdOf('The plan that made the move.')),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type GoalMove = Static<typeof GoalMove>

export const listGoalMoves = route({
  method: 'GET',
  path: '/goals/{id}/moves',
  needs: 'read',
  summary:
    'List what was put into the envelope of a goal and taken out of it, the latest day first. The amounts add up to saved.',
  query: Type.Object({
    ...pageQuery,
    include: Type.Optional(
      Type.Unsafe<'total' | 'sum' | 'total,sum' | 'sum,total'>({
        type: 'string',
        enum: ['total', 'sum', 'total,sum', 'sum,total'],
        description:
          'total: also count all moves, on all pages, in meta.total. sum: also add them up, in the currency of the goal, in meta.sum.',
      }),
    ),
    ...KnownAt,
  }),
  reply: listWith(
    GoalMove,
    metaWith({
      sum: Type.Optional(
        Type.Number({
          description:
            'With include=sum: the amounts of all pages, in the currency of the goal. It is saved of the goal.',
        }),
      ),
    }),
  ),
  refuses: knownAtRefusals,
})

const GoalMoveDraft = named(
  'GoalMoveDraft',
  Type.Object({
    amount: Type.Number({
      description: 'In the currency of the goal. Above 0: put into the envelope. Below 0: taken out of it.',
    }),
    date: Type.Optional({
      ...Day,
      description: 'A day, as YYYY-MM-DD, today at the latest. Default: today.',
    }),
    notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  }),
)
export type GoalMoveDraft = Static<typeof GoalMoveDraft>

export const createGoalMove = route({
  method: 'POST',
  path: '/goals/{id}/moves',
  needs: 'write',
  summary:
    'Put an amount into the envelope of a goal, or take it out. No money moves: the envelope only says what part of its account is meant for the goal. On no day it holds less than nothing.',
  body: GoalMoveDraft,
  reply: GoalMove,
  refuses: [
    'amount_decimals',
    'amount_too_large',
    'goal_move_date',
    'goal_inactive',
    'goal_without_envelope',
    'goal_moves_too_many',
    'envelope_short',
  ],
})

export const deleteGoalMove = route({
  method: 'DELETE',
  path: '/goals/{id}/moves/{move_id}',
  needs: 'write',
  summary: 'Take a move back: it goes to the trash, and the undo of this change brings it back.',
  reply: GoalMove,
  refuses: ['envelope_short'],
})
