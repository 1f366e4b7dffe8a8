import { type Static, Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import {
  FxSource,
  IdOf,
  listOf,
  listQuery,
  Nullable,
  named,
  Rate,
  route,
  SentSource,
  Version,
} from './route.ts'
import { changed_by } from './who.ts'

export const Value = named(
  'Value',
  Type.Object({
    id: Type.String({
      description: 'Account and day, as in its path: the id of the account, / and the day.',
    }),
    account_id: IdOf('The account that is worth this much.'),
    account_name: Type.String(),
    date: Type.String({ format: 'date', description: 'The day at whose end it is worth this much.' }),
    amount: Type.Number({
      description:
        "In the account's currency, positive on its normal side: what a thing is worth, what is owed.",
    }),
    currency_id: Type.String(),
    fx_rate: Type.Number({ description: "From the account's currency to the base currency, on that day." }),
    fx_source: FxSource,
    notes: Nullable(Type.String()),
    version: Version,
    changed_by,
    change: Nullable(
      Type.Number({ description: 'Less the value that was stated before it; null for the first.' }),
    ),
    difference: Type.Number({
      description:
        'The amount posted against Changes in value on that day, so that the balance is the value; 0 if the entries alone lead to it. Positive if it adds to the balance.',
    }),
  }),
  {
    id: '019e0000-0000-7000-8000-00000000000d/2026-05-31',
    account_id: '019e0000-0000-7000-8000-00000000000d',
    account_name: 'Car',
    date: '2026-05-31',
    amount: 11_800,
    currency_id: 'EUR',
    fx_rate: 1,
    fx_source: 'base',
    notes: "dealer's offer",
    version: 12,
    changed_by: '019e0000-0000-7000-8000-000000000001',
    change: -1_100,
    difference: -1_100,
  },
)
export type Value = Static<typeof Value>

export const ValueDraft = named(
  'ValueDraft',
  Type.Object({
    amount: Type.Number({ description: "In the account's currency, positive on its normal side." }),
    fx_rate: Type.Optional(
      Nullable(Type.Number({ ...Rate, description: 'The rate of that day; null: Florin finds it.' })),
    ),
    fx_source: SentSource,
    notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  }),
  { amount: 11_800, notes: "dealer's offer" },
)
export type ValueDraft = Static<typeof ValueDraft>

export const listValues = route({
  method: 'GET',
  path: '/accounts/{id}/values',
  needs: 'read',
  summary: 'List the stated values of an account, the latest first.',
  query: listQuery(['date'], { ...KnownAt }),
  reply: listOf(Value),
  refuses: knownAtRefusals,
})

export const getValue = route({
  method: 'GET',
  path: '/accounts/{id}/values/{date}',
  needs: 'read',
  summary: 'Read the value that was stated of an account on a day.',
  query: Type.Object(KnownAt),
  reply: Value,
  refuses: knownAtRefusals,
})

export const putValue = route({
  method: 'PUT',
  path: '/accounts/{id}/values/{date}',
  needs: 'write',
  summary:
    'State what an asset is worth, or a liability comes to, at the end of a day. The difference to its balance is an entry with Changes in value, which follows when earlier entries change.',
  body: ValueDraft,
  reply: Value,
  refuses: [
    'value_not_possible',
    'value_in_future',
    'value_covered',
    'amount_decimals',
    'amount_too_large',
    'fx_rate_missing',
    'fx_rate_base',
    'locked',
  ],
})

export const deleteValue = route({
  method: 'DELETE',
  path: '/accounts/{id}/values/{date}',
  needs: 'write',
  summary: 'Remove a stated value, and the entry that led to it. Later values stay as they were stated.',
  reply: Value,
  refuses: ['locked'],
})
