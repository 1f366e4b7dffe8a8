import type { Account } from '../../contract/accounts.ts'
import { Money } from '../ui/Money.tsx'
import { beforeAndAfter } from './move-between.ts'

/** The balance of an account now, and after the amount has come or gone. */
export function BalanceLine({
  account,
  base,
  text,
  sign,
}: {
  account: Account
  base: string
  text: string
  sign: 1n | -1n
}) {
  const { currency, before, after } = beforeAndAfter(account, base, text, sign)
  return (
    <p className="mt-1.5 flex items-baseline justify-between gap-2 text-table tabular-nums">
      <Money amount={before} currency={currency} className="text-text-2" />
      {after !== undefined && (
        <>
          <span aria-hidden className="text-text-3">
            →
          </span>
          <Money amount={after} currency={currency} className="font-medium" />
        </>
      )}
    </p>
  )
}
