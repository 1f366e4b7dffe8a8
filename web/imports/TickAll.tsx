import { useEffect, useRef } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { t } from '../../words/t.ts'
import { type RowTab, ticksOf } from './verdict-words.ts'

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
  const { ticked, isMeantAll } = ticksOf(rows, tab)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked === 'some'
  }, [ticked])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('Add all')}
      checked={ticked === 'all'}
      onChange={() => onChange(!isMeantAll)}
      className="size-4 accent-fill"
    />
  )
}
