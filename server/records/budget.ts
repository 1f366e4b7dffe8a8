import assert from 'node:assert/strict'
import type { RunningBudget as ApiRunningBudget, Budget } from '../../contract/budgets.ts'
import { type Month, NEVER } from '../../contract/month.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part } from '../ledger/stored.ts'
import { baseAmount, end, flag, id, month, orNull, type RowOf, since, version } from './columns.ts'
import { byAddress, kind, refersTo, storedOf } from './kind.ts'

/**
 * The budget of a category that was given for a month, in the base currency. Its id is its address. It has one part or two: `amount` and `rollover`
 * hold in this month alone; the running ones hold from this month on, until the next month that has a running one, or until `running_until`, the
 * first month in which they no longer hold.
 */
const columns = {
  category_id: id,
  month,
  amount: orNull(baseAmount),
  rollover: orNull(flag),
  version,
  running_amount: since(null, orNull(baseAmount)),
  running_rollover: since(null, orNull(flag)),
  running_until: since(null, orNull(end)),
}
export type BudgetRow = RowOf<typeof columns> & { id: string }

declare module '../ledger/rows.ts' {
  interface Rows {
    budget: BudgetRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    /** The budget that was given for a category in a month, by its address: the id of the category, a slash and the month. */
    budget: BudgetRow
    /** The latest budget that runs from a month or from an earlier one, ended or not, by the same address. */
    running_budget: BudgetRow
  }
}

export const budgetId = ({ category_id, month }: { category_id: string; month: Month }): string =>
  `${category_id}/${month}`

/** An amount of a category, and since which change it is there. */
export type HeldBudget = { amount: bigint; rollover: boolean; version: number }
export type RunningBudget = HeldBudget & { since: Month; until: Month }

/** The budgets of a category in a month: the one for the month alone, which holds if there is one, and the running one. */
export type MonthBudgets = {
  category_id: string
  month: Month
  own: HeldBudget | null
  running: RunningBudget | null
}

/** The part of a row that is for its month alone. */
export const ownOf = ({ amount, rollover, version }: BudgetRow): HeldBudget | null =>
  amount === null || rollover === null ? null : { amount, rollover, version }

/** The part of a row that runs from its month on. */
export function runningOf(row: BudgetRow): RunningBudget | null {
  const { month: first, running_amount, running_rollover, running_until, version } = row
  if (running_amount === null || running_rollover === null || running_until === null) return null
  return {
    amount: running_amount,
    rollover: running_rollover,
    version,
    since: first,
    until: running_until,
  }
}

/** A running budget as the API shows it. */
export const runningToApi = (
  { base_currency_id }: BookRow,
  { amount, rollover, since, until }: RunningBudget,
): ApiRunningBudget => ({
  amount: amountToApi(amount, base_currency_id),
  rollover,
  since,
  until: until === NEVER ? null : until,
})

/** The budget that holds in a month, as the API shows it. */
export function budgetToApi(book: BookRow, holding: MonthBudgets, category: { name: string }): Budget {
  const { category_id, month, own, running } = holding
  const held = own ?? running
  assert(held, 'a budget has one part at least')
  return {
    id: budgetId(holding),
    category_id,
    category_name: category.name,
    month,
    amount: amountToApi(held.amount, book.base_currency_id),
    rollover: held.rollover,
    only: own !== null,
    since: own ? month : (running?.since ?? month),
    running: running && runningToApi(book, running),
    version: held.version,
  }
}

const address = { category_id: 'uuid', month: 'text' }

export const budget = kind('budget', {
  table: 'budgets',
  alias: 'b',
  address,
  columns,
  order: sql`r.category_id, r.month`,
  entered: ['amount', 'rollover', 'running_amount', 'running_rollover', 'running_until'],
  refers: { category_id: refersTo('category') },
  finds: {
    budget: byAddress(sql`b`, address),
    running_budget: {
      load: (books, { ofBooks }) => {
        const keys = ofBooks().map(({ bookId, key }) => [bookId, ...key.split('/')])
        const column = (index: number) => keys.map((key) => key[index])
        return [
          part(
            'running_budget',
            sql`d.book_id`,
            sql`d.asked, ${listOf(storedOf(columns), 'b')}`,
            sql`unnest(${column(0)}::uuid[], ${column(1)}::uuid[], ${column(2)}::text[]) d (book_id, category_id, asked)
                cross join lateral (
                  select * from budgets r where r.book_id = any (${books}) and r.book_id = d.book_id and r.category_id = d.category_id and r.month <= d.asked
                    and r.running_amount is not null order by r.month desc limit 1) b`,
          ),
        ]
      },
    },
  },
  holders: {
    running_budget(holdings, lists) {
      for (const [asked, ...list] of lists) {
        const row = fromList(storedOf(columns), list) as Omit<BudgetRow, 'id'> // the columns of the part, in order
        const found = { ...row, id: budgetId(row) }
        hold(holdings, 'running_budget', budgetId({ ...row, month: String(asked) }), found)
      }
    },
  },
  course: 'held',
  // The undo of another base currency is held up by budgets.
  referrers: (to, ids) =>
    to === 'book'
      ? [
          {
            resource: sql`'budget'`,
            id: sql`(x.category_id || '/' || x.month)`,
            referred: sql`x.book_id`,
            from: sql`budgets x where x.book_id = ${ids}`,
          },
        ]
      : [],
  show: (row, book, known) =>
    budgetToApi(
      book,
      { category_id: row.category_id, month: row.month, own: ownOf(row), running: runningOf(row) },
      known.find('category', row.category_id) ?? { name: '' },
    ),
})
