import { useQuery } from '@tanstack/react-query'
import { listAccountLines } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { valuation } from '../../contract/reports.ts'
import { accounts } from '../accounts/groups.ts'
import { asking, cache, call } from '../api/ask.ts'
import { useBook, useToday } from '../auth/me.ts'
import { useAddress } from '../shell/address.ts'
import { accountsById } from '../transactions/title.ts'
import { type Behind, type Figure, fromLine, fromTransaction, fromValuation, requestOf } from './behind.ts'
import { type Choice, type Span, spanOf } from './span.ts'

/** The span that the address of a report names, and what it needs to be told in days. */
export function useSpan(fallback: Choice): Span & { today: string; isReady: boolean } {
  const { search } = useAddress()
  const { month_starts_on: start } = useBook()
  const today = useToday()
  const isAll = search.period === 'all'
  // Only all of the time needs to know when it began.
  const earliest = useQuery({
    ...asking(listTransactions, { query: { sort: 'date', limit: 1 } }),
    enabled: isAll,
  })
  const first = earliest.data?.data[0]?.date ?? today
  return {
    ...spanOf(search, { today, start, first, fallback }),
    today,
    isReady: !isAll || !earliest.isPending,
  }
}

/** The most rows that a drill-down shows; its sum is of all. */
const MOST_ROWS = 200

async function askBehind(explain: string, base: string): Promise<Behind> {
  const request = requestOf(explain)
  // The names and values of an explain are those of the list it names.
  const query = { ...request.query, include: 'sum,total', limit: MOST_ROWS } as object
  if (request.list === 'valuation') {
    const reply = await call(valuation, { query: request.query as object })
    return fromValuation(reply, base, request.query.of === 'difference')
  }
  if (request.list === 'lines') {
    const { data, meta } = await call(listAccountLines, { params: { id: request.id }, query })
    return { rows: data.map(fromLine), sum: meta.sum_base ?? 0, total: meta.total ?? data.length }
  }
  const [{ data, meta }, all] = await Promise.all([
    call(listTransactions, { query }),
    cache.ensureQueryData(accounts),
  ])
  const byId = accountsById(all)
  return {
    rows: data.map((transaction) => fromTransaction(transaction, byId)),
    sum: meta.sum_base ?? 0,
    total: meta.total ?? data.length,
  }
}

/** The list behind a figure. */
export const useBehind = (explain: string, base: string) =>
  useQuery({ queryKey: ['behind', explain, base], queryFn: () => askBehind(explain, base) })

/** Which figure of a report is open, by the address; Back closes it. */
export function useFigures(figures: readonly Figure[]) {
  const { search, open, filter } = useAddress()
  const current = figures.find(({ key }) => key === search.figure)
  return {
    current,
    show: (key: string) => (search.figure === undefined ? open({ figure: key }) : filter({ figure: key })),
    close: () => filter({ figure: undefined }),
  }
}
