import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole, Mapping } from '../../../contract/import-mapping.ts'
import { runningBalances, wayOfBalances } from './balances.ts'
import type { Cells } from './cells.ts'
import { areTurned, rolesOf } from './columns.ts'
import { amountIn, type Notation, rowOf } from './csv-row.ts'
import {
  decimalFor,
  type Evidence,
  type Hints,
  isDecimalSure,
  isOrderSure,
  orderFor,
  startEvidence,
} from './evidence.ts'
import { currencyCodeOf, decimalsOrTwo, inPart, plainText } from './file-values.ts'
import { isEnglish } from './headings.ts'
import { readerOfTable } from './known-tables.ts'
import { checkSameHeadings, isRow, joinedLayout, type Layout, layoutOf } from './layout.ts'
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
import { settleTwins } from './twin-columns.ts'
import { withYears } from './years.ts'

const SAMPLES = 5
const MAX_SCANNED = 100_000
/** With more names than this, the column of a bank has no categories. */
const MAX_CATEGORIES = 100

/**
 * Reads a CSV file. Its layout, the roles of its columns and the format of its numbers and days are guessed, from whole columns where one
 * cell is not enough; corrections by the person come first, then the mapping of an earlier file with the same headings.
 */
export const readCsv: Reader = (text, reading) => {
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
  const layouts = files.map(({ name, text }) => inPart(name, () => datedLayout(text, name, reading)))
  checkSameHeadings(files.map(({ name }, at) => ({ name, layout: layouts[at] })))
  const { mapping, notation } = understood(joinedLayout(layouts), reading, layouts)
  return { mapping, tables: layouts.map((layout) => readTable(layout, notation)) }
}

/** Where the table is, with the years of its days if they have none. */
function datedLayout(text: string, filename: string, { given, currency }: FileToRead): Layout {
  const layout = layoutOf(text, given)
  const { header, separator } = layout
  const hints = { currency, decimals: 2, isEnglish: header !== undefined && isEnglish(header), separator }
  return withYears(layout, text, filename, hints, given?.date_order)
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
  const guessed = settleTwins(columns, rolesOf(columns), reading.currency)
  if (layout.yearless !== undefined) {
    // No other column of days stands in for it: its rows say that the year is missing.
    if (guessed.includes('date')) guessed[guessed.indexOf('date')] = 'ignore'
    guessed[layout.yearless] = 'date'
  }
  const chosen = names.map(
    (_, at): ColumnRole =>
      given.columns?.[at]?.role ?? remembered?.columns[at]?.role ?? guessed[at] ?? 'ignore',
  )
  const scan = scanned(tables, chosen)
  // Each file has names of its own, so that an earlier file does not tell how many there are.
  const isOwn = (role: ColumnRole, at: number) =>
    given.columns?.[at] !== undefined || (remembered !== undefined && role !== 'category')
  const roles = chosen.map((role, at) => (isOwn(role, at) ? role : tempered(role, scan)))
  const notation = notationOf(reading, remembered, layout, names, roles, scan, areTurned(columns, roles))
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
  }
  return { mapping, notation }
}

function readTable(layout: Layout, notation: Notation): ReadRows {
  const running: RowBalance[] = []
  return {
    rows: rowsOf(layout, notation, running),
    balances: () => balancesIn(running, notation),
    isNewestFirst: () => wayOfBalances(tableOf(running, notation))?.isReversed,
  }
}

const nameOf = (heading: string | undefined, at: number): string =>
  plainText(heading, 100) || `Column ${at + 1}`

const isSameTable = (remembered: Mapping | undefined, layout: Layout, names: readonly string[]): boolean =>
  remembered !== undefined &&
  remembered.has_header === (layout.header !== undefined) &&
  remembered.columns.length === names.length &&
  (layout.header === undefined || remembered.columns.every(({ name }, at) => name === names[at]))

/** Facts that only a scan of the whole file gives. */
type Scan = {
  readonly evidence: Evidence
  readonly accounts: number
  readonly isReferenceUnique: boolean
  /** Whether the cells of the category are few names, and not texts of their own. */
  readonly areCategoriesNames: boolean
  /** How many more debits, and credits, have a minus than have none. */
  readonly minuses: { readonly debit: number; readonly credit: number }
}

function* recordsOf(tables: readonly Layout[]): Generator<readonly [table: number, Cells]> {
  for (const [table, { records }] of tables.entries()) for (const record of records()) yield [table, record]
}

function scanned(tables: readonly Layout[], roles: readonly ColumnRole[]): Scan {
  const evidence = startEvidence()
  const accounts = new Set<string>()
  const references = new Set<string>()
  const categories = new Set<string>()
  const minuses = { debit: 0, credit: 0 }
  let [isReferenceUnique, count] = [true, 0]
  for (const [table, { cells }] of recordsOf(tables)) {
    if (++count > MAX_SCANNED) break
    roles.forEach((role, at) => {
      const cell = cells[at]?.trim() ?? ''
      if (cell === '' || role === 'ignore' || role === 'text') return
      if (role === 'date') evidence.day(cell)
      else if (role === 'amount' || role === 'debit' || role === 'credit') evidence.amount(readBack(cell))
      if ((role === 'debit' || role === 'credit') && /[1-9]/.test(cell))
        minuses[role] += /[-−(]/.test(cell) ? 1 : -1
      if (role === 'account' && accounts.size < 2) accounts.add(cell)
      if (role === 'category' && categories.size <= MAX_CATEGORIES) categories.add(cell)
      if (role === 'reference' && isReferenceUnique) {
        // Statements overlap: another table may have the same row.
        isReferenceUnique = !references.has(`${table} ${cell}`)
        references.add(`${table} ${cell}`)
      }
    })
  }
  return {
    evidence: evidence.end(),
    accounts: accounts.size,
    isReferenceUnique,
    areCategoriesNames:
      categories.size <= MAX_CATEGORIES && [...categories].every(({ length }) => length <= 60),
    minuses,
  }
}

/**
 * A guess that the whole file contradicts: a reference that several rows share is not a reference; an account that all rows have is the
 * file's own; of a file that names no accounts, many different names, or long ones, are no categories.
 */
function tempered(role: ColumnRole, scan: Scan): ColumnRole {
  if (role === 'reference' && !scan.isReferenceUnique) return 'ignore'
  if (role === 'account' && scan.accounts < 2) return 'ignore'
  if (role === 'category' && scan.accounts < 2 && !scan.areCategoriesNames) return 'ignore'
  return role
}

function notationOf(
  { given = {}, currency }: FileToRead,
  remembered: Mapping | undefined,
  layout: Layout,
  names: readonly string[],
  roles: readonly ColumnRole[],
  { evidence, minuses }: Scan,
  isTurned: boolean,
): Notation {
  const money = roles.findIndex((role) => role === 'amount' || role === 'debit' || role === 'credit')
  const headingCurrency = currencyCodeOf(/\b([A-Z]{3})\b\W*$/.exec(names[money] ?? '')?.[1])
  const hints: Hints = {
    currency,
    decimals: decimalsOrTwo(headingCurrency ?? currency),
    isEnglish: layout.header !== undefined && isEnglish(layout.header),
    separator: layout.separator,
  }
  const [decimal, order] = [decimalFor(evidence, hints), orderFor(evidence, hints)]
  return {
    places: Object.groupBy(
      roles.map((_, at) => at),
      (at) => roles[at] ?? 'ignore',
    ),
    columns: layout.columns,
    decimal: given.decimal ?? (isDecimalSure(evidence) ? decimal : (remembered?.decimal ?? decimal)),
    order: given.date_order ?? (isOrderSure(evidence) ? order : (remembered?.date_order ?? order)),
    isReversed: given.is_reversed ?? remembered?.is_reversed ?? isTurned,
    areDebitsNegative: minuses.debit > 0,
    areCreditsNegative: minuses.credit > 0,
    currency: headingCurrency,
  }
}

/** A row and the balance after it, as the file has it. */
type RowBalance = { readonly row: FileRow; readonly balance: string | undefined }

/** The rows of a table of one account in one currency with their balances; none of any other. */
function tableOf(running: readonly RowBalance[], { places }: Notation) {
  const currency = running[0]?.row.currency
  if (places.account !== undefined || running.some(({ row }) => row.currency !== currency)) return []
  return running.map(({ row: { date, amount }, balance }) => ({ date, amount, balance }))
}

/** The balances of such a table, if it has a column of them and the rows prove them. */
function balancesIn(running: readonly RowBalance[], notation: Notation): readonly FileBalance[] {
  const currency = running[0]?.row.currency
  return runningBalances(tableOf(running, notation)).map((one) => ({
    ...one,
    ...(currency === undefined ? {} : { currency }),
  }))
}

function* rowsOf(layout: Layout, notation: Notation, running: RowBalance[]): Generator<FileRow | BadRow> {
  const at = notation.places.balance?.[0]
  let n = 0
  for (const record of layout.records()) {
    const row = rowOf(n + 1, record, notation)
    if (!row) continue
    n++
    if (at !== undefined && !isBad(row))
      running.push({ row, balance: amountIn(readBack(record.cells[at] ?? ''), notation.decimal) })
    yield row
  }
  if (n === 0)
    throw new NoRows(
      `The file has headings in line ${layout.skipLines + 1}, and no row below them: there is nothing to import.`,
    )
}
