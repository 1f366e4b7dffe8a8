import type { Plan } from '../../contract/plans.ts'
import type { FixedPlans } from '../../contract/recurring.ts'
import { minorOf } from '../ui/money.ts'

/** The income that recurs in a month, by category. One without a category has no cell, and is not in it. */
export function recurringIncome(
  { rows, base_currency_id: base }: Pick<FixedPlans, 'rows' | 'base_currency_id'>,
  plans: readonly Pick<Plan, 'id' | 'kind' | 'draft'>[],
): ReadonlyMap<string, bigint> {
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const sums = new Map<string, bigint>()
  for (const { plan_id, side, base_amount } of rows) {
    const plan = byId.get(plan_id)
    const category = plan?.kind === 'income' ? plan.draft.category_id : undefined
    if (side !== 'in' || !category) continue
    sums.set(category, (sums.get(category) ?? 0n) + minorOf(base_amount, base))
  }
  return sums
}
