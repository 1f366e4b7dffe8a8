import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { amountForEditing } from '../ui/amount-text.ts'
import { classes } from '../ui/classes.ts'
import { isSubmit } from '../ui/keys.ts'
import { moneyText } from '../ui/money.ts'
import { DOTS, usePrivacy } from '../ui/privacy.ts'
import { useMay } from '../ui/rights.ts'
import { CellNote } from './CellNote.tsx'
import { readPlanned } from './cell.ts'
import { savedCell } from './cells.ts'
import { type Line, proposalOf } from './lines.ts'
import type { SheetCells } from './use-budgets.ts'

/** Cells that follow each other are inputs with this attribute, within one element that has it as its value. */
export const CELLS = 'data-cells'
const CELL = 'data-cell'

/** Moves to the cell after or before one; false at either end, where Tab goes on as usual. */
function goOn(from: HTMLElement, by: 1 | -1): boolean {
  const all = [...(from.closest(`[${CELLS}]`)?.querySelectorAll<HTMLInputElement>(`[${CELL}]`) ?? [])]
  const next = all[all.indexOf(from as HTMLInputElement) + by] // a cell among the cells
  next?.focus()
  return next !== undefined
}

/** The budget of a category in the sheet: a number or a sum. What is typed counts at once, and waits until the sheet is saved. */
export function SheetCell({
  line,
  month,
  cells: sheet,
  hasNote = true,
  sum,
  about,
  onSubmit = () => void sheet.save(),
}: {
  line: Line
  month: Month
  cells: SheetCells
  /** Whether everything about the cell floats below it; over a dialog it would cover the buttons. */
  hasNote?: boolean
  /** The cell is that of a group: the sum of its members' budgets, which it shows while it is empty. Any other empty cell shows a proposal. */
  sum?: bigint | null
  /** A sentence about the budget of a group. */
  about?: string
  /** Sends the form that the cell is in; by default the sheet. */
  onSubmit?: () => void
}) {
  const { cells, faults, style, edit, restore, fill } = sheet
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  const isHidden = usePrivacy()
  const mayWrite = useMay('write')
  useLayoutEffect(() => {
    if (isFocused) input.current?.select() // the text as it is edited, which may be another than the one that was shown
  }, [isFocused])
  const id = useId()
  const saved = sheet.savedLine(line.category_id) ?? line
  const changed = cells[line.category_id]
  const cell = changed ?? savedCell(saved, style)
  const fault = faults[line.category_id]
  const read = readPlanned(cell.text, style)
  // While nobody types, amounts stand in their column with all their decimals, and a sum is its result.
  const shown =
    read.fault !== undefined || read.minor === null
      ? cell.text
      : isHidden
        ? DOTS
        : moneyText(read.minor, style.currency, { symbol: false })
  const isGroup = sum !== undefined
  const proposal = isGroup ? sum : proposalOf(line, style.currency)
  const isEmpty = cell.text === '' && proposal !== null
  const proposed = proposal === null ? undefined : amountForEditing(proposal, style)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || !mayWrite) return
    const stop = () => event.preventDefault()
    if (isSubmit(event)) {
      stop()
      onSubmit()
    } else if (event.key === 'Tab' || event.key === 'Enter') {
      if (goOn(event.currentTarget, event.shiftKey ? -1 : 1) || event.key === 'Enter') stop()
    } else if (event.code === 'Equal' && event.altKey) {
      stop()
      fill((one) => proposalOf(one, style.currency))
    } else if (event.key === '=') {
      stop()
      if (proposed !== undefined) edit(line, { text: proposed })
    } else if (event.key.toLowerCase() === 'o' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      stop()
      edit(line, { only: !cell.only })
    } else if (event.key === 'Escape' && changed) {
      stop()
      event.stopPropagation()
      restore(line)
    }
  }

  return (
    <>
      <input
        {...{ [CELL]: '' }}
        ref={input}
        value={isFocused ? cell.text : shown}
        placeholder={
          isHidden || proposal === null || (!mayWrite && !isGroup)
            ? ''
            : moneyText(proposal, style.currency, { symbol: false })
        }
        inputMode="decimal"
        readOnly={!mayWrite}
        autoComplete="off"
        aria-label={t('Budget of {category}', { category: line.category_name })}
        aria-invalid={fault ? true : undefined}
        aria-describedby={isFocused && hasNote && mayWrite ? `${id}-note` : undefined}
        onMouseDown={(event) => {
          // The first click takes the cell as Tab does, with all of its text selected.
          if (isFocused) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => edit(line, { text: event.target.value })}
        onKeyDown={onKeyDown}
        className={classes(
          'min-h-8 w-full min-w-20 rounded-control border px-2 text-end outline-none focus:border-accent focus:outline-2 focus:outline-accent-soft aria-invalid:border-warn',
          // A proposal is slanted in a dashed cell; the sum of a group is a figure like those around it.
          isGroup ? 'placeholder:text-text' : 'placeholder:text-text-3 placeholder:italic',
          changed
            ? 'border-accent bg-surface font-semibold'
            : isEmpty && isGroup
              ? 'border-transparent hover:border-line-2'
              : classes(
                  'bg-surface hover:border-line-2',
                  isEmpty ? 'border-dashed border-line-2' : 'border-line',
                ),
        )}
      />
      {isFocused && hasNote && mayWrite && (
        <CellNote
          anchor={input}
          id={`${id}-note`}
          line={line}
          saved={saved}
          cell={cell}
          month={month}
          sheet={sheet}
          {...(about && { about })}
        />
      )}
    </>
  )
}
