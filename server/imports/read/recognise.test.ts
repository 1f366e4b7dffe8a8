import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { recognise } from './recognise.ts'
import { Unreadable } from './row.ts'

const of = (content: string | Buffer, filename = 'file') => recognise(Buffer.from(content), { filename })
const faultOf = (content: string | Buffer): string => {
  try {
    of(content)
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
  return ''
}

type File = readonly [name: string, content: Buffer | string, flags?: number]

/** A zip with such files inside. */
function zipped(...files: readonly File[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, content, flags = 0] of files) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04')
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02')
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(plain), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(plain.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

const csv = 'Date,Amount,Payee\n2026-11-04,-1.00,Bakery\n'

test('a format is recognised by the content of the file', () => {
  const cases: readonly (readonly [format: string, text: string])[] = [
    ['ofx', 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><SIGNONMSGSRSV1>'],
    ['ofx', '\r\n\r\nOFXHEADER:100\r\n'],
    ['ofx', '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX>'],
    ['ofx', '<OFX><BANKMSGSRSV1>'],
    ['qif', '!Type:Bank\nD11/4/2026\nT-1.00\n^\n'],
    ['qif', '\n!Account\nNChecking\nTBank\n^\n'],
    [
      'camt',
      '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>',
    ],
    ['camt', '<ns2:Document xmlns:ns2="urn:x"><ns2:BkToCstmrDbtCdtNtfctn>'],
    [
      'mt940',
      ':20:STARTUMS\r\n:25:12030000/202051\r\n:28C:0\r\n:60F:C261101EUR1,00\r\n:61:2611041104D1,00NMSC\r\n',
    ],
    [
      'mt940',
      '{1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\r\n:20:X\r\n:25:Y\r\n:61:2611041104D1,00NMSC\r\n-}',
    ],
    ['mt940', 'ABNANL2A\r\n940\r\nABNANL2A\r\n:20:ABN AMRO BANK NV\r\n:25:123\r\n'],
    [
      'hledger',
      '; a journal\n\n2026-11-04 * Bakery  ; bread\n    expenses:food      1.00 EUR\n    assets:cash\n',
    ],
    ['hledger', '2026/11/04 Bakery\n\texpenses:food\t1.00 EUR\n\tassets:cash\n'],
    ['hledger', 'account assets:cash\ncommodity 1.00 EUR\n\n11/04 Bakery\n  a  1\n  b\n'],
    ['beancount', '2026-11-04 * "Bakery" "Bread"\n  Expenses:Food  1 EUR\n  Assets:Cash\n'],
    [
      'beancount',
      '; a comment\n\noption "title" "Home"\n\n2026-11-04 *\n  Expenses:Food  1 EUR\n  Assets:Cash\n',
    ],
    ['beancount', '* Accounts\n2026/1/4 open Vermögen:Kasse EUR\n'],
    ['hledger', '2026-11-04 open the shop\n  expenses:food  1 EUR\n  assets:cash\n'],
    ['florin', '{"florin":{"version":1},"book":{}}'],
    ['florin', '{ "format": "florin-book", "version": 1 }'],
    [
      'firefly',
      'user_id,group_id,journal_id,created_at,updated_at,group_title,type,amount,foreign_amount,currency_code,foreign_currency_code,description,date,source_name,source_iban,source_type,destination_name\n',
    ],
    ['actual', 'Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n'],
    [
      'ynab',
      '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n',
    ],
    [
      'ynab',
      '"Account"\t"Flag"\t"Date"\t"Payee"\t"Category Group/Category"\t"Category Group"\t"Category"\t"Memo"\t"Outflow"\t"Inflow"\t"Cleared"\n',
    ],
    ['csv', csv],
    ['csv', '2026-11-04;Bakery;-1,00\n2026-11-05;  set in;-1,00\n'],
    ['csv', 'Account,Date,Payee,Amount\n'],
    ['csv', 'account name;Date;Amount\n'],
  ]
  for (const [format, text] of cases) {
    assert.equal(of(text).format, format, text)
    assert.equal(of(Buffer.from(`\ufeff${text}`, 'utf16le')).format, format, text)
  }
  assert.equal(recognise(Buffer.from(csv), { filename: 'x', format: 'ynab' }).format, 'ynab')
  // Days without a year are in tables too: the name decides.
  const yearless = '; lent\n1/2 Ann\n  assets:cash  -1\n  assets:lent\n'
  assert.deepEqual(
    ['a.journal', 'a.ledger', 'a.txt'].map((name) => of(yearless, name).format),
    ['hledger', 'hledger', 'csv'],
  )
})

test('a file without readable transactions is refused with a sentence that says how to get one', () => {
  const cases: readonly (readonly [content: string | Buffer, fault: RegExp])[] = [
    ['%PDF-1.7\n...', /^This is a PDF.*CSV, OFX/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is a spreadsheet.*CSV/],
    [zipped(['[Content_Types].xml', '<x/>'], ['xl/workbook.xml', '<x/>']), /^The spreadsheet has no table/],
    [
      zipped(['[Content_Types].xml', '<x/>'], ['word/document.xml', '<x/>']),
      /^This is a document of an office/,
    ],
    [
      zipped(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml', '<x/>']),
      /^This is a spreadsheet/,
    ],
    [Buffer.from('SQLite format 3\0'), /^This is a database file/],
    [Buffer.from('89504e470d0a1a0a', 'hex'), /^This is a picture/],
    [Buffer.from('ffd8ffe000104a46', 'hex'), /^This is a picture/],
    ['<!DOCTYPE html>\n<html><body><table>', /^The spreadsheet has no table/],
    ['\n\n<html xmlns:x="urn:schemas-microsoft-com:office:excel">', /^This is a web page without a table/],
    ['Rar!\x1a', /^This is an archive/],
    [
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document xmlns="camt.053">',
      /document type or entities/,
    ],
    [
      `<?xml version="1.0"?><Document xmlns="camt.053">${' '.repeat(100_000)}<!ENTITY a "b">`,
      /document type or entities/,
    ],
    ['<?xml version="1.0"?><rss>', /XML of a kind that Florin does not read/],
    ['{"transactions":[]}', /JSON of a kind/],
    ['[{"date":"2026-11-04"}]', /JSON of a kind/],
    [
      '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"\n',
      /plan of YNAB/,
    ],
    [' \n\n', /no text/],
    [Buffer.alloc(100), /no text/],
  ]
  for (const [content, fault] of cases) assert.match(faultOf(content), fault, String(content).slice(0, 60))
})

test('a gzip, and a zip with one file inside, are read as that file', () => {
  assert.equal(of(gzipSync(csv)).text, csv)
  assert.equal(of(zipped(['a.csv', csv])).text, csv)
  assert.equal(
    of(zipped(['folder/', ''], ['folder/a.csv', csv], ['__MACOSX/._a.csv', 'x'], ['.DS_Store', 'x'])).text,
    csv,
  )
  const register = '"Account","Flag","Date","Payee","Category","Memo","Outflow","Inflow","Cleared"\n'
  const ynab = zipped(['My Budget - Plan.csv', 'Month'], ['My Budget - Register.csv', register])
  assert.deepEqual([of(ynab).format, of(ynab).text], ['ynab', register])
})

test('zips that cannot be read are refused with the reason', () => {
  const bomb = Buffer.alloc(51_000_000, 'a')
  const zip = zipped(['a.csv', csv])
  const cases: readonly (readonly [content: Buffer, fault: RegExp])[] = [
    [zipped(...Array.from({ length: 501 }, (_, n): File => [`${n}.csv`, csv])), /^The zip holds 501 files/],
    [zipped(['a.csv', csv, 1]), /^The zip is encrypted. Unpack "a.csv"/],
    [zipped(['inner.zip', zip]), /contains another archive/],
    [gzipSync(zip), /contains another archive/],
    [gzipSync(gzipSync(csv)), /contains another archive/],
    [zipped(['a.csv', bomb]), /larger than 50 MB/],
    [gzipSync(bomb), /larger than 50 MB/],
    [zipped(), /has no file in it|not a whole zip/],
    [zip.subarray(0, -30), /^The zip cannot be read/],
    [gzipSync(csv).subarray(0, -12), /damaged or incomplete/],
    [Buffer.concat([zip.subarray(0, 40), Buffer.from('xx'), zip.subarray(42)]), /damaged/],
  ]
  for (const [content, fault] of cases) assert.match(faultOf(content), fault)
})
