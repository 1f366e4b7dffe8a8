import { csvRecords } from './cells.ts'
import { mayBeAmount, mayBeDay } from './evidence.ts'
import { bad, type FieldFault, filled, plainText, shortValue } from './file-values.ts'
import { type TableEntry, tableOf } from './programs.ts'
import { type BadRow, type FileRow, type Reader, Unreadable } from './row.ts'
import { cannot } from './row-faults.ts'

/**
 * HomeBank's own CSV has no headings. A column for the account comes first if all accounts were exported, and one for the status (reconciled
 * or cleared) if a person has asked for it; before version 4.5 there were no tags.
 */
const COLUMNS = ['date', 'paymode', 'info', 'payee', 'memo', 'amount', 'category', 'tags']
const WITH_STATUS = COLUMNS.toSpliced(6, 0, 'status')
const layouts: readonly (readonly string[])[] = [
  COLUMNS,
  WITH_STATUS,
  ['account', ...COLUMNS],
  ['account', ...WITH_STATUS],
  COLUMNS.slice(0, -1),
]

const LOOKED_AT = 50

/** The columns of the file, if all of its first lines have a day, the number of a way to pay, and an amount where HomeBank has them. */
function columnsOf(text: string): readonly string[] | undefined {
  try {
    const records = csvRecords(text.slice(0, 65_536), ';').take(LOOKED_AT).toArray()
    const lines = text.length > 65_536 ? records.slice(0, -1) : records // the last one may be cut
    const rows = isHeading(lines[0]?.cells) ? lines.slice(1) : lines
    if (rows.length === 0) return undefined
    return layouts.find((columns) => {
      const at = (name: string) => columns.indexOf(name)
      return rows.every(
        ({ cells }) =>
          cells.length === columns.length &&
          mayBeDay(cells[at('date')] ?? '') &&
          /^(?:\d|1[01])$/.test(cells[at('paymode')] ?? '') &&
          mayBeAmount(cells[at('amount')] ?? '') &&
          (at('status') < 0 || /^[CRV?]?$/i.test(cells[at('status')]?.trim() ?? '')),
      )
    })
  } catch (error) {
    if (error instanceof Unreadable) return undefined // it is no table of semicolons
    throw error
  }
}

const isHeading = (cells: readonly string[] | undefined): boolean =>
  cells?.some((cell) => /^paymode$/i.test(cell.trim())) ?? false

export const isHomeBank = (text: string): boolean => columnsOf(text) !== undefined

/** Reads the transactions that HomeBank exports as CSV. */
export const readHomeBank: Reader = (text, reading) => {
  const columns = columnsOf(text) ?? COLUMNS
  const hasHeading = isHeading(csvRecords(text, ';').next().value?.cells)
  const body = hasHeading ? text.slice(text.indexOf('\n') + 1) : text
  const table = tableOf(`${columns.join(';')}\n${body}`, reading, { date: 'date', amounts: ['amount'] })
  const added = hasHeading ? 0 : 1
  return {
    mapping: { ...table.mapping, has_header: hasHeading },
    rows: table.entries.values().map((entry, at) => rowOf(at + 1, entry, entry.line - added, table)),
  }
}

function rowOf(
  n: number,
  { cell }: TableEntry,
  line: number,
  table: ReturnType<typeof tableOf>,
): FileRow | BadRow {
  const [day, amount] = [table.day(cell('date')), table.amount(cell('amount'))]
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('date')) })])
  if (amount === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cell('amount')) })])
  if (!day || amount === undefined) return bad(n, line, `${cell('payee')} ${cell('memo')}`.trim(), ...faults)
  const tags = cell('tags')
    .split(/\s+/)
    .map((tag) => plainText(tag, 50))
    .filter(Boolean)
  return {
    n,
    line,
    date: day,
    amount,
    text: plainText(cell('memo')),
    ...filled({
      account: cell('account'),
      payee: cell('payee'),
      category: /^-\s?split\s?-$/i.test(cell('category')) ? '' : cell('category'),
      notes: cell('info'),
    }),
    ...(tags.length > 0 ? { tags: tags.slice(0, 20) } : {}),
  }
}
