import { type Amount, minorOf } from '../money.ts'

export type Share = { key: string; name: string; amount: Amount }

/** How many shares have a colour of their own. */
export const MAX_COLOURS = 5

/** The key of those that share the last colour. An item that has it is a rest already, and stays last, however large it is. */
export const REST = 'rest'

/** The largest shares, and the rest: six have no rest of one, which would hide its name for nothing. */
export function sharesOf<Item extends Share>(
  items: readonly Item[],
  currency: string,
): { shown: Item[]; rest: Item[] } {
  const size = ({ amount }: Item) => minorOf(amount, currency)
  const sorted = items.toSorted((a, b) => {
    if (a.key === REST || b.key === REST) return a.key === REST ? 1 : -1
    return size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0
  })
  const count = sorted.length <= MAX_COLOURS + 1 ? sorted.length : MAX_COLOURS
  return { shown: sorted.slice(0, count), rest: sorted.slice(count) }
}

/** How far a budget is used, in shares of the bar: up to the plan, over it, and where today is. */
export function meterOf(spent: number, planned: number): { used: number; over: number; percent: number } {
  const [all, plan] = [Math.max(0, spent), Math.max(0, planned)]
  if (all <= plan) {
    const used = plan === 0 ? 0 : all / plan
    return { used, over: 0, percent: Math.round(used * 100) }
  }
  return {
    used: plan / all,
    over: 1 - plan / all,
    percent: plan === 0 ? 100 : Math.round((all / plan) * 100),
  }
}
