import { Lock } from 'lucide-react'
import { memo } from 'react'
import type { RegisterLine } from '../../../contract/accounts.ts'
import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { classes } from '../../ui/classes.ts'
import { dayOfRow, dayShort } from '../../ui/dates.ts'
import { IconTile, iconOfTransaction } from '../../ui/icons.tsx'
import { Money } from '../../ui/Money.tsx'
import { movementOf, purposeOfLine, titleOfLine } from './lines.ts'

type RowProps = {
  line: RegisterLine
  index: number
  today: Day
  isFirstOfDay: boolean
  isLedger: boolean
  isOpen: boolean
  height: number
  href: string
  onOpen: (transactionId: string) => void
}

export const iconOfLine = (line: RegisterLine) =>
  line.category_name === null && (line.kind === 'expense' || line.kind === 'income')
    ? iconOfTransaction('obligation')
    : iconOfTransaction(
        line.kind as Transaction['kind'], // a register has no other kinds
        [line.category_name ?? ''],
      )

/**
 * The title, which opens the transaction; a press anywhere on the row does. A plain link: hundreds of rows a second go by while somebody
 * scrolls, and a link of the router costs more than the rest of its row.
 */
const Title = ({ line, href, onOpen }: Pick<RowProps, 'line' | 'href' | 'onOpen'>) => (
  <a
    href={href}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen(line.transaction_id)
    }}
    data-row={line.id}
    className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
  >
    {titleOfLine(line)}
  </a>
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
  href,
  onOpen,
}: RowProps) {
  const day = dayOfRow(line.date, today)
  const [first, second] = isLedger ? [line.debit, line.credit] : [line.credit, line.debit]
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height }}
      className={classes(
        'relative border-t border-line [&>td]:px-2',
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
          <Title line={line} href={href} onOpen={onOpen} />
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
export const PhoneRow = memo(function PhoneRow({
  line,
  index,
  today,
  isOpen,
  height,
  href,
  onOpen,
}: RowProps) {
  return (
    <li
      style={{ height }}
      className={classes(
        'relative flex items-center gap-3 px-4',
        index > 0 && 'border-t border-line',
        isOpen && 'bg-accent-soft',
      )}
    >
      <IconTile icon={iconOfLine(line)} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Title line={line} href={href} onOpen={onOpen} />
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
