import type { Overview } from '../../contract/overview.ts'
import { counted } from '../ui/wording.ts'

/** What waits for a person, in words. */

type Todo = Overview['todo'][number]

const words: Record<Todo['kind'], (count: number) => string> = {
  late_debts: (count) => `${counted(count, 'debt')} late`,
  due_plans: (count) => `${counted(count, 'recurring entry', 'recurring entries')} due`,
  open_imports: (count) => `${counted(count, 'bank file')} to check`,
  over_budgets: (count) => `${counted(count, 'budget')} over`,
  missing_rates: (count) => `${counted(count, 'exchange rate')} missing`,
}

export const todoWords = ({ kind, count }: Todo): string => words[kind](count)
