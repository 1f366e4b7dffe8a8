import type { Transaction } from '../../contract/budgeting.ts'
import * as money from '../../contract/money.ts'
import { decimals, type Ledger } from '../model.ts'

export type Rate = Pick<Transaction, 'fx_rate' | 'fx_source' | 'fx_date'>

export const convert = (minor: bigint, currency: string, rate: number, to: string): bigint =>
  money.convert(minor, decimals(currency), money.decimalOf(rate), decimals(to))

/** Of the book's own rates, either way round, and the published ones: the latest on or before the day, at most 31 days old. */
export function rateOn({ base, published, own }: Ledger, currency: string, date: string): Rate | undefined {
  if (currency === base) return { fx_rate: 1, fx_source: 'base', fx_date: date }
  const kept = [...own].flatMap(([id, rate]) => {
    const [from, to, day = ''] = id.split('/')
    if (from === currency && to === base) return [{ fx_rate: rate, fx_source: 'own', fx_date: day, rank: 0 }]
    if (from !== base || to !== currency) return []
    return [{ fx_rate: quotient('1', String(rate)), fx_source: 'own', fx_date: day, rank: 1 }]
  })
  const listed = published.flatMap(({ date: day, perEuro }) => {
    const [from, to] = [perEuro[currency], perEuro[base]]
    return from && to ? [{ fx_rate: quotient(to, from), fx_source: 'ecb', fx_date: day, rank: 2 }] : []
  })
  const oldest = Temporal.PlainDate.from(date).subtract({ days: 31 }).toString()
  const [best] = [...kept, ...listed]
    .filter(({ fx_date }) => fx_date <= date && fx_date >= oldest)
    .sort((a, b) => (a.fx_date === b.fx_date ? a.rank - b.rank : a.fx_date < b.fx_date ? 1 : -1))
  return best && { fx_rate: best.fx_rate, fx_source: best.fx_source, fx_date: best.fx_date }
}
const quotient = (to: string, from: string): number =>
  money.decimalNumber(money.quotient(money.decimalFrom(to), money.decimalFrom(from)))
