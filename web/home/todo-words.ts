import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'

/** What waits for a person, in words. */

type Todo = Overview['todo'][number]

const words: Record<Todo['kind'], (count: number) => string> = {
  late_debts: (count) => t('{count, plural, one {# debt late} other {# debts late}}', { count }),
  due_plans: (count) =>
    t('{count, plural, one {# recurring entry due} other {# recurring entries due}}', { count }),
  open_imports: (count) =>
    t('{count, plural, one {# bank file to check} other {# bank files to check}}', { count }),
  over_budgets: (count) => t('{count, plural, one {# budget over} other {# budgets over}}', { count }),
  missing_rates: (count) =>
    t('{count, plural, one {# exchange rate missing} other {# exchange rates missing}}', { count }),
}

export const todoWords = ({ kind, count }: Todo): string => words[kind](count)
