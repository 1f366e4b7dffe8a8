import type { Occurrence, Plan } from '../../contract/plans.ts'
import { useBook } from '../page/me.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { amountOfPlan, currencyOfPlan, type PlanPlaces, planDirection } from './plan-words.ts'

/** The amount of a plan, or of one of its occurrences, with its sign. It is used everywhere, so that no two screens disagree about it. */
export function PlanMoney({
  plan,
  occurrence,
  places,
}: {
  plan: Plan
  occurrence?: Occurrence
  places: PlanPlaces
}) {
  const { base_currency_id: base } = useBook()
  const currency = occurrence?.currency_id ?? currencyOfPlan(plan, places, base)
  const direction = planDirection(plan, places.accounts, occurrence)
  const minor = minorOf(occurrence?.amount ?? amountOfPlan(plan), currency)
  return (
    <Money
      amount={direction < 0 ? -minor : minor}
      currency={currency}
      variant={direction === 0 ? 'plain' : 'signed'}
      className="shrink-0 font-medium"
    />
  )
}
