import { useToday } from '../page/me.ts'
import { Money } from '../ui/Money.tsx'
import { onward } from '../ui/reading.ts'
import { staysWords } from './between-words.ts'
import type { BeforeAndAfter } from './move-between.ts'

/** The balance of an account now, and after the amount has come or gone; or why it stays. */
export function BalanceLine({ change, currency }: { change: BeforeAndAfter; currency: string }) {
  const today = useToday()
  const { before, after, saidOn } = change
  return (
    <>
      <p className="mt-1.5 flex items-baseline justify-between gap-2 text-table tabular-nums">
        <Money amount={before} currency={currency} className="text-text-2" />
        {after !== undefined && (
          <>
            <span aria-hidden className="text-text-3">
              {onward()}
            </span>
            <Money amount={after} currency={currency} className="font-medium" />
          </>
        )}
      </p>
      {saidOn !== undefined && <p className="mt-1 text-caption text-text-2">{staysWords(saidOn, today)}</p>}
    </>
  )
}
