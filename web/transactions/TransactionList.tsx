import { ListX } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Transaction } from '../../contract/budgeting.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook, useToday } from '../auth/me.ts'
import { type Search, useAddress } from '../shell/address.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { Empty } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { putIntoTrash } from './actions.ts'
import { type Bulk, BulkPopup } from './BulkPopup.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filtersIn, isFiltered, without } from './filters.ts'
import { type Item, rowBeside } from './items.ts'
import { useTotals } from './month-sums.ts'
import { useReferences, useWords } from './names.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { COMPACT_PX, Timeline, type TimelineView } from './Timeline.tsx'
import { isSelectable } from './TimelineRow.tsx'
import { counted } from './title.ts'
import { useListEvents } from './use-list-events.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'
import { useTimeline } from './use-timeline.ts'

/** The timeline with its filters, selection and keys. */
export function TransactionList() {
  const { search, filter } = useAddress()
  const card = useRef<HTMLElement>(null)
  const isCompact = useIsNarrow(card)
  const timeline = useTimeline(filtersIn(search), isCompact)
  const { items } = timeline
  const refetch = timeline.refetch as never // its answer is not looked at
  return (
    <>
      <FilterBar end={<Totals search={search} />} />
      <Card ref={card} className={classes(timeline.isPlaceholderData && 'opacity-60')}>
        <Loaded query={{ data: items, error: timeline.error, refetch }} rows={8}>
          {(items) =>
            items.length > 0 ? (
              <Listed {...{ items, isCompact, search }} onSight={timeline.onSight} />
            ) : isFiltered(search) ? (
              <Empty
                icon={<ListX size={20} />}
                title="Nothing matches."
                actions={<Button onClick={() => filter(without())}>Clear filters</Button>}
              />
            ) : (
              <Empty title="Nothing is written down yet">Your first one: try 12.50 lunch.</Empty>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

/** 19 transactions; of a filtered list also what they add up to. */
function Totals({ search }: { search: Search }) {
  const { base_currency_id } = useBook()
  const totals = useTotals(filtersIn(search))
  if (totals?.total === undefined) return null
  return (
    <span role="status" className="flex items-center gap-3 text-table text-text-3">
      {counted(totals.total)}
      {isFiltered(search) && totals.sum_base !== undefined && totals.total > 0 && (
        <Money amount={totals.sum_base} currency={base_currency_id} className="font-medium text-text" />
      )}
    </span>
  )
}

function Listed({
  items,
  isCompact,
  search,
  onSight,
}: {
  items: Item[]
  isCompact: boolean
  search: Search
  onSight: (first: number, last: number) => void
}) {
  const { open, filter } = useAddress()
  const today = useToday()
  const references = useReferences()
  const words = useWords()
  const { accounts } = words
  const selection = useSelection(items)
  const [bulk, setBulk] = useState<{ what: Bulk; rows: readonly Transaction[] }>()
  const view = useRef<TimelineView>(null)
  const current = useRef<string>(undefined)

  const rowOf = (id: string | undefined) => {
    const item = items.find((one) => one.type === 'row' && one.key === id)
    return item?.type === 'row' ? item.transaction : undefined
  }
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset?.id // an element, or none
  const start = () => search.open ?? focused() ?? current.current
  /** Those that a key is meant for: the selection, else the row that one is at. */
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
    if (search.open) filter({ open: item.key })
    view.current?.focusRow(index)
  }
  const remove = () => {
    const rows = meant()
    if (rows.length === 0) return
    if (!search.open) step(1)
    selection.clear()
    if (rows.some(({ id }) => id === search.open)) filter({ open: undefined })
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
    onEscape: () => (search.open ? filter({ open: undefined }) : selection.clear()),
  })
  const events = useListEvents({
    onOpen: (id) => {
      current.current = id
      if (search.open) filter({ open: id })
      else open({ open: id })
    },
    onSelect: (id) => select(id, false),
    onExtend: (id) => select(id, true),
    onStep: step,
    isSelecting: selection.ids.size > 0,
  })
  return (
    <div {...events}>
      <Timeline {...{ items, words, search, isCompact, onSight, view }} selected={selection.ids} />
      {selection.ids.size > 0 && (
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
          onClose={(isDone) => {
            setBulk(undefined)
            if (isDone) selection.clear()
          }}
        />
      )}
    </div>
  )
}

/** Whether there is no room for a row in one line. */
function useIsNarrow(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < COMPACT_PX)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setNarrow(current.offsetWidth < COMPACT_PX))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNarrow
}
