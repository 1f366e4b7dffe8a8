import { useQueries, useQuery } from '@tanstack/react-query'
import { listTransactions, type TransactionQuery } from '../../contract/budgeting.ts'
import { daysOfMonth, type Month, type MonthStart } from '../../contract/month.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { asking } from '../api/ask.ts'
import { useBook } from '../auth/me.ts'
import type { Search } from '../shell/address.ts'
import type { Amount } from '../ui/money.ts'
import { daysOfYear, filtersIn, isOfDaysOnly, within } from './filters.ts'

/**
 * The figures of month headings come from the service, for all of a month's transactions: what is loaded on the screen may be only a part
 * of them.
 */
export type MonthSums = { in: Amount; out: Amount } | { count: number; sum: Amount }

const yearOf = (month: Month): number => Number(month.slice(0, 4))

/** Income and spending of a year by month, within the days of the filter. The figures of another year never stand in for them. */
function askingYear(year: number, search: Search, start: MonthStart) {
  const days = within(daysOfYear(year, start), search)
  const { placeholderData: _, ...asked } = asking(incomeStatement, { query: { ...days, by: 'month' } })
  return { ...asked, enabled: days !== undefined }
}

/** How many transactions a month has that fit the filters, and what they add up to. */
function askingMonth(month: Month, search: Search, start: MonthStart) {
  const days = within(daysOfMonth(month, start), search)
  const query: TransactionQuery = { ...filtersIn(search), ...days, limit: 1, include: 'total,sum' }
  const { placeholderData: _, ...asked } = asking(listTransactions, { query })
  return { ...asked, enabled: days !== undefined }
}

/** The figures of the months in sight. Without other filters than days these are income and spending; else count and sum. */
export function useMonthSums(months: readonly Month[], search: Search): ReadonlyMap<Month, MonthSums> {
  const { month_starts_on: start } = useBook()
  const isPlain = isOfDaysOnly(search)
  const years = isPlain ? [...new Set(months.map(yearOf))] : []
  const statements = useQueries({ queries: years.map((year) => askingYear(year, search, start)) })
  const lists = useQueries({
    queries: (isPlain ? [] : months).map((month) => askingMonth(month, search, start)),
  })
  const sums = new Map<Month, MonthSums>()
  for (const { data } of statements)
    data?.periods.forEach(({ label }, at) => {
      const { income, expense } = data.totals
      sums.set(label, { in: income.amounts[at] ?? 0, out: expense.amounts[at] ?? 0 })
    })
  lists.forEach(({ data }, index) => {
    const month = months[index]
    if (data && month) sums.set(month, { count: data.meta.total ?? 0, sum: data.meta.sum_base ?? 0 })
  })
  return sums
}

/** How many transactions there are in all, and what they add up to. */
export function useTotals(query: TransactionQuery) {
  return useQuery(asking(listTransactions, { query: { ...query, limit: 1, include: 'total,sum' } })).data
    ?.meta
}
