import { useMemo, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { type Item, rowsBetween } from './items.ts'
import { isSelectable } from './TimelineRow.tsx'

/** The transactions that are selected, and the one that a range starts from. */
export function useSelection(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const rows = useMemo(
    () =>
      ids.size === 0
        ? []
        : items.flatMap((item) => (item.type === 'row' && ids.has(item.key) ? [item.transaction] : [])),
    [items, ids],
  )
  return {
    ids,
    /** The selected transactions that the list still has. */
    rows: rows as readonly Transaction[],
    toggle: (id: string) => {
      setAnchor(id)
      setIds((before) => before.symmetricDifference(new Set([id])))
    },
    /** Selects everything from the one that was selected last to this one. */
    extend: (id: string) => {
      const between = rowsBetween(items, anchor ?? id, id).filter(isSelectable)
      setIds((before) => before.union(new Set(between.map((row) => row.id))))
      setAnchor(id)
    },
    clear: () => {
      setIds(new Set())
      setAnchor(undefined)
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
