import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { zipOf } from '../../../test/importing.ts'
import { readWhole } from './parts.ts'
import { type FileToRead, isBad, Unreadable } from './row.ts'

type Named = Readonly<Record<string, string>>

/** The rows of a zip in short: part, line, number, day and amount, or the fault. */
async function read(files: Named, reading: Partial<FileToRead> = {}) {
  const file = readWhole(await zipOf(files), { filename: 'all.zip', ...reading })
  const rows = [...file.rows].map((row) =>
    isBad(row)
      ? `${row.part}:${row.line} #${row.n} ${row.faults[0]?.message}`
      : `${row.part}:${row.line} #${row.n} ${row.date} ${row.amount}`,
  )
  return { format: file.format, mapping: file.mapping, rows, balances: file.balances?.() }
}

const faultOf = async (files: Named): Promise<string> => {
  try {
    await read(files)
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
  return ''
}

const camt = (day: string, amount: string, opening: string, closing: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${opening}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>
${amount === '' ? '' : `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Bread</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`}
</Stmt></BkToCstmrStmt></Document>`

test('the files of a zip are read in the order of their names, each row with its file and its line there', async () => {
  const { format, rows, balances } = await read({
    '10.xml': camt('2026-11-10', '3.00', '97.00', '94.00'),
    '9.xml': camt('2026-11-09', '2.00', '99.00', '97.00'),
    'empty/9b.xml': camt('2026-11-09', '', '97.00', '97.00'),
    '2.xml': camt('2026-11-02', '1.00', '100.00', '99.00'),
    '__MACOSX/._2.xml': 'x',
    '.DS_Store': 'x',
  })
  assert.equal(format, 'camt')
  assert.deepEqual(rows, [
    '2.xml:4 #1 2026-11-02 -1.00',
    '9.xml:4 #2 2026-11-09 -2.00',
    '10.xml:4 #3 2026-11-10 -3.00',
  ])
  assert.deepEqual(
    balances?.map(({ date, amount }) => `${date} ${amount}`),
    ['2026-11-01 100.00', '2026-11-10 94.00'],
  )
})

test('tables of a zip have one mapping, which all of them prove together, and lines of their own', async () => {
  const { mapping, rows } = await read({
    'a.csv': 'Statement of October\n\nDate,Amount,Text\n03/04/2026,-1.50,Bread\n',
    'b.csv': 'Date,Amount,Text\n04/13/2026,-2.50,Milk\nnever,-1.00,Oil\n',
    'c.csv': 'Date,Amount,Text\n', // a month without a booking
  })
  assert.equal(mapping.date_order, 'month_first')
  assert.deepEqual(rows, [
    'a.csv:4 #1 2026-03-04 -1.50',
    'b.csv:2 #2 2026-04-13 -2.50',
    'b.csv:3 #3 Line 3: "never" is not a date.',
  ])
})

test('a number that two statements share is still the reference of the bank', async () => {
  const { mapping } = await read({
    'a.csv': 'Date,Amount,Text,Reference\n2026-11-03,-1.50,Bread,R1\n2026-11-04,-1.50,Milk,R2\n',
    'b.csv': 'Date,Amount,Text,Reference\n2026-11-04,-1.50,Milk,R2\n2026-11-05,-1.50,Oil,R3\n',
  })
  assert.equal(mapping.columns[3]?.role, 'reference')
})

test('each statement with its latest row first is turned round, and its balances count', async () => {
  const { rows, balances } = await read({
    '1.csv': 'Date,Amount,Text,Balance\n2026-11-03,-1.00,c,7.00\n2026-11-02,-2.00,b,8.00\n',
    '2.csv': 'Date,Amount,Text,Balance\n2026-12-03,-1.00,f,4.00\n2026-12-02,-2.00,e,5.00\n',
  })
  assert.deepEqual(rows, [
    '1.csv:3 #1 2026-11-02 -2.00',
    '1.csv:2 #2 2026-11-03 -1.00',
    '2.csv:3 #3 2026-12-02 -2.00',
    '2.csv:2 #4 2026-12-03 -1.00',
  ])
  assert.deepEqual(
    balances?.map(({ date, amount }) => `${date} ${Number(amount)}`),
    ['2026-11-01 10', '2026-12-03 4'],
  )
})

test('zips whose files do not fit together are refused, with the files and the way out', async () => {
  const csv = 'Date,Amount,Text\n2026-11-04,-1.00,Bakery\n'
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.csv`, csv]))
  const cases: readonly (readonly [files: Named, fault: RegExp])[] = [
    [
      { 'a.csv': csv, 'b.csv': 'Day,Sum,Words\n2026-11-04,-1.00,Bakery\n' },
      /^"b.csv" in the zip has other columns than "a.csv". Unpack the zip, and import its files one by one.$/,
    ],
    [
      { 'a.csv': csv, 'b.qif': '!Type:Bank\nD11/4/2026\nT-1.00\n^\n' },
      /two formats: "a.csv" is CSV, and "b.qif" is QIF. Unpack/,
    ],
    [{ 'a.csv': csv, 'b.pdf': '%PDF-1.7' }, /^"b.pdf" in the zip: This is a PDF/],
    [
      {
        'a.xml': camt('2026-11-02', '1.00', '1', '0'),
        'b.xml': camt('2026-11-02', '1.00', '1', '0').slice(0, 500),
      },
      /^"b.xml" in the zip: The file ends at line 4/,
    ],
    [{ 'a.csv': 'Date,Amount\n', 'b.csv': 'Date,Amount\n' }, /^None of the 2 files in the zip has a row/],
    [
      { 'a.csv': csv, 'b.zip': (await zipOf({ 'c.csv': csv })).toString('latin1') },
      /contains another archive/,
    ],
    [many, /^The zip holds 501 files \("0.csv", "1.csv", "2.csv" …\), and Florin reads at most 500 together/],
    [
      { 'a.csv': `${csv}${' '.repeat(30_000_000)}`, 'b.csv': `${csv}${' '.repeat(30_000_000)}` },
      /^"b.csv" in the zip: Unpacked, "b.csv", with the files before it, is larger than 50 MB/,
    ],
    [
      {
        'a.csv': `Date,Amount\n${'2026-11-04,1\n'.repeat(60_000)}`,
        'b.csv': `Date,Amount\n${'2026-11-04,1\n'.repeat(60_000)}`,
      },
      /^"b.csv" in the zip: Line 40002: the file has more than 100,000 rows/,
    ],
  ]
  for (const [files, fault] of cases) assert.match(await faultOf(files), fault)
})

test('files of other programs, and files that are not what their name says, are refused with the way out', () => {
  const faultOfFile = (filename: string, content: string | Buffer): string => {
    try {
      const { rows } = readWhole(Buffer.from(content), { filename })
      return `${[...rows].length} rows`
    } catch (error) {
      if (error instanceof Unreadable) return error.message
      throw error
    }
  }
  const sqlite = Buffer.from('SQLite format 3\0')
  const binary = Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 7) % 256))
  const gnucash =
    '<?xml version="1.0" encoding="utf-8" ?>\n<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc">'
  const cases: readonly (readonly [filename: string, content: string | Buffer, fault: RegExp])[] = [
    ['book.gnucash', gzipSync(gnucash), /^The file ends at line 2, where <\/gnc-v2> is due/],
    ['book.gnucash', sqlite, /^This is a book of GnuCash that is not XML.*"Save As" and the data format XML/],
    ['book.xml', gnucash, /^The file ends at line 2/],
    [
      'money.xhb',
      '<?xml version="1.0"?>\n<homebank v="1.4" d="050708">',
      /^This is a whole file of HomeBank.*QIF or CSV/,
    ],
    [
      'money.kmy',
      gzipSync('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE KMYMONEY-FILE>\n<KMYMONEY-FILE>'),
      /^This is a whole file of KMyMoney/,
    ],
    [
      'a.mny',
      Buffer.from('\0\x01\0\0MSISAM Database\0', 'latin1'),
      /^This is a whole file of Microsoft Money.*QIF/,
    ],
    [
      'copy',
      Buffer.from('\0\x01\0\0MSISAM Database\0', 'latin1'),
      /^This is a whole file of Microsoft Money/,
    ],
    ['a.QDF', binary, /^This is a whole file of Quicken/],
    ['a', Buffer.from('ac9ebd8f0000', 'hex'), /^This is a whole file of Quicken/],
    ['a.skg', sqlite, /^This is a whole file of Skrooge/],
    ['a.mmb', sqlite, /^This is a whole file of MoneyManagerEx/],
    ['a.bank8', binary, /^This is a whole document of Banktivity/],
    ['a.sqlite', sqlite, /^This is a database file/],
    ['a.pdf', '%PDF-1.7', /^This is a PDF/],
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is a spreadsheet of a kind/],
    ['a.ofx', '%PDF-1.7', /^The file is named .ofx, but it is not OFX. This is a PDF/],
    [
      'a.QFX',
      'Sorry, your session has ended.',
      /^The file is named .qfx, but it is not OFX. The file has headings in line 1, and no row/,
    ],
    ['a.qif', '{"error":"expired"}', /^The file is named .qif, but it is not QIF. The file is JSON/],
    ['a.xml', 'Please sign in', /^The file is named .xml, but it is not XML. Line 1/],
    ['a.xml', '<rss></rss>', /^The file is XML of a kind that Florin does not read/],
    ['a.csv', '%PDF-1.7', /^The file is named .csv, but it is not CSV. This is a PDF/],
    ['a.csv', 'Please sign in', /^Line 1: this is not a table/],
    ['a.csv.gz', gzipSync('[{"a":1}]'), /^The file is named .csv, but it is not CSV. The file is JSON/],
    ['a.sta', ':20:X\n:60F:C261101EUR1,00\n', /^The file ends at line 2/],
    ['a.ofx', 'Date,Amount\n2026-11-04,1.00\n', /^1 rows$/],
  ]
  for (const [filename, content, fault] of cases)
    assert.match(faultOfFile(filename, content), fault, filename)
})

test('files of a zip whose names say several accounts are of these accounts, and of one otherwise', async () => {
  const table = (text: string) => `Date;Text;Amount\n2026-11-03;${text};-5.00\n2026-11-04;${text};-6.00\n`
  const accounts = async (...names: string[]) => {
    const files = Object.fromEntries(names.map((name, at) => [name, table(`Shop ${at}`)]))
    const { rows } = readWhole(await zipOf(files), { filename: 'all.zip' })
    return [...rows].map((row) => (isBad(row) ? 'bad' : row.account))
  }
  assert.deepEqual(await accounts('Girokonto_2026-11.csv', 'Tagesgeld_2026-11.csv'), [
    'giro',
    'giro',
    'tagesgeld',
    'tagesgeld',
  ])
  assert.deepEqual(
    new Set(await accounts('Girokonto_2026-10.csv', 'Girokonto_2026-11.csv', 'more.csv')),
    new Set([undefined]),
  )
  assert.deepEqual(await accounts('Checking 1.csv', 'Visa 1.csv', 'a.csv'), [
    undefined,
    undefined,
    'checking',
    'checking',
    'visa',
    'visa',
  ])
})
