import { type Day, laterDay } from '../../contract/day.ts'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { minorOf } from '../ui/money.ts'
import { type PlanAccounts, planDirection } from './plan-words.ts'

/** The occurrences to come, and their sums: Home, Recurring and its calendar all count them here. */

/** Whether an occurrence is still to come or waits: neither recorded nor left out. */
export const isOpen = ({ state }: Pick<Occurrence, 'state'>): boolean =>
  state !== 'posted' && state !== 'skipped'

type Sum = { currency: string; minor: bigint }
export type ComingSums = { count: number; out: Sum[]; in: Sum[] }

/** The number of open occurrences, and the amounts that go out and come in, in each currency. Own accounts keep what moves between them. */
export function sumsOf(
  occurrences: readonly Occurrence[],
  plans: ReadonlyMap<string, Plan>,
  accounts: PlanAccounts,
): ComingSums {
  const sums = { out: new Map<string, bigint>(), in: new Map<string, bigint>() }
  const open = occurrences.filter(isOpen)
  for (const one of open) {
    const plan = plans.get(one.plan_id)
    const direction = plan ? planDirection(plan, accounts, one) : 0
    if (direction === 0) continue
    const side = direction < 0 ? sums.out : sums.in
    const { currency_id: currency, amount } = one
    side.set(currency, (side.get(currency) ?? 0n) + minorOf(amount, currency))
  }
  const listed = (side: Map<string, bigint>) => [...side].map(([currency, minor]) => ({ currency, minor }))
  return { count: open.length, out: listed(sums.out), in: listed(sums.in) }
}

/** Occurrences by day. A late one counts today, as in the forecast. */
export const byDay = (occurrences: readonly Occurrence[], today: Day): ReadonlyMap<Day, Occurrence[]> =>
  Map.groupBy(occurrences.filter(isOpen), ({ date }) => laterDay(date, today))
