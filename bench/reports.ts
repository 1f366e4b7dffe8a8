import { listTransactions } from '../contract/budgeting.ts'
import { getBudgets } from '../contract/budgets.ts'
import { arrangeCategories, listCategories } from '../contract/categories.ts'
import { overview } from '../contract/overview.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  spending,
  trialBalance,
} from '../contract/reports.ts'
import { type Figure, median, timeMs } from './figures.ts'
import { analyze, type Filled, filledBook } from './fill.ts'
import { compare } from './growth.ts'
import type { Service } from './processes.ts'

const SMALL = 10_000
/** How many transactions both books have in the last two years: reports cover the last one, and spending is compared with the one before. */
const IN_LAST_TWO = 8_000
const OVERVIEW_SECONDS = 0.05
const ROUNDS = 60

const today = Temporal.Now.plainDateISO()
const year = { date_from: today.subtract({ days: 364 }).toString(), date_to: today.toString() }

const operations: Record<string, (book: Filled) => Promise<unknown>> = {
  'income statement by month': ({ call }) => call(incomeStatement, { query: { ...year, by: 'month' } }),
  'balance sheet': ({ call }) => call(balanceSheet, {}),
  'balance sheet a year ago': ({ call }) => call(balanceSheet, { query: { date: year.date_from } }),
  'trial balance': ({ call }) => call(trialBalance, {}),
  'net worth by month': ({ call }) => call(netWorth, { query: { ...year, by: 'month' } }),
  'net worth by day': ({ call }) => call(netWorth, { query: { ...year, by: 'day' } }),
  'spending by category': ({ call }) => call(spending, { query: year }),
  'spending by contact': ({ call }) => call(spending, { query: { ...year, by: 'contact' } }),
  'spending by tag': ({ call }) => call(spending, { query: { ...year, by: 'tag' } }),
  'spending by day': ({ call }) => call(spending, { query: { ...year, by: 'day' } }),
  'cash flow by month': ({ call }) => call(cashFlow, { query: { ...year, by: 'month' } }),
  'list behind a total, with its sum': ({ call }) =>
    call(listTransactions, { query: { ...year, section: 'expense', include: 'sum', limit: 50 } }),
  overview: ({ call }) => call(overview, {}),
}

/** Reports by group, each beside the same report by category. */
const grouped: Record<string, (book: Filled, by_group: boolean) => Promise<unknown>> = {
  'budget of a month': ({ call }, by_group) => call(getBudgets, { query: { by_group } }),
  'income statement by month': ({ call }, by_group) =>
    call(incomeStatement, { query: { ...year, by: 'month', by_group } }),
  'spending by category': ({ call }, by_group) => call(spending, { query: { ...year, by_group } }),
}
const BY_GROUP = 1.2
/** How many categories a group has, its own included. */
const IN_GROUP = 5

/** The cost of reports by group as a multiple of their cost by category, in a book whose categories are in groups of five. */
async function byGroup(book: Filled): Promise<Figure[]> {
  const { data } = await book.call(listCategories, { query: { limit: 100 } })
  const rows = data.flatMap(({ id }, index) => {
    const parent = data[index - (index % IN_GROUP)]
    return parent && parent.id !== id ? [{ id, parent_id: parent.id }] : []
  })
  await book.call(arrangeCategories, { body: { rows } })
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(grouped)) {
    const times: { flat: number[]; groups: number[] } = { flat: [], groups: [] }
    for (let round = 0; round < ROUNDS; round++) {
      times.flat.push(await timeMs(() => ask(book, false)))
      times.groups.push(await timeMs(() => ask(book, true)))
    }
    const [flat, groups] = [median(times.flat), median(times.groups)]
    const from = { 'ms by category': flat, 'by group': groups }
    figures.push({ name: `by group: ${name}`, value: groups / flat, unit: 'ratio', from, atMost: BY_GROUP })
  }
  return figures
}

/**
 * Reports over the last year in a large book against a small one with equally many transactions in that time, and how long the overview of
 * the large one takes.
 */
export async function reports(service: Service, large: number): Promise<Figure[]> {
  const books = [
    await filledBook(service, SMALL, IN_LAST_TWO),
    await filledBook(service, large, IN_LAST_TWO),
  ] as const
  await analyze(service)
  const figures = await compare('report', operations, ...books)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timeMs(() => books[1].call(overview, {})))
  const seconds = median(times) / 1000
  return [
    ...figures,
    ...(await byGroup(books[1])),
    {
      name: `overview of ${large} transactions`,
      value: seconds,
      unit: 's',
      atMost: OVERVIEW_SECONDS,
      from: {},
    },
  ]
}
