import { currencyFacts } from '../../../contract/iso4217.ts'
import { decimalOf, decimalText } from '../../../contract/money.ts'
import type { SheetCell } from '../../../contract/sheet.ts'
import { PIECE_CHARACTERS } from '../../http/file.ts'
import { startSlice } from '../../process/slices.ts'
import { type Packing, zipped } from '../../process/zip.ts'

/** A number with all of its digits, shown with so many decimals; null is as many as it has. */
export type Figure = { readonly number: string; readonly decimals: number | null }
type WorkbookColumn = { readonly name: string; readonly of: (record: never) => SheetCell | Figure }

/** A sheet of a workbook: its columns, and its records in batches. */
export type WorkbookSheet = {
  name: string
  columns: readonly WorkbookColumn[]
  records: AsyncIterable<Iterable<unknown>>
}

/** A spreadsheet has no more rows than this. Further records are on a second sheet; so are those beyond a size that a zip can hold. */
export const MOST = { rows: 1_048_576, characters: 1024 ** 3 }

/** A spreadsheet computes with 15 digits, and would round a longer number without a word: such a number is written as text. */
const MAX_DIGITS = 15
const MAX_CELL_CHARACTERS = 32_767

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The formats of cells, by their place in the styles. Amounts with n decimals follow: spreadsheets show them as their reader writes numbers. */
const STYLES = { plain: 0, head: 1, day: 2, amount: 3 }
const MAX_DECIMALS = 8
const amountFormats = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) =>
  decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`,
)
const FIRST_FORMAT = 164 // smaller numbers are the program's own; 14 is a day as its reader writes it

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${amountFormats.length}">${amountFormats
  .map((format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${format}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${
  STYLES.amount + amountFormats.length
}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/>${amountFormats
  .map((_, index) => `<xf numFmtId="${FIRST_FORMAT + index}" applyNumberFormat="1"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** XML cannot hold most control characters, nor half of a surrogate pair; a spreadsheet reads `_x0001_` as such a character. */
const text = (value: string): string =>
  value
    .toWellFormed()
    .slice(0, MAX_CELL_CHARACTERS)
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (mark) => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'))
    .replaceAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )

const inline = (value: string, style: number = STYLES.plain): string =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${text(value)}</t></is></c>`

function figure({ number, decimals }: Figure): string {
  if (number.replaceAll(/[-.]|^-?0\.0*/g, '').length > MAX_DIGITS) return inline(number)
  const style = decimals === null ? STYLES.plain : STYLES.amount + Math.min(decimals, MAX_DECIMALS)
  return `<c s="${style}"><v>${number}</v></c>`
}

/** Days are counted from the end of 1899. A spreadsheet takes 1900 for a leap year, so that days before March 1900 are written as text. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST_SAFE_DAY = '1900-03-01'
const dayNumber = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / 86_400_000

function cell(value: SheetCell | Figure): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'string') return inline(value)
  if ('number' in value) return figure(value)
  if ('day' in value)
    return value.day < FIRST_SAFE_DAY
      ? inline(value.day)
      : `<c s="${STYLES.day}"><v>${dayNumber(value.day)}</v></c>`
  const decimals = currencyFacts(value.currency)?.decimals ?? 2
  return figure({ number: decimalText(decimalOf(value.amount)), decimals })
}

/** The first row stays in sight, and columns are as wide as most of their cells. */
const sheetHead = (columns: WorkbookSheet['columns']): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData><row>${columns
    .map(({ name }) => inline(name, STYLES.head))
    .join('')}</row>`
const SHEET_TAIL = '</sheetData></worksheet>'

/** The files of a workbook. Its list of sheets comes last, since a sheet that is full goes on as another one. */
async function* filesOf(sheets: readonly WorkbookSheet[]): AsyncGenerator<Packing> {
  const names: string[] = []
  yield { name: '[Content_Types].xml', pieces: [contentTypes] }
  yield { name: '_rels/.rels', pieces: [relations([['officeDocument', 'xl/workbook.xml']])] }
  yield { name: 'xl/styles.xml', pieces: [styles] }
  for (const { name, columns, records } of sheets) {
    const rows = await openRows(columns, records)
    for (let part = 1; part === 1 || rows.isMore(); part++) {
      names.push(part === 1 ? name : `${name} ${part}`)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, pieces: sheetOf(columns, rows) }
    }
  }
  const targets = names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const)
  yield { name: 'xl/_rels/workbook.xml.rels', pieces: [relations([...targets, ['styles', 'styles.xml']])] }
  yield { name: 'xl/workbook.xml', pieces: [workbook(names)] }
}

/** A sheet in pieces, until the rows end or the sheet is full. */
async function* sheetOf(columns: WorkbookSheet['columns'], rows: SheetRows): AsyncGenerator<string> {
  let piece = sheetHead(columns)
  let characters = 0
  for (let count = 1; rows.isMore() && count < MOST.rows && characters < MOST.characters; count++) {
    const row = await rows.take()
    piece += row
    characters += row.length
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece + SHEET_TAIL
}

type SheetRows = { isMore: () => boolean; take: () => Promise<string> }

/** Rows one by one; it is known whether there is another. */
async function openRows(
  columns: WorkbookSheet['columns'],
  records: WorkbookSheet['records'],
): Promise<SheetRows> {
  const rows = rowsOf(columns, records)
  let next = await rows.next()
  return {
    isMore: () => !next.done,
    async take() {
      const row = next.value ?? ''
      next = await rows.next()
      return row
    },
  }
}

async function* rowsOf(
  columns: WorkbookSheet['columns'],
  records: WorkbookSheet['records'],
): AsyncGenerator<string> {
  const slice = startSlice()
  for await (const batch of records) {
    slice.resume()
    for (const record of batch) {
      let row = '<row>'
      for (const { of } of columns) row += cell(of(record as never)) // a record of the sheet
      yield `${row}</row>`
      if (slice.isOver()) await slice.next()
    }
  }
}

/** XML in this package is a sheet by default, so that this part can be written before the number of sheets is known. */
const contentTypes = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const workbook = (names: readonly string[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`

/** A workbook in pieces: a zip of XML. The names of its sheets are ours, without marks and of at most 28 characters. */
export const workbookPieces = (sheets: readonly WorkbookSheet[]): AsyncGenerator<Buffer> =>
  zipped(filesOf(sheets))
