import { type Static, Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import { isMonth, type Month } from './month.ts'
import { type Computed, Id, Ignored, MonthName, Nullable, named, route, Version } from './route.ts'
import { changed_by } from './who.ts'

const RunningBudget = Type.Object(
  {
    amount: Type.Number({ description: 'The amount planned for each month, in the base currency.' }),
    rollover: Type.Boolean(),
    since: Type.String({ description: 'The first month in which it holds, as YYYY-MM.' }),
    until: Nullable(
      Type.String({
        description:
          'The first month in which it no longer holds because it was ended, as YYYY-MM; null if it was not ended. A running budget of a later month replaces it too, which is not shown here.',
      }),
    ),
  },
  {
    description:
      'The running budget that includes the month; it does not count in a month that has a budget of its own (only). Null if there is none. In GET /changes: the running budget that starts in this month.',
  },
)
export type RunningBudget = Static<typeof RunningBudget>

/** How long a budget holds. */
const course = {
  only: Type.Boolean({
    description: 'Whether it is for this month alone. A running budget goes on until it is changed or ended.',
  }),
  running: Nullable(RunningBudget),
}

export const Budget = named(
  'Budget',
  Type.Object({
    id: Type.String({ description: 'Category and month, as in its path.' }),
    category_id: Id,
    category_name: Type.String(),
    month: Type.String({ description: 'As YYYY-MM.' }),
    amount: Type.Number({ description: 'The amount planned for the month, in the base currency.' }),
    rollover: Type.Boolean({
      description: 'Whether the amount left is carried into the next month, even if it is negative.',
    }),
    ...course,
    since: Type.String({
      description: 'The month from which it holds, as YYYY-MM: this month, or an earlier one.',
    }),
    version: Version,
    changed_by,
  }),
)
export type Budget = Static<typeof Budget>

const figures = {
  actual: Type.Number({
    description:
      'The amount spent, or received, in the month: all entries of the category; of a split, its part; refunds as negative; without the shares of others.',
  }),
  carried: Type.Number({
    description: 'The amount left in the month before, even if negative, if its budget has rollover; else 0.',
  }),
  left: Type.Number({ description: 'planned + carried - actual.' }),
}

const explained = 'The address of the list of transactions behind actual: its meta.sum_base is actual.'

const line = {
  category_id: Id,
  category_name: Type.String(),
  parent_id: Nullable({ ...Id, description: 'The group that the category stands in; null if none.' }),
  position: Type.Integer({ description: 'Its place in its group, or among the groups.' }),
  icon: Nullable(Type.String({ description: 'The name of its icon.' })),
  planned: Nullable(
    Type.Number({ description: 'The planned amount; null, which counts as 0, if there is no budget.' }),
  ),
  ...figures,
  rollover: Type.Boolean({ description: 'Whether left is carried into the next month.' }),
  ...course,
  since: Nullable(
    Type.String({
      description: 'The month from which the budget holds, as YYYY-MM; null if there is none.',
    }),
  ),
  explain: Type.String({ description: explained }),
  version: Type.Integer({
    description:
      'The version of the book at which the budget last changed, for If-Match; 0 if there is none.',
  }),
}

export const BudgetRow = named(
  'BudgetRow',
  Type.Object({
    ...line,
    children: Type.Optional(
      Type.Array(named('BudgetMember', Type.Object(line)), {
        description:
          'With by_group: the categories of the group that have a budget, an actual or a carried amount, by position and name. The figures of the row are then those of the group, its own and its categories together: planned, carried and rollover are those of the budget of the group itself; without one, planned is the sum of the rows, and so is carried unless counts_once.',
      }),
    ),
    own: Type.Optional(
      Nullable(
        Type.Object(
          { actual: Type.Number(), explain: Type.String({ description: explained }) },
          {
            description:
              'With by_group: the part of actual that is recorded in the category of the group itself; null if that is 0, and for a row without children.',
          },
        ),
      ),
    ),
    members_planned: Type.Optional(
      Nullable(
        Type.Number({
          description:
            'With by_group: the sum of the planned amounts of the children, which does not count where the group has a budget of its own; null for a row without children.',
        }),
      ),
    ),
    counts_once: Type.Optional(
      Type.Boolean({
        description:
          'With by_group: whether the row counts in totals as one, in place of its categories. It does if the group has a budget of its own in the month, or had one with rollover in the month before, even if nothing was left of that. false for a category that is no group.',
      }),
    ),
  }),
)
export type BudgetRow = Static<typeof BudgetRow>

const Kind = (description: string, more: object = {}) =>
  Type.Optional(
    Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'], description, ...more }),
  )

const ManyExplained = Nullable(
  Type.String({ description: `${explained} Null if more than 100 categories have an actual amount.` }),
)

export const BudgetSheet = named(
  'BudgetSheet',
  Type.Object({
    month: Type.String({ description: 'As YYYY-MM.' }),
    date_from: Type.String({ format: 'date', description: 'The first day of the month.' }),
    date_to: Type.String({ format: 'date', description: 'The last day of the month.' }),
    kind: Type.Unsafe<'expense' | 'income'>({ type: 'string', enum: ['expense', 'income'] }),
    base_currency_id: Type.String({ description: 'The currency of all amounts.' }),
    rows: Type.Array(BudgetRow, {
      description:
        'The categories with a budget, an actual or a carried amount, by name. With by_group: the groups and the categories without a group, by position and name.',
    }),
    totals: Type.Object(
      {
        planned: Type.Number(),
        actual: Type.Number(),
        carried: Type.Number(),
        left: Type.Number(),
        income_planned: Type.Number({
          description: 'The total planned on the sheet of incomes for the month; 0 if there is none.',
        }),
        to_plan: Type.Number({
          description:
            'income_planned - planned. On the sheet of expenses, this is the expected income that is left to budget; negative if more is budgeted than expected.',
        }),
        explain: ManyExplained,
      },
      {
        description:
          'The sums of the rows that have a budget or a carried amount. With by_group, a row with counts_once counts as it is, if it has a planned or a carried amount. Of any other group, its categories and its own part count as without by_group, each if it has a budget or a carried amount: the row of the group also has what was spent without one, which is in unplanned.',
      },
    ),
    unplanned: Type.Object(
      { actual: Type.Number(), explain: ManyExplained },
      {
        description:
          'The sum of the other rows: amounts spent, or received, in categories without a budget. It is not part of totals, and does not reduce left. With by_group, a category without a budget is planned by its group if that has a budget of its own.',
      },
    ),
    ignored: Ignored,
  }),
)
export type BudgetSheet = Computed<typeof BudgetSheet>

export const getBudgets = route({
  method: 'GET',
  path: '/budgeting/budgets',
  needs: 'read',
  summary:
    'Read the budget of a month: planned, actual, carried and left for each category of expenses, or of incomes.',
  query: Type.Object({
    month: Type.Optional({
      ...MonthName,
      description: 'A month, as YYYY-MM, from 1901 to 2199. Default: the current month of the book.',
    }),
    kind: Kind('Categories of expenses, or of incomes. For incomes, left is the amount not received yet.', {
      default: 'expense',
    }),
    by_group: Type.Optional(
      Type.Boolean({
        description:
          'true: one row for each group, with its categories as children. The groups are those of today, with known_at too. Default: false, one row for each category.',
      }),
    ),
    ...KnownAt,
  }),
  reply: BudgetSheet,
  refuses: knownAtRefusals,
})
export type BudgetQuery = Static<typeof getBudgets.query>

export const getBudget = route({
  method: 'GET',
  path: '/budgeting/budgets/{category_id}/{month}',
  needs: 'read',
  summary:
    'Read the budget of a category that holds in a month, with the ETag to send as If-Match with a change. The category may be in the trash.',
  reply: Budget,
  refuses: ['invalid'],
})

const Only = Type.Optional(
  Type.Boolean({
    description:
      'true: for this month alone; afterwards the running budget goes on. false: from this month on, until the next month that has a running budget, or in which it was ended. Default: false; without an amount, as it is in the month.',
  }),
)

const Rollover = Type.Optional(
  Type.Boolean({
    description:
      'Whether the amount left is carried into the next month. Default: as it is in the month, and false if there is no budget.',
  }),
)

const Since = Type.Optional(
  Type.String({
    format: 'month',
    description:
      'As it was read: a budget that is read and sent back changes nothing. Without it, an amount is given from this month on even if the same amount already runs, and stays when that one changes.',
  }),
)

export const putBudget = route({
  method: 'PUT',
  path: '/budgeting/budgets/{category_id}/{month}',
  needs: 'write',
  summary:
    'Set the budget of a category from a month on, or for the month alone. If-Match is compared with the version of the budget that holds in the month; "0" if none does.',
  body: named(
    'BudgetDraft',
    Type.Object({
      amount: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'In the base currency. Required unless a budget holds in the month already.',
        }),
      ),
      rollover: Rollover,
      only: Only,
      since: Since,
    }),
  ),
  reply: Budget,
  refuses: ['amount_decimals', 'amount_too_large'],
})
export type BudgetDraft = Static<typeof putBudget.body>

export const deleteBudget = route({
  method: 'DELETE',
  path: '/budgeting/budgets/{category_id}/{month}',
  needs: 'write',
  summary:
    'Remove the budget of a category for this month alone, so that the running one holds; without one, end the running budget from this month on, until the next one given. The answer is the budget as it was. An undo restores it.',
  reply: Budget,
})

/** The most categories that a sheet sets at once. */
const MAX_SHEET_ROWS = 1_000

const SheetRow = named(
  'BudgetSheetRow',
  Type.Object({
    category_id: Id,
    amount: Nullable(
      Type.Number({
        minimum: 0,
        description:
          'In the base currency; null removes or ends the budget, as DELETE does. With `only: true`, null removes a budget for the month alone, and is refused without one.',
      }),
    ),
    rollover: Rollover,
    only: Only,
    since: Since,
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The version of the row that you have seen, 0 if it had no budget: if another budget holds by now, the sheet is refused. Default: not compared.',
      }),
    ),
  }),
)
export type SheetRow = Static<typeof SheetRow>

export const putBudgets = route({
  method: 'PUT',
  path: '/budgeting/budgets/{month}',
  needs: 'write',
  summary:
    'Set the budgets of up to 1,000 categories of either kind for a month, as one change: all of them or none. Each category is in one row only. An error names its row, such as rows.3.amount.',
  body: named(
    'BudgetSheetDraft',
    Type.Object({ rows: Type.Array(SheetRow, { minItems: 1, maxItems: MAX_SHEET_ROWS }) }),
  ),
  reply: named(
    'SetBudgets',
    Type.Object({
      version: Type.Integer({
        description: 'The version of the book that has all of these budgets: one undo takes them back.',
      }),
      data: Type.Array(Budget, {
        description:
          'The budgets that hold in the month now, in the order of the rows, without removed ones.',
      }),
    }),
  ),
  refuses: ['category_not_found', 'amount_decimals', 'amount_too_large', 'stale'],
})
export type BudgetSheetDraft = Static<typeof putBudgets.body>

/** A month whose budgets are copied, or whose actual amounts become budgets. */
export type Source = { month: Month; isActual: boolean }

const ACTUAL = 'actual:'

export function readSource(text: string): Source | undefined {
  const isActual = text.startsWith(ACTUAL)
  const month = isActual ? text.slice(ACTUAL.length) : text
  return isMonth(month) ? { month, isActual } : undefined
}

export const copyBudgets = route({
  method: 'POST',
  path: '/budgeting/budgets/{month}/copy',
  needs: 'write',
  looksUp: true, // the amounts spent, by the months of the book as it is now
  summary:
    'Set the budgets of a month to the budgets or the actual amounts of another month, as one change. They are for this month alone. Budgets of categories that are not copied stay.',
  body: named(
    'BudgetCopy',
    Type.Object({
      from: Type.String({
        format: 'budget_source',
        examples: ['2026-10'],
        description:
          '2026-10: the budgets of that month. actual:2026-10: the actual amounts of that month that are more than 0.',
      }),
      kind: Kind('The kind of the categories. Default: expense.'),
    }),
  ),
  reply: named(
    'CopiedBudgets',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book after the copy.' }),
      data: Type.Array(Budget, { description: 'The budgets of the copied categories, by name.' }),
    }),
  ),
  refuses: ['nothing_to_copy', 'amount_too_large'],
})
export type BudgetCopy = Static<typeof copyBudgets.body>
