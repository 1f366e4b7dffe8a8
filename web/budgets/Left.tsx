import { t } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { leftOf } from './budget-sheet.ts'

/** The rest of a budget: an amount, "all used", or by how much it is over. */
export function Left({
  minor: left,
  spent,
  currency,
  symbol = true,
  isTotal = false,
}: {
  minor: bigint
  spent: bigint
  currency: string
  /** In a table the head names the currency. */
  symbol?: boolean
  /** In a line of totals the head says "left". */
  isTotal?: boolean
}) {
  const { state, minor } = leftOf(left, spent)
  if (state === 'over')
    return (
      <span className="whitespace-nowrap text-warn">
        {rich('{amount} over [a budget]', {
          amount: <Money amount={minor} currency={currency} symbol={symbol} className="font-medium" />,
        })}
      </span>
    )
  if (state === 'used' && !isTotal) return <span className="text-text-2">{t('all used')}</span>
  return (
    <span className="whitespace-nowrap">
      {isTotal ? (
        <Money amount={minor} currency={currency} symbol={symbol} />
      ) : (
        rich('{amount} <word>left</word> [of a budget]', {
          amount: <Money amount={minor} currency={currency} symbol={symbol} />,
          word: (inner) => <span className="text-text-3">{inner}</span>,
        })
      )}
    </span>
  )
}
