import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workbookPieces } from '../../books/export/xlsx.ts'
import { type Packing, zipped } from '../../process/zip.ts'
import { readCsv } from './csv.ts'
import { recognise } from './recognise.ts'
import { isBad, Unreadable } from './row.ts'

const textOf = (bytes: Buffer | string, given?: { encoding: string }) =>
  recognise(Buffer.from(bytes), { filename: 'statement.xls', ...(given && { given: given as never }) }).text
const faultOf = (bytes: Buffer | string): string => {
  try {
    textOf(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
  return ''
}
const rowsOf = (text: string) =>
  [...readCsv(text, { filename: 'statement.xls' }).rows].map((row) =>
    isBad(row) ? JSON.stringify(row.faults) : `${row.line} ${row.date} ${row.amount} ${row.text}`,
  )

/** A workbook with these parts, as programs write it. */
async function workbook(parts: Record<string, string>, names = ['Sheet1']): Promise<Buffer> {
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><workbookPr/><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, n) => `<Relationship Id="rId${n + 1}" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}</Relationships>`,
    ...parts,
  }
  const packing = async function* (): AsyncGenerator<Packing> {
    for (const [name, text] of Object.entries(files)) yield { name, pieces: [text] }
  }
  return Buffer.concat(await Array.fromAsync(zipped(packing())))
}

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00&quot;y&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
const strings =
  '<sst><si><t>Date</t></si><si><t>Text</t></si><si><t>Amount</t></si><si><r><t>Bakery, </t></r><r><t>&amp; more</t></r><rPh><t>x</t></rPh></si><si><t>Work</t></si></sst>'
const sheet =
  '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Account 7</t></is></c></row><row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>2</v></c></row><row r="4"><c r="A4" s="1"><v>46330</v></c><c r="B4" t="s"><v>3</v></c><c r="D4" s="3"><v>-12.350000000000001</v></c></row><row r="5"><c r="A5" s="2"><v>46346.5</v></c><c r="B5" t="s"><v>4</v></c><c r="D5"><v>1.234E3</v></c></row></sheetData></worksheet>'
const parts = { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': sheet }

test('a sheet of XLSX is read: shared texts, days by their format, exact amounts, rows as lines', async () => {
  const text = textOf(await workbook(parts))
  assert.deepEqual(text.split('\n').slice(2, 5), [
    'Date,Text,,Amount',
    '2026-11-04,"Bakery, & more",,-12.35',
    '2026-11-20 12:00,Work,,1234',
  ])
  assert.deepEqual(rowsOf(text), ['4 2026-11-04 -12.35 Bakery, & more', '5 2026-11-20 1234 Work'])
  assert.equal(textOf(await workbook(parts), { encoding: 'windows-1252' }), text)
})

test('of several sheets with days, one is read only if it is named for transactions', async () => {
  const two = { ...parts, 'xl/worksheets/sheet2.xml': sheet }
  assert.match(
    faultOf(await workbook(two, ['November', 'December'])),
    /2 tables with days and amounts \("November", "December"\)\. Save the one/,
  )
  assert.equal(rowsOf(textOf(await workbook(two, ['Prices', 'Transactions']))).length, 2)
  const other = {
    ...parts,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row><c t="str"><v>About</v></c></row></sheetData></worksheet>',
  }
  assert.equal(rowsOf(textOf(await workbook(other, ['About me', 'Sheet']))).length, 2)
})

test("Florin's own workbook is refused: one sheet of it would lose transfers and debts", async () => {
  const columns = [{ name: 'Date', of: (date: string) => ({ day: date }) }]
  const sheets = ['Transactions', 'Entries', 'Exchange rates'].map((name) => ({
    name,
    columns,
    records: (async function* () {
      yield ['2026-11-04']
    })(),
  }))
  const pieces = await Array.fromAsync(workbookPieces(sheets))
  assert.match(faultOf(Buffer.concat(pieces)), /Florin's own workbook.*JSON export/)
})

test('a hidden sheet is not read, and neither TRUE nor 0x10 is a number', async () => {
  const two = { ...parts, 'xl/worksheets/sheet2.xml': sheet }
  const hidden = await workbook(two, ['Sheet', 'Transactions" state="veryHidden'])
  assert.equal(rowsOf(textOf(hidden)).length, 2)
  const odd = sheet
    .replace('<c r="D4" s="3"><v>-12.350000000000001</v></c>', '<c r="D4" t="b"><v>1</v></c>')
    .replace('<v>1.234E3</v>', '<v>0x10</v>')
  const text = textOf(await workbook({ ...parts, 'xl/worksheets/sheet1.xml': odd }))
  assert.deepEqual(
    text
      .split('\n')
      .slice(3, 5)
      .map((line) => line.split(',').at(-1)),
    ['TRUE', '0x10'],
  )
})

test('cells that are left out, wide cells and numbers with an exponent stay in their columns', () => {
  const cells = (xml: string) =>
    `<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>Date</Data></Cell><Cell><Data>Text</Data></Cell><Cell><Data>Debit</Data></Cell><Cell><Data>Credit</Data></Cell></Row><Row><Cell><Data>2026-11-04</Data></Cell><Cell><Data>Bakery</Data></Cell><Cell><Data ss:Type="Number">12.5</Data></Cell></Row>${xml}</Table></Worksheet></Workbook>`
  const skipped = cells(
    '<Row><Cell><Data>2026-11-20</Data></Cell><Cell><Data>Work</Data></Cell><Cell ss:Index="4"><Data ss:Type="Number">2.5E3</Data></Cell></Row>',
  )
  assert.deepEqual(rowsOf(textOf(skipped)), ['2 2026-11-04 -12.5 Bakery', '3 2026-11-20 2500 Work'])
  const page =
    '<table><tr><td>Date<td>Text<td>Debit<td>Credit<tr><td>2026-11-04<td>Bakery<td>12.50<td><tr><td>2026-11-20<td colspan=2>Work<td>2500.00</table>'
  assert.deepEqual(rowsOf(textOf(page.replace('colspan=2', 'colspan="2"'))), [
    '2 2026-11-04 -12.50 Bakery',
    '3 2026-11-20 2500.00 Work',
  ])
  assert.deepEqual(rowsOf(textOf(page)).length, 2)
})

test('a web page or a workbook of Excel 2003 that is called .xls is read by its table', () => {
  const page =
    '<!DOCTYPE html><html><body><p>Bank</p><table><tr><th>Date<th>Text<th>Amount<tr><td>04.11.2026<td>B&auml;cker &amp; Co<br>Brot<td>-1.012,50</tr><tr><td>20.11.2026</td><td>Lohn</td><td>1.234,00</td></tr></table></html>'
  assert.deepEqual(
    rowsOf(textOf(page)).map((row) => row.slice(0, 20)),
    ['2 2026-11-04 -1012.5', '3 2026-11-20 1234.00'],
  )
  const old =
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Date</Data></Cell><Cell><Data>Text</Data></Cell><Cell><Data>Amount</Data></Cell></Row><Row><Cell><Data ss:Type="DateTime">2026-11-04T00:00:00.000</Data></Cell><Cell><Data>Bakery</Data></Cell><Cell><Data ss:Type="Number">-12.5</Data></Cell></Row></Table></Worksheet></Workbook>'
  assert.deepEqual(rowsOf(textOf(old)), ['2 2026-11-04 -12.5 Bakery'])
})

test('a workbook that is damaged, empty or hostile is refused with a sentence', async () => {
  assert.match(faultOf(await workbook({ 'xl/worksheets/sheet1.xml': '<worksheet/>' })), /no table in it/)
  assert.match(
    faultOf(await workbook({ 'xl/worksheets/sheet1.xml': '<worksheet><row r="1"><c' })),
    /the middle of the tag/,
  )
  assert.match(
    faultOf(await workbook({ 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' })),
    /document type/,
  )
  const far =
    '<worksheet><row r="1048576"><c r="ZZZ9" t="s"><v>99999</v></c><c><v>1e999</v></c></row></worksheet>'
  assert.match(faultOf(await workbook({ 'xl/worksheets/sheet1.xml': far })), /no table|^$/)
  const many = `<worksheet>${'<row/>'.repeat(200_001)}</worksheet>`
  assert.match(faultOf(await workbook({ 'xl/worksheets/sheet1.xml': many })), /more than 200,000 rows/)
})
