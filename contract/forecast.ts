import { type Static, Type } from 'typebox'
import { type Computed, DayOf, Id, IdOf, Ignored, Nullable, named, route } from './route.ts'

const kinds = ['balance', 'transaction', 'plan', 'obligation'] as const

/** Why a balance changes. */
const Because = Type.Object({
  kind: Type.Unsafe<(typeof kinds)[number]>({
    type: 'string',
    enum: [...kinds],
    description:
      'balance: the balance of today. transaction: a recorded transaction dated after today. plan: an occurrence of a plan, or an obligation that the plan opens and that is due then. obligation: an open obligation that is due.',
  }),
  id: Nullable(IdOf('The id of the transaction, the plan or the obligation.')),
  name: Nullable(
    Type.String({
      description: 'The name of the plan or obligation; for a transaction, its notes or its category.',
    }),
  ),
  date: Type.String({
    format: 'date',
    description:
      'The day for which it is planned, or on which it is due. A late item counts today, and keeps its own day here.',
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
        amount: Type.Number({ description: 'The change of the balance; 0 for the balance of today.' }),
        balance: Type.Number({
          description: "The balance after the change, positive on the account's normal side.",
        }),
        because: Because,
      }),
      { description: 'By date. The first point of each account and currency is the balance of today.' },
    ),
    envelopes: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        account_id: Id,
        currency_id: Type.String(),
        held: Type.Number(),
      }),
      {
        description:
          'The amounts that the envelopes of goals hold on an account, by date: from this day on, until the next entry of the same account and currency. Plans that fill them are in it; the balance less held is free. Accounts without envelopes have no entry.',
      },
    ),
    is_complete: Type.Boolean({ description: 'Whether left_out is empty.' }),
    left_out: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        because: Because,
        reason: Type.Object({
          code: Type.String({ description: 'The code of the refusal.' }),
          message: Type.String({ description: 'The reason, in a sentence.' }),
        }),
      }),
      { description: 'Coming items whose amount is not known: a rate is never guessed.' },
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
    "Forecast the balance of each money account, step by step: with plans, with obligations that are due (on the book's default account), and with transactions dated after today.",
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
