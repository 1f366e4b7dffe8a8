import { useRef, useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Import } from '../../contract/imports.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { focusedRow } from '../ui/focus-row.ts'
import { useListEvents } from '../ui/use-list-events.ts'
import { between } from './decisions.ts'
import { RowList, type RowsView } from './RowList.tsx'
import type { RowActions } from './RowParts.tsx'
import { RowPopup } from './RowPopup.tsx'
import { RulePopup } from './RulePopup.tsx'
import { SelectedRows } from './SelectedRows.tsx'
import { TickAll } from './TickAll.tsx'
import type { ShownChoices } from './use-choices.ts'
import type { Decide } from './use-decide.ts'
import type { RowTab } from './verdict-words.ts'

const GROUP = 'Import'

/** The rows with their keys, their ticks and their selection. */
export function CheckedRows({
  file,
  rows,
  total,
  tab,
  q,
  isCards,
  decide,
  choices,
  onSight,
}: {
  file: Import
  rows: readonly ImportRow[]
  total: number
  tab: RowTab
  q: string | undefined
  isCards: boolean
  decide: Decide
  choices: ShownChoices
  onSight: (last: number) => void
}) {
  const view = useRef<RowsView>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [ruled, setRuled] = useState<number>()
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

  useShortcut('j', 'The next row; space ticks it, ↵ says what it is', () => step(1), GROUP)
  useShortcut('k', 'The row before', () => step(-1), GROUP)
  useShortcut('c', 'Change the category', categorise, GROUP)
  useShortcut('l', 'The rows like it too, or no longer', () => choices.toggle(rows, current() ?? 0), GROUP)
  useShortcut('r', 'Make a rule of the category', () => setRuled(current()), GROUP)
  useShortcut('x', 'Select', () => select(current() ?? rows[0]?.n ?? 0, false), GROUP)
  useShortcut('⇧X', 'Select up to here', () => select(current() ?? 0, true), GROUP)
  useShortcut('Escape', 'End the selection', () => setSelected(new Set()), GROUP)

  const actions = useStable({
    onTick: tick,
    onOpen: open,
    onAnswer: (n, isChosen) =>
      decide.decide(
        [rowOf(n)].filter((row) => row !== undefined),
        { is_chosen: isChosen },
      ),
    onMore: (n) => choices.toggle(rows, n),
    onRule: setRuled,
  })
  const events = useListEvents({
    onOpen: (id) => open(Number(id)),
    onSelect: (id) => select(Number(id), false),
    onExtend: (id) => select(Number(id), true),
    onStep: step,
    isSelecting: selected.size > 0,
  })
  const [ruledRow, rule] = [rowOf(ruled), choices.of(ruled ?? 0)]
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
        choiceOf={choices.of}
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
            const [row, ...others] = some
            if (row && others.length === 0) choices.chose(rows, row, change, names)
            at.current = row?.n
            setOpened([])
            setSelected(new Set())
          }}
          onClose={() => setOpened([])}
        />
      )}
      {ruledRow && rule && (
        <RulePopup
          row={ruledRow}
          category={rule.category}
          rows={rows}
          onMade={(also) => {
            choices.ruled(ruledRow.n, also)
            setRuled(undefined)
          }}
          onClose={() => setRuled(undefined)}
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
    onMore: (...given) => latest.current.onMore(...given),
    onRule: (...given) => latest.current.onRule(...given),
  }))
  return stable
}
