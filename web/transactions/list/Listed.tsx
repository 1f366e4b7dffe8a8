import { type MouseEvent, type RefObject, useRef, useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { type Search, useAddress } from '../../page/address.ts'
import { useBook, useToday } from '../../page/me.ts'
import { shownText } from '../../ui/bank-text.ts'
import { useMay } from '../../ui/rights.ts'
import { say } from '../../ui/toast.ts'
import { useListEvents } from '../../ui/use-list-events.ts'
import { heardByBoth, useSwipe } from '../../ui/use-swipe.ts'
import { putIntoTrash, type RefusedChange } from '../actions.ts'
import { useReferences, useWords } from '../references.ts'
import { movedBy, titleOf } from '../title.ts'
import { type Bulk, BulkPopup } from './BulkPopup.tsx'
import { type Item, rowBeside } from './items.ts'
import { type RowAction, RowMenu } from './RowMenu.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SomeRefusedPopup } from './SomeRefusedPopup.tsx'
import { isSelectable, useSelectAll } from './select-all.ts'
import { Timeline, type TimelineView } from './Timeline.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

/** The sheet of a transaction, in the address. */
export type SheetAddress = { open: (id: string) => void; close: () => void }

/** The tools of the list that stand above it, and need its rows. */
export type ListTools = { selectAll: () => void }

/** The rows, with their selection and keys. */
export function Listed({
  items,
  isCompact,
  search,
  onSight,
  view,
  sheet,
  tools,
}: {
  items: Item[]
  isCompact: boolean
  search: Search
  onSight: (first: number, last: number) => void
  view: RefObject<TimelineView | null>
  sheet: SheetAddress
  tools: RefObject<ListTools | null>
}) {
  const { filter } = useAddress()
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const [references, words] = [useReferences(), useWords()]
  const { accounts } = words
  const selection = useSelection(items, search)
  const all = useSelectAll(search, selection.selectAll)
  tools.current = { selectAll: all.run }
  const [bulk, setBulk] = useState<{ what: Bulk; rows: readonly Transaction[] }>()
  const [refused, setRefused] = useState<RefusedChange>()
  const [menuOf, setMenuOf] = useState<string>()
  const context = { accounts, today, base, onSomeRefused: setRefused }
  const current = useRef<string>(undefined)
  const [mayAnnotate, mayWrite] = [useMay('annotate'), useMay('write')]

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
    say({ words: t('A debt and its payments are changed at the debt: open it with ↵.'), tone: 'refused' })
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
  const remove = (rows: readonly Transaction[]) => {
    if (rows.length === 0) return
    if (rows.some(({ id }) => id === search.open)) sheet.close()
    void putIntoTrash(rows, context).then((isDone) => isDone && selection.leaveOut(rows.map(({ id }) => id)))
  }
  const removeByKey = () => {
    const rows = meant()
    if (rows.length > 0 && !search.open) step(1)
    remove(rows)
  }
  const ask = (what: Bulk, rows = meant()) => {
    if (what === 'category' && rows.length > 0 && rows.every(({ kind }) => kind === 'transfer'))
      say({ words: t('A transfer has no category.'), tone: 'refused' })
    else if (rows.length > 0) setBulk({ what, rows })
  }
  const select = (id: string, isRange: boolean) => {
    const row = rowOf(id)
    if (!mayAnnotate) return
    if (!row || !isSelectable(row))
      return say({ words: t('Debts and their payments are changed one by one.') })
    current.current = id
    if (isRange) selection.extend(id)
    else selection.toggle(id)
  }
  useListKeys({
    onStep: step,
    onSelect: (isRange) => select(start() ?? '', isRange),
    onCategory: () => ask('category'),
    onDelete: removeByKey,
    onAll: all.run,
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
  const act = (action: RowAction, id: string) => {
    const row = rowOf(id)
    if (!row) return
    if (action === 'open') sheet.open(id)
    else if (action === 'select') select(id, false)
    else if (action === 'category') ask('category', [row])
    else if (mayWrite) remove([row])
  }
  const canSwipe = (id: string) => {
    const row = rowOf(id)
    return mayAnnotate && selection.rows.length === 0 && row !== undefined && isSelectable(row)
  }
  const { swipe, handlers } = useSwipe(canSwipe, ({ id, toward }) =>
    act(toward === 'end' ? 'category' : 'delete', id),
  )
  const menuRow = rowOf(menuOf)
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null
    if (button) setMenuOf(button.dataset.menu)
  }
  return (
    <div {...heardByBoth(heardByBoth(events, handlers), { onClick })}>
      <Timeline
        items={items}
        words={words}
        search={search}
        isCompact={isCompact}
        onSight={onSight}
        view={view}
        selected={selection.ids}
        swipe={swipe}
      />
      {selection.rows.length > 0 && (
        <SelectionBar
          count={selection.rows.length}
          sum={movedBy(selection.rows, accounts)}
          currency={base}
          isBusy={all.isBusy}
          onAsk={(what) => ask(what)}
          onDelete={() => remove(selection.rows)}
          onAll={all.run}
          onClear={selection.clear}
        />
      )}
      {bulk && (
        <BulkPopup {...bulk} references={references} context={context} onClose={() => setBulk(undefined)} />
      )}
      {menuRow && (
        <RowMenu
          title={titleOf(menuRow, accounts, shownText)}
          row={menuRow}
          onAct={(action) => act(action, menuRow.id)}
          onClose={() => setMenuOf(undefined)}
        />
      )}
      {refused && (
        <SomeRefusedPopup
          refused={refused}
          accounts={accounts}
          today={today}
          onLeaveOut={(ids) => {
            selection.leaveOut(ids)
            setRefused(undefined)
            refused.goOn(ids)
          }}
          onClose={() => setRefused(undefined)}
        />
      )}
    </div>
  )
}
