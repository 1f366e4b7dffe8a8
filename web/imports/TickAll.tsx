import { useEffect, useRef } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { type RowTab, tickable } from './verdict-words.ts'

/** Ticks everything that would be recorded; rows that are here already only in their own tab. */
export function TickAll({
  rows,
  tab,
  onChange,
}: {
  rows: readonly ImportRow[]
  tab: RowTab
  onChange: (isChosen: boolean) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const verdicts = tickable(tab).split(',')
  const meant = rows.filter(({ verdict }) => verdicts.includes(verdict))
  const ticked = meant.filter(({ is_chosen }) => is_chosen).length
  const isAll = ticked > 0 && ticked === meant.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll
  }, [ticked, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('Add all')}
      checked={isAll}
      onChange={() => onChange(!isAll)}
      className="size-4 accent-fill"
    />
  )
}
