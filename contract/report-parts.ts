import { type Static, type TSchema, Type } from 'typebox'
import { KnownAt } from './moment.ts'
import { DayOf, Id, Ignored, Nullable, named, Several } from './route.ts'

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

/** Reports of what one member recorded. */
export const CreatedBy = {
  created_by: Several('Only transactions that this person created'),
}

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

/** Rows of groups with their categories, or one row for each category. */
export const ByGroup = {
  by_group: Type.Optional(
    Type.Boolean({
      description:
        'true: one row for each group of categories, with its categories as children; only where rows are categories. The groups are those of today, with known_at too. Default: false.',
    }),
  ),
}

export const Compare = oneOf(
  ['previous', 'year'],
  'previous: with the time just before. year: with the same days a year before, for at most a year. The first day of a month of the book is compared with the first day of that month; 29 February with no day. If today lies in the range, only the days up to today a year before count. Default: previous.',
)

const statementRow = {
  category_id: Nullable(Id),
  category_name: Type.String({
    description: 'The name of the category, or of the account if it does not belong to a category.',
  }),
  account_id: Id,
  ...Series,
  ...explainsOf,
}
const ownPart =
  'With by_group: the part that is recorded in the category of the group itself; null if there is none, and for a row without children.'
const childrenOf =
  'With by_group: the categories of the group that have figures. The figures of the row are then its own and those of its children.'

export const StatementRow = Type.Object({
  ...statementRow,
  children: Type.Optional(
    Type.Array(Type.Object(statementRow), { description: `${childrenOf} By position and name.` }),
  ),
  own: Type.Optional(Nullable(Type.Object({ ...Series, ...explainsOf }, { description: ownPart }))),
})

/** The part of the income that was kept. */
export const SavingsRate = Type.Object(
  {
    amounts: Type.Array(Nullable(Type.Number()), { description: 'One for each period.' }),
    total: Nullable(Type.Number()),
  },
  {
    description:
      'The part of income that was not spent: net divided by income, with four decimals; 0.351 is 35.1 %. Negative if more was spent than came in; null without income.',
  },
)

const spendingFigures = {
  amount: Money('The amount spent, or with kind=income received; refunds are subtracted'),
  share: Nullable(
    Type.Number({ description: 'The part of the total, from 0 to 1; null if the total is 0.' }),
  ),
  previous: Money(
    'The amount in the period of comparison (of a month or a day, its own: the last day of a month is compared with all remaining days of a longer month)',
  ),
  change: Money('The amount less the previous one'),
  count: Type.Integer({ description: 'The number of transactions.' }),
  explain: Explain,
  previous_explain: PreviousExplain,
}
const spendingRow = {
  id: Nullable(
    Type.String({
      description:
        'The id of the category, group, contact or account, the tag, the month or the day; null for transactions without one.',
    }),
  ),
  name: Nullable(Type.String()),
  ...spendingFigures,
}

export const SpendingRow = Type.Object({
  ...spendingRow,
  children: Type.Optional(
    Type.Array(Type.Object(spendingRow), { description: `${childrenOf} The largest first.` }),
  ),
  own: Type.Optional(Nullable(Type.Object(spendingFigures, { description: ownPart }))),
})

export const dayQuery = {
  date: Type.Optional(DayOf('The day, as YYYY-MM-DD. Default: today.')),
  ...KnownAt,
}
