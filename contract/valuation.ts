import { type Static, Type } from 'typebox'
import { knownAtRefusals } from './moment.ts'
import { dayQuery, IsComplete, Money, Name, oneOf } from './report-parts.ts'
import { DayOf, Id, Ignored, Nullable, named, type QueryOf, route, SeveralOf } from './route.ts'

export const Valuation = named(
  'Valuation',
  Type.Object({
    data: Type.Array(
      Type.Object({
        account_id: Id,
        account_name: Name,
        currency_id: Type.String(),
        amount: Type.Number({ description: 'The balance in its currency.' }),
        base_balance: Money('The same at recorded base amounts'),
        rate: Nullable(
          Type.Number({ description: 'The rate of the day into the base currency; null if there is none.' }),
        ),
        rate_date: Nullable(Type.String({ format: 'date' })),
        base_value: Money('The value; if a rate of the account is missing, the recorded base amount'),
        difference: Money('The value less the recorded base amount'),
        since: Money('With since: the difference on that day; otherwise 0'),
      }),
    ),
    meta: Type.Object({
      sum_base: Type.Number({
        description: 'The sum of base_value; with of=difference, the sum of difference less since.',
      }),
      is_complete: IsComplete,
      ignored: Ignored,
    }),
  }),
)

export const valuation = route({
  method: 'GET',
  path: '/reports/valuation',
  needs: 'read',
  summary:
    'The balance of each account in each currency at the end of a day, as recorded and at the rates of that day: the list behind values and unrealised differences.',
  query: Type.Object({
    ...dayQuery,
    section: SeveralOf(
      'Only accounts of this section (amounts are positive on the normal side of the first one; default: all four)',
      ['money', 'claim', 'thing', 'liability'],
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 1000,
        description: 'The largest number of rows; the sum includes all rows.',
      }),
    ),
    of: oneOf(['value', 'difference'], 'The amount that meta.sum_base adds up. Default: value.'),
    since: Type.Optional(
      DayOf(
        'With of=difference: the change of the differences since the end of this day. Differences realised since then have a row of their own, for the account Exchange gains and losses.',
      ),
    ),
  }),
  reply: Valuation,
  refuses: knownAtRefusals,
})
export type Valuation = Static<typeof Valuation>
export type ValuationQuery = QueryOf<typeof valuation>
