import { useQuery } from '@tanstack/react-query'
import { getExchangeRate } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { asking } from '../api/ask.ts'

/** The rate between two currencies on a day, where there is one. */
export function useRate(from: string, to: string, date: Day): number | undefined {
  const { data } = useQuery({
    ...asking(getExchangeRate, { params: { from, to, date } }),
    enabled: from !== to,
    retry: false,
  })
  return from === to ? undefined : data?.rate
}
