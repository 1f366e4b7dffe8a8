import type { SheetRow } from '../../contract/budgets.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import type { AmountStyle } from '../ui/amount-text.ts'
import { amountForEditing } from '../ui/amount-text.ts'
import { minorOf } from '../ui/money.ts'
import { amountOf } from './budget-sheet.ts'
import { readPlanned } from './cell.ts'
import { type Line, withAmount } from './lines.ts'

/** The unsaved cells of a sheet. */

/** A changed cell: its text as it was typed, and how long the budget holds. `version` is that of the budget that was seen. */
export type Cell = { text: string; only: boolean; rollover: boolean; version?: number | undefined }

/** Changed cells by category. */
export type Cells = Readonly<Record<string, Cell>>

export type SheetStyle = AmountStyle & { currency: string }

/** The cell of a line as it is saved. */
export const savedCell = ({ planned, only, rollover, version }: Line, style: SheetStyle): Cell => ({
  text: planned === null ? '' : amountForEditing(minorOf(planned, style.currency), style),
  only,
  rollover,
  version,
})

/** Cells with a change of one; a cell that says what is saved is not a changed one. */
export function withCell(cells: Cells, line: Line, change: Partial<Cell>, style: SheetStyle): Cells {
  const saved = savedCell(line, style)
  const next = { ...(cells[line.category_id] ?? saved), ...change }
  const { [line.category_id]: _, ...others } = cells
  return isSaved(line, next, style) ? others : { ...others, [line.category_id]: next }
}

function isSaved(line: Line, cell: Cell, { currency, ...style }: SheetStyle): boolean {
  const read = readPlanned(cell.text, style)
  if (read.fault !== undefined) return false
  const planned = line.planned === null ? null : minorOf(line.planned, currency)
  if (read.minor !== planned) return false
  return planned === null || (cell.only === line.only && cell.rollover === line.rollover)
}

/** Fills the empty cells with amounts of their lines. */
export const filled = (
  cells: Cells,
  lines: readonly Line[],
  amountIn: (line: Line) => bigint | null,
  style: SheetStyle,
): Cells =>
  lines.reduce((all, line) => {
    const amount = amountIn(line)
    const isEmpty = (all[line.category_id] ?? savedCell(line, style)).text.trim() === ''
    return amount === null || !isEmpty
      ? all
      : withCell(all, line, { text: amountForEditing(amount, style) }, style)
  }, cells)

/** The lines with their unsaved amounts; a text that is not an amount yet counts as it was saved. */
export const unsaved = (lines: readonly Line[], cells: Cells, { currency, ...style }: SheetStyle): Line[] =>
  lines.map((line) => {
    const cell = cells[line.category_id]
    const read = cell && readPlanned(cell.text, style)
    return read?.fault === undefined && read ? withAmount(line, read.minor, currency) : line
  })

/** 13 budgets and the income; the income is what is expected, and no budget. It begins with a small letter, unless it is first. */
export function cellsText(
  ids: readonly string[],
  incomes: readonly Pick<Line, 'category_id'>[],
  isFirst = false,
): string {
  const isIncome = (id: string) => incomes.some(({ category_id }) => category_id === id)
  const count = ids.filter((id) => !isIncome(id)).length
  if (count === 0) return isFirst ? t('The income') : t('the income')
  return count < ids.length
    ? t('{count, plural, one {# budget and the income} other {# budgets and the income}}', { count })
    : t('{count, plural, one {# budget} other {# budgets}}', { count })
}

/** The rows to send, in the order of the sheet, or the sentences about texts that are not amounts. */
export function rowsToSend(
  lines: readonly Line[],
  cells: Cells,
  { currency, ...style }: SheetStyle,
): { rows: SheetRow[]; faults: Readonly<Record<string, string>> } {
  const faults: Record<string, string> = {}
  const rows = lines.flatMap((line): SheetRow[] => {
    const cell = cells[line.category_id]
    if (!cell) return []
    const read = readPlanned(cell.text, style)
    if (read.fault !== undefined) {
      faults[line.category_id] = read.fault
      return []
    }
    const { only, rollover, version = line.version } = cell
    const amount = read.minor === null ? null : amountOf(read.minor, currency)
    return [{ category_id: line.category_id, amount, rollover, only, version }]
  })
  return { rows, faults }
}

const changedMeanwhile = () =>
  t('It was changed meanwhile. Esc shows the other amount; saving again replaces it.')

/** The sentence of a refused sheet, by the category of its row; undefined if it is not about a row. */
export function refusedRow(
  { code, errors, params, detail }: Pick<Problem, 'code' | 'errors' | 'params' | 'detail'>,
  rows: readonly SheetRow[],
): Readonly<Record<string, string>> | undefined {
  const places = [...Object.keys(errors ?? {}), String(params.at ?? '')]
  const found = places.map((place) => /^rows\.(\d+)/.exec(place)?.[1]).find((place) => place !== undefined)
  const row = found === undefined ? undefined : rows[Number(found)]
  if (!row) return undefined
  const said = Object.values(errors ?? {})[0]?.[0] ?? detail
  const sentence = said.replace(/^rows\.\d+(\.\w+)?:? */, '')
  return {
    [row.category_id]:
      code === 'stale' ? changedMeanwhile() : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
  }
}
