import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import type { Sum } from './owed.ts'

/** The amounts owed in their own currencies; foreign ones with their value in the base currency below. */
export function PartyAmount({
  sums,
  base,
  baseMinor,
}: {
  sums: readonly Sum[]
  base: string
  baseMinor: bigint
}) {
  const isForeign = sums.some(({ currency }) => currency !== base)
  return (
    <span className="flex flex-col items-end">
      {sums.map(({ currency, minor }) => (
        <Money key={currency} amount={minor} currency={currency} className="font-semibold" />
      ))}
      {isForeign && (
        <span className="text-caption text-text-3">
          {sums.length > 1 ? (
            rich('together {amount}', { amount: <Money amount={baseMinor} currency={base} /> })
          ) : (
            <Money amount={baseMinor} currency={base} />
          )}
        </span>
      )}
    </span>
  )
}
