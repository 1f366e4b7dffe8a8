import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { focusRow } from '../ui/focus-row.ts'
import { useIsTouch } from '../ui/media.ts'
import { likelyHeight } from './card-height.ts'
import type { Choice } from './choices.ts'
import { RowCard, RowLine } from './RowLine.tsx'
import type { RowActions } from './RowParts.tsx'
import { Head, Later } from './RowTableParts.tsx'
import { rowHeight } from './reason-lines.ts'
import type { CheckLine } from './shops.ts'

export type RowsView = { readonly focus: (index: number) => void }

/** The rows, of which only those in sight are in the page: a table where there is room for one, else cards. */
export function RowList({
  lines,
  later,
  isCards,
  hasAccount,
  selected,
  choiceOf,
  actions,
  tick,
  onSight,
  view,
}: {
  lines: readonly CheckLine[]
  /** How many rows are still to come. */
  later: number
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
  const heightOf = (index: number) => (isCards ? likelyHeight : rowHeight)(lines[index]?.row, isTouch, width)
  // The height of a card belongs to its row, wherever that stands after an answer.
  const keyOf = useCallback((index: number) => lines[index]?.id ?? `later ${index}`, [lines])
  const virtual = useWindowVirtualizer({
    count: lines.length + later,
    estimateSize: heightOf,
    getItemKey: keyOf,
    scrollMargin: margin,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 90,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer changes the height of a row of the table, so all are laid out again; cards are measured.
  useLayoutEffect(() => {
    if (!isCards) virtual.measure()
  }, [lines, isCards, isTouch, width])
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => onSight(last))
  view.current = {
    focus: (index) => {
      virtual.scrollToIndex(index, { align: 'auto' })
      focusRow(place.current, String(lines[index]?.id))
    },
  }
  const before = (shown[0]?.start ?? margin) - margin
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)
  const parts = shown.map(({ index, size }) => {
    const { row, shop, isInShop = false, isSaid = false } = lines[index] ?? {}
    return {
      row,
      shop,
      isInShop,
      isSaid,
      index,
      height: size,
      today,
      hasAccount,
      actions,
      isSelected: row !== undefined && (shop?.rows ?? [row]).every(({ n }) => selected.has(n)),
      choice: row && choiceOf(row.n),
    }
  })
  return (
    <div ref={place}>
      {isCards ? (
        <ul aria-label={t('Rows of the file')} className="overflow-hidden rounded-[11px]">
          <li aria-hidden style={{ height: before }} />
          {parts.map(({ row, ...part }) =>
            row ? (
              <RowCard key={row.n} row={row} measure={virtual.measureElement} {...part} />
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
        <table className="w-full table-fixed" aria-rowcount={lines.length + later + 1}>
          <caption className="sr-only">{t('Rows of the file')}</caption>
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
