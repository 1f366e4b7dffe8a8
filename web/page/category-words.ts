import type { MovedRecords } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'
import { counted } from '../ui/wording.ts'

/** 25 categories in 7 groups; 1 category in 1 group; 4 categories */
export const categoryCount = (categories: number, groups: number): string =>
  `${counted(categories, 'category', 'categories')}${groups > 0 ? ` in ${counted(groups, 'group')}` : ''}`

/** 34 entries, 5 budgets, 1 rule: those that there are. */
export function movedParts({ transactions, budgets, plans, rules }: MovedRecords): string[] {
  const parts = [
    [transactions, 'entry', 'entries'],
    [budgets, 'budget', 'budgets'],
    [plans, t('recurring entry'), t('recurring entries')],
    [rules, 'rule', 'rules'],
  ] as const
  return parts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many))
}
