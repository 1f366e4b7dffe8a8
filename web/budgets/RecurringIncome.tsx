import { listPlans } from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { Money } from '../ui/Money.tsx'
import { Needs } from '../ui/Needs.tsx'
import { rich } from '../ui/rich.ts'
import { recurringIncome } from './recurring-income.ts'
import type { SheetCells } from './use-budgets.ts'

/** Where no income is expected yet, the one that recurs is proposed: the figure of the page Recurring, as far as it has categories. */
export function RecurringIncome({ cells }: { cells: SheetCells }) {
  const { data: fixed } = useAsk(fixedPlans)
  const { data: plans } = useEverything(listPlans)
  if (!fixed || !plans) return null
  const all = recurringIncome(fixed, plans)
  const amountOf = (id: string) => all.get(id) ?? null
  const sum = cells.incomeLines.reduce((total, { category_id }) => total + (amountOf(category_id) ?? 0n), 0n)
  if (sum === 0n) return null
  return (
    <span className="block">
      {rich('{amount} a month is in Recurring.', {
        amount: <Money amount={sum} currency={cells.style.currency} />,
      })}{' '}
      <Needs right="write" otherwise={null}>
        <button
          type="button"
          className="min-h-6 rounded-[4px] font-medium text-accent hover:underline touch:min-h-11"
          onClick={() => cells.fillIncomes(({ category_id }) => amountOf(category_id))}
        >
          {t('Use it')}
        </button>
      </Needs>
    </span>
  )
}
