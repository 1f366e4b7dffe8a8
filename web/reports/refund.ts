import type { Amount } from '../ui/money.ts'

/** Why spending on something changed, where a refund alone changed it. */

export type Spent = { amount: Amount; previous: Amount }

/**
 * Which days had the refund that is the whole change of a category: nothing was spent on it on the other days, so that "more on Taxes" would
 * be about money that nobody spent.
 */
export function refundIn({ amount, previous }: Spent): 'now' | 'before' | undefined {
  if (amount < 0 && Number(previous) === 0) return 'now'
  return previous < 0 && Number(amount) === 0 ? 'before' : undefined
}
