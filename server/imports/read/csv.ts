import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole, Mapping } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { runningOf } from './amount-column.ts'
import { runningBalances, statedBalances } from './balances.ts'
import { rolesOf, withBookedDays } from './columns.ts'
import { continuedWords, lineOf, type Notation } from './csv-row.ts'
import type { StatedLine } from './csv-stated.ts'
import { decidedOf } from './decided.ts'
import { inPart, joinedText, plainText } from './file-values.ts'
import { languageOf } from './headings.ts'
import { readerOfTable } from './known-tables.ts'
import { checkSameHeadings, isRow, joinedLayout, type Layout, layoutOf } from './layout.ts'
import { withMonths } from './months.ts'
import { proofOf, type Running } from './proof.ts'
import {
  type BadRow,
  type FileBalance,
  type FileRow,
  type FileToRead,
  type FoundMapping,
  isBad,
  NoRows,
  type Reader,
  type ReadRows,
} from './row.ts'
import { scanned, tempered } from './scan.ts'
import { startSections } from './sections.ts'
import { settleTwins } from './twin-columns.ts'
import { withYears } from './years.ts'

const SAMPLES = 5

/**
 * Reads a CSV file. Its layout, the roles of its columns and the format of its numbers and days are guessed, from whole columns where one
 * cell is not enough; corrections by the person come first, then the mapping of an earlier file with the same headings.
 */
export const readCsv: Reader = (whole, reading) => {
  const text = unquoted(whole)
  const known = readerOfTable(text)
  if (known) return known(text, reading)
  const layout = datedLayout(text, reading.filename, reading)
  const { mapping, notation } = understood(layout, reading)
  return { mapping, ...readTable(layout, notation) }
}

/** Reads several tables with the same headings, all in the way that fits them together. */
export function readTables(
  files: readonly { readonly name: string; readonly text: string }[],
  reading: FileToRead,
): { readonly mapping: FoundMapping; readonly tables: readonly ReadRows[] } {
  const layouts = files.map(({ name, text }) =>
    inPart(name, () => datedLayout(unquoted(text), name, reading)),
  )
  checkSameHeadings(files.map(({ name }, at) => ({ name, layout: layouts[at] })))
  const { mapping, notation } = understood(joinedLayout(layouts), reading, layouts)
  return { mapping, tables: layouts.map((layout) => readTable(layout, notation)) }
}

/** A line as a whole in quotation marks, which are doubled within it. */
const QUOTED = /^"(?:[^"]|"")*"$/

/** A table without the quotation marks around its whole lines: a spreadsheet took each line for one cell. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  const lines = text.split(/\r?\n/)
  if (!lines.every((line) => line === '' || QUOTED.test(line))) return text
  return lines.map((line) => line.slice(1, -1).replaceAll('""', '"')).join('\n')
}

/** Where the table is, with the years of its days if they have none. */
function datedLayout(text: string, filename: string, { given, remembered, currency }: FileToRead): Layout {
  const layout = withMonths(layoutOf(text, given), text, currency)
  const { header, separator } = layout
  const hints = { currency, decimals: 2, language: header && languageOf(header), separator }
  return withYears(layout, text, filename, hints, given?.date_order ?? remembered?.date_order ?? undefined)
}

/** How the rows of a table are read, as its mapping and as their notation. It may be several tables together. */
function understood(
  layout: Layout,
  reading: FileToRead,
  tables: readonly Layout[] = [layout],
): { mapping: FoundMapping; notation: Notation } {
  const { given = {} } = reading
  const names = Array.from({ length: layout.columns }, (_, at) => nameOf(layout.header?.[at], at))
  const remembered = isSameTable(reading.remembered, layout, names) ? reading.remembered : undefined
  // Totals and remarks below the rows would distort the role of a column.
  const clear = layout.sample.some(isRow) ? layout.sample.filter(isRow) : layout.sample
  const columns = names.map((_, at) => ({
    heading: layout.header?.[at],
    values: clear.map(({ cells }) => readBack(cells[at] ?? '')),
  }))
  const settled = settleTwins(columns, rolesOf(columns), reading.currency)
  const guessed = reading.isLiability === false ? withBookedDays(settled, columns) : settled
  if (layout.yearless !== undefined) {
    // No other column of days stands in for it: its rows say that the year is missing.
    if (guessed.includes('date')) guessed[guessed.indexOf('date')] = 'ignore'
    guessed[layout.yearless] = 'date'
  }
  const chosen = names.map(
    (_, at): ColumnRole =>
      given.columns?.[at]?.role ?? remembered?.columns[at]?.role ?? guessed[at] ?? 'ignore',
  )
  const scan = scanned(tables, columns, chosen)
  // Each file has names of its own, so that an earlier file does not tell how many there are.
  const isOwn = (role: ColumnRole, at: number) =>
    given.columns?.[at] !== undefined || (remembered !== undefined && role !== 'category')
  const proposed = chosen.map((role, at) => (isOwn(role, at) ? role : tempered(role, scan)))
  const { roles, notation, certainty, evidence, needs } = decidedOf(
    { layout, tables, names, columns, sample: clear, proposed, remembered, scan },
    reading,
  )
  const mapping: FoundMapping = {
    encoding: null,
    separator: layout.separator,
    skip_lines: layout.skipLines,
    has_header: layout.header !== undefined,
    decimal: notation.decimal,
    date_order: notation.order,
    is_reversed: notation.isReversed,
    columns: names.map((name, at) => ({
      name,
      role: roles[at] ?? 'ignore',
      samples: layout.sample.slice(0, SAMPLES).map(({ cells }) => plainText(readBack(cells[at] ?? ''), 100)),
    })),
    certainty,
    evidence,
    needs,
  }
  return { mapping, notation }
}

function readTable(layout: Layout, notation: Notation): ReadRows {
  const found: FileFound = { running: [], stated: [] }
  return {
    rows: rowsOf(layout, notation, found),
    balances: () => balancesIn(found, notation),
    isNewestFirst: () => {
      const proof = proofOf(ofOneAccount(found.running))
      return proof.is === 'agreed' ? proof.way.isNewestFirst : undefined
    },
  }
}

const nameOf = (heading: string | undefined, at: number): string =>
  plainText(heading, 100) || `Column ${at + 1}`

const isSameTable = (remembered: Mapping | undefined, layout: Layout, names: readonly string[]): boolean =>
  remembered !== undefined &&
  remembered.has_header === (layout.header !== undefined) &&
  remembered.columns.length === names.length &&
  (layout.header === undefined || remembered.columns.every(({ name }, at) => name === names[at]))

/** A row and the balance beside it, as the file has it, and the lines that state balances. */
type FileFound = { running: Running[]; stated: StatedLine[] }

/** The rows of a table of one account in one currency; none of any other. */
const ofOneAccount = (running: readonly Running[]): readonly Running[] =>
  running.every(({ key }) => key === running[0]?.key) ? running : []

/** The balances of such a table: those of its column, if the rows prove them, else those that its lines state. */
function balancesIn({ running, stated }: FileFound, notation: Notation): readonly FileBalance[] {
  const rows = ofOneAccount(running)
  const currency = rows[0]?.key.split(' ', 1)[0]
  if (rows.length === 0 || notation.places.account !== undefined) return []
  const found = notation.places.balance ? runningBalances(rows) : statedBalances(rows, stated)
  return found.map((one) => ({ ...one, ...(currency ? { currency } : {}) }))
}

function* rowsOf(layout: Layout, notation: Notation, found: FileFound): Generator<FileRow | BadRow> {
  let n = 0
  const sections = startSections(layout)
  // The last row waits for the lines below it that go on with its words.
  let last: FileRow | BadRow | undefined
  let isOpen = false
  for (const record of layout.records()) {
    const line = lineOf(n + 1, record, notation)
    if (line && 'states' in line) {
      found.stated.push(line)
      isOpen = false
      continue
    }
    const more = line || !isOpen ? undefined : continuedWords(record, notation)
    if (last && more !== undefined) {
      last = { ...last, text: joinedText([last.text, more]) }
      continue
    }
    if (!line || isBad(line)) sections.note(record)
    isOpen = line !== undefined
    if (!line) continue
    n++
    const row = isBad(line) ? line : sections.entry(line)
    if (!isBad(row)) found.running.push(runningOf(row, record, notation))
    if (last) yield last
    last = row
  }
  if (last) yield last
  if (n === 0)
    throw new NoRows(
      later('The file has headings in line {line}, and no row below them: there is nothing to import.', {
        line: layout.skipLines + 1,
      }),
    )
}
