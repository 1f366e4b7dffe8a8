import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, sample, short } from '../../../test/samples.ts'

test('CAMT.053: entries, a batch that adds up, a reversal, and two statements in one file', () => {
  const { rows, bad } = readText('camt', sample('statement.camt053.xml'))
  assert.deepEqual(bad, [])
  assert.deepEqual(rows.map(short), [
    '2026-11-02 -850.00 EUR Hausverwaltung Birkenhof GmbH Miete November Wohnung 7 & Stellplatz',
    '2026-11-03 2431.07 EUR Theater am Kai RF18539007547034 Lohn Oktober',
    '2026-11-04 -20.00 EUR Sportverein Nord Beitrag',
    '2026-11-04 -40.00 EUR Stadtwerke Musterstadt Strom',
    '2026-11-05 30.00 EUR Fitness Kiel Lastschrift zurück',
    '2026-11-06 1.25 EUR Zinsen',
  ])
  assert.deepEqual(
    rows.map(({ n, line, account, reference }) => [n, line, account, reference]),
    [
      [1, 9, 'DE21500500009876543210', 'REF-001'],
      [2, 28, 'DE21500500009876543210', 'LOHN-2026-10'],
      [3, 52, 'DE21500500009876543210', 'REF-003-1'],
      [4, 58, 'DE21500500009876543210', 'REF-003'],
      [5, 65, 'DE21500500009876543210', 'REF-004'],
      [6, 81, 'SPAR-12', undefined],
    ],
  )
  assert.equal(rows[0]?.counter_account, 'DE02120300000000202051')
  assert.equal(rows[1]?.counter_account, '0815')
  assert.equal(rows[4]?.payee, 'Fitness Kiel', 'a debit that comes back is of whom it had been paid to')
  assert.equal(rows[4]?.notes, 'A reversal.')
})

test('CAMT.052: names within their party, prefixed elements, and an entry that is not booked yet', () => {
  const { rows, bad } = readText('camt', sample('report.camt052.xml'))
  assert.deepEqual(rows, [
    {
      n: 1,
      line: 6,
      account: 'NL55RABO0300000008',
      date: '2026-11-07',
      amount: '-12.95',
      currency: 'EUR',
      payee: 'Paper & Pen Ltd',
      text: 'Paper & Pen Ltd Invoice 88',
      reference: 'E2E-7',
      counter_account: 'GB33BUKB20201555555555',
      notes: 'Originally 11.30 GBP.',
    },
  ])
  assert.deepEqual(bad, [
    {
      n: 2,
      line: 16,
      text: 'Card payment on its way',
      faults: [
        {
          field: 'status',
          message: 'Line 16: the bank has not booked this entry of "5.00"; its status is "PDNG".',
          code: 'not_booked',
          params: { line: 16, value: '5.00', state: 'PDNG' },
        },
      ],
    },
  ])
})

test('CAMT.054: a batch whose payments do not add up to what was booked is the booked entry', () => {
  const { rows } = readText('camt', sample('notification.camt054.xml'))
  assert.deepEqual(rows.map(short), ['2026-11-09 350.00 CHF Sammelgutschrift'])
  const whole = sample('notification.camt054.xml').replace('200.00', '250.00')
  assert.deepEqual(readText('camt', whole).rows.map(short), [
    '2026-11-09 100.00 CHF Lea Brunner Sammelgutschrift',
    '2026-11-09 250.00 CHF Nino Keller Sammelgutschrift',
  ])
})

test('CAMT: an entry with a day, an amount, a side or a currency that is none says which', () => {
  const text = sample('notification.camt054.xml')
    .replace('2026-11-09', '2026-02-30')
    .replace('<Amt Ccy="CHF">350.00', '<Amt Ccy="CHX">350,00')
    .replace('<CdtDbtInd>CRDT', '<CdtDbtInd>CRD')
  const { faults } = readText('camt', text).bad[0] ?? assert.fail()
  assert.deepEqual(
    faults.map(({ field, message }) => ({ field, message })),
    [
      { field: 'date', message: 'Line 4: the booking day "2026-02-30" is not a day.' },
      { field: 'amount', message: 'Line 4: "350,00" is not an amount.' },
      { field: 'amount', message: 'Line 4: CdtDbtInd is "CRD", neither CRDT nor DBIT.' },
      { field: 'currency', message: 'Line 4: "CHX" is not a currency of ISO 4217.' },
    ],
  )
})

test('CAMT: truncated files, crossed tags, deep ones, document types and entities are refused with their line', () => {
  const text = sample('statement.camt053.xml')
  const refused = (changed: string, message: RegExp) =>
    assert.throws(() => readText('camt', changed), { message })
  refused(text.slice(0, text.indexOf('Miete')), /^The file ends at line 24, where <\/Ustrd> is due/)
  refused(text.replace('</Refs>', '</Rfs>'), /^Line 18: <\/Rfs> stands where <\/Refs> is due\.$/)
  refused('<a>'.repeat(100), /^Line 1: <a> is within 60 other elements\.$/)
  refused('<Document></Document>', /has no statement/)
  const laughs = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;">]>'
  refused(text.replace('<Document', `${laughs}<Document`), /^Line 2: "<!DOCTYPE lolz/)
  // An entity that the file cannot have declared is words like any others.
  const odd = readText('camt', text.replace('Miete November', 'Miete &lol; &#0; &#x1F600;')).rows[0]?.text
  assert.equal(odd, 'Hausverwaltung Birkenhof GmbH Miete &lol; 😀 Wohnung 7 & Stellplatz')
})

test('a file that was cut within a tag says where it ends', () => {
  const whole = sample('statement.camt053.xml')
  const cut = whole.slice(0, whole.indexOf('<Amt Ccy="E') + 11)
  assert.throws(
    () => readText('camt', cut),
    new RegExp(
      `The file ends at line ${cut.split('\n').length}, in the middle of the tag "<Amt Ccy="E": a part of it is missing. Download it again.`,
    ),
  )
})

test('CAMT: entries that do not lead from the opening to the closing balance are said, as in MT940', () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-04</Dt></Dt></Bal>`
  const entry =
    '<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt></Ntry>'
  const file = (closing: string) =>
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>AT00</IBAN></Id></Acct>${balance('OPBD', '1000.00')}${balance('CLBD', closing)}${entry}</Stmt></BkToCstmrStmt></Document>`
  assert.deepEqual(readText('camt', file('950.00')).bad, [])
  assert.deepEqual(
    readText('camt', file('900.00')).bad.map(({ faults }) => faults[0]?.message),
    [
      'Line 1: the statement opens with 1000.00 EUR, its entries lead to 950, and it closes with 900.00. An entry is missing, or cannot be read.',
    ],
  )
})
