import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { listTransactions, type TransactionQuery } from '../../../contract/budgeting.ts'
import { daysOfMonth, type Month } from '../../../contract/month.ts'
import { cashFlow, incomeStatement } from '../../../contract/reports.ts'
import { asking } from '../../api/ask.ts'
import type { Search } from '../../page/address.ts'
import { useBook, useBooks, useMembership } from '../../page/me.ts'
import type { Amount } from '../../ui/money.ts'
import { type DayRange, daysOfYear, filtersIn, isOfDaysOnly, isSummed, within } from '../filters.ts'
import type { Item } from './items.ts'

/** The figures of month headings come from the service, for all of a month's transactions: the screen may have loaded only a part of them. */
export type MonthSums =
  | { in: Amount; out: Amount; moved: Amount }
  | { count: number; sum: Amount | undefined }

const yearOf = (month: Month): number => Number(month.slice(0, 4))

/** Income and spending of a year by month. The figures of other days never stand in for them. */
function askingYear(days: DayRange) {
  const { placeholderData: _, ...asked } = asking(incomeStatement, { query: { ...days, by: 'month' } })
  return asked
}

/** Money from other books less money to them, by month: neither income nor spending. */
function askingBetween(days: DayRange) {
  const { placeholderData: _, ...asked } = asking(cashFlow, { query: { ...days, by: 'month' } })
  return asked
}

/** How many transactions of a month fit the filters, and their sum. */
function askingMonth(days: DayRange, search: Search) {
  const query: TransactionQuery = { ...filtersIn(search), ...days, limit: 1, include: 'total,sum' }
  const { placeholderData: _, ...asked } = asking(listTransactions, { query })
  return asked
}

/** The figures of the months in sight. Without other filters than days these are income and spending; else count and sum. */
export function useMonthSums(months: readonly Month[], search: Search): ReadonlyMap<Month, MonthSums> {
  const { month_starts_on: start } = useBook()
  const hasOthers = [useBooks().length > 1, useMembership()?.is_shared].some(Boolean)
  const isPlain = isOfDaysOnly(search)
  // While the filters change, the list still has months that the new filters leave out.
  const years = [...new Set(isPlain ? months.map(yearOf) : [])].flatMap(
    (year) => within(daysOfYear(year, start), search) ?? [],
  )
  const listed = (isPlain ? [] : months).flatMap((month) => {
    const days = within(daysOfMonth(month, start), search)
    return days ? [{ month, days }] : []
  })
  const statements = useQueries({ queries: years.map(askingYear) })
  const between = useQueries({ queries: hasOthers ? years.map(askingBetween) : [] })
  const movedIn = new Map(
    between.flatMap(
      ({ data }) =>
        data?.periods.map(({ label }, at) => [label, data.totals.between.amounts[at] ?? 0] as const) ?? [],
    ),
  )
  const lists = useQueries({ queries: listed.map(({ days }) => askingMonth(days, search)) })
  const sums = new Map<Month, MonthSums>()
  for (const { data } of statements)
    data?.periods.forEach(({ label }, at) => {
      const { income, expense } = data.totals
      sums.set(label, {
        in: income.amounts[at] ?? 0,
        out: expense.amounts[at] ?? 0,
        moved: movedIn.get(label) ?? 0,
      })
    })
  lists.forEach(({ data }, index) => {
    const { month } = listed[index] ?? {}
    if (!data || !month) return
    const { total = 0, sum_base } = data.meta
    sums.set(month, { count: total, sum: isSummed(search) ? sum_base : undefined })
  })
  return sums
}

/** How many transactions there are in all, and their sum. */
export function useTotals(query: TransactionQuery) {
  return useQuery(asking(listTransactions, { query: { ...query, limit: 1, include: 'total,sum' } })).data
    ?.meta
}

/** The months whose headings are in sight; while the list scrolls, the previous ones, so that no month in passing is asked for. */
export function useMonthsInSight(
  items: readonly Item[],
  shown: readonly { index: number }[],
  isScrolling: boolean,
): readonly Month[] {
  const latest = useRef<readonly Month[]>([])
  const months = [...new Set(shown.flatMap(({ index }) => items[index]?.month ?? []))]
  if (!isScrolling || latest.current.length === 0) latest.current = months
  return latest.current
}
