import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { RegisterLine } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { useToday } from '../page/me.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { movementOf, purposeOfLine, titleOfLine } from '../transactions/register/lines.ts'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { focusedRow, focusRow } from '../ui/focus-row.ts'
import { Money } from '../ui/Money.tsx'
import { useIsTouch } from '../ui/media.ts'

const heights = { touch: 56, pointer: 42 }

/** The lines to tick, the oldest first, as on a statement. J and K go from one to the next, the space bar ticks. */
export function TickList({
  lines,
  ticked,
  onToggle,
}: {
  lines: readonly RegisterLine[]
  ticked: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const today = useToday()
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(onToggle)
  latest.current = onToggle
  const [toggle] = useState(() => (id: string) => latest.current(id))
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
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    // The card with the difference stays over the list.
    scrollPaddingStart: 150,
  })
  const go = (step: 1 | -1) => {
    const id = focusedRow()
    const at = id ? lines.findIndex((line) => line.id === id) : -1
    const next = at < 0 ? lines.findIndex((line) => !ticked.has(line.id)) : at + step
    const line = lines[Math.max(0, next)]
    if (!line) return
    rows.scrollToIndex(Math.max(0, next), { align: 'auto' })
    focusRow(list.current, line.id)
  }
  useShortcut('j', 'The next line', () => go(1))
  useShortcut('k', 'The line before', () => go(-1))
  useShortcut('ArrowDown', 'The next line', () => go(1))
  useShortcut('ArrowUp', 'The line before', () => go(-1))
  return (
    <fieldset>
      <legend className="sr-only">Lines to tick; J and K go from one to the next, the space bar ticks</legend>
      <div ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          return line ? (
            <div
              key={line.id}
              className="absolute inset-x-0 top-0"
              style={{ height, transform: `translateY(${start - top}px)` }}
            >
              <TickRow line={line} today={today} isTicked={ticked.has(line.id)} onToggle={toggle} />
            </div>
          ) : null
        })}
      </div>
    </fieldset>
  )
}

const TickRow = memo(function TickRow({
  line,
  today,
  isTicked,
  onToggle,
}: {
  line: RegisterLine
  today: Day
  isTicked: boolean
  onToggle: (id: string) => void
}) {
  const title = titleOfLine(line)
  const purpose = purposeOfLine(line)
  return (
    <label
      className={classes(
        'flex h-full cursor-pointer items-center gap-3 border-t border-line px-5 max-sm:px-4 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
        isTicked ? 'bg-accent-soft' : 'hover:bg-canvas',
      )}
    >
      <input
        type="checkbox"
        data-row={line.id}
        checked={isTicked}
        onChange={() => onToggle(line.id)}
        className="size-4 shrink-0 accent-fill outline-none touch:size-5"
      />
      <span className="w-16 shrink-0 text-table text-text-2">{dayShort(line.date, today)}</span>
      <span className="flex min-w-0 flex-1 items-baseline gap-3 max-sm:flex-col max-sm:gap-0">
        <span className="truncate font-medium max-sm:max-w-full">{title}</span>
        {purpose !== title && (
          <span className="truncate text-table text-text-3 max-sm:max-w-full max-sm:text-caption">
            {purpose}
          </span>
        )}
      </span>
      <Money
        amount={movementOf(line)}
        currency={line.currency_id}
        variant="signed"
        className="shrink-0 font-medium"
      />
    </label>
  )
})
