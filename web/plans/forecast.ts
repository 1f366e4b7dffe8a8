import { addDays, type Day } from '../../contract/day.ts'
import type { Forecast } from '../../contract/forecast.ts'
import { minorOf } from '../ui/money.ts'

/** The forecast of one account and currency, as steps from day to day. */

export type Point = Forecast['points'][number]

/** The points of one account and currency. */
export const pointsOf = (
  { points }: Pick<Forecast, 'points'>,
  accountId: string,
  currency: string,
): Point[] => points.filter((point) => point.account_id === accountId && point.currency_id === currency)

/** The balance at the end of each day, in minor units. */
export function dailySteps(
  points: readonly Point[],
  { from, to, currency }: { from: Day; to: Day; currency: string },
): { day: Day; minor: bigint }[] {
  const ends = new Map(points.map((point) => [point.date, minorOf(point.balance, currency)]))
  let minor = points[0] ? minorOf(points[0].balance, currency) : 0n
  const days: { day: Day; minor: bigint }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    minor = ends.get(day) ?? minor
    days.push({ day, minor })
  }
  return days
}

/** The part of each day's balance that no envelope of a goal holds, in minor units; undefined where the account has no envelopes. */
export function freeSteps(
  { envelopes }: Pick<Forecast, 'envelopes'>,
  { accountId, currency }: { accountId: string; currency: string },
  days: readonly { day: Day; minor: bigint }[],
): bigint[] | undefined {
  const own = envelopes.filter((one) => one.account_id === accountId && one.currency_id === currency)
  if (own.every(({ held }) => held === 0)) return undefined
  let next = 0
  let held = 0n
  return days.map(({ day, minor }) => {
    for (let one = own[next]; one && one.date <= day; one = own[++next]) held = minorOf(one.held, currency)
    return minor - held
  })
}

/** The lowest balance that a day ends with, the first of several: its day, its amount, and the name of its cause. */
export function lowPoint(
  points: readonly Point[],
  currency: string,
): { date: Day; minor: bigint; after: string | null } | undefined {
  // Only the end of a day matters: a salary may come in after the rent of the same day.
  const ends = [...new Map(points.map((point) => [point.date, point])).values()]
  let low: { date: Day; minor: bigint; after: string | null } | undefined
  for (const point of ends) {
    const minor = minorOf(point.balance, currency)
    if (low && minor >= low.minor) continue
    const spent = points.findLast((one) => one.date === point.date && one.amount < 0)
    low = { date: point.date, minor, after: (spent ?? point).because.name }
  }
  return low
}

/** The names of plans and debts whose day has come and that are not recorded yet: the forecast counts them today. */
export const waitingIn = (points: readonly Point[], today: Day): string[] => [
  ...new Set(
    points.flatMap(({ because: { kind, name }, date }) =>
      date === today && (kind === 'plan' || kind === 'obligation') && name !== null ? [name] : [],
    ),
  ),
]

/** The account that most planned money goes through; undefined if nothing is planned. */
export function busiestAccount({ points }: Pick<Forecast, 'points'>): string | undefined {
  const planned = points.filter(({ because }) => because.kind === 'plan')
  const byAccount = Map.groupBy(planned, ({ account_id }) => account_id)
  return [...byAccount].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
}
