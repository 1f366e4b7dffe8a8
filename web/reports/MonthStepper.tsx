import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, type Month } from '../../contract/month.ts'
import { IconButton } from '../ui/Button.tsx'
import { monthText } from '../ui/dates.ts'
import { rich } from '../ui/rich.ts'

/** The month that a page is about, with the ones beside it; it ends with the current one, which is shown so far. */
export function MonthStepper({
  month,
  current,
  onMonth,
}: {
  month: Month
  current: Month
  /** Undefined is the current one. */
  onMonth: (month: Month | undefined) => void
}) {
  const [before, next] = [addMonths(month, -1), addMonths(month, 1)]
  const go = (to: Month) => onMonth(to === current ? undefined : to)
  return (
    <div
      data-wide
      className="flex items-center rounded-control border border-line bg-surface max-sm:w-full max-sm:justify-between"
    >
      <IconButton label={monthText(before)} onClick={() => go(before)}>
        <ChevronLeft size={18} />
      </IconButton>
      <span aria-live="polite" className="min-w-32 px-1 text-center text-table font-semibold">
        {month === current
          ? rich('{month}<quiet>, so far</quiet>', {
              month: monthText(month),
              quiet: (inner) => <span className="font-normal text-text-3">{inner}</span>,
            })
          : monthText(month)}
      </span>
      <IconButton label={monthText(next)} onClick={() => go(next)} isOff={month >= current}>
        <ChevronRight size={18} />
      </IconButton>
    </div>
  )
}
