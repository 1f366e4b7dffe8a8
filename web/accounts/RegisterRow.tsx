import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { memo } from 'react'
import type { RegisterLine } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Search } from '../shell/address.ts'
import { classes } from '../ui/classes.ts'
import { dayOfRow, dayShort } from '../ui/dates.ts'
import { IconTile, iconOfTransaction } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { movementOf, purposeOfLine, titleOfLine } from './lines.ts'

type RowProps = {
  line: RegisterLine
  index: number
  today: Day
  isFirstOfDay: boolean
  isLedger: boolean
  isOpen: boolean
  height: number
}

export const iconOfLine = (line: RegisterLine) =>
  iconOfTransaction(
    line.kind as Transaction['kind'], // a register has no other kinds
    line.category_name === null ? ['', ''] : [line.category_name],
  )

/** The title, which opens the transaction; a press anywhere on the row does. */
const Title = ({ line }: { line: RegisterLine }) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: line.transaction_id })}
    resetScroll={false}
    preload={false}
    data-row={line.id}
    className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
  >
    {titleOfLine(line)}
  </Link>
)

/** One line of a register in a table. */
export const WideRow = memo(function WideRow({
  line,
  index,
  today,
  isFirstOfDay,
  isLedger,
  isOpen,
  height,
}: RowProps) {
  const day = dayOfRow(line.date, today)
  const [first, second] = isLedger ? [line.debit, line.credit] : [line.credit, line.debit]
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height }}
      className={classes(
        'relative border-b border-line last-of-type:border-b-0 [&>td]:px-2',
        isOpen ? 'bg-accent-soft' : 'hover:bg-canvas',
        line.date > today && 'text-text-2',
      )}
    >
      <td className={classes('text-table', day === 'Today' ? 'font-semibold' : 'text-text-2')}>
        <span className={isFirstOfDay ? 'pl-3' : 'sr-only'}>{day}</span>
      </td>
      <td>
        <span className="flex min-w-0 items-center gap-3">
          <IconTile icon={iconOfLine(line)} />
          <Title line={line} />
          {line.is_locked && <Lock size={13} aria-label="closed" className="shrink-0 text-text-3" />}
        </span>
      </td>
      <td className="hidden truncate text-table text-text-2 @3xl:table-cell">{purposeOfLine(line)}</td>
      <td className="text-right">{first !== 0 && <Money amount={first} currency={line.currency_id} />}</td>
      <td className={classes('text-right', !isLedger && 'text-in')}>
        {second !== 0 && <Money amount={second} currency={line.currency_id} />}
      </td>
      <td className="text-right font-medium">
        <span className="pr-3">
          <Money amount={line.running_balance} currency={line.currency_id} />
        </span>
      </td>
    </tr>
  )
})

/** One line of a register on a phone, in two lines. */
export const PhoneRow = memo(function PhoneRow({ line, today, isOpen, height }: RowProps) {
  return (
    <li
      style={{ height }}
      className={classes(
        'relative flex items-center gap-3 border-b border-line px-4',
        isOpen && 'bg-accent-soft',
      )}
    >
      <IconTile icon={iconOfLine(line)} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Title line={line} />
        <span className="truncate text-caption text-text-3">
          {[dayShort(line.date, today), purposeOfLine(line)].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <Money
          amount={movementOf(line)}
          currency={line.currency_id}
          variant="signed"
          className="font-medium"
        />
        <span className="text-caption text-text-3">
          <Money amount={line.running_balance} currency={line.currency_id} />
        </span>
      </span>
    </li>
  )
})
