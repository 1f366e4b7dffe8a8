import { Check, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { t } from '../../../words/t.ts'
import { useIsArrived } from '../../page/arrived.ts'
import { shownText } from '../../ui/bank-text.ts'
import { classes } from '../../ui/classes.ts'
import { dayInMonth, dayShort, nearDay } from '../../ui/dates.ts'
import { Initials } from '../../ui/Initials.tsx'
import { IconTile } from '../../ui/icons.tsx'
import { useMay } from '../../ui/rights.ts'
import type { Swipe } from '../../ui/use-swipe.ts'
import { iconOf } from '../icon.ts'
import type { useWords } from '../references.ts'
import { bankTextOf, moneyAccountName, rowPurpose, titleOf } from '../title.ts'
import { BehindRow } from './BehindRow.tsx'
import { JustNow, RowMoney } from './RowMoney.tsx'
import { isSelectable } from './select-all.ts'

export type RowNames = ReturnType<typeof useWords>

type RowProps = {
  transaction: Transaction
  words: RowNames
  today: Day
  href: string
  isFirstOfDay: boolean
  /** Whether no heading says the month: the row then says its day in full. */
  isAlone: boolean
  /** Two lines, on phones and beside an open sheet. */
  isCompact: boolean
  isOpen: boolean
  isSelected: boolean
  /** Something is selected, here or elsewhere in the list. */
  isSelecting: boolean
  /** How a finger draws it aside, if one does. */
  swipe: Swipe | undefined
}

/** One transaction of the timeline. The list handles presses on it, and knows it by `data-id`. */
export const TimelineRow = memo(function TimelineRow(props: RowProps) {
  const { transaction, href, isFirstOfDay, isCompact, isOpen, isSelected, isSelecting, words, swipe } = props
  const title = titleOf(transaction, words.accounts, shownText)
  const isArrived = useIsArrived(transaction.id)
  const mayAnnotate = useMay('annotate')
  const canSelect = mayAnnotate && isSelectable(transaction)
  return (
    <div
      className={classes(
        'group relative h-full',
        isFirstOfDay && !isCompact && 'border-t border-line',
        (isOpen || isSelected || isArrived) && 'bg-accent-soft',
        swipe && 'overflow-hidden',
      )}
    >
      {swipe && <BehindRow swipe={swipe} />}
      <a
        href={href}
        data-id={transaction.id}
        aria-current={isOpen || undefined}
        draggable={false}
        className={classes(
          'relative flex h-full touch-pan-y items-center gap-3 px-4 touch:pe-10 select-none focus-visible:-outline-offset-2 sm:px-5 [-webkit-touch-callout:none] hover:bg-tile/40',
          swipe ? 'bg-surface!' : 'transition-[translate] duration-180 ease-ledger',
        )}
      >
        {isCompact ? (
          <CompactCells {...props} title={title} isArrived={isArrived} />
        ) : (
          <WideCells {...props} title={title} isArrived={isArrived} />
        )}
      </a>
      {canSelect && (
        <span
          className={classes(
            'absolute top-1/2 size-7 -translate-y-1/2 focus-within:opacity-100 group-hover:opacity-100',
            isCompact ? 'start-4 sm:start-5' : 'start-[104px]',
            isSelected || isSelecting ? 'opacity-100' : 'opacity-0 touch:hidden',
          )}
        >
          <input
            type="checkbox"
            aria-label={t('Select {transaction}', { transaction: title })}
            data-select={transaction.id}
            checked={isSelected}
            readOnly
            className="absolute inset-0 size-7 cursor-pointer appearance-none rounded-control border border-line-2 bg-surface checked:border-fill checked:bg-fill"
          />
          {isSelected && <Check size={16} className="pointer-events-none absolute inset-1.5 text-white" />}
        </span>
      )}
      {mayAnnotate && !swipe && (
        <button
          type="button"
          aria-label={t('Actions for {transaction}', { transaction: title })}
          aria-haspopup="dialog"
          data-menu={transaction.id}
          className="absolute inset-y-0 end-0 hidden w-10 items-center justify-center text-text-3 touch:flex"
        >
          <EllipsisVertical size={17} />
        </button>
      )}
    </div>
  )
})

type CellProps = RowProps & { title: string; isArrived: boolean }

function WideCells({ transaction, words, today, isFirstOfDay, isAlone, isArrived, title }: CellProps) {
  const { date } = transaction
  const day = isAlone ? (nearDay(date, today) ?? dayShort(date, today)) : dayInMonth(date, today)
  const place = moneyAccountName(transaction, words.accounts)
  const who = words.people.get(transaction.created_by ?? '')
  const isTransfer = transaction.kind === 'transfer' // its purpose needs the room of both
  return (
    <>
      <span className="w-18 shrink-0 text-table text-text-3">
        <span className={classes(!isFirstOfDay && 'sr-only', date === today && 'font-semibold text-text')}>
          {day}
        </span>
      </span>
      <IconTile icon={iconOf(transaction, words.icons)} />
      <span className="flex min-w-0 flex-[1.9] items-center gap-2 font-medium">
        <span className="truncate" title={bankTextOf(transaction, shownText)}>
          {title}
        </span>
        {isArrived && <JustNow />}
      </span>
      <span
        className={classes(
          'min-w-0 truncate text-table text-text-2',
          isTransfer ? 'flex-[calc(2.5)] pe-3' : 'flex-[1.5]',
        )}
      >
        {rowPurpose(transaction, title, words.debts)}
      </span>
      {!isTransfer && <span className="min-w-0 flex-1 truncate text-table text-text-3">{place}</span>}
      {who !== undefined && (
        <span
          title={who.name}
          className="flex shrink-0 items-center gap-1.5 text-table text-text-3 @4xl:w-20"
        >
          <Initials name={who.name} isYou={who.isYou} size="sm" />
          {/* Beside an open sheet its room is that of the account. */}
          <span className="truncate @max-4xl:sr-only">{who.short}</span>
        </span>
      )}
      {/* As wide as a row that says one's own share, so that the columns of all rows stand below each other. */}
      <RowMoney transaction={transaction} words={words} className="min-w-36" />
    </>
  )
}

function CompactCells({ transaction, words, today, isAlone, isArrived, title }: CellProps) {
  const day = isAlone ? dayShort(transaction.date, today) : ''
  const who = words.people.get(transaction.created_by ?? '')
  const about = [
    day,
    rowPurpose(transaction, title, words.debts),
    moneyAccountName(transaction, words.accounts),
  ].filter((text) => text && text !== title)
  return (
    <>
      <IconTile icon={iconOf(transaction, words.icons)} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate" title={bankTextOf(transaction, shownText)}>
            {title}
          </span>
          {isArrived && <JustNow />}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-caption text-text-3">
          {about.length > 0 && <span className="truncate">{about.join(' · ')}</span>}
          {who && (
            <>
              <Initials name={who.name} isYou={who.isYou} size="xs" />
              <span className="sr-only">{who.short}</span>
            </>
          )}
        </span>
      </span>
      <RowMoney transaction={transaction} words={words} />
    </>
  )
}
