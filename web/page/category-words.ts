import type { MovedRecords } from '../../contract/categories.ts'
import { t } from '../../words/t.ts'

/** 25 categories in 7 groups; 1 category in 1 group; 4 categories */
export const categoryCount = (categories: number, groups: number): string =>
  groups > 0
    ? t(
        '{categories, plural, one {# category} other {# categories}} in {groups, plural, one {# group} other {# groups}}',
        { categories, groups },
      )
    : t('{categories, plural, one {# category} other {# categories}}', { categories })

/** 34 entries, 5 budgets, 1 rule: those that there are. */
export function movedParts({ transactions, budgets, plans, rules }: MovedRecords): string[] {
  return [
    transactions > 0 && t('{count, plural, one {# entry} other {# entries}}', { count: transactions }),
    budgets > 0 && t('{count, plural, one {# budget} other {# budgets}}', { count: budgets }),
    plans > 0 && t('{count, plural, one {# recurring entry} other {# recurring entries}}', { count: plans }),
    rules > 0 && t('{count, plural, one {# rule} other {# rules}}', { count: rules }),
  ].filter((part) => part !== false)
}
