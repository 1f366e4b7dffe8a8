import { decimalOf, decimalText } from '../../../contract/money.ts'
import { Later, later } from '../../../words/t.ts'
import type { Zipped } from '../../process/zip.ts'
import { quotedValue, shortValue } from './file-values.ts'
import { decoded, piecesOf } from './markup.ts'
import { Unreadable } from './row.ts'

/**
 * Tables of spreadsheets as CSV text, which is then read as every CSV file is: sheets of XLSX, the XML that Excel 2003 wrote, and tables of a
 * web page, which many banks call .xls. A row of the table is a line of the text, so that sentences name the row that a person sees.
 */

/** The most bytes of a part of a workbook, unpacked, and of rows and columns that are looked at. */
const MAX_PART_BYTES = 50_000_000
const MAX_ROWS = 200_000
const MAX_COLUMNS = 500
/** The most empty rows in a row that are kept. */
const MAX_GAP = 1_000
const MAX_CELL = 10_000

type Table = { readonly name: string; readonly rows: string[][] }

/** Days are counted from the end of 1899; a workbook of an old Macintosh counts from 1904. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1)
/** The formats that are days, by their numbers in every workbook. */
const isDayFormat = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)
/** A format of a day has a year in it. Words in quotes and brackets are not part of the format. */
const saysDay = (code: string): boolean => /y/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** The value of an attribute of a tag. A pattern for each name is made once. */
function attribute(tag: string, name: string): string | undefined {
  const pattern =
    patterns.get(name) ?? new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>/]+))`)
  patterns.set(name, pattern)
  const [, double, single, bare] = pattern.exec(tag) ?? []
  return double ?? single ?? bare
}
const patterns = new Map<string, RegExp>()

/** The sheets of an XLSX file as CSV text: the one sheet that has transactions. */
export function csvOfWorkbook(files: readonly Zipped[]): string {
  const part = (name: string): string | undefined => {
    const file = files.find((one) => one.name.replace(/^\//, '') === name)
    if (file === undefined) return undefined
    const bytes = file.isEncrypted ? later('it is encrypted') : file.read(MAX_PART_BYTES)
    if (bytes instanceof Later)
      throw new Unreadable(
        later('The spreadsheet cannot be read: "{part}": {reason}.', {
          part: shortValue(name),
          reason: bytes,
        }),
      )
    return bytes.toString('utf8')
  }
  const workbook = part('xl/workbook.xml')
  if (workbook === undefined) throw new Unreadable(NO_WORKBOOK)
  const targets = new Map(
    tagsOf(part('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map((tag) => [
      attribute(tag, 'Id') ?? '',
      (attribute(tag, 'Target') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  )
  const is1904 = tagsOf(workbook, 'workbookPr').some((tag) =>
    /^(?:1|true)$/.test(attribute(tag, 'date1904') ?? ''),
  )
  const look = {
    strings: stringsOf(part('xl/sharedStrings.xml') ?? ''),
    isDay: dayStyles(part('xl/styles.xml') ?? ''),
    zero: is1904 ? DAY_ZERO_1904 : DAY_ZERO,
  }
  const tables: Table[] = []
  const sheets = tagsOf(workbook, 'sheet').filter((tag) => !/hidden/i.test(attribute(tag, 'state') ?? ''))
  if (OWN_SHEETS.every((own) => sheets.some((tag) => attribute(tag, 'name') === own)))
    throw new Unreadable(OWN_WORKBOOK)
  for (const tag of sheets) {
    const sheet = part(targets.get(attribute(tag, 'id') ?? '') ?? '')
    const name = decoded(attribute(tag, 'name') ?? '')
    if (sheet !== undefined) tables.push({ name, rows: rowsOfSheet(sheet, look) })
  }
  return csvOf(tables)
}

/** Sheets of Florin's own workbook, of which one alone would lose transfers, openings and debts. */
const OWN_SHEETS = ['Transactions', 'Entries', 'Exchange rates']
const OWN_WORKBOOK = later(
  "This is Florin's own workbook, which is for people. The JSON export of the whole book has everything: import that.",
)

const NO_WORKBOOK = later(
  'This is a document of an office program, and not a table. Save the transactions as CSV or XLSX, and import that.',
)

const tagsOf = (text: string, name: string): string[] =>
  [...piecesOf(text)].flatMap((piece) => (piece.is === 'open' && piece.name === name ? [piece.tag] : []))

/** The texts that cells refer to by number. A text may be cut into parts of other looks; hints for pronunciation are left out. */
function stringsOf(text: string): string[] {
  const strings: string[] = []
  let [now, isText, isHint] = ['', false, false]
  for (const piece of piecesOf(text)) {
    if (piece.is === 'words') {
      if (isText && !isHint) now += decoded(piece.words)
    } else if (piece.name === 't') isText = piece.is === 'open' && !piece.isEmpty
    else if (piece.name === 'rPh') isHint = piece.is === 'open'
    else if (piece.name === 'si' && (piece.is === 'close' || piece.isEmpty)) {
      strings.push(now)
      now = ''
    }
  }
  return strings
}

/** Which styles of cells show a number as a day. */
function dayStyles(text: string): boolean[] {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isOfCells = false
  for (const piece of piecesOf(text)) {
    if (piece.is === 'words') continue
    if (piece.name === 'cellXfs') isOfCells = piece.is === 'open'
    else if (piece.is === 'close') continue
    else if (piece.name === 'numFmt')
      codes.set(Number(attribute(piece.tag, 'numFmtId')), decoded(attribute(piece.tag, 'formatCode') ?? ''))
    else if (piece.name === 'xf' && isOfCells) {
      const id = Number(attribute(piece.tag, 'numFmtId') ?? 0)
      styles.push(codes.has(id) ? saysDay(codes.get(id) ?? '') : isDayFormat(id))
    }
  }
  return styles
}

type Look = { readonly strings: readonly string[]; readonly isDay: readonly boolean[]; readonly zero: number }

/** The column that a reference such as AB12 names, from 0 on. */
function columnIn(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function rowsOfSheet(text: string, look: Look): string[][] {
  const table = startTable()
  let cell: { tag: string; words: string } | undefined
  let isValue = false
  for (const piece of piecesOf(text)) {
    if (piece.is === 'words') {
      if (cell && isValue) cell.words += decoded(piece.words)
    } else if (piece.name === 'row' && piece.is === 'open')
      table.row(Number(attribute(piece.tag, 'r') ?? Number.NaN))
    else if (piece.name === 'v' || piece.name === 't') isValue = piece.is === 'open' && !piece.isEmpty
    else if (piece.name === 'c') {
      if (piece.is === 'open') cell = { tag: piece.tag, words: '' }
      if (cell && (piece.is === 'close' || piece.isEmpty)) {
        table.cell(columnIn(attribute(cell.tag, 'r') ?? ''), shownIn(cell.tag, cell.words, look))
        cell = undefined
      }
    }
  }
  return table.rows
}

/** The text of a cell: numbers with a point and all of their digits, days as 2026-11-04. */
function shownIn(tag: string, words: string, { strings, isDay, zero }: Look): string {
  const type = attribute(tag, 't') ?? 'n'
  if (type === 's') return strings[Number(words)] ?? ''
  if (type === 'e') return ''
  if (type === 'b') return words.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return words
  return isDay[Number(attribute(tag, 's') ?? 0)] ? dayText(words, zero) : numberText(words)
}

const isNumber = (words: string): boolean =>
  /^\s*-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?\s*$/.test(words) && Math.abs(Number(words)) <= 1e15

/** All digits that a number of a spreadsheet has; anything else stays as it is written. */
const numberText = (words: string): string =>
  // Three decimals get a fourth one, so that nobody takes them for thousands.
  isNumber(words) ? decimalText(decimalOf(Number(words))).replace(/^(-?\d+\.\d{3})$/, '$10') : words

function dayText(words: string, zero: number): string {
  const number = isNumber(words) ? Number(words) : Number.NaN
  const moment = new Date(zero + Math.round(number * 86_400) * 1_000)
  if (Number.isNaN(moment.getTime())) return words
  const [day = '', time = ''] = moment.toISOString().split('T')
  return Number.isInteger(number) ? day : `${day} ${time.slice(0, 5)}`
}

/** Collects rows. One that says its number leaves empty rows before it, so that lines and rows agree. */
function startTable() {
  const rows: string[][] = []
  return {
    rows,
    row(number = Number.NaN) {
      const gap = Number.isInteger(number) ? Math.min(number - 1 - rows.length, MAX_GAP) : 0
      for (let n = 0; n < gap; n++) rows.push([])
      if (rows.push([]) > MAX_ROWS)
        throw new Unreadable(later('The table has more than {most, number} rows.', { most: MAX_ROWS }))
    },
    cell(column: number, value: string) {
      const row = rows.at(-1)
      const place = column >= 0 ? column : (row?.length ?? 0)
      if (row === undefined || place >= MAX_COLUMNS) return
      while (row.length < place) row.push('')
      row[place] = value.slice(0, MAX_CELL).replaceAll(/\s+/g, ' ').trim()
    },
  }
}

/** A web page, or a workbook of Excel 2003, as CSV text; undefined if it has no table. Old pages close neither rows nor cells. */
export function csvOfMarkup(text: string): string | undefined {
  const tables: Table[] = []
  let table: ReturnType<typeof startTable> | undefined
  let cell: { tag: string; words: string; isNumber: boolean } | undefined
  const endCell = () => {
    if (cell !== undefined) {
      // Excel leaves empty cells out, and says where the next one is. A wide cell has empty ones behind it.
      const index = Number(attribute(cell.tag, 'Index') ?? 0) - 1
      const more = Number(
        attribute(cell.tag, 'MergeAcross') ?? Number(attribute(cell.tag, 'colspan') ?? 1) - 1,
      )
      table?.cell(index, cell.isNumber ? numberText(cell.words) : cell.words)
      for (let n = 0; n < more && n < MAX_COLUMNS; n++) table?.cell(-1, '')
    }
    cell = undefined
  }
  for (const piece of piecesOf(text.replace(/<!doctype[^>]{0,500}>/i, ''))) {
    if (piece.is === 'words') {
      if (cell !== undefined) cell.words += decoded(piece.words)
      continue
    }
    const name = piece.name.toLowerCase()
    if (name === 'table') {
      endCell()
      if (table !== undefined) tables.push({ name: `table ${tables.length + 1}`, rows: table.rows })
      table = piece.is === 'open' ? startTable() : undefined
    } else if (name === 'tr' || name === 'row') {
      endCell()
      if (piece.is === 'open') table?.row(Number(attribute(piece.tag, 'Index') ?? Number.NaN))
    } else if (name === 'td' || name === 'th' || name === 'cell') {
      endCell()
      if (piece.is === 'open') cell = { tag: piece.tag, words: '', isNumber: false }
    } else if (name === 'data' && piece.is === 'open' && cell !== undefined)
      cell.isNumber = attribute(piece.tag, 'Type') === 'Number'
    else if (name === 'br' && cell !== undefined) cell.words += ' '
  }
  endCell()
  if (table !== undefined) tables.push({ name: `table ${tables.length + 1}`, rows: table.rows })
  return tables.length === 0 ? undefined : csvOf(tables)
}

const DAY = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/
const TRANSACTIONS = /transac|ums[aä]tz|buchung|statement|moviment|operac|opérat|activity|history/i

/** Whether a table may list transactions: rows with a day and a number. */
const hasDays = ({ rows }: Table): boolean =>
  rows.filter((row) => row.some((cell) => DAY.test(cell)) && row.some((cell) => /^-?[\d.,' ]*\d/.test(cell)))
    .length > 0

/** The table that has transactions. Which of several is not guessed, unless one is named for them. */
function csvOf(tables: readonly Table[]): string {
  const dated = tables.filter(hasDays)
  const named = dated.filter(({ name }) => TRANSACTIONS.test(name))
  const [table, ...others] = named.length === 1 ? named : dated.length > 0 ? dated : largestOf(tables)
  if (table === undefined || table.rows.length === 0)
    throw new Unreadable(later('The spreadsheet has no table in it.'))
  if (others.length > 0)
    throw new Unreadable(
      later(
        'The spreadsheet has {count} tables with days and amounts ({names}). Save the one with the transactions as a file of its own, and import that.',
        {
          count: others.length + 1,
          names: `${[table, ...others]
            .slice(0, 3)
            .map(({ name }) => quotedValue(name))
            .join(', ')}${others.length > 2 ? ' …' : ''}`,
        },
      ),
    )
  const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  // A mark of the encoding, because a person may have chosen another one for the files of this account.
  return `\ufeff${table.rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')}`
}

const largestOf = (tables: readonly Table[]): Table[] =>
  tables.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, 1)
