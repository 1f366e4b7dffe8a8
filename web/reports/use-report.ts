import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listTransactions } from '../../contract/budgeting.ts'
import { asking, call } from '../api/ask.ts'
import { refresh } from '../api/change.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { askFigure } from './ask-behind.ts'
import type { Figure } from './behind.ts'
import { type Span, type SpanChoice, spanOf } from './span.ts'

/** The span that the address of a report names, and the days it stands for. */
export function useSpan(fallback: SpanChoice): Span & { today: string; isReady: boolean } {
  const { search } = useAddress()
  const { month_starts_on: start } = useBook()
  const today = useToday()
  const isAll = search.period === 'all'
  // Only the span of everything needs to know when it began.
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

/** The list behind a figure. */
export const useBehind = ({ explain, less }: Pick<Figure, 'explain' | 'less'>, base: string) =>
  useQuery({
    queryKey: ['behind', explain, less, base],
    queryFn: () => askFigure(call, { explain, ...(less !== undefined && { less }) }, base),
  })

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

/** Asks everything again, once, when a list does not prove its figure: one of the two is from before a change. */
export function useReload(isNeeded: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isNeeded || isDone.current) return
    isDone.current = true
    void refresh()
  }, [isNeeded])
}
