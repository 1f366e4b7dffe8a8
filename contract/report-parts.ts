import { type Static, type TSchema, Type } from 'typebox'
import { DayOf, Id, Ignored, Nullable, named } from './route.ts'

/** The schemas that reports are made of. */

export const Name = Type.String()
export const ShownDay = Type.String({ format: 'date' })
export const Money = (description: string) =>
  Type.Number({ description: `${description}, in the base currency of the book.` })
export const oneOf = <const V extends string>(values: readonly V[], description: string) =>
  Type.Optional(Type.Unsafe<V>({ type: 'string', enum: [...values], description }))

export const explained =
  'The address, below /api/v1, of the list behind this figure; its meta.sum_base is the figure.'

/** The address of the list behind a figure. */
export const Explain = Type.String({ description: explained })
export const PreviousExplain = Nullable(
  Type.String({
    description: 'Like explain, for the previous figure; null if that covers no days, or days before 1900.',
  }),
)

export const explainsOf = {
  explain: Explain,
  explains: Type.Array(Explain, { description: 'One address for each period.' }),
}

/** The most points or periods that a report has. */
export const MAX_POINTS = 1_100

export const Period = Type.Object({
  label: Type.String({
    description: '2026-11-15, 2026-W46, 2026-11, 2026-Q4, 2026, or the first and the last day.',
  }),
  date_from: ShownDay,
  date_to: ShownDay,
})
export type Period = Static<typeof Period>

export const Series = {
  amounts: Type.Array(Type.Number(), { description: 'One amount for each period.' }),
  total: Type.Number(),
}

/** Amounts that open their lists. */
export const OpenedSeries = Type.Object({ ...Series, ...explainsOf })

export const rangeQuery = (from: string, to: string) => ({
  date_from: Type.Optional(DayOf(`The first day, as YYYY-MM-DD. Default: ${from}.`)),
  date_to: Type.Optional(DayOf(`The last day, as YYYY-MM-DD. Default: ${to}.`)),
})
export const yearQuery = rangeQuery(
  'the first day of the year of date_to, or of this year',
  'the last day of the year of date_from, or of this year',
)
export const reported = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  named(title, Type.Object({ base_currency_id: Type.String(), ...properties, ignored: Ignored }))

/** Currencies without a rate on a day: balances in them cannot be valued then. */
export const MissingRates = Type.Array(
  Type.Object({
    currency_id: Type.String(),
    date: Type.String({ format: 'date', description: 'The first day without a rate.' }),
    date_to: Type.String({ format: 'date', description: 'The last day of the report without a rate.' }),
    nearest_date: Nullable(
      Type.String({
        format: 'date',
        description: 'The day of the nearest rate, however old; null if there is none.',
      }),
    ),
  }),
  {
    description:
      'The rates that are missing. An account whose rate is missing counts at its recorded base amount, and is_complete is false. With known_at there are no rates: every account counts at its recorded base amount.',
  },
)
export const IsComplete = Type.Boolean({
  description: 'Whether every account counts at the rates of the day.',
})

/** Accounts that begin before a point of net worth and after it. */
export const Starts = {
  opening: Money(
    'The part of the change since the point before that was there before, as changes.opening; 0 at the first point',
  ),
  begins_later: Type.Object(
    { assets: Type.Number(), liabilities: Type.Number() },
    {
      description:
        'Balances that accounts begin with after this point, up to today. Assets and liabilities with these do not change where an account begins.',
    },
  ),
}

/** One figure of a book, whatever days a report has. */
export const BeganWith = Nullable(
  Type.Object(
    {
      net: Money('Assets less liabilities of all of them, at the rates of their days'),
      accounts: Type.Array(
        Type.Object({
          account_id: Id,
          account_name: Type.String(),
          date: ShownDay,
          net: Money('Below zero if it was owed'),
        }),
        { description: 'Each with the day of its first balance, in the order of these days.' },
      ),
    },
    {
      description:
        'The balances that accounts began with up to today, and debts from before they were recorded; null if there are none. The same whatever days are asked for.',
    },
  ),
)
