import { type RefObject, useRef, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { type Search, useAddress } from '../../page/address.ts'
import { useToday } from '../../page/me.ts'
import { say } from '../../ui/toast.ts'
import { useListEvents } from '../../ui/use-list-events.ts'
import { putIntoTrash } from '../actions.ts'
import { useReferences, useWords } from '../references.ts'
import { type Bulk, BulkPopup } from './BulkPopup.tsx'
import { type Item, rowBeside } from './items.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { Timeline, type TimelineView } from './Timeline.tsx'
import { isSelectable } from './TimelineRow.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

/** The sheet of a transaction, in the address. */
export type SheetAddress = { open: (id: string) => void; close: () => void }

/** The rows, with their selection and keys. */
export function Listed({
  items,
  isCompact,
  search,
  onSight,
  view,
  sheet,
}: {
  items: Item[]
  isCompact: boolean
  search: Search
  onSight: (first: number, last: number) => void
  view: RefObject<TimelineView | null>
  sheet: SheetAddress
}) {
  const { filter } = useAddress()
  const today = useToday()
  const references = useReferences()
  const words = useWords()
  const { accounts } = words
  const selection = useSelection(items)
  const [bulk, setBulk] = useState<{ what: Bulk; rows: readonly Transaction[] }>()
  const current = useRef<string>(undefined)

  const rowOf = (id: string | undefined) => {
    const item = items.find((one) => one.type === 'row' && one.key === id)
    return item?.type === 'row' ? item.transaction : undefined
  }
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset?.id // an element, or none
  const start = () => search.open ?? focused() ?? current.current
  /** The rows that a key acts on: the selection, else the current row. */
  const meant = (): readonly Transaction[] => {
    if (selection.rows.length > 0) return selection.rows
    const row = rowOf(start())
    if (!row) return []
    if (isSelectable(row)) return [row]
    say({ words: 'A debt and its payments are changed at the debt: open it with ↵.', tone: 'refused' })
    return []
  }
  const step = (by: 1 | -1) => {
    const index = rowBeside(items, start(), by)
    const item = index === undefined ? undefined : items[index]
    if (index === undefined || !item) return
    current.current = item.key
    if (search.open) {
      filter({ open: item.key })
      view.current?.showRow(index)
    } else view.current?.focusRow(index)
  }
  const remove = () => {
    const rows = meant()
    if (rows.length === 0) return
    if (!search.open) step(1)
    selection.clear()
    if (rows.some(({ id }) => id === search.open)) sheet.close()
    void putIntoTrash(rows, { accounts, today })
  }
  const ask = (what: Bulk) => {
    const rows = meant()
    if (rows.length > 0) setBulk({ what, rows })
  }
  const select = (id: string, isRange: boolean) => {
    const row = rowOf(id)
    if (!row || !isSelectable(row)) return say({ words: 'Debts and their payments are changed one by one.' })
    current.current = id
    if (isRange) selection.extend(id)
    else selection.toggle(id)
  }
  useListKeys({
    onStep: step,
    onSelect: (isRange) => select(start() ?? '', isRange),
    onCategory: () => ask('category'),
    onDelete: remove,
    onEscape: () => (search.open ? sheet.close() : selection.clear()),
  })
  const events = useListEvents({
    onOpen: (id) => {
      current.current = id
      sheet.open(id)
    },
    onSelect: (id) => select(id, false),
    onExtend: (id) => select(id, true),
    onStep: step,
    isSelecting: selection.rows.length > 0,
  })
  return (
    <div {...events}>
      <Timeline
        items={items}
        words={words}
        search={search}
        isCompact={isCompact}
        onSight={onSight}
        view={view}
        selected={selection.ids}
      />
      {selection.rows.length > 0 && (
        <SelectionBar
          count={selection.rows.length}
          onCategory={() => ask('category')}
          onTag={() => ask('tag')}
          onDelete={remove}
          onClear={selection.clear}
        />
      )}
      {bulk && (
        <BulkPopup
          {...bulk}
          references={references}
          context={{ accounts, today }}
          onClose={() => setBulk(undefined)}
        />
      )}
    </div>
  )
}
