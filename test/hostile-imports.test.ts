import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportFormat } from '../contract/import-mapping.ts'
import { readers } from '../server/imports/read/readers.ts'
import { recognise } from '../server/imports/read/recognise.ts'
import { Unreadable } from '../server/imports/read/row.ts'

/** Files that are made to take long: a reader with superlinear work would take minutes here. */
const SIZE = 1024 * 1024
const filled = (piece: string, head = ''): string =>
  head + piece.repeat(Math.ceil((SIZE - head.length) / piece.length))
const long = (letter: string) => letter.repeat(9_000)

const ofx = '<OFX><STMTRS><BANKTRANLIST>'
const camt = '<Document><BkToCstmrStmt><Stmt>'
const files: readonly (readonly [name: string, format: ImportFormat, text: () => string])[] = [
  ['signs that open tags', 'ofx', () => filled('<', ofx)],
  ['tags without an end', 'ofx', () => filled('<a', ofx)],
  ['transactions that nothing closes', 'ofx', () => filled('<STMTTRN>', ofx)],
  ['an endless name', 'ofx', () => filled('x', `${ofx}<STMTTRN><NAME>`)],
  ['comments', 'ofx', () => filled('<!---->', ofx)],
  ['entities that are none', 'ofx', () => filled('&amp', `${ofx}<STMTTRN><NAME>`)],
  ['opening tags', 'ofx', () => filled('<A>', ofx)],
  ['100,000 tags within each other', 'camt', () => '<a>'.repeat(100_000)],
  ['signs that open tags', 'camt', () => filled('<', camt)],
  ['entries without anything', 'camt', () => filled('<Ntry></Ntry>', camt)],
  ['an entry with many elements', 'camt', () => filled('<a></a>', `${camt}<Ntry><NtryDtls><TxDtls>`)],
  ['payments of one entry', 'camt', () => filled('<TxDtls></TxDtls>', `${camt}<Ntry><NtryDtls>`)],
  ['blanks within a tag', 'camt', () => filled(`<Amt ${' Ccy '.repeat(900)}>`, camt)],
  [
    'fields of details',
    'mt940',
    () => filled('?20', ':20:X\n:60F:C261101EUR1,\n:61:261101C1,NTRFX\n:86:166'),
  ],
  ['entries', 'mt940', () => filled(':61:261101C1,NTRFX\n', ':20:X\n:60F:C261101EUR1,\n')],
  ['tags on one line', 'mt940', () => filled(':61:', ':20:X\n')],
  [
    'slashes',
    'mt940',
    () => filled(`${long('/')}\n`, ':20:X\n:60F:C261101EUR1,\n:61:261101C1,NTRFX\n:86:/NAME/\n'),
  ],
  ['blanks', 'mt940', () => filled(`:61:261101C1,${long(' ')}\n`, ':20:X\n')],
  ['records', 'qif', () => filled('D1/1/26\nT1\n^\n', '!Type:Bank\n')],
  ['lines of one record', 'qif', () => filled('Sx\n', '!Type:Bank\n')],
  ['blanks', 'qif', () => filled(`D1${long(' ')}2\nT${long(' ')}1\n^\n`, '!Type:Bank\n')],
  ['brackets', 'qif', () => filled(`D1/1/26\nT1\nL${long('[')}\n^\n`, '!Type:Bank\n')],
  [
    'transfers that are the same',
    'qif',
    () => filled('D1/1/26\nT1\nL[B]\n^\n', '!Account\nNA\n^\n!Type:Bank\n'),
  ],
  ['transactions', 'hledger', () => filled('2026-01-01 x\n a:b  1\n c\n')],
  ['postings of one transaction', 'hledger', () => filled(' assets:a  1\n', '2026-01-01 x\n')],
  ['blanks', 'hledger', () => filled(`2026-01-01 x\n assets:a  EUR${long(' ')}x\n`)],
  ['digits', 'hledger', () => filled(`2026-01-01 x\n assets:a  ${long('1 ')}\n`.slice(0, 9_900))],
  ['semicolons', 'hledger', () => filled(`account a ${long(';')}\n`)],
  [
    'colons',
    'hledger',
    () => filled(`2026-01-01 x ; ${long(':')}\n ; ${long('a:')}\n`.replace(/(.{9000}).*/g, '$1')),
  ],
  ['parents', 'hledger', () => filled('apply account a\n', '2026-01-01 x\n')],
  ['aliases', 'hledger', () => filled('alias a=b\n2026-01-01 x\n a:b  1\n')],
  ['transactions', 'beancount', () => filled('2026-01-01 *\n A:B 1 C\n A:D\n')],
  ['postings of one transaction', 'beancount', () => filled(' Assets:A 1 EUR\n', '2026-01-01 *\n')],
  ['parentheses', 'beancount', () => filled(`2026-01-01 *\n Assets:A ${long('(')}1 EUR\n`)],
  ['products', 'beancount', () => filled(`2026-01-01 *\n Assets:A ${'9*'.repeat(4_000)}9 EUR\n Assets:B\n`)],
  ['quotients', 'beancount', () => filled(`2026-01-01 *\n Assets:A 1${'/7'.repeat(4_000)} EUR\n Assets:B\n`)],
  ['digits', 'beancount', () => filled(`2026-01-01 *\n Assets:A ${long('9')} EUR\n`)],
  [
    'tags',
    'beancount',
    () => filled(`2026-01-01 * "x" ${'#a1 '.repeat(2_000)}\n Assets:A 1 EUR\n Assets:B\n`),
  ],
  ['tags that are pushed', 'beancount', () => filled('pushtag #a\n')],
  [
    'keys that are pushed',
    'beancount',
    () => Array.from({ length: 90_000 }, (_, n) => `pushmeta a${n}: 1\n`).join(''),
  ],
  ['a text that does not end', 'beancount', () => filled('x\n', '2026-01-01 * "')],
  ['texts over many lines', 'beancount', () => filled(`2026-01-01 * "${'x\n'.repeat(5_000)}"\n`)],
  ['quotation marks', 'beancount', () => filled('"')],
  ['backslashes', 'beancount', () => filled(`2026-01-01 * "${long('\\')}\n`)],
  [
    'lots, each sold in parts',
    'beancount',
    () =>
      `option "booking_method" "FIFO"\n${Array.from({ length: 9_000 }, (_, n) => `2026-01-01 *\n Assets:A 1 X {${n + 1} EUR}\n Assets:B\n`).join('')}${'2026-01-02 *\n Assets:A -0.1 X {}\n Assets:B\n'.repeat(9_000)}`,
  ],
  ['balances', 'beancount', () => filled('2026-01-02 balance Assets:A 1 EUR\n')],
  [
    'paddings of one account by another',
    'beancount',
    () =>
      Array.from(
        { length: 9_000 },
        (_, n) =>
          `2026-01-01 pad Assets:A${n} Assets:B\n2026-01-02 balance Assets:A${n} 1 EUR\n2026-01-02 balance Assets:B 1 EUR\n`,
      ).join(''),
  ],
  ['levels of an account', 'beancount', () => filled(`2026-01-01 *\n Assets${':A'.repeat(4_000)} 1 EUR\n`)],
  [
    'accounts',
    'beancount',
    () => Array.from({ length: 40_000 }, (_, n) => `2026-01-01 open Assets:A${n}\n`).join(''),
  ],
  ['quotation marks', 'csv', () => filled('"')],
  ['separators', 'csv', () => filled(';', 'Date;Amount\n')],
  ['blanks', 'csv', () => filled(' ', 'Date;Amount\n')],
  ['line breaks', 'csv', () => filled('\n', 'Date;Amount\n')],
]

const before = process.cpuUsage()

for (const [name, format, text] of files)
  test(`1 MiB of ${name} as ${format} is read or refused`, () => {
    const bytes = Buffer.from(text())
    try {
      const file = recognise(bytes, { filename: 'x', format })
      for (const _ of readers[format](file.text, { filename: 'x', format }).rows);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      assert(error.message.length < 500)
    }
  })

test('all of them together take less than 60 seconds of the processor', () => {
  const { user, system } = process.cpuUsage(before)
  assert(user + system < 60_000_000, `${Math.round((user + system) / 1_000)} ms`)
})
