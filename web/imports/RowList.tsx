import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { useToday } from '../page/me.ts'
import { focusRow } from '../ui/focus-row.ts'
import { useIsTouch } from '../ui/media.ts'
import { cardHeight, wordsWidth } from './card-height.ts'
import type { Choice } from './choices.ts'
import { RowCard, RowLine } from './RowLine.tsx'
import type { RowActions } from './RowParts.tsx'
import { isQuestion } from './why.ts'

/** A row of the table; a question has its answers below it. */
const heights = { pointer: { line: 46, question: 82 }, touch: { line: 56, question: 98 } }

export type RowsView = { readonly focus: (index: number) => void }

/** The rows, of which only those in sight are in the page: a table where there is room for one, else cards. */
export function RowList({
  rows,
  total,
  isCards,
  hasAccount,
  selected,
  choiceOf,
  actions,
  tick,
  onSight,
  view,
}: {
  rows: readonly ImportRow[]
  total: number
  isCards: boolean
  hasAccount: boolean
  selected: ReadonlySet<number>
  choiceOf: (n: number) => Choice | undefined
  actions: RowActions
  /** The box for all rows. */
  tick: ReactNode
  onSight: (last: number) => void
  view: RefObject<RowsView | null>
}) {
  const place = useRef<HTMLDivElement>(null)
  const today = useToday()
  const isTouch = useIsTouch()
  const { top: margin, width } = usePlace(place)
  const { line, question } = isTouch ? heights.touch : heights.pointer
  const heightOf = (index: number) =>
    isCards
      ? cardHeight(rows[index], isTouch, wordsWidth(width), choiceOf(rows[index]?.n ?? 0) !== undefined)
      : isQuestion(rows[index])
        ? question
        : line
  const virtual = useWindowVirtualizer({
    count: Math.max(total, rows.length),
    estimateSize: heightOf,
    scrollMargin: margin,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 90,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer changes the height of a row, so all are laid out again.
  useLayoutEffect(() => virtual.measure(), [rows, isCards, line, width])
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => onSight(last))
  view.current = {
    focus: (index) => {
      virtual.scrollToIndex(index, { align: 'auto' })
      focusRow(place.current, String(rows[index]?.n))
    },
  }
  const before = (shown[0]?.start ?? margin) - margin
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)
  const parts = shown.map(({ index, size }) => {
    const row = rows[index]
    return {
      row,
      index,
      height: size,
      today,
      hasAccount,
      actions,
      isSelected: row !== undefined && selected.has(row.n),
      choice: row && choiceOf(row.n),
    }
  })
  return (
    <div ref={place}>
      {isCards ? (
        <ul aria-label="Rows of the file" className="overflow-hidden rounded-[11px]">
          <li aria-hidden style={{ height: before }} />
          {parts.map(({ row, ...part }) =>
            row ? (
              <RowCard key={row.n} row={row} {...part} />
            ) : (
              <li
                key={`later ${part.index}`}
                style={{ height: part.height }}
                className={part.index > 0 ? 'border-t border-line' : ''}
              >
                <Later />
              </li>
            ),
          )}
          <li aria-hidden style={{ height: after }} />
        </ul>
      ) : (
        <table className="w-full table-fixed" aria-rowcount={total + 1}>
          <caption className="sr-only">Rows of the file</caption>
          <Head tick={tick} />
          <tbody>
            <tr aria-hidden style={{ height: before }} />
            {parts.map(({ row, ...part }) =>
              row ? (
                <RowLine key={row.n} row={row} {...part} />
              ) : (
                <tr
                  key={`later ${part.index}`}
                  style={{ height: part.height }}
                  className="border-t border-line"
                >
                  <td colSpan={7}>
                    <Later />
                  </td>
                </tr>
              ),
            )}
            <tr aria-hidden style={{ height: after }} />
          </tbody>
        </table>
      )}
    </div>
  )
}

/** The shape of a row that is still to come. */
const Later = () => (
  <div className="flex h-full items-center gap-4 px-5">
    <span className="h-3 w-20 rounded-full bg-tile" />
    <span className="h-3 flex-1 rounded-full bg-tile" />
    <span className="h-3 w-16 rounded-full bg-tile" />
  </div>
)

const Head = ({ tick }: { tick: ReactNode }) => (
  <>
    <colgroup>
      <col className="w-12" />
      <col className="w-31" />
      <col />
      <col className="w-17" />
      <col className="w-30" />
      <col className="w-[17%]" />
      <col className="w-[23%]" />
    </colgroup>
    <thead>
      <tr
        aria-rowindex={1}
        className="h-9 text-left text-caption text-text-2 [&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:bg-surface [&>th]:font-medium [&>th]:shadow-[0_1px_0_var(--line)]"
      >
        <th scope="col" className="rounded-tl-card pl-5">
          <span className="flex">{tick}</span>
        </th>
        <th scope="col">What it is</th>
        <th scope="col">Who, and the words of the bank</th>
        <th scope="col">Day</th>
        <th scope="col" className="pr-5 text-right">
          Amount
        </th>
        <th scope="col">Goes to</th>
        <th scope="col" className="rounded-tr-card">
          Why
        </th>
      </tr>
    </thead>
  </>
)

/** How far down the page the list begins, and how wide it is. The content above it may wrap. */
function usePlace(place: RefObject<HTMLElement | null>): { top: number; width: number } {
  const [found, setFound] = useState({ top: 0, width: window.innerWidth })
  useLayoutEffect(() => {
    const measure = () => {
      const box = place.current?.getBoundingClientRect()
      const top = Math.round((box?.top ?? 0) + window.scrollY)
      const width = Math.round(box?.width ?? 0)
      setFound((before) => (before.top === top && before.width === width ? before : { top, width }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [place])
  return found
}
