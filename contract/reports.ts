import { Type } from 'typebox'
import { KnownAt, KnownAtWithValues, knownAtRefusals } from './moment.ts'
import {
  BeganWith,
  ByGroup,
  Compare,
  CreatedBy,
  dayQuery,
  Explain,
  explained,
  explainsOf,
  IsComplete,
  MAX_POINTS,
  MissingRates,
  Money,
  Name,
  OpenedSeries,
  oneOf,
  Period,
  PreviousExplain,
  rangeQuery,
  reported,
  SavingsRate,
  Series,
  ShownDay,
  SpendingRow,
  Starts,
  StatementRow,
  yearQuery,
} from './report-parts.ts'
import { type Computed, Id, Ignored, Nullable, named, route } from './route.ts'

const AccountSummary = Type.Object({
  id: Id,
  name: Name,
  code: Type.String(),
  type: Type.String(),
  is_active: Type.Boolean(),
})

export const TrialBalance = named(
  'TrialBalance',
  Type.Object({
    date: ShownDay,
    base_currency_id: Type.String(),
    accounts: Type.Array(
      Type.Object({
        account: AccountSummary,
        debit_base: Type.Number(),
        credit_base: Type.Number(),
        explain: Type.String({
          description: `${explained} The figure is debit_base less credit_base, with the opposite sign for a liability, equity or income account.`,
        }),
      }),
    ),
    total_debit_base: Type.Number({ description: 'The sum of the rows; there is no list behind it.' }),
    total_credit_base: Type.Number({ description: 'The sum of the rows; there is no list behind it.' }),
    ignored: Ignored,
  }),
)

export type TrialBalance = Computed<typeof TrialBalance>

export const trialBalance = route({
  method: 'GET',
  path: '/reports/trial-balance',
  needs: 'read',
  summary:
    'Every account with its balance at recorded base amounts, through the end of a day (default: today).',
  query: Type.Object(dayQuery),
  reply: TrialBalance,
  refuses: knownAtRefusals,
})

export const IncomeStatement = reported('IncomeStatement', {
  date_from: ShownDay,
  date_to: ShownDay,
  periods: Type.Array(Period),
  income: Type.Array(StatementRow, {
    description:
      'Every income account with movements, including Exchange gains and losses, in the order of the codes. With by_group: one row for each group, and for each account without one; categories by position and name, other accounts after them.',
  }),
  expense: Type.Array(StatementRow, { description: 'Every expense account with movements.' }),
  totals: Type.Object({
    income: Type.Object({ ...Series, ...explainsOf }),
    expense: Type.Object({ ...Series, ...explainsOf }),
    net: Type.Object({ ...Series, ...explainsOf }, { description: 'Income less expense.' }),
    savings_rate: SavingsRate,
  }),
})
export type IncomeStatement = Computed<typeof IncomeStatement>

export const incomeStatement = route({
  method: 'GET',
  path: '/reports/income-statement',
  needs: 'read',
  summary:
    'Income and expense by category and period, at recorded base amounts, including postings of obligations.',
  query: Type.Object({
    ...yearQuery,
    by: oneOf(
      ['month', 'quarter', 'year', 'none'],
      'The length of the periods; months start as set in the book. Default: none, the whole time as one period.',
    ),
    ...ByGroup,
    ...CreatedBy,
    ...KnownAt,
  }),
  reply: IncomeStatement,
  refuses: knownAtRefusals,
})

const BalanceRow = Type.Object({
  account_id: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Null for a computed row: the result or the unrealised difference.',
    }),
  ),
  account_name: Name,
  balances: Type.Array(Type.Object({ currency_id: Type.String(), amount: Type.Number() })),
  base_balance: Money('At recorded base amounts, positive on the normal side of the account'),
  base_value: Nullable(Money('At the rates of the day; null if one is missing')),
  explain: Type.String({
    description: `${explained} The figure is base_balance; in the computed row of the unrealised difference it is base_value. The list behind the values of accounts is /reports/valuation: see explains.assets and explains.liabilities.`,
  }),
})

export const BalanceSheet = reported('BalanceSheet', {
  date: ShownDay,
  assets: Type.Array(BalanceRow),
  liabilities: Type.Array(BalanceRow),
  equity: Type.Array(BalanceRow),
  totals: Type.Object(
    { assets: Type.Number(), liabilities: Type.Number(), equity: Type.Number() },
    { description: 'At the rates of the day. Assets equal liabilities plus equity.' },
  ),
  explains: Type.Object({ assets: Explain, liabilities: Explain, equity: Explain }),
  is_complete: IsComplete,
  missing_rates: MissingRates,
})
export type BalanceSheet = Computed<typeof BalanceSheet>

export const balanceSheet = route({
  method: 'GET',
  path: '/reports/balance-sheet',
  needs: 'read',
  summary:
    'Assets, liabilities and equity at the end of a day (default: today), at recorded base amounts and at the rates of that day.',
  query: Type.Object({ ...dayQuery, ...KnownAtWithValues }),
  reply: BalanceSheet,
  refuses: knownAtRefusals,
})

export const NetWorth = reported('NetWorth', {
  date_from: ShownDay,
  date_to: ShownDay,
  points: Type.Array(
    Type.Object({
      date: ShownDay,
      assets: Type.Number(),
      liabilities: Type.Number(),
      net: Money('Assets less liabilities, at the rates of the day'),
      ...Starts,
      is_complete: IsComplete,
      explain: Explain,
    }),
    {
      description:
        'First the end of the day before date_from, from which the changes are counted; then the end of each day, week or month; date_to is the last point.',
    },
  ),
  changes: Type.Object(
    {
      income: Money('Income, without exchange gains and losses'),
      expense: Money('Expense'),
      exchange: Money('Exchange gains and losses, realised and unrealised'),
      other: Money('Postings on equity accounts, such as opening balances'),
      revalued: Money(
        'The part of exchange that no entry has realised: new rates of balances in other currencies. Kept, as totals.net of /reports/income-statement, is income - expense + exchange less it',
      ),
      value: Money('Changes of stated values'),
      opening: Money(
        'The part of other that was there before: opening balances of accounts, and debts from before they were recorded',
      ),
      between: Money('The part of other that came from other books, less what went to them'),
    },
    {
      description:
        'Why net worth differs between the first and the last point: income - expense + exchange + other + value, of all days from date_from to date_to, as in an income statement of these days. opening and between are parts of other.',
    },
  ),
  explains: Type.Object(
    {
      income: Explain,
      expense: Explain,
      exchange: Explain,
      other: Explain,
      value: Explain,
      opening: Explain,
      between: Explain,
    },
    { description: 'The lists behind the changes.' },
  ),
  began_with: BeganWith,
  is_complete: IsComplete,
  missing_rates: MissingRates,
})
export type NetWorth = Computed<typeof NetWorth>

export const netWorth = route({
  method: 'GET',
  path: '/reports/net-worth',
  needs: 'read',
  summary: 'Assets, liabilities and net worth over time, at the rates of each day, and why they changed.',
  query: Type.Object({
    ...rangeQuery('twelve months up to date_to', 'today, or date_from if that is later'),
    by: oneOf(
      ['day', 'week', 'month'],
      `The distance between points; at most ${MAX_POINTS} points. Default: month.`,
    ),
    ...KnownAt,
  }),
  reply: NetWorth,
  refuses: knownAtRefusals,
})

export const Spending = reported('Spending', {
  date_from: ShownDay,
  date_to: ShownDay,
  previous_date_from: Type.String({
    format: 'date',
    description:
      'The first day of the period of comparison; with compare=year, see there. Whole months of the book are compared with the same number of months before; this month, up to today or to its end, with the same days of the month before, up to today; any other range with the same number of days before.',
  }),
  previous_date_to: Type.String({ format: 'date', description: 'The last day of the period of comparison.' }),
  rows: Type.Array(SpendingRow, {
    description:
      'At most 1,000, and with by_group at most 1,000 children in all, the largest first; months and days by date. A transaction with several tags counts for each tag.',
  }),
  total: Type.Number(),
  previous_total: Type.Number(),
  explain: Explain,
  previous_explain: PreviousExplain,
  is_complete: Type.Boolean({ description: 'Whether all rows are shown.' }),
})
export type Spending = Computed<typeof Spending>

export const spending = route({
  method: 'GET',
  path: '/reports/spending',
  needs: 'read',
  summary:
    'Amounts spent or received, by category, group, contact, tag, account, month or day, compared with the time before or with the year before.',
  query: Type.Object({
    ...rangeQuery(
      'the first day of the month of date_to, or of this month',
      'the last day of the month of date_from, or of this month',
    ),
    by: oneOf(
      ['category', 'group', 'contact', 'tag', 'account', 'month', 'day'],
      'The meaning of a row. group: the groups of categories, and the categories without one. account: the account that the money came from or went to. Default: category.',
    ),
    kind: oneOf(['expense', 'income'], 'Default: expense.'),
    compare: Compare,
    ...ByGroup,
    ...CreatedBy,
    ...KnownAt,
  }),
  reply: Spending,
  refuses: knownAtRefusals,
})

const net = { net: Type.Object(Series), ...explainsOf }
const Flow = Type.Object({
  ...Series,
  explain: Type.String({
    description:
      'The path and query, below /api/v1, of the lines behind total: their meta.sum_base is total, or, for out, total with a minus sign. For one period: the same query with the days of the period.',
  }),
})

export const CashFlow = reported('CashFlow', {
  date_from: ShownDay,
  date_to: ShownDay,
  periods: Type.Array(Period),
  accounts: Type.Array(Type.Object({ account_id: Id, account_name: Name, in: Flow, out: Flow, ...net }), {
    description: 'The money accounts with movements. explain is the list behind net.',
  }),
  totals: Type.Object(
    {
      in: Type.Object(Series),
      out: Type.Object(Series),
      ...net,
      moved: Type.Object(Series),
      came_in: OpenedSeries,
      went_out: OpenedSeries,
      opening: OpenedSeries,
      value: OpenedSeries,
      between: OpenedSeries,
    },
    {
      description:
        'came_in and went_out are the money that came in and went out, without transfers between the money accounts, which are in moved, and without the balances that accounts began with, which are in opening (negative where they were overdrawn), and without money from other books less money to them, which is in between: net is came_in less went_out, with opening and between. in and out count these balances and this money as if they had come in or gone out; no list is behind these two and moved. explain is the list behind net. value is apart: changes in the stated value of money accounts, which are in none of the other figures.',
    },
  ),
})
export type CashFlow = Computed<typeof CashFlow>

export const cashFlow = route({
  method: 'GET',
  path: '/reports/cash-flow',
  needs: 'read',
  summary: 'Money into and out of each money account, by period, at recorded base amounts.',
  query: Type.Object({
    ...yearQuery,
    by: oneOf(
      ['day', 'week', 'month', 'quarter', 'year', 'none'],
      'The length of the periods; months start as set in the book. Default: month.',
    ),
    ...KnownAt,
  }),
  reply: CashFlow,
  refuses: knownAtRefusals,
})
