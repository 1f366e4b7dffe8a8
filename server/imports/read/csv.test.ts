import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnRole } from '../../../contract/import-mapping.ts'
import { readCsv } from './csv.ts'
import { kept } from './kept-sentences.ts'
import { type BadRow, type FileRow, type FileToRead, isBad, Unreadable } from './row.ts'

/** A file as it is understood, with its rows. */
function read(text: string, reading: Partial<FileToRead> = {}) {
  const { mapping, rows } = readCsv(text, { filename: 'file.csv', ...reading })
  const all = [...rows]
  return {
    mapping,
    all,
    good: all.filter((row): row is FileRow => !isBad(row)),
    bad: all.filter((row): row is BadRow => isBad(row)),
    roles: mapping.columns.map(({ role }) => role),
  }
}

const short = ({ date, amount }: FileRow) => `${date} ${amount}`

test('a German bank file is understood: lines before the headings, semicolons, commas, and a total below', () => {
  const { mapping, good, bad, roles } = read(
    [
      '"Girokonto";"DE02120300000000202051"',
      '"Kontostand vom 15.11.2026:";"1.234,56 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"',
      '"13.11.26";"13.11.26";"Gebucht";"Eva Muster";"REWE Markt";"Einkauf";"Ausgang";"DE89370400440532013000";"-1.048,20";""',
      '"01.11.26";"02.11.26";"Gebucht";"Firma AG";"Eva Muster";"Lohn ""November""";"Eingang";"DE89370400440532013001";"2.500";""',
      '"Saldo";"";"";"";"";"";"";"";"1.451,80";""',
    ].join('\r\n'),
  )
  assert.deepEqual([mapping.separator, mapping.skip_lines, mapping.has_header], [';', 3, true])
  assert.deepEqual([mapping.decimal, mapping.date_order], [',', 'day_first'])
  assert.deepEqual(bad, [])
  assert.deepEqual(good.map(short), ['2026-11-13 -1048.20', '2026-11-01 2500'])
  assert.deepEqual([good[0]?.line, good[0]?.n, good[1]?.line], [5, 1, 6])
  assert.equal(roles[0], 'date')
  assert.equal(roles[1], 'ignore')
  assert.match(`${good[1]?.payee} ${good[1]?.text}`, /Firma AG.*Lohn "November"/)
})

/** Tables as banks of several countries write them: each gives one row of -12.50 and one of 1234.00, on two days. */
const tables: readonly (readonly [name: string, text: string, currency?: string])[] = [
  [
    'American',
    'Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n11/04/2026,11/05/2026,BAKERY,Food,Sale,-12.50,\n11/20/2026,11/20/2026,PAY,,Payment,1234.00,\n',
  ],
  [
    'British',
    'Date,Type,Description,Paid out,Paid in,Balance\n04 Nov 2026,VIS,BAKERY,£12.50,,£100.00\n20 Nov 2026,BP,PAY,,"£1,234.00","£1,334.00"\n',
  ],
  [
    'French',
    'Date;Libellé;Débit euros;Crédit euros;\n04/11/2026;BOULANGERIE;-12,50;;\n20/11/2026;SALAIRE;;1 234,00;\n',
  ],
  [
    'Spanish',
    'FECHA OPERACIÓN\tCONCEPTO\tIMPORTE EUR\tSALDO\n04/11/2026\tPANADERÍA\t-12,50\t100,00\n20/11/2026\tNÓMINA\t1.234,00\t1.334,00\n',
  ],
  [
    'Italian',
    'Data contabile;Data valuta;Descrizione;Dare;Avere\n04/11/2026;04/11/2026;FORNAIO;12,50;\n20/11/2026;20/11/2026;STIPENDIO;;1.234,00\n',
  ],
  [
    'Dutch',
    '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"\n"20261104","Bakker","NL01INGB0001234567","","BA","Af","12,50","Betaalautomaat",""\n"20261120","Werk","NL01INGB0001234567","NL02INGB0007654321","OV","Bij","1234,00","Overschrijving","Loon"\n',
  ],
  [
    'Portuguese',
    'Data Mov.;Data Valor;Descrição;Débito;Crédito;Saldo\n04-11-2026;04-11-2026;PADARIA;12,50;;100,00\n20-11-2026;20-11-2026;SALÁRIO;;1.234,00;1.334,00\n',
  ],
  [
    'Polish',
    'Data operacji;Opis operacji;Kwota;Waluta\n2026-11-04;PIEKARNIA;-12,50;PLN\n2026-11-20;PENSJA;1 234,00;PLN\n',
  ],
  [
    'Hungarian',
    'Könyvelés dátuma;Partner neve;Közlemény;Összeg;Devizanem\n2026.11.04.;Pékség;vásárlás;-12,50;HUF\n2026.11.20.;Munkahely;bér;1 234,00;HUF\n',
  ],
  [
    'Czech',
    'Datum zaúčtování;Název protistrany;Částka;Měna\n04.11.2026;Pekárna;-12,50;CZK\n20.11.2026;Práce;1 234,00;CZK\n',
  ],
  [
    'Turkish',
    'Tarih;Açıklama;Tutar;Bakiye\n04.11.2026;FIRIN;-12,50;100,00\n20.11.2026;MAAŞ;1.234,00;1.334,00\n',
  ],
  [
    'Russian',
    'Дата операции;Описание;Сумма операции;Валюта операции\n04.11.2026 13:45:10;ПЕКАРНЯ;-12,50;RUB\n20.11.2026 09:00:00;ЗАРПЛАТА;1 234,00;RUB\n',
  ],
  [
    'Swiss',
    "Buchungsdatum;Buchungstext;Belastung;Gutschrift;Valuta;Saldo CHF\n04.11.2026;Bäckerei;12.50;;04.11.2026;100.00\n20.11.2026;Lohn;;1'234.00;20.11.2026;1'334.00\n",
  ],
  [
    'Indian',
    'Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance\n4 Nov 2026,4 Nov 2026,BAKERY,A1,12.50,,"1,00,000.00"\n20 Nov 2026,20 Nov 2026,PAY,A2,,"1,234.00","1,01,234.00"\n',
  ],
  [
    'Swedish',
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta\n2026/11/04;-12,50;1;;;BAGERI;100,00;SEK\n2026/11/20;1234,00;;1;;LÖN;1334,00;SEK\n',
  ],
  [
    'of a wallet',
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nCARD_PAYMENT,Current,2026-11-03 10:00:00,2026-11-04 08:00:00,Bakery,-12.50,0.00,EUR,COMPLETED,100.00\nTOPUP,Current,2026-11-19 10:00:00,2026-11-20 08:00:00,Top-up,1234.00,0.00,EUR,COMPLETED,1334.00\n',
  ],
  ['with pipes', 'Date|Amount|Description\n2026-11-04|-12.50|Bakery\n2026-11-20|1234.00|Pay\n'],
  ['without headings', '2026-11-04;BAKERY;-12,50;100,00\n2026-11-20;PAY;1.234,00;1.334,00\n'],
  ['with money out and in, without headings', '04.11.2026,BAKERY,12.50,\n20.11.2026,PAY,,1234.00\n'],
  [
    'with an indicator',
    'Buchungstag;Text;Betrag;Soll/Haben\n04.11.2026;Bäckerei;12,50;S\n20.11.2026;Lohn;1.234,00;H\n',
  ],
  [
    'with an indicator in the cell',
    'Buchungstag;Text;Umsatz\n04.11.2026;Bäckerei;12,50 S\n20.11.2026;Lohn;1.234,00 H\n',
  ],
  ['with brackets', 'Date,Description,Amount\n2026-11-04,Bakery,($12.50)\n2026-11-20,Pay,"$1,234.00"\n'],
  ['for Excel', 'sep=;\nDate;Text;Amount\n2026-11-04;Bakery;-12.50\n2026-11-20;Pay;1234.00\n'],
]
for (const [name, text, currency] of tables)
  test(`a table as it is in the wild is read as it is meant: ${name}`, () => {
    for (const variant of [
      text,
      text.replaceAll('\n', '\r\n'),
      text.trimEnd(),
      `${text}\n\n`,
      text.replaceAll('\n', '\r'),
    ]) {
      const { good, bad, mapping } = read(variant, currency ? { currency } : {})
      assert.deepEqual(bad, [], JSON.stringify(mapping))
      assert.deepEqual(
        good.map(({ date, amount }) => [date, Number(amount)]),
        [
          ['2026-11-04', -12.5],
          ['2026-11-20', 1234],
        ],
      )
      assert.match(good.map(({ payee, text }) => `${payee ?? ''} ${text}`).join(), /\p{L}{3}/u)
    }
  })

test('a column headed IBAN alone is that of the other side, unless it may be that of the own accounts', () => {
  const roleOf = (...numbers: string[]) =>
    read(
      ['Date,Text,IBAN,Amount', ...numbers.map((number, n) => `2026-11-0${n + 1},Shop,${number},-1.00`)].join(
        '\n',
      ),
    ).roles[2]
  const [own, other, third] = [
    'DE89370400440532013000',
    'DE02120300000000202051',
    'AT611904300234573201',
  ] as const
  assert.equal(roleOf(own, other, third), 'counter_account')
  assert.equal(roleOf(own, ''), 'ignore')
  assert.equal(roleOf(own, other, own, ''), 'counter_account', 'every row would have an account of its own')
  assert.equal(roleOf(own, own, own), 'ignore')
  assert.equal(roleOf(own, other, own), 'ignore', 'it may be a file of two accounts')
})

test('amounts whose signs say the opposite of the words beside them in every row are turned, and others are not', () => {
  const table = (...rows: string[]) => read(['Date,Text,Kind,Amount', ...rows].join('\n'))
  const card = table(
    '2026-11-01,Shop,Debit,12.50',
    '2026-11-02,Cafe,Debit,3.00',
    '2026-11-09,Payment,Credit,-100.00',
  )
  assert.equal(card.mapping.is_reversed, true)
  assert.deepEqual(
    card.good.map(({ amount }) => amount),
    ['-12.50', '-3.00', '100.00'],
  )
  const plain = table('2026-11-01,Shop,Debit,-12.50', '2026-11-09,Pay,Credit,100.00')
  const mixed = table(
    '2026-11-01,Shop,Debit,12.50',
    '2026-11-02,Cafe,Debit,-3.00',
    '2026-11-09,Pay,Credit,-100.00',
  )
  const unsaid = table('2026-11-01,Shop,Sale,12.50', '2026-11-09,Payment,Payment,-100.00')
  for (const { mapping } of [plain, mixed, unsaid]) assert.equal(mapping.is_reversed, false)
})

test('1.234 is a thousand or so by what its column and the currency say', () => {
  const of = (cells: string[], currency = 'EUR') =>
    read(['Date;Text;Amount', ...cells.map((cell) => `2026-11-04;x;${cell}`)].join('\n'), {
      currency,
    }).good.map(({ amount }) => amount)
  assert.deepEqual(of(['1.234', '2.500']), ['1234', '2500'])
  assert.deepEqual(of(['1,234', '2,500']), ['1234', '2500'])
  assert.deepEqual(of(['1.234', '12,50']), ['1234', '12.50'])
  assert.deepEqual(of(['1,234', '12.50']), ['1234', '12.50'])
  assert.deepEqual(of(['1.234', '0.500'], 'KWD'), ['1.234', '0.500'])
  assert.deepEqual(of(['1,234', '2,500'], 'TND'), ['1.234', '2.500'])
  assert.deepEqual(of(['1.234.567', '5']), ['1234567', '5'])
  assert.deepEqual(of(['12', '5']), ['12', '5'])
})

test('days that could be months are decided by the whole column, then by their order, then by the currency', () => {
  const of = (cells: string[], currency?: string) =>
    read(
      ['Date,Text,Amount', ...cells.map((cell) => `${cell},x,1.00`)].join('\n'),
      currency ? { currency } : {},
    ).good.map(({ date }) => date)
  assert.deepEqual(of(['04/11/2026', '13/11/2026']), ['2026-11-04', '2026-11-13'])
  assert.deepEqual(of(['04/11/2026', '04/13/2026']), ['2026-04-11', '2026-04-13'])
  // In order of time only if the day is first.
  assert.deepEqual(of(['05/01/2026', '03/02/2026', '04/03/2026'], 'USD'), [
    '2026-01-05',
    '2026-02-03',
    '2026-03-04',
  ])
  assert.deepEqual(of(['04/11/2026'], 'USD'), ['2026-04-11'])
  assert.deepEqual(of(['04/11/2026'], 'GBP'), ['2026-11-04'])
  assert.deepEqual(of(['04.11.2026'], 'USD'), ['2026-11-04'])
})

test('corrections come first, and what was remembered counts for the same headings', () => {
  const text = 'Date;Who;What;Value\n04/11/2026;Bakery;Bread;1.234\n'
  const first = read(text, { currency: 'EUR' })
  assert.deepEqual(first.good.map(short), ['2026-11-04 1234'])
  const columns: { role: ColumnRole }[] = [
    { role: 'date' },
    { role: 'text' },
    { role: 'payee' },
    { role: 'amount' },
  ]
  const given = { decimal: '.', date_order: 'month_first', is_reversed: true, columns } as const
  const second = read(text, { currency: 'EUR', given: { ...given, columns } })
  assert.deepEqual(second.good.map(short), ['2026-04-11 -1.234'])
  assert.deepEqual([second.good[0]?.payee, second.good[0]?.text], ['Bread', 'Bakery'])
  const remembered = { ...kept(second.mapping), accounts: [], categories: [] }
  assert.deepEqual(read(text, { remembered }).good, second.good)
  const other = read(text.replace('Who', 'Whom'), { remembered, currency: 'EUR' })
  assert.deepEqual(other.good.map(short), ['2026-11-04 1234'])
})

test('where the table starts and whether it has headings can be corrected', () => {
  const text = 'a;b;c\nDate;Text;Amount\n2026-11-04;x;1,00\n2026-11-05;y;2,00\n'
  assert.equal(read(text).mapping.skip_lines, 1)
  const far = read(`${'x\n'.repeat(500)}${text}`, { given: { skip_lines: 501 } })
  assert.deepEqual([far.good.length, far.good[0]?.line], [2, 503])
  assert.throws(() => read(text, { given: { skip_lines: 9 } }), /no rows after line 9/)
  const later = read(text, { given: { skip_lines: 3, has_header: false } })
  assert.deepEqual(later.good.map(short), ['2026-11-05 2.00'])
  assert.deepEqual(
    later.mapping.columns.map(({ name }) => name),
    ['Column 1', 'Column 2', 'Column 3'],
  )
})

test('a row that cannot be read says line, field and value, and the others go on', () => {
  const { all } = read(
    'Date;Text;Amount;Currency\n31.02.2026;a;1,00;EUR\n04.11.2026;b;one;EUR\n04.11.2026;c;;EUR\n04.11.2026;d;1,00;XQX\n;e;3,00;EUR\n04.11.2026;f;1,00;EUR;g;h\n04.11.2026;i;1,00;EUR\n',
  )
  assert.deepEqual(
    all.map((row) =>
      isBad(row) ? row.faults.map(({ field, message }) => `${field}: ${message}`).join() : row.amount,
    ),
    [
      'date: Line 2: "31.02.2026" is not a date.',
      'amount: Line 3: "one" is not an amount.',
      'amount: Line 4: the amount is missing.',
      'currency: Line 5: "XQX" is not a currency.',
      'date: Line 6: the date is missing.',
      'line: Line 7: it has 6 cells, and the table has 4 columns. A separator in a text needs quotation marks around it.',
      '1.00',
    ],
  )
})

test('columns that nothing is known about wait for a person, and each row says what is missing', () => {
  const { roles, bad } = read('a;b\nx;y\nz;w\n')
  assert.equal(roles.includes('date'), false)
  assert.deepEqual(
    bad[0]?.faults.map(({ message }) => message),
    ['Line 2: no column is chosen for the date.', 'Line 2: no column is chosen for the amount.'],
  )
})

test('a file that is not a table is a fault that names the line', () => {
  const cases: [text: string, fault: RegExp][] = [
    [';'.repeat(60_000), /^Line 1: it has more than 200 cells/],
    [
      'Date,Text,Amount\n',
      /^The file has headings in line 1, and no row below them: there is nothing to import\.$/,
    ],
    ['just some words\nand more\n', /^Line 1: this is not a table/],
    ['Date,Amount\n2026-11-04,"1.00\n2026-11-05,2.00\n', /^Line 2: a quotation mark opens a cell here/],
    [`Date,Amount\n2026-11-04,${'9'.repeat(70_000)}\n`, /^Line 2: it is longer than 65,536 characters/],
    [`Date,Text\n${'x'.repeat(10 * 1024 * 1024)}`, /^Line 2: it is longer/],
    [`Date,"${'x'.repeat(10 * 1024 * 1024)}"`, /^Line 1: /],
    [Array.from({ length: 300 }, (_, n) => `a${n}`).join(';'), /^Line 1: it has more than 200 cells/],
  ]
  for (const [text, message] of cases) {
    const start = process.cpuUsage()
    assert.throws(
      () => {
        const { rows } = readCsv(text, { filename: 'x' })
        for (const _ of rows);
      },
      (error) => error instanceof Unreadable && message.test(error.message),
      String(message),
    )
    assert(process.cpuUsage(start).user < 10_000_000)
  }
})

test('a text over several lines counts them all, and cells that were defused are read back', () => {
  const { good } = read(
    'Date,Text,Amount\n2026-11-04,"two\nlines, and ""more""",-1.00\n2026-11-05,\'=1+1,\'-2.00\n',
  )
  assert.deepEqual(
    good.map(({ line, text, amount }) => [line, text, amount]),
    [
      [2, 'two lines, and "more"', '-1.00'],
      [4, '=1+1', '-2.00'],
    ],
  )
})

test('a reference that several rows have is none, an account that all rows have is not named', () => {
  const text = (second: string, account: string) =>
    `Account,Date,Text,Amount,Reference\nmine,2026-11-04,x,1.00,R1\n${account},2026-11-05,y,2.00,${second}\n`
  assert.deepEqual(
    read(text('R2', 'mine')).good.map(({ reference, account }) => [reference, account]),
    [
      ['R1', undefined],
      ['R2', undefined],
    ],
  )
  assert.deepEqual(
    read(text('R1', 'other')).good.map(({ reference, account }) => [reference, account]),
    [
      [undefined, 'mine'],
      [undefined, 'other'],
    ],
  )
})
