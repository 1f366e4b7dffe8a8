import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { available, budgetedOf, isPlanned } from './budget-sheet.ts'
import type { Line } from './lines.ts'

/** The two figures of a bar, without the currency, which the rest above it has: 808.63 of 790.00. */
export const Used = ({ line, currency }: { line: Line; currency: string }) =>
  isPlanned(line) && (
    <span className="mt-1 text-caption text-text-2">
      {rich('{part} of {amount}', {
        part: <Money amount={budgetedOf(line, currency)} currency={currency} symbol={false} />,
        amount: <Money amount={available(line, currency)} currency={currency} symbol={false} />,
      })}
    </span>
  )
