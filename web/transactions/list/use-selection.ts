import { useMemo, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { type Search, writeSearch } from '../../page/address.ts'
import { filtersIn } from '../filters.ts'
import { type Item, rowsBetween } from './items.ts'
import { isSelectable } from './select-all.ts'

/** The transactions that are selected, and the one that a range starts from. */
export function useSelection(items: readonly Item[], search: Search) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  // Those that all of a list were selected with: most are not among its items yet. They count as long as the filters stay.
  const [all, setAll] = useState<{ filters: string; rows: readonly Transaction[] }>()
  const filters = writeSearch(filtersIn(search))
  const rows = useMemo(() => {
    if (ids.size === 0) return []
    const listed = items.flatMap((item) =>
      item.type === 'row' && ids.has(item.key) ? [item.transaction] : [],
    )
    if (all?.filters !== filters) return listed
    const here = new Set(listed.map(({ id }) => id))
    return [...listed, ...all.rows.filter(({ id }) => ids.has(id) && !here.has(id))]
  }, [items, ids, all, filters])
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
    /** Selects all of a list, with those of its rows that are not loaded. */
    selectAll: (every: readonly Transaction[]) => {
      setAll({ filters, rows: every })
      setIds(new Set(every.map(({ id }) => id)))
    },
    leaveOut: (some: readonly string[]) => setIds((before) => before.difference(new Set(some))),
    clear: () => {
      setIds(new Set())
      setAnchor(undefined)
      setAll(undefined)
    },
  }
}
