import { memo } from 'react'
import type { Day } from '../../contract/day.ts'
import { BillOpener } from '../transactions/register/BillParts.tsx'
import { type Bill, purposeOfBill } from '../transactions/register/bills.ts'
import { movementOf, titleOfLine } from '../transactions/register/lines.ts'
import type { DebtNames } from '../transactions/title.ts'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { readingKey } from '../ui/reading.ts'

/** A bill with its box; the parts of a divided one are opened at its end. */
export const TickRow = memo(function TickRow({
  bill,
  debts,
  today,
  tick,
  isOpened,
  hasOpeners,
  onToggle,
  onOpen,
}: {
  bill: Bill
  debts: DebtNames
  today: Day
  tick: 'all' | 'some' | 'none'
  isOpened: boolean
  /** Whether a bill of the list is divided: only then do all rows leave room at their end. */
  hasOpeners: boolean
  onToggle: (bill: Bill) => void
  onOpen: (id: string, isToOpen?: boolean) => void
}) {
  const { line, parts } = bill
  const title = titleOfLine(line)
  const purpose = purposeOfBill(bill, debts)
  const hasPurpose = purpose !== '' && purpose !== title
  const day = dayShort(line.date, today)
  return (
    <div
      className={classes(
        'flex h-full items-center border-t border-line pe-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-accent',
        tick === 'all' ? 'bg-accent-soft' : 'hover:bg-canvas',
      )}
    >
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-3 ps-5 max-sm:ps-4">
        <input
          type="checkbox"
          data-row={line.id}
          checked={tick === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = tick === 'some'
          }}
          onChange={() => onToggle(bill)}
          onKeyDown={(event) => {
            const key = readingKey(event.key)
            if (parts.length > 1 && (key === 'ArrowRight' || key === 'ArrowLeft'))
              onOpen(line.id, key === 'ArrowRight')
          }}
          className="size-4 shrink-0 accent-fill outline-none touch:size-5"
        />
        <span className="w-24 shrink-0 text-table whitespace-nowrap text-text-2 max-sm:hidden">{day}</span>
        <span className="flex min-w-0 flex-1 items-baseline gap-3 max-sm:flex-col max-sm:gap-0">
          <span className="truncate font-medium max-sm:max-w-full sm:flex-1">{title}</span>
          <span className="truncate text-table text-text-3 max-sm:line-clamp-2 max-sm:max-w-full max-sm:text-caption max-sm:leading-4 max-sm:whitespace-normal sm:w-36 sm:shrink-0 xl:w-56">
            <span className="sm:hidden">
              {day}
              {hasPurpose && ' · '}
            </span>
            {hasPurpose && purpose}
          </span>
        </span>
        <Money
          amount={movementOf(line)}
          currency={line.currency_id}
          variant="signed"
          className="shrink-0 text-end font-medium sm:min-w-28"
        />
      </label>
      <span
        className={classes(
          'flex w-8 shrink-0 justify-end',
          hasOpeners ? 'touch:w-11' : 'max-sm:w-1 sm:touch:w-11',
        )}
      >
        <BillOpener bill={bill} isOpened={isOpened} onToggle={onOpen} />
      </span>
    </div>
  )
})
