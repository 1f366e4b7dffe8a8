import { t } from '../../words/t.ts'
import { type AmountStyle, type AmountTextFault, readAmountText } from '../ui/amount-text.ts'

/** Reads the text of a budget: an amount or a sum, or nothing, which takes the budget away. */

const sentences: Readonly<Record<Exclude<AmountTextFault, 'empty'>, () => string>> = {
  incomplete: () => t('The sum is not finished.'),
  not_a_number: () => t('This is not an amount.'),
  too_many_decimals: () => t('The currency has fewer decimals.'),
  too_large: () => t('This is more than Florin can hold.'),
  division_by_zero: () => t('Nothing can be divided by 0.'),
}

export type PlanText = { minor: bigint | null; fault?: never } | { fault: string }

export function readPlanned(text: string, style: AmountStyle): PlanText {
  const reading = readAmountText(text, style)
  if (reading.fault === 'empty') return { minor: null }
  if (reading.fault !== undefined) return { fault: sentences[reading.fault]() }
  return reading.minor < 0n ? { fault: t('A budget is not below 0.') } : { minor: reading.minor }
}
