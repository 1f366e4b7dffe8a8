import type { MovedRecords } from '../../contract/categories.ts'
import { counted, listed } from '../ui/wording.ts'

/** 34 entries, 5 budgets and 1 rule move */
export function mergeText({ transactions, budgets, plans, rules }: MovedRecords): string {
  const parts = [
    [transactions, 'entry', 'entries'],
    [budgets, 'budget', 'budgets'],
    [plans, 'recurring entry', 'recurring entries'],
    [rules, 'rule', 'rules'],
  ] as const
  const some = parts.filter(([count]) => count > 0)
  if (some.length === 0) return 'Nothing has to move'
  const isOne = some.length === 1 && some[0]?.[0] === 1
  return `${listed(some.map(([count, one, many]) => counted(count, one, many)))} ${isOne ? 'moves' : 'move'}`
}
