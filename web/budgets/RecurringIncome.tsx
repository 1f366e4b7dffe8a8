import { listPlans } from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { Money } from '../ui/Money.tsx'
import { Needs } from '../ui/Needs.tsx'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { type Line, usualText } from './lines.ts'
import { recurringIncome } from './recurring-income.ts'
import type { SheetCells } from './use-budgets.ts'

/**
 * Where no income is expected yet, the one that recurs is proposed: the figure of the page Recurring, as far as it has categories. Where none recurs,
 * it is what the months before brought, as for the categories of spending.
 */
export function RecurringIncome({ cells }: { cells: SheetCells }) {
  usePrivacy() // the amount in the words follows it
  const { data: fixed } = useAsk(fixedPlans)
  const { data: plans } = useEverything(listPlans)
  if (!fixed || !plans) return null
  const { currency } = cells.style
  const all = recurringIncome(fixed, plans)
  const sumOf = (amountOf: (line: Line) => bigint | null) =>
    cells.incomeLines.reduce((total, line) => total + (amountOf(line) ?? 0n), 0n)
  const recurring = ({ category_id }: Line) => all.get(category_id) ?? null
  const usual = ({ mean }: Line) => (mean !== null && mean > 0n ? mean : null)
  const isRecurring = sumOf(recurring) > 0n
  const amountOf = isRecurring ? recurring : usual
  const sum = sumOf(amountOf)
  if (sum === 0n) return null
  return (
    <span className="block">
      {isRecurring
        ? rich('{amount} a month is in Recurring.', { amount: <Money amount={sum} currency={currency} /> })
        : usualText(sum, cells.meanMonths, (minor) => hiddenMoneyText(minor, currency))}{' '}
      <Needs right="write" otherwise={null}>
        <button
          type="button"
          className="min-h-6 rounded-[4px] font-medium text-accent hover:underline touch:-my-3 touch:min-h-11"
          onClick={() => cells.fillIncomes(amountOf)}
        >
          {t('Use it')}
        </button>
      </Needs>
    </span>
  )
}
