import { CircleCheck, Lock } from 'lucide-react'
import { memo } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { comma, t } from '../../../words/t.ts'
import type { ChosenIcons } from '../../categories/chosen-icons.ts'
import { classes } from '../../ui/classes.ts'
import { dayOfRow, dayShort } from '../../ui/dates.ts'
import { IconTile, iconOfTransaction } from '../../ui/icons.tsx'
import { Money } from '../../ui/Money.tsx'
import { readingKey } from '../../ui/reading.ts'
import type { DebtNames } from '../title.ts'
import { BillOpener } from './BillParts.tsx'
import { type Bill, categoriesOf, purposeOfBill } from './bills.ts'
import { bankTextOfLine, lockWords, movementOf, titleOfLine } from './lines.ts'

type RowProps = {
  bill: Bill
  debts: DebtNames
  icons: ChosenIcons
  index: number
  today: Day
  isFirstOfDay: boolean
  isLedger: boolean
  isOpen: boolean
  /** Whether its parts are shown below it. */
  isOpened: boolean
  height: number
  href: string
  onOpen: (transactionId: string) => void
  /** Opens or closes a bill by its id. */
  onToggle: (id: string, isToOpen?: boolean) => void
}

const iconOfBill = ({ line, parts }: Bill, icons: ChosenIcons) =>
  line.category_name === null && (line.kind === 'expense' || line.kind === 'income')
    ? iconOfTransaction('obligation')
    : iconOfTransaction(
        line.kind as Transaction['kind'], // a register has no other kinds
        categoriesOf(parts),
        icons.get(parts.find(({ category_id }) => category_id !== null)?.category_id ?? '') ?? null,
      )

/**
 * The title, which opens the transaction; a press anywhere on the row does. A plain link: hundreds of rows a second go by while somebody
 * scrolls, and a link of the router costs more than the rest of its row.
 */
const Title = ({
  bill: { line, parts },
  href,
  onOpen,
  onToggle,
}: Pick<RowProps, 'bill' | 'href' | 'onOpen' | 'onToggle'>) => (
  <a
    href={href}
    onKeyDown={(event) => {
      const key = readingKey(event.key)
      if (parts.length < 2 || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return
      event.preventDefault()
      onToggle(line.id, key === 'ArrowRight')
    }}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onOpen(line.transaction_id)
    }}
    data-row={line.id}
    title={bankTextOfLine(line)}
    className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
  >
    {titleOfLine(line)}
  </a>
)

/** Whether a line is reconciled, or its day closed. */
function LockMark({ line }: { line: Bill['line'] }) {
  const words = lockWords(line)
  if (!words) return null
  const Icon = words === 'reconciled' ? CircleCheck : Lock
  return (
    <Icon
      size={14}
      aria-label={words === 'reconciled' ? t('reconciled') : t('closed [day]')}
      className={classes('inline shrink-0', words === 'reconciled' ? 'text-in' : 'text-text-3')}
    />
  )
}

/** One line of a register in a table. */
export const WideRow = memo(function WideRow({
  bill,
  debts,
  icons,
  index,
  today,
  isFirstOfDay,
  isLedger,
  isOpen,
  isOpened,
  height,
  href,
  onOpen,
  onToggle,
}: RowProps) {
  const { line } = bill
  const day = dayOfRow(line.date, today)
  const [first, second] = isLedger ? [line.debit, line.credit] : [line.credit, line.debit]
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height }}
      className={classes(
        'relative border-t border-line [&>td]:px-2',
        isOpen || isOpened ? 'bg-accent-soft' : 'hover:bg-canvas',
        line.date > today && 'text-text-2',
      )}
    >
      <td className={classes('text-table', line.date === today ? 'font-semibold' : 'text-text-2')}>
        <span className={isFirstOfDay ? 'ps-3' : 'sr-only'}>{day}</span>
      </td>
      <td>
        <span className="flex min-w-0 items-center gap-3">
          <IconTile icon={iconOfBill(bill, icons)} />
          <Title bill={bill} href={href} onOpen={onOpen} onToggle={onToggle} />
          <BillOpener bill={bill} isOpened={isOpened} onToggle={onToggle} className="-ms-2" />
          <LockMark line={line} />
        </span>
      </td>
      <td className="hidden truncate text-table text-text-2 @3xl:table-cell">{purposeOfBill(bill, debts)}</td>
      <td className="text-end">{first !== 0 && <Money amount={first} currency={line.currency_id} />}</td>
      <td className={classes('text-end', !isLedger && isMoneyIn(line) && 'text-in')}>
        {second !== 0 && <Money amount={second} currency={line.currency_id} />}
      </td>
      <td className="text-end font-medium">
        <span className="pe-3">
          <Money amount={line.running_balance} currency={line.currency_id} />
        </span>
      </td>
    </tr>
  )
})

/** The start of an account is no money that came in. */
const isMoneyIn = ({ kind }: Bill['line']): boolean => kind !== 'opening'

/** One line of a register on a phone, in two lines. */
export const PhoneRow = memo(function PhoneRow({
  bill,
  debts,
  icons,
  index,
  today,
  isOpen,
  isOpened,
  height,
  href,
  onOpen,
  onToggle,
}: RowProps) {
  const { line } = bill
  return (
    <li
      style={{ height }}
      className={classes(
        'relative flex items-center gap-3 px-4',
        index > 0 && 'border-t border-line',
        (isOpen || isOpened) && 'bg-accent-soft',
      )}
    >
      <IconTile icon={iconOfBill(bill, icons)} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Title bill={bill} href={href} onOpen={onOpen} onToggle={onToggle} />
        <span className="truncate text-caption text-text-3">
          {[dayShort(line.date, today), purposeOfBill(bill, debts)].filter(Boolean).join(comma())}{' '}
          <LockMark line={line} />
        </span>
      </span>
      <BillOpener bill={bill} isOpened={isOpened} onToggle={onToggle} className="-mx-3" />
      <span className="flex shrink-0 flex-col items-end">
        <Money
          amount={movementOf(line)}
          currency={line.currency_id}
          variant={isMoneyIn(line) ? 'signed' : 'change'}
          className="font-medium"
        />
        <span className="text-caption text-text-3">
          <Money amount={line.running_balance} currency={line.currency_id} />
        </span>
      </span>
    </li>
  )
})
