import { useRef, useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Import } from '../../contract/imports.ts'
import { useListedKeys, useShortcut } from '../page/shortcuts.ts'
import { focusedRow } from '../ui/focus-row.ts'
import { useListEvents } from '../ui/use-list-events.ts'
import { between } from './decisions.ts'
import { offerMore } from './offer-more.ts'
import { RowList, type RowsView } from './RowList.tsx'
import type { RowActions } from './RowParts.tsx'
import { RowPopup } from './RowPopup.tsx'
import { RulePopup, type RuleWanted } from './RulePopup.tsx'
import { SelectedRows } from './SelectedRows.tsx'
import { TickAll } from './TickAll.tsx'
import type { Decide } from './use-decide.ts'
import type { RowTab } from './verdict-words.ts'

const GROUP = 'Import'
const ofRow = [
  ['ArrowDown', 'The next row'],
  ['ArrowUp', 'The row before'],
  [' ', 'Tick the row, or take the tick away'],
  ['Enter', 'Say what the row is'],
] as const

/** The rows with their keys, their ticks and their selection. */
export function CheckedRows({
  file,
  rows,
  total,
  tab,
  q,
  isCards,
  decide,
  onSight,
}: {
  file: Import
  rows: readonly ImportRow[]
  total: number
  tab: RowTab
  q: string | undefined
  isCards: boolean
  decide: Decide
  onSight: (last: number) => void
}) {
  const view = useRef<RowsView>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [rule, setRule] = useState<RuleWanted>()
  const anchor = useRef<number>(undefined)
  const at = useRef<number>(undefined)
  const rowOf = (n: number | undefined) => rows.find((row) => row.n === n)
  const current = () => Number(focusedRow() ?? at.current ?? 0) || undefined

  const tick = (n: number, isRange: boolean) => {
    const row = rowOf(n)
    if (!row) return
    const range = isRange && anchor.current !== undefined ? between(rows, anchor.current, n) : [row]
    anchor.current = n
    at.current = n
    decide.decide(range, { is_chosen: !row.is_chosen })
  }
  const open = (n: number) => {
    at.current = n
    const row = rowOf(n)
    if (row && row.verdict !== 'invalid' && row.draft) setOpened([n])
  }
  const select = (n: number, isRange: boolean) => {
    const range =
      isRange && anchor.current !== undefined ? between(rows, anchor.current, n).map((row) => row.n) : [n]
    setSelected((before) =>
      isRange ? before.union(new Set(range)) : before.symmetricDifference(new Set(range)),
    )
    anchor.current = n
  }
  const step = (by: 1 | -1) => {
    const index = rows.findIndex((row) => row.n === current())
    const next = index < 0 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)
    at.current = rows[next]?.n
    view.current?.focus(next)
  }
  const categorise = () => {
    if (selected.size > 0) setOpened([...selected])
    else open(current() ?? rows[0]?.n ?? 0)
  }

  useShortcut('j', 'The next row', () => step(1), GROUP)
  useShortcut('k', 'The row before', () => step(-1), GROUP)
  useShortcut('c', 'Change the category', categorise, GROUP)
  useShortcut('x', 'Select', () => select(current() ?? rows[0]?.n ?? 0, false), GROUP)
  useShortcut('⇧X', 'Select up to here', () => select(current() ?? 0, true), GROUP)
  useListedKeys(ofRow, GROUP)
  useShortcut('Escape', 'End the selection', () => setSelected(new Set()), GROUP)

  const actions = useStable({
    onTick: tick,
    onOpen: open,
    onAnswer: (n, isChosen) =>
      decide.decide(
        [rowOf(n)].filter((row) => row !== undefined),
        { is_chosen: isChosen },
      ),
  })
  const events = useListEvents({
    onOpen: (id) => open(Number(id)),
    onSelect: (id) => select(Number(id), false),
    onExtend: (id) => select(Number(id), true),
    onStep: step,
    isSelecting: selected.size > 0,
  })
  const chosenRows = opened.flatMap((n) => rowOf(n) ?? [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses on rows are heard here; the controls in them are reached by Tab.
    <div
      {...events}
      onClick={(event) => {
        // A press on a control of the row is meant for that.
        if (event.target instanceof Element && event.target.closest('button, input, label')) return
        events.onClick(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.dataset.row) {
          event.preventDefault()
          open(Number(event.target.dataset.row))
        } else events.onKeyDown(event)
      }}
    >
      <RowList
        rows={rows}
        total={total}
        isCards={isCards}
        selected={selected}
        actions={actions}
        onSight={onSight}
        view={view}
        hasAccount={(file.mapping?.accounts.filter(({ is_own }) => is_own).length ?? 0) > 1}
        tick={
          <TickAll rows={rows} tab={tab} onChange={(isChosen) => decide.tickAll(rows, tab, q, isChosen)} />
        }
      />
      {selected.size > 0 && (
        <SelectedRows
          count={selected.size}
          onCategory={categorise}
          onTick={(is_chosen) =>
            decide.decide(
              rows.filter(({ n }) => selected.has(n)),
              { is_chosen },
            )
          }
          onEnd={() => setSelected(new Set())}
        />
      )}
      {chosenRows.length > 0 && (
        <RowPopup
          rows={chosenRows}
          onDecide={(some, change, names) => {
            decide.decide(some, change, names)
            offerMore({ rows, some, change, names, decide, onRule: setRule })
            setOpened([])
            setSelected(new Set())
          }}
          onClose={() => setOpened([])}
        />
      )}
      {rule && (
        <RulePopup
          {...rule}
          rows={rows}
          onMade={(also) => {
            const { id, name } = rule.category
            decide.decide(also, { draft: { category_id: id } }, { category_name: name })
            setRule(undefined)
          }}
          onClose={() => setRule(undefined)}
        />
      )}
    </div>
  )
}

/** The same functions for as long as the list is shown, so that rows that stay are not drawn again. */
function useStable(actions: RowActions): RowActions {
  const latest = useRef(actions)
  latest.current = actions
  const [stable] = useState<RowActions>(() => ({
    onTick: (...given) => latest.current.onTick(...given),
    onOpen: (...given) => latest.current.onOpen(...given),
    onAnswer: (...given) => latest.current.onAnswer(...given),
  }))
  return stable
}
