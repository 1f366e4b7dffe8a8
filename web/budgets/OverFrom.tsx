import type { BudgetRow } from '../../contract/budgets.ts'
import { addMonths, type Month } from '../../contract/month.ts'
import { monthName } from '../ui/dates.ts'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { overFrom } from './budget-sheet.ts'

/** Below a bar: the amount that the month before takes from a budget that is over. */
export function OverFrom({
  row,
  month,
  currency,
}: {
  row: Pick<BudgetRow, 'left' | 'carried'>
  month: Month
  currency: string
}) {
  usePrivacy() // the amount in the words follows it
  const words = overFrom(row, monthName(addMonths(month, -1)), currency, (minor) =>
    hiddenMoneyText(minor, currency),
  )
  return words === undefined ? null : (
    <span className="ms-auto mt-1 block text-end text-caption text-text-2">{words}</span>
  )
}
