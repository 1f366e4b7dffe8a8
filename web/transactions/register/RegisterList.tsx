import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Account } from '../../../contract/accounts.ts'
import { t } from '../../../words/t.ts'
import { useAddress, writeSearch } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { useListedKeys, useShortcut } from '../../page/shortcuts.ts'
import { focusedRow, focusRow } from '../../ui/focus-row.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useIsPhone, useIsTouch } from '../../ui/media.ts'
import { backward, onward } from '../../ui/reading.ts'
import { rich } from '../../ui/rich.ts'
import { useWords } from '../references.ts'
import type { Bill } from './bills.ts'
import { lineBeside } from './lines.ts'
import { useOpenBills } from './open-bills.ts'
import { PhonePart, WidePart } from './PartRow.tsx'
import { columnsOf, Head, MIN_WORDS } from './RegisterHead.tsx'
import { PhoneRow, WideRow } from './RegisterRow.tsx'

const ofLine = () =>
  [
    ['Enter', t('Open the line')],
    ['ArrowRight', t('Show the parts of a bill')],
    ['ArrowLeft', t('Hide the parts of a bill')],
  ] as const
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
  const isTouch = useIsTouch()
  const place = useRef<HTMLDivElement>(null)
  const [{ top, width }, setPlace] = useState({ top: 0, width: 0 })
  const columns = useMemo(() => columnsOf(bills), [bills])
  // Long amounts need so much room that nothing would be left for the words: the rows of a phone then have it.
  const isPhone = useIsPhone() || (width > 0 && columns.reduce((sum, one) => sum + one, MIN_WORDS) > width)
  const height = isPhone ? heights.phone : isTouch ? heights.touch : heights.pointer
  useLayoutEffect(() => {
    const measure = () => {
      const box = place.current?.getBoundingClientRect()
      const next = { top: Math.round((box?.top ?? 0) + window.scrollY), width: box?.width ?? 0 }
      setPlace((before) => (before.top === next.top && before.width === next.width ? before : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const { opened, onToggle, rows: list } = useOpenBills(bills)
  const { debts, icons } = useWords()
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
  useShortcut('j', t('The next line'), () => step(1))
  useShortcut('k', t('The line before'), () => step(-1))
  useListedKeys(useMemo(ofLine, []))
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
        {...{ bill, debts, icons, index: row, today, isLedger, height, onOpen, onToggle }}
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
        <ul aria-label={t('Lines of {account}', { account: account.name })}>
          <li aria-hidden style={{ height: before }} />
          {drawn}
          <li aria-hidden style={{ height: after }} />
        </ul>
      ) : (
        <table className="w-full table-fixed" aria-rowcount={isComplete ? list.length + 1 : -1}>
          <caption className="sr-only">{t('Lines of {account}', { account: account.name })}</caption>
          <Head isLedger={isLedger} isCard={account.type === 'liability'} columns={columns} />
          <tbody>
            <tr aria-hidden style={{ height: before }} />
            {drawn}
            <tr aria-hidden style={{ height: after }} />
          </tbody>
        </table>
      )}
      {opened.size > 0 && (
        <p className="border-t border-line px-5 py-2.5 text-caption text-text-3 max-sm:px-4">
          {t('A bill was paid once, so it is one line here and one tick in Reconcile.')}
          <span className="touch:hidden">
            {' '}
            {rich('{right} opens it, {left} closes it. [keys]', {
              right: <Kbd>{onward()}</Kbd>,
              left: <Kbd>{backward()}</Kbd>,
            })}
          </span>
        </p>
      )}
    </div>
  )
}
