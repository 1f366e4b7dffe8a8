import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Account, RegisterLine } from '../../../contract/accounts.ts'
import { useAddress, writeSearch } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { useShortcut } from '../../page/shortcuts.ts'
import { focusedRow, focusRow } from '../../ui/focus-row.ts'
import { useIsPhone, useIsTouch } from '../../ui/media.ts'
import { lineBeside } from './lines.ts'
import { PhoneRow, WideRow } from './RegisterRow.tsx'

const heights = { phone: 60, touch: 52, pointer: 42 }
/** How many rows before the end the next page is asked for. */
const AHEAD = 60

/** The lines of a register; only those in sight are in the document, between two empty rows as high as all others together. */
export function RegisterList({
  lines,
  account,
  isLedger,
  total,
  onEnd,
}: {
  lines: readonly RegisterLine[]
  account: Account
  isLedger: boolean
  total: number | undefined
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
  const rows = useWindowVirtualizer({
    count: lines.length,
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
    if (last > lines.length - AHEAD) onEnd()
  }, [last, lines.length, onEnd])
  // While a sheet is open, J and K go on in it; else they go from row to row, and ↵ opens one.
  const step = (by: 1 | -1) => {
    const at = lines.findIndex((line) => line.id === focusedRow())
    const line = search.open
      ? lineBeside(lines, search.open, by)
      : lines[Math.min(Math.max(at + by, 0), lines.length - 1)]
    if (!line) return
    rows.scrollToIndex(lines.indexOf(line), { align: 'auto' })
    if (search.open) filter({ open: line.transaction_id })
    else focusRow(place.current, line.id)
  }
  useShortcut('j', 'The next line', () => step(1))
  useShortcut('k', 'The line before', () => step(-1))
  const before = (shown[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  const parts = shown.flatMap(({ index }) => {
    const line = lines[index]
    if (!line) return []
    const isFirstOfDay = lines[index - 1]?.date !== line.date
    const isOpen = search.open === line.transaction_id
    const href = writeSearch({ ...search, open: line.transaction_id })
    return [{ line, index, today, isFirstOfDay, isLedger, isOpen, height, href, onOpen }]
  })
  return (
    <div ref={place} className="@container">
      {isPhone ? (
        <ul aria-label={`Lines of ${account.name}`}>
          <li aria-hidden style={{ height: before }} />
          {parts.map((part) => (
            <PhoneRow key={part.line.id} {...part} />
          ))}
          <li aria-hidden style={{ height: after }} />
        </ul>
      ) : (
        <table className="w-full table-fixed" aria-rowcount={total === undefined ? -1 : total + 1}>
          <caption className="sr-only">Lines of {account.name}</caption>
          <Head isLedger={isLedger} isCard={account.type === 'liability'} />
          <tbody>
            <tr aria-hidden style={{ height: before }} />
            {parts.map((part) => (
              <WideRow key={part.line.id} {...part} />
            ))}
            <tr aria-hidden style={{ height: after }} />
          </tbody>
        </table>
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
