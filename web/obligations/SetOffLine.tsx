import { Scale } from 'lucide-react'
import { setOff } from '../../contract/settlements.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { classes } from '../ui/classes.ts'
import { shortNameOf } from '../ui/initials.ts'
import { Money } from '../ui/Money.tsx'
import { moneyText, sumOf } from '../ui/money.ts'
import { DOTS, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'
import { type Debt, type DebtSide, mutual, type Party, sumsByCurrency } from './owed.ts'

/** Where both owe each other: the other side's amount, and one press that sets both off. No money moves. */
export function SetOffLine({
  party,
  side,
  all,
  className,
}: {
  party: Pick<Party, 'id' | 'name'>
  side: DebtSide
  all: readonly Debt[]
  className?: string
}) {
  const name = shortNameOf(party.name)
  const isPrivate = usePrivacy()
  const change = useChange(setOff, {
    words: ({ data }) => {
      const currency = data[0]?.currency_id ?? ''
      const paid = sumOf(
        data.map(({ amount }) => amount),
        currency,
      )
      // Each pair of debts gets two payments of the same amount.
      return t('Set off {amount} with {name}', {
        amount: isPrivate ? DOTS : moneyText(paid / 2n, currency),
        name,
      })
    },
  })
  const mayWrite = useMay('write')
  const own = all.filter(({ contact_id }) => contact_id === party.id)
  const others = own.filter(({ direction }) => direction !== side)
  return mutual(own).map(({ currency }) => {
    const other = sumsByCurrency(others, currency).find((sum) => sum.currency === currency)
    if (!other) return null
    // The question is asked where I owe; the other column has the answer already.
    if (side === 'receivable') return null
    if (!mayWrite)
      return (
        <p key={currency} className={classes('mt-1 text-table text-text-2', className)}>
          {rich('{name} also owes you {amount}.', {
            name,
            amount: <Money amount={other.minor} currency={currency} />,
          })}
        </p>
      )
    return (
      <div key={currency} className={className}>
        <button
          type="button"
          aria-busy={change.isBusy || undefined}
          onClick={() => void change.send({ params: { id: party.id }, body: { currency_id: currency } })}
          className={classes(
            'mt-1 flex min-h-7 touch:min-h-11 items-center gap-2 text-start text-table font-medium text-accent hover:underline hover:underline-offset-2',
          )}
        >
          <Scale size={15} aria-hidden className="shrink-0" />
          <span>
            {rich('{name} also owes you {amount}. Set off?', {
              name,
              amount: <Money amount={other.minor} currency={currency} />,
            })}
          </span>
        </button>
        {change.sentence && (
          <p role="alert" className="text-caption text-warn">
            {change.sentence}
          </p>
        )}
      </div>
    )
  })
}
