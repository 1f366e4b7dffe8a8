import type { Plan } from '../../contract/plans.ts'
import { iconOfTransaction } from '../ui/icons.tsx'
import type { Names } from './names.ts'

/** The icon of a plan: that of the transactions it makes. */
export const iconOfPlan = ({ kind, draft }: Pick<Plan, 'kind' | 'draft'>, names: Names) =>
  iconOfTransaction(
    kind,
    draft.splits?.length ? ['', ''] : [names.categories.get(draft.category_id ?? '') ?? ''],
  )
