import { getAccount, listAccountLines, listAccounts } from '../contract/accounts.ts'
import {
  createExpense,
  deleteExpense,
  getExpense,
  listExpenses,
  listTransactions,
  updateExpense,
} from '../contract/budgeting.ts'
import { getBudgets } from '../contract/budgets.ts'
import { trialBalance } from '../contract/reports.ts'
import { type Figure, median, timeMs } from './figures.ts'
import type { Filled } from './fill.ts'
import { expenseOf } from './people.ts'

const ROUNDS = 60
const ALLOWED = 1.5

const operations: Record<string, (book: Filled) => Promise<unknown>> = {
  'create an expense': (book) => book.call(createExpense, { body: expenseOf(book) }),
  'change an expense': ({ call, expenseId }) =>
    call(updateExpense, {
      params: { id: expenseId },
      body: { amount: 1 + Math.floor(Math.random() * 1e6) / 100 },
    }),
  'create and delete an expense': async ({ call, categoryId }) => {
    const { id } = await call(createExpense, { body: { amount: 12.5, category_id: categoryId } })
    await call(deleteExpense, { params: { id } })
  },
  'read an expense': ({ call, expenseId }) => call(getExpense, { params: { id: expenseId } }),
  'page of 50 expenses': ({ call }) => call(listExpenses, { query: { limit: 50 } }),
  'page of 50 in the timeline': ({ call }) => call(listTransactions, { query: { limit: 50 } }),
  'page by date, from the middle': ({ call, middle }) =>
    call(listExpenses, { query: { date_to: middle, limit: 50 } }),
  'page by category': ({ call, categoryId }) =>
    call(listExpenses, { query: { category_id: categoryId, limit: 20 } }),
  'page by category, from the middle': ({ call, categoryId, middle }) =>
    call(listExpenses, { query: { category_id: categoryId, date_to: middle, limit: 10 } }),
  'page by account': ({ call, accountId }) =>
    call(listExpenses, { query: { account_id: accountId, limit: 50 } }),
  'page by account and date': ({ call, accountId, middle }) =>
    call(listExpenses, { query: { account_id: accountId, date_to: middle, limit: 50 } }),
  'page by amount': ({ call }) => call(listExpenses, { query: { sort: '-amount', limit: 50 } }),
  'balance of an account': ({ call, accountId }) => call(getAccount, { params: { id: accountId } }),
  'all accounts': ({ call }) => call(listAccounts, {}),
  'register of an account': ({ call, accountId }) =>
    call(listAccountLines, { params: { id: accountId }, query: { limit: 50 } }),
  'second page of the register': async ({ call, accountId }) => {
    const { meta } = await call(listAccountLines, { params: { id: accountId }, query: { limit: 50 } })
    await call(listAccountLines, {
      params: { id: accountId },
      query: { limit: 50, cursor: meta.next_cursor ?? '' },
    })
  },
  'budget of a month': ({ call }) => call(getBudgets, {}),
  'trial balance': ({ call }) => call(trialBalance, {}),
  'trial balance within a month': ({ call, middle }) => call(trialBalance, { query: { date: middle } }),
  'search for a word': ({ call }) => call(listExpenses, { query: { q: 'c4ca4238', limit: 20 } }),
  'search for a category': ({ call }) => call(listExpenses, { query: { q: 'Category 7', limit: 20 } }),
  'by tag': ({ call }) => call(listExpenses, { query: { tag: 'travel', limit: 20 } }),
}

/** No limit holds for these: text search may cost more, and a tag or a month has more in a larger book. */
const unbounded = ['search for a word', 'search for a category', 'by tag', 'trial balance within a month']

export const growth = (small: Filled, large: Filled): Promise<Figure[]> =>
  compare('growth', operations, small, large, (name) => (unbounded.includes(name) ? undefined : ALLOWED))

/** The cost of each operation in a large book as a multiple of its cost in a small one, turn by turn. */
export async function compare(
  what: string,
  operations: Record<string, (book: Filled) => Promise<unknown>>,
  small: Filled,
  large: Filled,
  mostOf: (name: string) => number | undefined = () => ALLOWED,
  [ofSmall, ofLarge] = [`ms at ${small.count}`, `at ${large.count}`],
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, operation] of Object.entries(operations)) {
    for (const book of [small, large, small, large]) await operation(book)
    const times: { low: number[]; high: number[] } = { low: [], high: [] }
    for (let round = 0; round < ROUNDS; round++) {
      times.low.push(await timeMs(() => operation(small)))
      times.high.push(await timeMs(() => operation(large)))
    }
    const [low, high] = [median(times.low), median(times.high)]
    const atMost = mostOf(name)
    const from = { [ofSmall]: low, [ofLarge]: high }
    figures.push({
      name: `${what}: ${name}`,
      value: high / low,
      unit: 'ratio',
      from,
      ...(atMost !== undefined && { atMost }),
    })
  }
  return figures
}
