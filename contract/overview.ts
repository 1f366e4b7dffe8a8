import { Type } from 'typebox'
import { Transaction } from './budgeting.ts'
import { BudgetRow } from './budgets.ts'
import { Goal } from './goals.ts'
import { KnownAt, knownAtRefusals } from './moment.ts'
import { Occurrence } from './plans.ts'
import { Explain, Period, PreviousExplain } from './report-parts.ts'
import { NetWorth } from './reports.ts'
import { type Computed, DayOf, Id, IdOf, Ignored, Nullable, named, route } from './route.ts'

/** Spending or income, day by day. */
const Days = Type.Array(
  Type.Object({
    date: Type.String({ format: 'date' }),
    amount: Type.Number({
      description: 'The amount spent from the first day of the month through this day.',
    }),
  }),
)

const Amounts = {
  amount: Type.Number({ description: 'The amount spent this month through the day.' }),
  previous: Type.Number({
    description:
      'The amount spent on the same days of the month before; of the last day of a month, in all of the month before.',
  }),
  change: Type.Number({ description: 'The amount less the previous one.' }),
  explain: Explain,
  previous_explain: PreviousExplain,
}

const todoKinds = ['late_debts', 'due_plans', 'open_imports', 'over_budgets', 'missing_rates'] as const

export const Overview = named(
  'Overview',
  Type.Object({
    date: Type.String({ format: 'date' }),
    base_currency_id: Type.String({
      description: 'The currency of all amounts except those of single records.',
    }),
    net_worth: Type.Object({
      net: Type.Number(),
      assets: Type.Number(),
      liabilities: Type.Number(),
      change: Type.Number({ description: 'The change since the end of the month before.' }),
      opening: Type.Number({
        description:
          'The part of change that was there before, as changes.opening of /reports/net-worth: change less opening and between is the amount gained or lost.',
      }),
      between: Type.Number({
        description:
          'The part of change that came from other books, less what went to them, as changes.between of /reports/net-worth.',
      }),
      value: Type.Number({
        description:
          'The part of change that is changes of stated values, as changes.value of /reports/net-worth.',
      }),
      revalued: Type.Number({
        description:
          'The part of change that new exchange rates made of balances in other currencies, without realised gains: change less opening, between, value and revalued was kept, as totals.net of /reports/income-statement.',
      }),
      points: {
        ...NetWorth.properties.points,
        description: 'The ends of the eleven months before, and the day itself.',
      },
      began_with: NetWorth.properties.began_with,
      is_complete: NetWorth.properties.is_complete,
      missing_rates: NetWorth.properties.missing_rates,
    }),
    spent: Type.Object({
      ...Period.properties,
      ...Amounts,
      days: Days,
      previous_month: Type.Object({ ...Period.properties, total: Type.Number(), days: Days }),
      income: Type.Number({
        description: 'The amount received this month through the day, without exchange gains and losses.',
      }),
      income_explain: Explain,
    }),
    budgets: Type.Object({
      month: Type.String({ description: 'As YYYY-MM.' }),
      left: Type.Number({
        description:
          'The amount left in the month: totals.left of /budgeting/budgets with by_group=true, where a group counts once.',
      }),
      rows: Type.Array(BudgetRow, {
        description:
          'The five budgets with the largest used part; exceeded budgets come first. A group with a budget of its own stands for its categories, with the figures of all of them.',
      }),
    }),
    categories: Type.Object(
      {
        rows: Type.Array(
          Type.Object({
            category_id: Nullable(Id),
            category_name: Type.String(),
            account_id: Id,
            ...Amounts,
          }),
        ),
        rest: Type.Object({
          count: Type.Integer({ description: 'How many more categories have an amount this month.' }),
          ...Amounts,
        }),
      },
      { description: 'The five categories with the largest amounts, and the rest together.' },
    ),
    because: Type.Array(
      Type.Object({
        category_id: Nullable(IdOf('Null for an expense account without a category.')),
        name: Type.String({ description: 'The name of the category, or of the account without one.' }),
        ...Amounts,
      }),
      {
        description:
          'Why spending changed: of all categories at most three that changed as spent.change did, the largest first, then at most one that changed against it, each by at least 5 % of spent.change. Empty if spent.change is 0, or if no category stands out.',
      },
    ),
    owed: Type.Object({
      receivable: Type.Number({ description: 'The amount that others owe me, at recorded base amounts.' }),
      payable: Type.Number({ description: 'The amount that I owe others.' }),
      balance: Type.Number({ description: 'receivable less payable.' }),
      explains: Type.Object(
        { receivable: Nullable(Explain), payable: Nullable(Explain) },
        {
          description:
            'The open obligations behind receivable and payable; null for a day in the past and with known_at, because the list of obligations shows neither.',
        },
      ),
      late_count: Type.Integer({ description: 'How many open obligations are past their due date.' }),
      obligations: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          direction: Type.String({ description: 'payable (I owe) or receivable (I am owed).' }),
          contact_id: Id,
          contact_name: Type.String(),
          due_date: Nullable(Type.String({ format: 'date' })),
          days_late: Type.Integer({ description: '0 if it is not late.' }),
          outstanding_amount: Type.Number(),
          currency_id: Type.String(),
          outstanding_base: Type.Number(),
          expense_id: Nullable(IdOf('The expense that it is a share of.')),
        }),
        { description: 'The five open obligations that are due first, late ones before the others.' },
      ),
    }),
    latest: Type.Array(Transaction, { description: 'The six latest transactions through the day.' }),
    coming_up: Type.Array(Occurrence, {
      description:
        'The next five occurrences of plans that are not done, up to 31 days ahead; none for a day in the past or with known_at.',
    }),
    goals: Type.Array(Goal, {
      description:
        'The first five saving goals in use, those with the nearest day first; none for a day in the past.',
    }),
    todo: Type.Array(
      Type.Object({
        kind: Type.Unsafe<(typeof todoKinds)[number]>({
          type: 'string',
          enum: [...todoKinds],
          description:
            'late_debts: open obligations past their due date. due_plans: occurrences of plans whose day has come and that a person has to post or skip, 50 at most. open_imports: files that were read and not committed. over_budgets: budgets of the month of which more is used than there is; a group with a budget of its own counts once. missing_rates: currencies that cannot be valued on the day.',
        }),
        count: Type.Integer({ description: 'How many there are: 1 or more.' }),
        path: Type.String({
          description: 'The path and the query, below /api/v1, of the list or report that shows them.',
        }),
        id: Type.Optional(IdOf('Of open_imports, where there is exactly one: that import.')),
      }),
      {
        description:
          'What waits for a person: a kind without anything is left out. Empty for a day in the past and with known_at, when nothing can be done any more.',
      },
    ),
    ignored: Ignored,
  }),
)
export type Overview = Computed<typeof Overview>

export const overview = route({
  method: 'GET',
  path: '/reports/overview',
  needs: 'read',
  summary:
    'An overview of a day (default: today), in one request: net worth, spending compared with the month before and why it changed, budgets, the largest categories, amounts owed, the latest transactions, the next occurrences of plans, saving goals, and what waits for a person.',
  query: Type.Object({
    date: Type.Optional(
      DayOf(
        'The day, as YYYY-MM-DD. Default: today. Amounts owed on a day in the past follow from the postings up to that day; due dates are those of today.',
      ),
    ),
    ...KnownAt,
  }),
  reply: Overview,
  refuses: knownAtRefusals,
})
