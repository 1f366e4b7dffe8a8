import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../../../test/importing.ts'
import { readCsv } from './csv.ts'
import { readWhole } from './parts.ts'
import { type FileToRead, isBad } from './row.ts'

/** Lines that are no entries of the account and were read as such, and entries that were lost. */

const csv = (text: string, reading: Partial<FileToRead> = {}): string[] =>
  [...readCsv(text, { filename: 'a', currency: 'EUR', isLiability: false, ...reading }).rows].map((row) =>
    isBad(row) ? `bad ${row.line}` : row.amount,
  )
const faultIn = (text: string, line: number): string => {
  const row = [...readCsv(text, { filename: 'a', isLiability: false }).rows].find((one) => one.line === line)
  return row && isBad(row) ? (row.faults[0]?.message ?? '') : 'no fault'
}

test('entries that are not booked are no entries, in the words and headings of many languages', () => {
  for (const [heading, booked, open] of [
    ['Statut', 'Comptabilisé', 'En attente'],
    ['Umsatzstatus', 'gebucht', 'vorgemerkt'],
    ['Contabilizzazione', 'CONTABILIZZATO', 'NON CONTABILIZZATO'],
    ['Durum', 'Tamamlandı', 'Beklemede'],
    ['Tila', 'Kirjattu', 'Varaus'],
    ['Status', 'Udført', 'Afventer'],
    ['Status', 'Bokført', 'Reservert'],
    ['Status', 'SLUTFÖRD', 'VÄNTANDE'],
    ['Situação', 'Efetivado', 'Pendente'],
    ['Gebucht', 'Ja', 'Nein'],
    ['Posted', 'Yes', 'No'],
    ['pending', 'false', 'true'],
    ['Remark of the bank', 'x', 'Pending'],
    ['Status', 'Eingebuchtet', 'Vorgemerkt'],
  ] as const) {
    const lines = [booked, open, booked].map(
      (word, at) => `1${at + 3}.03.2024;Shop ${at}x;-${at + 1},50;${word}`,
    )
    const read = csv(`Datum;Text;Betrag;${heading}\n${lines.join('\n')}`)
    assert.deepEqual(read, ['-1.50', 'bad 3', '-3.50'], `${heading}: ${open}`)
  }
  const words = csv('Date,Description,Amount\n16/03/2024,PENDING - WOOLWORTHS,-25.00\n15/03/2024,ACME,800.00')
  assert.deepEqual(words, ['bad 2', '800.00'])
  // The Turkish words are those of the heading that says them.
  const [turkish] = readCsv('Tarih;Açıklama;Tutar;Durum\n14.03.2024;Migros;-12,50;Tamamlandı', {
    filename: 'a',
  }).rows
  assert.ok(turkish && !isBad(turkish) && turkish.text === 'Migros')
})

test('a title within the table is of the rows below it', () => {
  const head = 'Date,Description,Amount\n2024-03-14,Lidl,-20.00\n'
  const pending = `${head}Pending transactions\n2024-03-16,Shell,-50.00\n2024-03-17,Aral,-5.00\nPosted transactions\n2024-03-13,Payroll,900.00`
  assert.deepEqual(csv(pending), ['-20.00', 'bad 4', 'bad 5', '900.00'])
  assert.match(faultIn(pending, 4), /below "Pending transactions"/)
  const first = `Pending transactions\n${head}Posted transactions\n${head.replace('Lidl', 'Aral')}`
  assert.deepEqual(csv(first), ['bad 3', 'bad 5', '-20.00'])
  assert.deepEqual(csv(`${head}Upcoming payments,,\n2024-03-28,Rent,-700.00`), ['-20.00', 'bad 4'])
  assert.deepEqual(csv(`${head}March,,\n2024-03-28,Rent,-700.00`), ['-20.00', '-700.00'])
})

test('a second table is of another account, or has other columns', () => {
  const table = (name: string, rows: string) =>
    `"Umsätze ${name}";"Zeitraum: 10 Tage";\n"Neuer Kontostand";"1.000,00 EUR";\n\n"Buchungstag";"Vorgang";"Buchungstext";"Umsatz in EUR";\n${rows}\n\n"Alter Kontostand";"1.120,50 EUR";\n\n`
  const both =
    table('Girokonto', '"14.03.2024";"Lastschrift";"Rewe";"-20,50";') +
    table('Tagesgeld PLUS-Konto', '"15.03.2024";"Übertrag";"Sparen";"100,00";')
  assert.deepEqual(csv(both), ['-20.50', 'bad 9', 'bad 12', 'bad 13'])
  assert.match(faultIn(both, 13), /another table, below "Umsätze Tagesgeld PLUS-Konto Zeitraum: 10 Tage"/)
  // The same headings on the next page are no other table.
  const paged = 'Date,Text,Amount\n2024-03-14,Lidl,-20.00\nDate,Text,Amount\n2024-03-15,Spar,-2.00'
  assert.deepEqual(csv(paged), ['-20.00', 'bad 3', '-2.00'])
  const summary =
    'Date,Credits,Debits\n31 Mar 2024,800.00,25.00\n\nDate,Description,Amount\n14 Mar 2024,NTUC,-25.00\n15 Mar 2024,ACME,800.00'
  assert.deepEqual(csv(summary), ['-25.00', '800.00'])
  const other =
    'Date,Text,Amount\n2024-03-14,Lidl,-20.00\n2024-03-15,Spar,-2.00\nDate,Details,Debit\n2024-03-16,Rewe,3.00'
  assert.deepEqual(csv(other), ['-20.00', '-2.00', 'bad 4', 'bad 5'])
})

test('the files of a zip are of the accounts whose numbers their names have', async () => {
  const accountsOf = async (...names: string[]) => {
    const files = names.map(
      (name, at) => [name, `Date,Text,Amount\n2024-03-1${at},Shop ${at},-1.50`] as const,
    )
    const { rows } = readWhole(await zipOf(Object.fromEntries(files)), { filename: 'a.zip', currency: 'EUR' })
    return [...rows].map((row) => (isBad(row) ? 'bad' : (row.account ?? '')))
  }
  assert.deepEqual(await accountsOf('a_DE02120300000000202051.csv', 'a_DE89370400440532013000.csv'), [
    'DE02120300000000202051',
    'DE89370400440532013000',
  ])
  assert.deepEqual(await accountsOf('062000-11112222.csv', '062000-33334444.csv'), ['11112222', '33334444'])
  assert.deepEqual(await accountsOf('Chase1234_Activity20240301.csv', 'Chase5678_Activity20240301.csv'), [
    '1234',
    '5678',
  ])
  for (const names of [
    ['2024-01.csv', '2024-02.csv'],
    ['statement_20240131.csv', 'statement_20240229.csv'],
    ['31012024.csv', '29022024.csv'],
    ['12345678_1710403200.csv', '12345678_1712995200.csv'],
    ['12345678_83729102.csv', '12345678_19283746.csv'],
    ['statement-10000123.csv', 'statement-10000124.csv'],
    ['export2023.csv', 'export2024.csv'],
    ['a-83729102.csv', 'a-19283746.csv', 'a-55512345.csv'],
    ['download (1).csv', 'download (2).csv'],
  ])
    assert.deepEqual(new Set(await accountsOf(...names)), new Set(['']), names.join())
})

test('lines that state a balance are no income', () => {
  for (const words of [
    'SALDO DO DIA',
    'BALANCE B/FWD',
    'BALANCE C/FWD',
    'Bal b/f',
    'Tagessaldo',
    'Stan początkowy',
    'Stan końcowy',
    'SALDO PREVIO',
    'Solde du jour',
    'Daily balance',
  ])
    assert.deepEqual(
      csv(`Date;Text;Amount\n2024-03-14;Rewe;-25,00\n2024-03-15;${words};975,00\n2024-03-16;Lohn;800,00`),
      ['-25.00', '800.00'],
      words,
    )
  assert.deepEqual(csv('Date;Text;Amount\n2024-03-14;Vortrag;1000,00\n2024-03-16;Lohn;800,00'), [
    'bad 2',
    '800.00',
  ])
  assert.deepEqual(csv('Date;Text;Amount\n2024-03-14;Vortrag VHS;-25,00\n2024-03-16;Stan;800,00'), [
    '-25.00',
    '800.00',
  ])
})

test('no entry is lost because its words are those of a sum', () => {
  const undated =
    'Date,Description,Amount\n2024-03-14,Lidl,-20.00\n,Total Energies,-45.00\n2024-03-15,Payroll,900.00'
  assert.deepEqual(csv(undated), ['-20.00', 'bad 3', '900.00'])
  assert.deepEqual(csv('Date,Description,Amount\n2024-03-14,LIDL,-30.00\n2024-03-15,TOTAL 4521,-30.00'), [
    '-30.00',
    'bad 3',
  ])
  const payout = 'Date,Description,Amount\n14/03/2024,Interest,2.10\n20/03/2024,Closing balance,-1002.10'
  assert.deepEqual(csv(payout), ['2.10', 'bad 3'])
  assert.deepEqual(csv(payout.replace('-1002', '1002')), ['2.10'])
})

test('Cash App: the account that paid is not the account of the file', () => {
  const [row] = readCsv(
    'Transaction ID,Date,Transaction Type,Currency,Amount,Fee,Net Amount,Asset Type,Status,Notes,Name of sender/receiver,Account\na1,2024-03-14 10:00:00 CDT,Sent P2P,USD,-$20.00,$0,-$20.00,,COMPLETE,lunch,Ann,Visa Debit 1\na3,2024-03-16 10:00:00 CDT,Received P2P,USD,$45.00,$0,$45.00,,COMPLETE,rent,Bob,Your Cash',
    { filename: 'a', currency: 'USD', isLiability: false },
  ).rows
  assert.ok(row && !isBad(row))
  assert.deepEqual([row.payee, row.text, row.account], ['Ann', 'Sent P2P', undefined])
})

test('a status in words that no list has is asked about where few entries have another one', () => {
  const table = (heading: string, ...said: string[]) =>
    csv(
      `Date,Text,${heading},Amount\n${said.map((one, at) => `2024-03-1${at},Shop ${at},${one},-1.50\n`).join('')}`,
    )
  const open = ['-1.50', '-1.50', '-1.50', '-1.50', 'bad 6']
  assert.deepEqual(table('Status', 'Gotov', 'Gotov', 'Gotov', 'Gotov', 'Na potezu'), open)
  // The word that most have is the usual one; in a column about something else nothing is asked.
  assert.ok(table('Status', 'Gotov', 'Gotov', 'Gotov', 'Gotov').every((one) => one === '-1.50'))
  assert.ok(table('Status', 'A', 'B', 'A', 'B', 'A').every((one) => one === '-1.50'))
  assert.ok(table('State', 'CA', 'CA', 'CA', 'CA', 'NY').every((one) => one === '-1.50'))
})

test('a column without a heading has states, or currencies, by its words', () => {
  const row = (day: number, state: string, code: string) =>
    `2024-03-1${day};Shop ${day} of many;${state};-1,50;${code}`
  const text = [row(1, 'Exécuté', 'EUR'), row(2, 'Refusé', 'EUR'), row(3, 'Exécuté', 'USD')].join('\n')
  const rows = [...readCsv(text, { filename: 'a', currency: 'EUR', isLiability: false }).rows]
  assert.deepEqual(
    rows.map((one) => (isBad(one) ? `bad ${one.line}` : `${one.amount} ${one.currency}`)),
    ['-1.50 EUR', 'bad 2', '-1.50 USD'],
  )
})

test('a zip with the files of two accounts that no name tells apart is refused, with the way out', async () => {
  const table = (...rows: string[]) => `Date,Text,Amount\n${rows.join('\n')}\n`
  const one = table('2024-03-04,Bakery,-3.20', '2024-03-15,Salary,1200.00', '2024-03-28,Rent,-640.00')
  const other = table('2024-03-05,Interest,2.10', '2024-03-20,Transfer,-50.00', '2024-03-27,Gift,20.00')
  const read = async (files: Record<string, string>) =>
    [...readWhole(await zipOf(files), { filename: 'a.zip', currency: 'EUR' }).rows].length
  await assert.rejects(read({ 'a.csv': one, 'b.csv': other }), /two accounts have. Unpack the zip/)
  // Months in turn, an overlap that has the same entries, and money in apart from money out are of one account.
  assert.equal(await read({ 'a.csv': one, 'b.csv': other.replaceAll('2024-03', '2024-04') }), 6)
  assert.equal(await read({ 'a.csv': one, 'b.csv': `${other}2024-03-28,Rent,-640.00\n` }), 7)
  const [ins, outs] = [
    table('2024-03-15,Salary,1200.00', '2024-03-20,Gift,5.00'),
    table('2024-03-04,Bakery,-3.20', '2024-03-28,Rent,-640.00'),
  ]
  assert.equal(await read({ 'a.csv': ins, 'b.csv': outs }), 4)
})
