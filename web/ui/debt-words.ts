import { t } from '../../words/t.ts'
import { readField } from './amount-input.ts'
import { moneyText } from './money.ts'

/** How a typed debt is understood; undefined if nothing, or no amount, is typed. */
export function debtWords(text: string, currencyId: string): string | undefined {
  const read = readField(text, currencyId)
  if (read.fault !== undefined || read.minor === 0n) return undefined
  return read.minor > 0n
    ? t('You owe {amount}', { amount: moneyText(read.minor, currencyId) })
    : t('You have {amount} on it. If you owe this, leave out the minus', {
        amount: moneyText(-read.minor, currencyId),
      })
}
