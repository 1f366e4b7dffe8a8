import type { RegisterLine } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import type { ChartPoint } from '../ui/charts/series.ts'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import type { Stated } from './stated.ts'

const daysSince = (first: Day, day: Day): number => (Date.parse(day) - Date.parse(first)) / 86_400_000

/**
 * The course of a worth since the first statement: a point on each day that was stated or has entries, and today with the balance of now.
 * Statements and lines are the latest first, as their lists have them.
 */
export function courseOf(
  stated: readonly Pick<Stated, 'date' | 'amount'>[],
  lines: readonly Pick<RegisterLine, 'date' | 'running_balance'>[],
  balance: number,
  today: Day,
): (ChartPoint & { value: number })[] {
  const first = stated.at(-1)?.date
  if (first === undefined) return []
  const rings = new Map(stated.map(({ date, amount }) => [date, amount]))
  const ends = new Map<Day, number>([
    ...lines.toReversed().map((line) => [line.date, line.running_balance] as const),
    ...rings,
    [today, balance],
  ])
  const length = Math.max(1, daysSince(first, today))
  return [...ends]
    .filter(([date]) => date >= first && date <= today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, value]) => ({
      key: date,
      label: dayInSentence(date, today),
      short: dayShort(date, today),
      at: daysSince(first, date) / length,
      value,
      isStated: rings.has(date),
    }))
}
