import { addDays, type Day } from '../../contract/day.ts'
import type { Forecast } from '../../contract/forecast.ts'
import { monthsBetween } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'

/** The arithmetic of the home page, apart from its looks. */

/** A day of this month beside the day of the month before with the same place in it. */
export type DayOfMonth = {
  date: Day
  /** The spending up to it; undefined for days to come. */
  value: number | undefined
  second: number | undefined
}

/** The days of this month, each beside that of the month before, if that has as many; a longer one ends in its total, on the last day. */
export function monthLines({ date_from, date_to, days, previous_month }: Overview['spent']): DayOfMonth[] {
  const lines: DayOfMonth[] = []
  for (let date = date_from, index = 0; date <= date_to; date = addDays(date, 1), index++)
    lines.push({
      date,
      value: days[index]?.amount,
      second: (date === date_to ? previous_month.days.slice(index).at(-1) : previous_month.days[index])
        ?.amount,
    })
  return lines
}

/** Nothing but balances at the start is written in the book. */
export const isNew = ({ latest }: Overview): boolean => latest.every(({ kind }) => kind === 'opening')

/** While somebody is new, cards without anything in them leave their place to the first steps. */
export const hasSomething = (key: string, data: Overview): boolean => {
  if (key === 'worth') return true
  if (key === 'budgets') return data.budgets.rows.length > 0
  if (key === 'goals') return data.goals.length > 0
  if (key === 'owed') return data.owed.obligations.length > 0
  return key === 'coming' ? data.coming_up.length > 0 : !isNew(data)
}

export type Range = '3m' | '1y' | 'all'

/** The query for a range of net worth: closer points for shorter times. */
export function worthQuery(
  range: Exclude<Range, '1y'>,
  today: Day,
  first: Day,
): { date_from: Day; by: 'day' | 'week' | 'month' } {
  const threeMonths = Temporal.PlainDate.from(today).subtract({ months: 3 }).toString()
  if (range === '3m') return { date_from: threeMonths, by: 'week' }
  const months = monthsBetween(first.slice(0, 7), today.slice(0, 7))
  if (months > 12) return { date_from: first, by: 'month' }
  return { date_from: first < today ? first : addDays(today, -1), by: months > 1 ? 'week' : 'day' }
}

/** The balance of an account at the end of a day; undefined if the forecast has nothing of it. */
export function balanceOn(
  { points }: Pick<Forecast, 'points'>,
  accountId: string,
  currency: string,
  day: Day,
): number | undefined {
  const own = points.filter((point) => point.account_id === accountId && point.currency_id === currency)
  return own.findLast(({ date }) => date <= day)?.balance
}

/** The days that a figure is made of, from its `explain`. */
export function daysExplained(explain: string | null): { from: Day; to: Day } | undefined {
  const query = new URLSearchParams(explain?.split('?')[1])
  const [from, to] = [query.get('date_from'), query.get('date_to')]
  return from && to ? { from, to } : undefined
}

/** How many columns cards take on a wide screen, and on a narrower one, where they have room for it. */
const widths: Readonly<Record<string, { wide: number; narrow: number }>> = {
  worth: { wide: 2, narrow: 2 },
  latest: { wide: 2, narrow: 2 },
  coming: { wide: 1, narrow: 2 },
  goals: { wide: 3, narrow: 2 },
}

/**
 * The columns of each card, in rows without a hole: the last card of a row takes the room that the next one has no use for. In a wide grid,
 * where a column is two tracks, two small cards share their row evenly: one of them alone would be wide and empty.
 */
export function columnsOf(keys: readonly string[], columns: 2 | 3): number[] {
  const spans = keys.map((key) => widths[key]?.[columns === 3 ? 'wide' : 'narrow'] ?? 1)
  const tracks = spans.map((span) => (columns === 3 ? span * 2 : span))
  let used = 0
  let from = 0
  for (const [index, span] of spans.entries()) {
    used += span
    const next = spans[index + 1]
    if (next !== undefined && used + next <= columns) continue
    if (columns === 3 && used === 2 && index > from) tracks.fill(3, from, index + 1)
    else tracks[index] = (tracks[index] ?? 0) + (columns - used) * (columns === 3 ? 2 : 1)
    used = 0
    from = index + 1
  }
  return tracks
}
