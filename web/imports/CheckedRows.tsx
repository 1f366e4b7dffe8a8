import { useRef, useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { useListedKeys, useShortcut } from '../page/shortcuts.ts'
import { focusedRow } from '../ui/focus-row.ts'
import { useListEvents } from '../ui/use-list-events.ts'
import { keysOfRow } from './import-words.ts'
import { RowList, type RowsView } from './RowList.tsx'
import { RowPopup } from './RowPopup.tsx'
import { RuleOfChoice } from './RulePopup.tsx'
import { SelectedRows } from './SelectedRows.tsx'
import { rowsOfLines } from './shops.ts'
import { TickAll } from './TickAll.tsx'
import { type SortedBy, useCheckLines } from './use-check-lines.ts'
import type { ShownChoices } from './use-choices.ts'
import type { Decide } from './use-decide.ts'
import { useStable } from './use-row-actions.ts'
import type { RowTab } from './verdict-words.ts'

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
  by,
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
  by: SortedBy
  onSight: (last: number) => void
}) {
  const view = useRef<RowsView>(null)
  const group = t('Import')
  const [keys] = useState(keysOfRow)
  const address = useAddress()
  const isTable = (file.mapping?.columns.length ?? 0) > 0
  const { lines, fold } = useCheckLines(rows, by)
  const [opened, setOpened] = useState<{
    readonly ns: ReadonlySet<number>
    readonly id?: number
    readonly isAmount?: boolean
  }>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [ruled, setRuled] = useState<number>()
  const anchor = useRef<number>(undefined)
  const at = useRef<number>(undefined)
  const current = () => Number(focusedRow() ?? at.current ?? 0) || undefined
  const first = () => lines[0]?.id ?? 0
  const upTo = (id: number, isRange: boolean) => {
    const some = rowsOfLines(lines, isRange ? (anchor.current ?? id) : id, id)
    anchor.current = id
    at.current = id
    return some
  }
  const tick = (id: number, isRange: boolean) => {
    const line = lines.find((one) => one.id === id)
    if (line) decide.decide(upTo(id, isRange), { is_chosen: !line.row.is_chosen })
  }
  const open = (id: number, isAmount = false) => {
    at.current = id
    const some = rowsOfLines(lines, id).filter(({ verdict, draft }) => verdict !== 'invalid' && draft)
    if (some.length > 0) setOpened({ ns: numbersOf(some), id, isAmount })
  }
  const select = (id: number, isRange: boolean) => {
    const ns = numbersOf(upTo(id, isRange))
    setSelected((before) =>
      isRange ? before.union(ns) : ns.isSubsetOf(before) ? before.difference(ns) : before.union(ns),
    )
  }
  const step = (by: 1 | -1) => {
    const index = lines.findIndex(({ id }) => id === current())
    const next = index < 0 ? 0 : Math.min(Math.max(index + by, 0), lines.length - 1)
    at.current = lines[next]?.id
    view.current?.focus(next)
  }
  const categorise = () => {
    if (selected.size > 0) setOpened({ ns: selected })
    else open(current() ?? first())
  }

  const makeRule = (id: number) => setRuled(choices.of(id) && id)

  useShortcut('j', t('The next row'), () => step(1), group)
  useShortcut('k', t('The row before'), () => step(-1), group)
  useShortcut('c', t('Change the category'), categorise, group)
  useShortcut('l', t('The rows like it too, or no longer'), () => choices.toggle(rows, current() ?? 0), group)
  useShortcut('r', t('Make a rule of the category'), () => makeRule(current() ?? 0), group)
  useShortcut('x', t('Select'), () => select(current() ?? first(), false), group)
  useShortcut('⇧X', t('Select up to here'), () => select(current() ?? 0, true), group)
  useListedKeys(keys, group)
  useShortcut('Escape', t('End the selection'), () => setSelected(new Set()), group)

  const actions = useStable({
    onTick: tick,
    onOpen: open,
    onAnswer: (id, isChosen) => decide.decide(rowsOfLines(lines, id), { is_chosen: isChosen }),
    onFold: fold,
    onMore: (n) => choices.toggle(rows, n),
    onRule: makeRule,
  })
  const events = useListEvents({
    onOpen: (id) => open(Number(id)),
    onSelect: (id) => select(Number(id), false),
    onExtend: (id) => select(Number(id), true),
    onStep: step,
    isSelecting: selected.size > 0,
  })
  const chosenRows = opened ? rows.filter(({ n }) => opened.ns.has(n)) : []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses on rows are heard here; the controls in them are reached by Tab.
    <div
      {...events}
      onClick={(event) => {
        // A press on a control of the row is meant for that.
        if (event.target instanceof Element && event.target.closest('button,input,label')) return
        events.onClick(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.dataset.row) {
          event.preventDefault()
          open(Number(event.target.dataset.row))
        } else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && Number(focusedRow()) < 0)
          fold(Number(focusedRow()), event.key === 'ArrowRight')
        else events.onKeyDown(event)
      }}
    >
      <RowList
        lines={lines}
        later={Math.max(0, total - rows.length)}
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
      {opened && chosenRows.length > 0 && (
        <RowPopup
          rows={chosenRows}
          isAmount={opened.isAmount}
          onDecide={(some, change, names) => {
            decide.decide(some, change, names)
            if (opened.id !== undefined) choices.chose(rows, opened.id, some, change, names)
            setOpened(undefined)
            setSelected(new Set())
          }}
          onSigns={isTable ? () => address.open({ step: 'columns' }) : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
      {ruled !== undefined && (
        <RuleOfChoice
          choice={choices.of(ruled)}
          row={rowsOfLines(lines, ruled)[0]}
          rows={rows}
          onMade={(also) => choices.ruled(ruled, also)}
          onClose={() => setRuled(undefined)}
        />
      )}
    </div>
  )
}

const numbersOf = (rows: readonly ImportRow[]): ReadonlySet<number> => new Set(rows.map(({ n }) => n))
