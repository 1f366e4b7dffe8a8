import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { useListedKeys, useShortcut } from '../page/shortcuts.ts'
import { useWords } from '../transactions/references.ts'
import { PartPurpose, PartTitle } from '../transactions/register/BillParts.tsx'
import type { Bill } from '../transactions/register/bills.ts'
import { movementOf } from '../transactions/register/lines.ts'
import { useOpenBills } from '../transactions/register/open-bills.ts'
import { focusedRow, focusRow } from '../ui/focus-row.ts'
import { Money } from '../ui/Money.tsx'
import { useIsTouch } from '../ui/media.ts'
import { TickRow } from './TickRow.tsx'
import { tickOf } from './ticking.ts'

const ofLine = () =>
  [
    [' ', t('Tick the line, or take the tick away')],
    ['ArrowRight', t('Show the parts of a bill')],
    ['ArrowLeft', t('Hide the parts of a bill')],
  ] as const
const heights = { touch: 56, pointer: 42 }

/**
 * The bills to tick, the oldest first, as on a statement: one that is divided is one tick, and opens to its parts. J and K go from one to
 * the next, the space bar ticks.
 */
export function TickList({
  bills,
  ticked,
  onToggle,
}: {
  bills: readonly Bill[]
  ticked: ReadonlySet<string>
  onToggle: (bill: Bill) => void
}) {
  const today = useToday()
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(onToggle)
  latest.current = onToggle
  const [toggle] = useState(() => (bill: Bill) => latest.current(bill))
  const [top, setTop] = useState(0)
  const height = useIsTouch() ? heights.touch : heights.pointer
  useLayoutEffect(() => {
    const measure = () =>
      setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const { opened, onToggle: open, rows: items } = useOpenBills(bills)
  const { debts } = useWords()
  const hasOpeners = bills.some(({ parts }) => parts.length > 1)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    // The card with the difference stays over the list.
    scrollPaddingStart: 150,
  })
  const go = (step: 1 | -1) => {
    const id = focusedRow()
    const at = id ? bills.findIndex(({ line }) => line.id === id) : -1
    const next = at < 0 ? bills.findIndex((bill) => tickOf(bill, ticked) !== 'all') : at + step
    const bill = bills[Math.max(0, next)]
    if (!bill) return
    rows.scrollToIndex(
      items.findIndex((item) => item.bill === bill),
      { align: 'auto' },
    )
    focusRow(list.current, bill.line.id)
  }
  useShortcut('j', t('The next line'), () => go(1))
  useShortcut('k', t('The line before'), () => go(-1))
  useShortcut('ArrowDown', t('The next line'), () => go(1))
  useShortcut('ArrowUp', t('The line before'), () => go(-1))
  useListedKeys(useMemo(ofLine, []))
  return (
    <fieldset>
      <legend className="sr-only">
        {t(
          'Lines to tick; J and K go from one to the next, the space bar ticks, the right arrow opens a divided bill',
        )}
      </legend>
      <div
        aria-hidden
        className="flex h-9 items-center gap-3 border-t border-line pe-11 ps-12 text-caption font-medium text-text-2 max-sm:hidden touch:pe-14"
      >
        <span className="w-24">{t('Day')}</span>
        <span className="flex-1">{t('What')}</span>
        <span className="w-36 xl:w-56">{t('For [what]')}</span>
        <span className="min-w-28 text-end">{t('Amount')}</span>
      </div>
      <div ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const { bill, part } = items[index] ?? {}
          return bill ? (
            <div
              key={part ? `part ${part.id}` : bill.line.id}
              className="absolute inset-x-0 top-0"
              style={{ height, transform: `translateY(${start - top}px)` }}
            >
              {part ? (
                <div className="flex h-full items-center gap-3 border-t border-line bg-canvas py-1 pe-11 ps-39 text-table text-text-2 touch:pe-14 max-sm:ps-13">
                  <span className="flex min-w-0 flex-1 items-center gap-3 *:max-w-full max-sm:flex-col max-sm:items-start max-sm:gap-0">
                    <PartTitle bill={bill} part={part} />
                    <span className="truncate text-text-3 empty:hidden max-sm:ps-7 max-sm:text-caption">
                      <PartPurpose bill={bill} part={part} today={today} />
                    </span>
                  </span>
                  <Money
                    amount={movementOf(part)}
                    currency={part.currency_id}
                    symbol={false}
                    className="shrink-0"
                  />
                </div>
              ) : (
                <TickRow
                  bill={bill}
                  debts={debts}
                  today={today}
                  tick={tickOf(bill, ticked)}
                  isOpened={opened.has(bill.line.id)}
                  hasOpeners={hasOpeners}
                  onToggle={toggle}
                  onOpen={open}
                />
              )}
            </div>
          ) : null
        })}
      </div>
    </fieldset>
  )
}
