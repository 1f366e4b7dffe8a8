import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import type { Amount } from '../ui/money.ts'

/** The cells that the tables of reports are made of. */

/** Beside a sheet there is less room, and with many columns too: they move together. */
export const dense = 'h-[33px] px-3 touch:h-11 @max-[760px]:px-1.5 group-data-tight/table:px-1.5'

export const HeadCell = ({
  children,
  isFirst = false,
  title,
  isPale = false,
  isSorted,
  onSort,
}: {
  children: ReactNode
  isFirst?: boolean
  title?: string
  /** A column without figures, before the first entry. */
  isPale?: boolean
  /** Whether the rows are sorted by this column, the largest first. */
  isSorted?: boolean
  /** Sorts by this column. */
  onSort?: () => void
}) => (
  <th
    scope="col"
    title={title}
    aria-sort={isSorted ? 'descending' : undefined}
    className={classes(
      dense,
      'whitespace-nowrap',
      isPale ? 'font-normal text-text-3' : 'font-medium text-text-2',
      isFirst
        ? 'sticky start-0 z-10 bg-surface ps-5 text-start @max-[760px]:ps-4 group-data-tight/table:ps-5'
        : 'text-end last:pe-5 @max-[760px]:last:pe-4 group-data-tight/table:last:pe-5',
    )}
  >
    {onSort ? (
      <button
        type="button"
        onClick={onSort}
        className={classes('min-h-6 rounded-[4px] font-medium hover:text-text', isSorted && 'text-text')}
      >
        {children}
        {isSorted ? <span aria-hidden> ↓</span> : null}
      </button>
    ) : (
      children
    )}
  </th>
)

/** The name of a row; it stays in sight when the table scrolls sideways. */
export const RowHead = ({ children, isStrong = false }: { children: ReactNode; isStrong?: boolean }) => (
  <th
    scope="row"
    className={classes(
      dense,
      'sticky start-0 z-10 max-w-56 bg-surface ps-5 text-start break-words @max-[760px]:ps-4 group-data-tight/table:ps-5',
      isStrong ? 'font-semibold' : 'font-normal',
    )}
  >
    <span className="block min-w-24 py-1">{children}</span>
  </th>
)

/** A heading over several rows. */
export const GroupHeadRow = ({ children, columns }: { children: ReactNode; columns: number }) => (
  <tr className="border-t border-line">
    <th
      scope="rowgroup"
      colSpan={columns}
      className={classes(dense, 'ps-5 text-start font-semibold @max-[760px]:ps-4')}
    >
      <span className="sticky start-5 @max-[760px]:start-4">{children}</span>
    </th>
  </tr>
)

type AmountCellProps = {
  amount: Amount
  currency: string
  /** Opens the list behind it; without it, there is none. */
  onOpen?: (() => void) | undefined
  isOpen?: boolean
  isStrong?: boolean
  isFinal?: boolean
  signed?: boolean
}

/** An amount that opens. Nothing is a dash, which opens nothing. */
export function AmountCell({
  amount,
  currency,
  onOpen,
  isOpen = false,
  isStrong = false,
  isFinal = false,
  signed = false,
}: AmountCellProps) {
  if (Number(amount) === 0 && !isFinal)
    return (
      <td className={classes(dense, 'text-end text-text-3 last:pe-5 @max-[760px]:last:pe-4')}>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('nothing')}</span>
      </td>
    )
  const money = (
    <Money
      amount={amount}
      currency={currency}
      symbol={false}
      variant={signed ? 'signed' : 'plain'}
      className={classes(isStrong && 'font-semibold', isFinal && 'double-rule')}
    />
  )
  if (!onOpen)
    return (
      <td
        className={classes(
          dense,
          'text-end last:pe-5 @max-[760px]:last:pe-4 group-data-tight/table:last:pe-5',
        )}
      >
        {money}
      </td>
    )
  return (
    <OpenedCell onOpen={onOpen} isOpen={isOpen}>
      {money}
    </OpenedCell>
  )
}

export const OpenedCell = ({
  onOpen,
  isOpen,
  children,
}: {
  onOpen: () => void
  isOpen: boolean
  children: ReactNode
}) => (
  <td className="p-0 text-end last:pe-2 @max-[760px]:last:pe-2.5">
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      className={classes(
        dense,
        'w-full rounded-control text-end -outline-offset-2 hover:bg-tile',
        isOpen && 'bg-accent-soft outline-2 outline-accent',
      )}
    >
      {children}
    </button>
  </td>
)

/** From this many columns on, they are set closer together. */
const MANY = 9

/** A table that scrolls sideways by itself where it is too wide, reachable by keyboard. It starts at its end, where the latest is. */
export function TableScroll({
  label,
  columns = 0,
  children,
}: {
  label: string
  /** How many columns of amounts there are, where there may be many. */
  columns?: number
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of columns is another table.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = box.current.scrollWidth
  }, [columns])
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      data-tight={columns >= MANY ? '' : undefined}
      className="group/table @container relative overflow-x-auto rounded-card print:overflow-visible"
    >
      {children}
    </section>
  )
}
