import type { ColumnRole, MappingChange } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { type Cells, csvRecords } from './cells.ts'
import { mayBeAmount, mayBeDay } from './evidence.ts'
import { shortValue } from './file-values.ts'
import { folded, rolesByHeading } from './headings.ts'
import { Unreadable } from './row.ts'
import { UNPACK } from './unpack.ts'

/** Where the table in a CSV file is. */
export type Layout = {
  readonly separator: string
  readonly skipLines: number
  readonly header: readonly string[] | undefined
  readonly columns: number
  /** The rows below the headings. */
  readonly records: () => Iterable<Cells>
  /** The first of them. */
  readonly sample: readonly Cells[]
  /** The title just above it: a line of one cell. */
  readonly title?: string | undefined
  /** The column of days whose year nothing in the file proves. */
  readonly yearless?: number
}

const separators = [';', ',', '\t', '|', '^', '~'] as const
const SAMPLE_RECORDS = 200

/** Finds the separator, the lines before the table (many banks write some), and whether it has headings. */
export function layoutOf(text: string, given: MappingChange = {}): Layout {
  const said = /^sep=(.)\r?\n/i.exec(text.slice(0, 8)) // a line for Excel
  const separator = given.separator ?? said?.[1] ?? separatorOf(text, given.skip_lines ?? 0)
  const all = below(text, separator, given.skip_lines ?? 0)
    .take(SAMPLE_RECORDS)
    .toArray()
  const { first, hasHeader } =
    given.skip_lines === undefined
      ? (withHeadings(all) ?? withoutHeadings(all))
      : { first: 0, hasHeader: undefined }
  const top = all[first]
  if (!top)
    throw new Unreadable(later('The file has no rows after line {line}.', { line: given.skip_lines ?? 0 }))
  const isHeader =
    given.has_header ?? hasHeader ?? !top.cells.some((cell) => mayBeDay(cell) || mayBeAmount(cell))
  const skipLines = given.skip_lines ?? top.line - 1
  const header = isHeader ? top.cells : undefined
  const sample = all.slice(isHeader ? first + 1 : first)
  const columns = Math.max(usualWidth(sample), header ? widthOf(header) : 0)
  const long = header && sample.filter(isRow).find(({ cells }) => widthOf(cells) > header.length)
  if (
    header &&
    long &&
    given.columns === undefined &&
    sample.filter(isRow).every(({ cells }) => widthOf(cells) > header.length)
  )
    throw new Unreadable(
      later(
        'Line {line} has {cells} cells, and there are {headings} headings. Is the mark between cells also the one before decimals? Export the file with another one, or with quotation marks.',
        { line: long.line, cells: widthOf(long.cells), headings: header.length },
      ),
    )
  if (columns < 2)
    throw new Unreadable(
      later(
        'Line {line}: this is not a table. Its lines have no cells with a comma, semicolon, tab or another separator between them.',
        { line: top.line },
      ),
    )
  const start = isHeader ? top.line : top.line - 1
  let above: Cells | undefined
  for (const record of csvRecords(text, separator)) {
    if (record.line > skipLines) break
    above = record
  }
  const title = above && widthOf(above.cells) === 1 ? above.cells[0] : undefined
  return {
    separator,
    skipLines,
    header,
    columns,
    sample,
    title,
    records: () => below(text, separator, start),
  }
}

/** Several tables as one, to find out how all of them are written. */
export const joinedLayout = (layouts: readonly Layout[]): Layout => ({
  separator: layouts[0]?.separator ?? ',',
  skipLines: layouts[0]?.skipLines ?? 0,
  header: layouts[0]?.header,
  columns: Math.max(...layouts.map(({ columns }) => columns)),
  *records() {
    for (const { records } of layouts) yield* records()
  },
  sample: layouts.flatMap(({ sample }) => sample).slice(0, SAMPLE_RECORDS * 5),
  ...layouts.flatMap(({ yearless }) => (yearless === undefined ? [] : { yearless }))[0],
})

/** Refuses tables that one mapping does not fit, with the names of two that differ. */
export function checkSameHeadings(files: readonly { name: string; layout: Layout | undefined }[]): void {
  const keyOf = (layout: Layout | undefined) =>
    layout?.header
      ? JSON.stringify(layout.header.slice(0, widthOf(layout.header)).map(folded))
      : `${layout?.columns}`
  const [first] = files
  const other = files.find(({ layout }) => keyOf(layout) !== keyOf(first?.layout))
  if (first && other)
    throw new Unreadable(
      later('"{file}" in the zip has other columns than "{other}". {unpack}', {
        file: shortValue(other.name),
        other: shortValue(first.name),
        unpack: UNPACK,
      }),
    )
}

/** The records after a line. */
function* below(text: string, separator: string, line: number): Generator<Cells> {
  for (const record of csvRecords(text, separator)) if (record.line > line) yield record
}

/**
 * The separator that makes a table with days and amounts out of the file, or at least lines of equal length. If none does and a quotation
 * mark is not closed, that is the reported reason.
 */
function separatorOf(text: string, skipLines: number): string {
  let best: { separator: string; score: number } = { separator: ',', score: 0 }
  let broken: Unreadable | undefined
  for (const separator of separators)
    try {
      const score = scoreOf(below(text, separator, skipLines).take(60).toArray())
      if (score > best.score) best = { separator, score }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      broken ??= error
    }
  if (broken && best.score === 0) throw broken
  return best.separator
}

function scoreOf(records: readonly Cells[]): number {
  const width = usualWidth(records)
  const rows = records.filter(isRow).length
  if (width < 2 && rows === 0) return 0
  const even = records.filter(({ cells }) => cells.length === width).length
  return rows * 3 + even + Math.min(width, 20) / 20
}

/** Whether a record has a day and an amount. */
export const isRow = ({ cells }: Cells): boolean =>
  cells.length > 1 && cells.some(mayBeDay) && cells.some(mayBeAmount)

/** How many cells a record has up to its last one that is not empty. */
const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The width that most records have. */
function usualWidth(records: readonly Cells[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const width = usual?.[0] ?? 0
  const used = Math.max(
    ...records.filter(({ cells }) => cells.length === width).map(({ cells }) => widthOf(cells)),
    0,
  )
  return Math.min(width, Math.max(used, 1))
}

/** Headings that are known: a date, and money. */
function withHeadings(records: readonly Cells[]): { first: number; hasHeader: boolean } | undefined {
  const first = records.findIndex(
    ({ cells }, at) => isHeadings(cells) && !isSummary(cells, records.slice(at + 1)),
  )
  return first < 0 ? undefined : { first, hasHeader: true }
}

export function isHeadings(cells: readonly string[]): boolean {
  if (cells.length < 2 || cells.some(mayBeDay)) return false
  const found = rolesIn(cells)
  return (
    found.includes('date') && ['amount', 'debit', 'credit'].some((role) => found.some((one) => one === role))
  )
}

const rolesIn = (cells: readonly string[]) =>
  cells.flatMap((cell) => rolesByHeading(cell).map(({ role }) => role))

/** Whether headings are those of one line of sums above the table: they have no words, and the headings of the table follow. */
function isSummary(cells: readonly string[], below: readonly Cells[]): boolean {
  if (rolesIn(cells).some((role) => role === 'text' || role === 'payee')) return false
  const next = below.findIndex((record) => isHeadings(record.cells))
  const found = rolesIn(below[next]?.cells ?? [])
  return (found.includes('text') || found.includes('payee')) && below.slice(0, next).filter(isRow).length <= 1
}

/** The first row with a day and an amount, and whether the line above it looks like headings. */
function withoutHeadings(records: readonly Cells[]): { first: number; hasHeader: boolean } {
  const width = usualWidth(records)
  const row = records.findIndex((record) => isRow(record) && record.cells.length >= width)
  const above = records[row - 1]
  if (row < 0)
    return {
      first: Math.max(
        records.findIndex(({ cells }) => cells.length >= width),
        0,
      ),
      hasHeader: true,
    }
  const isHeader =
    above !== undefined &&
    widthOf(above.cells) >= Math.max(2, width - 2) &&
    !above.cells.some((cell) => mayBeDay(cell) || mayBeAmount(cell))
  return isHeader ? { first: row - 1, hasHeader: true } : { first: row, hasHeader: false }
}

/** Whether the last column, without a heading, is there because a comma of decimals separates cells: -12,50 without quotation marks. */
export const isCentsColumn = (
  { header, separator }: Layout,
  roles: readonly ColumnRole[],
  sample: readonly Cells[],
) => {
  const at = roles.indexOf('amount')
  return (
    separator === ',' &&
    header?.at(-1)?.trim() === '' &&
    sample.every(({ cells }) => /^-?\d+$/.test(cells[at] ?? '') && /^\d\d$/.test(cells[at + 1] ?? ''))
  )
}
