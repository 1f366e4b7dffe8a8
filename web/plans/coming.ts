import { type Day, laterDay } from '../../contract/day.ts'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { minorOf } from '../ui/money.ts'
import { type PlanAccounts, planDirection } from './plan-words.ts'

/** The occurrences to come, and their sums: Home, Recurring and its calendar all count them here. */

/** Whether an occurrence is still to come or waits: neither recorded nor left out. */
export const isOpen = ({ state }: Pick<Occurrence, 'state'>): boolean =>
  state !== 'posted' && state !== 'skipped'

type Sum = { currency: string; minor: bigint }
/** The entries by number, and their sums: those that go out, come in, and move between one's own accounts or into envelopes. */
export type ComingSums = { count: number; out: Sum[]; in: Sum[]; moved: Sum[] }

export const isNothing = ({ count }: ComingSums): boolean => count === 0

/** The number of open occurrences, and the amounts that go out, come in and are moved, in each currency: each line of a list is counted, and in one of them. */
export function sumsOf(
  occurrences: readonly Occurrence[],
  plans: ReadonlyMap<string, Plan>,
  accounts: PlanAccounts,
): ComingSums {
  const sides = {
    '-1': new Map<string, bigint>(),
    '0': new Map<string, bigint>(),
    '1': new Map<string, bigint>(),
  }
  let count = 0
  for (const one of occurrences.filter(isOpen)) {
    const plan = plans.get(one.plan_id)
    if (!plan) continue // it has no line either
    count++
    const side = sides[planDirection(plan, accounts, one)]
    const { currency_id: currency, amount } = one
    side.set(currency, (side.get(currency) ?? 0n) + minorOf(amount, currency))
  }
  const listed = (side: Map<string, bigint>) => [...side].map(([currency, minor]) => ({ currency, minor }))
  return { count, out: listed(sides[-1]), in: listed(sides[1]), moved: listed(sides[0]) }
}

/** Occurrences by day. A late one counts today, as in the forecast. */
export const byDay = (occurrences: readonly Occurrence[], today: Day): ReadonlyMap<Day, Occurrence[]> =>
  Map.groupBy(occurrences.filter(isOpen), ({ date }) => laterDay(date, today))
