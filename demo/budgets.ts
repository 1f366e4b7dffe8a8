import { copyBudgets, putBudget } from '../contract/budgets.ts'
import type { Expense } from './chart.ts'
import { monthsOf, type Span } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { amountToApi } from './rates.ts'

/** The budgets of a month, in cents; the rest of some is carried over. */
const PLANNED: readonly { category: Expense; cents: bigint; rollover?: true }[] = [
  { category: 'Rent', cents: 79_000n },
  { category: 'Utilities', cents: 24_000n },
  { category: 'Groceries', cents: 52_000n, rollover: true },
  { category: 'Eating out', cents: 52_000n },
  { category: 'Household', cents: 12_500n, rollover: true },
  { category: 'Transport', cents: 10_000n },
  { category: 'Car', cents: 13_000n },
  { category: 'Health', cents: 8_000n },
  { category: 'Clothes', cents: 8_000n, rollover: true },
  { category: 'Children', cents: 34_000n },
  { category: 'Leisure', cents: 20_000n },
  { category: 'Gifts', cents: 5_000n, rollover: true },
  { category: 'Subscriptions', cents: 6_500n },
  { category: 'Insurance', cents: 10_000n, rollover: true },
  { category: 'Travel', cents: 40_000n, rollover: true },
]
const MONTHS = 12

/** The budgets of the last months: planned once, copied from month to month, and some of them exceeded. */
export function budgets(span: Span): Step[] {
  const [first, ...later] = monthsOf(span).slice(-MONTHS).map(String)
  if (first === undefined) return []
  return [
    ...PLANNED.map(({ category, cents, rollover = false }) =>
      step(putBudget, {
        params: { category_id: idOf(category), month: first },
        body: { amount: amountToApi(cents, 'EUR'), rollover },
      }),
    ),
    ...later.map((month, place) =>
      step(copyBudgets, { params: { month }, body: { from: later[place - 1] ?? first } }),
    ),
  ]
}
