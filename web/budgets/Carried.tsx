import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { addMonths } from '../../contract/month.ts'
import { monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { moneyText } from '../ui/money.ts'
import { hiddenWord, usePrivacy } from '../ui/privacy.ts'
import { carriedText } from './budget-sheet.ts'
import type { Line } from './lines.ts'

/** The amount left over, or overspent, in the month before; pointing at it or tabbing to it says why. It opens that month. */
export function Carried({ line, month, currency }: { line: Line; month: string; currency: string }) {
  const id = useId()
  const isHidden = usePrivacy()
  if (line.carried === 0) return <span className="text-text-3">–</span>
  const before = addMonths(month, -1)
  return (
    <span className="group relative inline-block">
      <Link
        to="/budgets"
        search={{ month: before }}
        aria-describedby={id}
        className="whitespace-nowrap underline decoration-line-2 decoration-dotted underline-offset-4"
      >
        <Money
          amount={line.carried}
          currency={currency}
          symbol={false}
          variant="change"
          className={line.carried < 0 ? 'text-warn' : 'text-in'}
        />
      </Link>
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none absolute top-full end-0 z-10 mt-1.5 hidden w-56 rounded-control bg-raised px-3 py-2 text-start text-caption font-normal text-text-2 shadow-overlay group-focus-within:block group-hover:block"
      >
        {carriedText(line, monthName(before), currency, (minor) =>
          isHidden ? hiddenWord() : moneyText(minor, currency),
        )}
      </span>
    </span>
  )
}
