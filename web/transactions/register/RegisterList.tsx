import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Account } from '../../../contract/accounts.ts'
import { useAddress, writeSearch } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { useShortcut } from '../../page/shortcuts.ts'
import { focusedRow, focusRow } from '../../ui/focus-row.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useIsPhone, useIsTouch } from '../../ui/media.ts'
import type { Bill } from './bills.ts'
import { lineBeside } from './lines.ts'
import { useOpenBills } from './open-bills.ts'
import { PhonePart, WidePart } from './PartRow.tsx'
import { PhoneRow, WideRow } from './RegisterRow.tsx'

const heights = { phone: 60, touch: 52, pointer: 42 }
/** How many rows before the end the next page is asked for. */
const AHEAD = 60

/**
 * The bills of a register, each of which opens to its parts; only those in sight are in the document, between two empty rows as high as
 * all others together.
 */
export function RegisterList({
  bills,
  account,
  isLedger,
  isComplete,
  onEnd,
}: {
  bills: readonly Bill[]
  account: Account
  isLedger: boolean
  /** Whether no more bills are to come. */
  isComplete: boolean
  onEnd: () => void
}) {
  const today = useToday()
  const { search, filter, open } = useAddress()
  const latest = useRef(open)
  latest.current = open
  const [onOpen] = useState(() => (id: string) => latest.current({ open: id }))
  const isPhone = useIsPhone()
  const isTouch = useIsTouch()
  const place = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const height = isPhone ? heights.phone : isTouch ? heights.touch : heights.pointer
  useLayoutEffect(() => {
    const measure = () =>
      setTop(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const { opened, onToggle, rows: list } = useOpenBills(bills)
  const lines = useMemo(() => bills.map(({ line }) => line), [bills])
  const rows = useWindowVirtualizer({
    count: list.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    if (height > 0) rows.measure()
  }, [height, rows])
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > list.length - AHEAD) onEnd()
  }, [last, list.length, onEnd])
  // While a sheet is open, J and K go on in it; else they go from row to row, and ↵ opens one.
  const step = (by: 1 | -1) => {
    const at = lines.findIndex((line) => line.id === focusedRow())
    const line = search.open
      ? lineBeside(lines, search.open, by)
      : lines[Math.min(Math.max(at + by, 0), lines.length - 1)]
    if (!line) return
    rows.scrollToIndex(
      list.findIndex(({ bill, part }) => bill.line === line && !part),
      { align: 'auto' },
    )
    if (search.open) filter({ open: line.transaction_id })
    else focusRow(place.current, line.id)
  }
  useShortcut('j', 'The next line', () => step(1))
  useShortcut('k', 'The line before', () => step(-1))
  const before = (shown[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  const drawn = shown.flatMap(({ index: row }) => {
    const { bill, index, part } = list[row] ?? {}
    if (!bill || index === undefined) return []
    const { line } = bill
    if (part) {
      const Part = isPhone ? PhonePart : WidePart
      return [<Part key={`part ${part.id}`} {...{ bill, part, row, today, isLedger, height }} />]
    }
    const Row = isPhone ? PhoneRow : WideRow
    return [
      <Row
        key={line.id}
        {...{ bill, index: row, today, isLedger, height, onOpen, onToggle }}
        isFirstOfDay={lines[index - 1]?.date !== line.date}
        isOpen={search.open === line.transaction_id}
        isOpened={opened.has(line.id)}
        href={writeSearch({ ...search, open: line.transaction_id })}
      />,
    ]
  })
  return (
    <div ref={place} className="@container">
      {isPhone ? (
        <ul aria-label={`Lines of ${account.name}`}>
          <li aria-hidden style={{ height: before }} />
          {drawn}
          <li aria-hidden style={{ height: after }} />
        </ul>
      ) : (
        <table className="w-full table-fixed" aria-rowcount={isComplete ? list.length + 1 : -1}>
          <caption className="sr-only">Lines of {account.name}</caption>
          <Head isLedger={isLedger} isCard={account.type === 'liability'} />
          <tbody>
            <tr aria-hidden style={{ height: before }} />
            {drawn}
            <tr aria-hidden style={{ height: after }} />
          </tbody>
        </table>
      )}
      {opened.size > 0 && (
        <p className="border-t border-line px-5 py-2.5 text-caption text-text-3 max-sm:px-4">
          A bill was paid once, so it is one line here and one tick in Reconcile.
          <span className="touch:hidden">
            {' '}
            <Kbd>→</Kbd> opens it, <Kbd>←</Kbd> closes it.
          </span>
        </p>
      )}
    </div>
  )
}

const Head = ({ isLedger, isCard }: { isLedger: boolean; isCard: boolean }) => (
  <>
    <colgroup>
      <col className="w-28" />
      <col />
      <col className="hidden w-[20%] @3xl:table-column" />
      <col className="w-28" />
      <col className="w-28" />
      <col className="w-36" />
    </colgroup>
    <thead>
      <tr aria-rowindex={1} className="h-10 text-caption text-text-2 [&>th]:px-2 [&>th]:font-medium">
        <th scope="col" className="text-left">
          <span className="pl-3">Date</span>
        </th>
        <th scope="col" className="text-left">
          What
        </th>
        <th scope="col" className="hidden text-left @3xl:table-cell">
          For
        </th>
        <th scope="col" className="text-right">
          {isLedger ? 'Debit' : 'Out'}
        </th>
        <th scope="col" className="text-right">
          {isLedger ? 'Credit' : 'In'}
        </th>
        <th scope="col" className="text-right">
          <span className="pr-3">{isCard ? 'You owe' : 'Balance'}</span>
        </th>
      </tr>
    </thead>
  </>
)
