import { type Static, Type } from 'typebox'
import { type Computed, DayOf, Id, IdOf, Ignored, Nullable, named, route } from './route.ts'

const kinds = ['balance', 'transaction', 'plan', 'obligation'] as const

/** Why a balance changes. */
const Because = Type.Object({
  kind: Type.Unsafe<(typeof kinds)[number]>({
    type: 'string',
    enum: [...kinds],
    description:
      'balance: what there is today. transaction: one that is recorded with a later day. plan: an occurrence of a plan, or an obligation that it opens and that is due then. obligation: an open one that is due.',
  }),
  id: Nullable(IdOf('The id of the transaction, the plan or the obligation.')),
  name: Nullable(Type.String({ description: 'Its name; of a transaction, its notes or its category.' })),
  date: Type.String({
    format: 'date',
    description: 'The day it is planned for or due. What is late counts today, and keeps its own day here.',
  }),
})
export type Because = Static<typeof Because>

export const Forecast = named(
  'Forecast',
  Type.Object({
    date_from: Type.String({ format: 'date', description: 'Today.' }),
    date_to: Type.String({ format: 'date' }),
    points: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        account_id: Id,
        account_name: Type.String(),
        currency_id: Type.String(),
        amount: Type.Number({ description: 'How much the balance changes; 0 for the balance of today.' }),
        balance: Type.Number({ description: "The balance after it, on the account's normal side." }),
        because: Because,
      }),
      { description: 'By date. The first of each account and currency is the balance of today.' },
    ),
    is_complete: Type.Boolean({ description: 'Whether nothing was left out.' }),
    left_out: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        because: Because,
        reason: Type.Object({
          code: Type.String({ description: 'The code of the refusal.' }),
          message: Type.String({ description: 'What stands in the way.' }),
        }),
      }),
      { description: 'What comes, but by an amount that is not known: a rate is never guessed.' },
    ),
    ignored: Ignored,
  }),
)
export type Forecast = Computed<typeof Forecast>

export const forecast = route({
  method: 'GET',
  path: '/reports/forecast',
  needs: 'read',
  summary:
    "How the balance of each money account will change, step by step: by plans, by obligations that are due (on the book's default account), and by what is recorded with a later day.",
  query: Type.Object({
    until: Type.Optional(
      DayOf(
        'The last day, as YYYY-MM-DD: today or later, at most two years ahead. Default: twelve months ahead.',
      ),
    ),
    account_id: Type.Optional(IdOf('Only this account.')),
  }),
  reply: Forecast,
  refuses: ['until_out_of_range', 'account_not_usable', 'forecast_too_long'],
})
