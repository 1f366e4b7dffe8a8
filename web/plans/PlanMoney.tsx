import type { Plan } from '../../contract/plans.ts'
import { useBook } from '../auth/me.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import type { Names } from './names.ts'
import { amountOfPlan, directionOf } from './plan-words.ts'

/** The amount of a plan, or of one of its occurrences, with its sign. */
export function PlanMoney({ plan, amount, names }: { plan: Plan; amount?: number; names: Names }) {
  const { base_currency_id: base } = useBook()
  const currency = plan.draft.currency_id ?? base
  const direction = directionOf(plan, names.accounts)
  const minor = minorOf(amount ?? amountOfPlan(plan), currency)
  return (
    <Money
      amount={direction < 0 ? -minor : minor}
      currency={currency}
      variant={direction === 0 ? 'plain' : 'signed'}
      className="font-medium"
    />
  )
}
