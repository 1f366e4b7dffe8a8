import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole, Mapping } from '../../../contract/import-mapping.ts'
import { runningOf } from './amount-column.ts'
import { runningBalances, statedBalances } from './balances.ts'
import { rolesOf } from './columns.ts'
import { lineOf, type Notation, type StatedLine } from './csv-row.ts'
import { decidedOf } from './decided.ts'
import { plainText } from './file-values.ts'
import { isRow, type Layout, layoutOf } from './layout.ts'
import { isOwnList, readOwnList } from './own-list.ts'
import { proofOf, type Running } from './proof.ts'
import {
  type BadRow,
  type FileBalance,
  type FileRow,
  type FoundMapping,
  isBad,
  type Reader,
  Unreadable,
} from './row.ts'
import { scanned, tempered } from './scan.ts'

const SAMPLES = 5
/**
 * Reads a CSV file. Its layout, the roles of its columns and the format of its numbers and days are guessed, from whole columns where one
 * cell is not enough; corrections by the person come first, then the mapping of an earlier file with the same headings.
 */
export const readCsv: Reader = (text, reading) => {
  if (isOwnList(text)) return readOwnList(text, reading)
  const { given = {} } = reading
  const layout = layoutOf(text, given)
  const names = Array.from({ length: layout.columns }, (_, at) => nameOf(layout.header?.[at], at))
  const remembered = isSameTable(reading.remembered, layout, names) ? reading.remembered : undefined
  // Totals and remarks below the rows would distort the role of a column.
  const clear = layout.sample.some(isRow) ? layout.sample.filter(isRow) : layout.sample
  const columns = names.map((_, at) => ({
    heading: layout.header?.[at],
    values: clear.map(({ cells }) => readBack(cells[at] ?? '')),
  }))
  const guessed = rolesOf(columns)
  const chosen = names.map(
    (_, at): ColumnRole =>
      given.columns?.[at]?.role ?? remembered?.columns[at]?.role ?? guessed[at] ?? 'ignore',
  )
  const scan = scanned(layout, columns, chosen)
  // Each file has names of its own, so that an earlier file does not tell how many there are.
  const isOwn = (role: ColumnRole, at: number) =>
    given.columns?.[at] !== undefined || (remembered !== undefined && role !== 'category')
  const proposed = chosen.map((role, at) => (isOwn(role, at) ? role : tempered(role, scan)))
  const { roles, notation, certainty, evidence, needs } = decidedOf(
    { layout, names, columns, sample: clear, proposed, remembered, scan },
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
  const found: FileFound = { running: [], stated: [] }
  return {
    mapping,
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
  for (const record of layout.records()) {
    const row = lineOf(n + 1, record, notation)
    if (!row) continue
    if ('states' in row) {
      found.stated.push(row)
      continue
    }
    n++
    if (!isBad(row)) found.running.push(runningOf(row, record, notation))
    yield row
  }
  if (n === 0)
    throw new Unreadable(
      `The file has headings in line ${layout.skipLines + 1}, and no row below them: there is nothing to import.`,
    )
}
