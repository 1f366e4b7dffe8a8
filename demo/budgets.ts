import { putBudget } from '../contract/budgets.ts'
import type { Expense, Group, Income } from './chart.ts'
import { monthsOf, type Span } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { amountToApi } from './rates.ts'

/** The budgets of a month, in cents; the rest of some is carried over. */
const PLANNED: readonly { category: Expense | Group | Income; cents: bigint; rollover?: true }[] = [
  { category: 'Salary', cents: 520_000n },
  { category: 'Child benefit', cents: 27_000n },
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
  // A group's own budget counts instead of those of its members.
  { category: 'Free time', cents: 70_000n },
]
const MONTHS = 12

/** The budgets of the last months: given once, they go on; some of them are exceeded. */
export function budgets(span: Span): Step[] {
  const first = monthsOf(span).slice(-MONTHS)[0]
  if (first === undefined) return []
  return PLANNED.map(({ category, cents, rollover = false }) =>
    step(putBudget, {
      params: { category_id: idOf(category), month: String(first) },
      body: { amount: amountToApi(cents, 'EUR'), rollover },
    }),
  )
}
