import { useEffect, useRef } from 'react'
import { t } from '../../../words/t.ts'
import { moneyText, spokenMoney } from '../../ui/money.ts'
import type { EntryAmount } from './reading.ts'

/** The amount in large figures, and above it the sum that it comes from. Keys of a keyboard type into it too. */
export function AddAmount({
  sum,
  amount,
  currency,
  mine,
  beside,
  fault,
}: {
  sum: string
  amount: EntryAmount | null
  currency: string
  /** My part, if others pay one too. */
  mine: bigint | undefined
  /** A figure in the words, which does not count beside the one of the keypad. */
  beside: string | undefined
  fault: string | undefined
}) {
  const isSum = /[+−]/.test(sum)
  const last = useRef(amount)
  useEffect(() => {
    if (amount) last.current = amount
  }, [amount])
  // While a sum is not finished, its figures so far stay.
  const shown = amount ?? (sum === '' ? null : last.current)
  return (
    <div className="text-center">
      <p className="min-h-5 truncate text-body tracking-wide text-text-2 tabular-nums">
        {isSum ? sum.replace(/[+−]/g, ' $& ') : ''}
      </p>
      <p
        aria-live="polite"
        data-amount
        className={`truncate text-amount font-semibold tabular-nums ${amount ? '' : 'text-text-3'}`}
      >
        <span aria-hidden>{moneyText(shown?.minor ?? 0n, shown?.currency_id ?? currency)}</span>
        <span className="sr-only">
          {amount ? spokenMoney(amount.minor, amount.currency_id) : t('No amount yet')}
        </span>
      </p>
      {mine !== undefined && amount && (
        <p className="text-table text-text-2">
          {t('{amount} is yours', { amount: moneyText(mine, amount.currency_id) })}
        </p>
      )}
      {beside && (
        <p className="text-table text-text-2">
          {t('The keypad counts; {figure} stays in the words.', { figure: beside })}
        </p>
      )}
      {fault && (
        <p role="alert" className="text-table text-warn">
          {fault}
        </p>
      )}
    </div>
  )
}
