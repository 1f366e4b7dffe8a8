import { useQuery } from '@tanstack/react-query'
import { PiggyBank } from 'lucide-react'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listGoals } from '../../contract/goals.ts'
import type { Plan } from '../../contract/plans.ts'
import { useEverything } from '../api/ask.ts'
import { useChosenIcons } from '../categories/chosen-icons.ts'
import { accounts } from '../page/accounts.ts'
import { iconOfTransaction } from '../ui/icons.tsx'

/** The names behind the ids in the drafts of plans. */
export function usePlanNames() {
  const { data: all } = useQuery(accounts)
  const { data: categories } = useEverything(listCategories)
  const { data: contacts } = useEverything(listContacts)
  const { data: goals } = useEverything(listGoals)
  return {
    accounts: new Map(all?.map((account) => [account.id, account])),
    goals: new Map(goals?.map((goal) => [goal.id, goal])),
    icons: useChosenIcons(),
    categories: new Map(categories?.map(({ id, name }) => [id, name])),
    contacts: new Map(contacts?.map(({ id, name }) => [id, name])),
  }
}
export type PlanNames = ReturnType<typeof usePlanNames>

/** The icon of a plan: that of the transactions it makes, or of the envelope it fills. */
export const iconOfPlan = ({ kind, draft }: Pick<Plan, 'kind' | 'draft'>, names: PlanNames) =>
  kind === 'goal'
    ? PiggyBank
    : iconOfTransaction(
        kind,
        draft.splits?.length ? ['', ''] : [names.categories.get(draft.category_id ?? '') ?? ''],
        names.icons.get(draft.category_id ?? ''),
      )
