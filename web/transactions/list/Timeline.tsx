import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Month } from '../../../contract/month.ts'
import { t } from '../../../words/t.ts'
import { type Search, writeSearch } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { classes } from '../../ui/classes.ts'
import { dayLong, nearDay } from '../../ui/dates.ts'
import { focusRow } from '../../ui/focus-row.ts'
import { useIsTouch } from '../../ui/media.ts'
import type { Swipe } from '../../ui/use-swipe.ts'
import { sortIn } from '../filters.ts'
import type { Item } from './items.ts'
import { MonthHeading } from './MonthHeading.tsx'
import { type MonthSums, useMonthSums, useMonthsInSight } from './month-sums.ts'
import { type RowNames, TimelineRow } from './TimelineRow.tsx'

/** Below this width a row has two lines. */
export const COMPACT_PX = 560

const heights = { month: 36, day: 32, row: 42, touchRow: 52, compactRow: 56 }

export type TimelineView = {
  /** Brings a row into sight and gives it the focus. */
  focusRow: (index: number) => void
  showRow: (index: number) => void
}

/** The transactions as one long list, of which only the rows in sight are in the page. */
export function Timeline({
  items,
  words,
  search,
  selected,
  swipe,
  isCompact,
  onSight,
  view,
}: {
  items: Item[]
  words: RowNames
  search: Search
  selected: ReadonlySet<string>
  swipe: Swipe | undefined
  isCompact: boolean
  onSight: (first: number, last: number) => void
  view: RefObject<TimelineView | null>
}) {
  const list = useRef<HTMLUListElement>(null)
  const today = useToday()
  const isTouch = useIsTouch()
  const margin = useOffset(list)
  const sticky = isCompact ? 'day' : 'month'
  const rowHeight = isCompact ? heights.compactRow : isTouch ? heights.touchRow : heights.row
  const stuck = useRef(-1)
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => heightOf(items[index], rowHeight),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    scrollMargin: margin,
    overscan: 4,
    useFlushSync: false, // otherwise React makes the rows and the browser lays them out in one task
    // The heading of the first row in sight stays at the top.
    rangeExtractor: (range) => {
      let index = range.startIndex
      while (index > 0 && items[index]?.type !== sticky) index--
      stuck.current = items[index]?.type === sticky ? index : -1
      const shown = defaultRangeExtractor(range)
      return stuck.current >= 0 && !shown.includes(stuck.current) ? [stuck.current, ...shown] : shown
    },
  })
  useRemeasure(virtual, rowHeight)
  const shown = virtual.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useEffect(() => onSight(startIndex, endIndex))
  const isAlone = sortIn(search) !== undefined
  const months = useMonthsInSight(items, shown, virtual.isScrolling)
  const sums = useMonthSums(isAlone ? [] : months, search)
  view.current = {
    showRow: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    focusRow: (index) => {
      const id = items[index]?.key ?? ''
      virtual.scrollToIndex(index, { align: 'auto' })
      focusRow(list.current, id, 'data-id')
    },
  }
  return (
    <ul
      ref={list}
      aria-label={t('Transactions')}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
    >
      {shown.map(({ index, key, start, size }) => {
        const item = items[index]
        if (!item) return null
        const isStuck = index === stuck.current
        return (
          <li
            key={String(key)}
            className={classes('inset-x-0', isStuck ? 'sticky top-0 z-10' : 'absolute')}
            style={{ height: size, ...(isStuck ? {} : { top: start - margin }) }}
          >
            <Shown
              item={item}
              words={words}
              today={today}
              search={search}
              selected={selected}
              swipe={swipe}
              isCompact={isCompact}
              sums={sums}
              isFirst={index === 0}
            />
          </li>
        )
      })}
    </ul>
  )
}

const heightOf = (item: Item | undefined, rowHeight: number) =>
  item === undefined || item.type === 'row' ? rowHeight : heights[item.type]

function Shown({
  item,
  words,
  today,
  search,
  selected,
  swipe,
  isCompact,
  sums,
  isFirst,
}: {
  item: Item
  words: RowNames
  today: string
  search: Search
  selected: ReadonlySet<string>
  swipe: Swipe | undefined
  isCompact: boolean
  sums: ReadonlyMap<Month, MonthSums>
  isFirst: boolean
}) {
  if (item.type === 'month')
    return <MonthHeading month={item.month} sums={sums.get(item.month)} isFirst={isFirst} />
  if (item.type === 'day')
    return (
      <h3 className="flex h-full items-end border-t border-line bg-surface px-4 pb-1 text-caption font-semibold text-text-2 sm:px-5">
        {nearDay(item.date, today) ?? dayLong(item.date, today)}
      </h3>
    )
  const { transaction, isFirstOfDay } = item
  return (
    <TimelineRow
      transaction={transaction}
      words={words}
      today={today}
      isFirstOfDay={isFirstOfDay}
      isCompact={isCompact}
      isAlone={sortIn(search) !== undefined}
      href={writeSearch({ ...search, open: transaction.id })}
      isOpen={search.open === transaction.id}
      isSelected={selected.has(transaction.id)}
      isSelecting={selected.size > 0}
      swipe={swipe?.id === transaction.id ? swipe : undefined}
    />
  )
}

/** How far down the page the list begins. The content above it may wrap. */
function useOffset(list: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = list
      if (current) setOffset(Math.round(current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    const above = list.current?.parentElement?.parentElement
    for (const element of above?.children ?? []) observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return offset
}

/** Rows that become higher or lower are laid out again. */
function useRemeasure(virtual: { measure: () => void }, rowHeight: number): void {
  const latest = useRef(rowHeight)
  useLayoutEffect(() => {
    if (latest.current !== rowHeight) virtual.measure()
    latest.current = rowHeight
  }, [rowHeight, virtual])
}
