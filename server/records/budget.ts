import type { Budget } from '../../contract/budgets.ts'
import type { Month } from '../../contract/month.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { baseAmount, flag, id, month, type RowOf, version } from './columns.ts'
import { byAddress, kind, refersTo } from './kind.ts'

/** The budget of a category for a month, in the base currency. Its id is its address. */
const columns = { category_id: id, month, amount: baseAmount, rollover: flag, version }
export type BudgetRow = RowOf<typeof columns> & { id: string }

declare module '../ledger/rows.ts' {
  interface Rows {
    budget: BudgetRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    /** The budget of a category for a month, by its address: the id of the category, a slash and the month. */
    budget: BudgetRow
  }
}

export const budgetId = ({ category_id, month }: { category_id: string; month: Month }): string =>
  `${category_id}/${month}`

export const budgetToApi = (book: BookRow, budget: BudgetRow, category: { name: string }): Budget => ({
  id: budget.id,
  category_id: budget.category_id,
  category_name: category.name,
  month: budget.month,
  amount: amountToApi(budget.amount, book.base_currency_id),
  rollover: budget.rollover,
  version: budget.version,
})

const address = { category_id: 'uuid', month: 'text' }

export const budget = kind('budget', {
  table: 'budgets',
  alias: 'b',
  address,
  columns,
  order: sql`r.category_id, r.month`,
  entered: ['amount', 'rollover'],
  refers: { category_id: refersTo('category') },
  finds: { budget: byAddress(sql`b`, address) },
  // A book keeps its base currency while it has budgets.
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
  show: (row, book, known) => budgetToApi(book, row, known.find('category', row.category_id) ?? { name: '' }),
})
