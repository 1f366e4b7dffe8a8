import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../../../test/importing.ts'
import { readCsv } from './csv.ts'
import { readWhole } from './parts.ts'
import { type FileToRead, isBad } from './row.ts'

/** The days of a table, or the sentence of the first row without one. */
function days(lines: readonly string[], reading: Partial<FileToRead> = {}): string {
  const { rows } = readCsv(`${lines.join('\n')}\n`, { filename: 'file.csv', ...reading })
  const all = [...rows]
  const bad = all.find(isBad)
  return bad ? (bad.faults[0]?.message ?? '') : all.map((row) => !isBad(row) && row.date).join(' ')
}

const table = (...cells: string[]) => ['Datum;Text;Betrag', ...cells.map((cell) => `${cell};Brot;-1,50`)]

test('a day without a year has that of a period, a month or a day above the headings', () => {
  const rows = table('12.03.', '28.03.')
  const expected = '2024-03-12 2024-03-28'
  for (const above of [
    'Zeitraum;01.03.2024 - 31.03.2024',
    'Statement period 2024-03-01 to 2024-03-31',
    'Kontoauszug März 2024',
    'Auszug 3/2024',
    'Erstellt am 02.04.2024',
    'Umsätze ab 01.03.2024',
    'Jahr 2024',
  ])
    assert.equal(days([above, '', ...rows]), expected, above)
  assert.equal(days(['von: 01.03.2024', 'bis: 31.03.2024', '', ...rows]), expected)
})

test('else it has that of the name of the file', () => {
  const rows = table('12.03.', '28.03.')
  for (const filename of [
    'statement_2024-03.csv',
    'statement_202403.csv',
    'konto-03-2024.csv',
    'Kontoauszug 2024.csv',
    'umsaetze_20240301_20240331.csv',
    'umsaetze_2024-04-02.csv',
    'march2024.csv',
  ])
    assert.equal(days(rows, { filename }), '2024-03-12 2024-03-28', filename)
})

test('else it has that of another day in its row, at the turn of a year too', () => {
  const lines = [
    'Booking date;Value date;Text;Amount',
    '30.12.;02.01.2024;Bread;-1,50',
    '03.01.;03.01.2024;Milk;-1,50',
  ]
  assert.equal(days(lines, { filename: 'statement_1999.csv' }), '2023-12-30 2024-01-03')
})

test('a year that turns over follows the order of the rows, up or down', () => {
  const up = table('28.12.', '30.12.', '02.01.', '05.01.')
  const expected = ['2023-12-28', '2023-12-30', '2024-01-02', '2024-01-05']
  assert.equal(days(up, { filename: 'statement_2024-01.csv' }), expected.join(' '))
  const down = table('05.01.', '02.01.', '30.12.', '28.12.')
  assert.equal(days(down, { filename: 'statement_2024-01.csv' }), expected.toReversed().join(' '))
  const whole = table('15.11.', '15.12.', '15.01.', '15.03.', '15.06.', '15.09.', '15.11.')
  assert.equal(
    days(['Period 01.11.2022 - 30.11.2023', '', ...whole]),
    '2022-11-15 2022-12-15 2023-01-15 2023-03-15 2023-06-15 2023-09-15 2023-11-15',
  )
})

test('months first, names of months, a time and a second column of days are read too', () => {
  const english = ['Date,Description,Amount', '03/12,Bread,-1.50', '03/28,Milk,-2.50']
  assert.equal(days(english, { filename: 'stmt 2024-03.csv' }), '2024-03-12 2024-03-28')
  const named = ['Date,Description,Amount', '12 Mar,Bread,-1.50', 'Mar 28,Milk,-2.50']
  assert.equal(days(named, { filename: 'stmt 2024-03.csv' }), '2024-03-12 2024-03-28')
  const both = [
    'Buchungstag;Wertstellung;Text;Betrag',
    '29.12. 10:15;02.01.;Brot;-1,50',
    '30.12. 11:00;31.12.;Milch;-1,50',
  ]
  assert.equal(days(both, { filename: '2023-12.csv' }), '2023-12-29 2023-12-30')
})

test('the day of a mandate or a card says nothing about the year of a booking', () => {
  const lines = [
    'Datum;Mandat vom;Text;Betrag',
    '12.03.;01.03.2019;Strom;-1,50',
    '13.03.;01.03.2019;Gas;-1,50',
  ]
  assert.match(days(lines), /^Line 2: "12.03." has no year/)
  assert.equal(days(lines, { filename: '2024-03.csv' }), '2024-03-12 2024-03-13')
})

test('a time with a point is not a day without a year', () => {
  const lines = [
    'Time;Wertstellung;Text;Betrag',
    '10.11;04.05.2024;Brot;-1,50',
    '11.12;06.05.2024;Milch;-1,50',
  ]
  assert.equal(days(lines), '2024-05-04 2024-05-06')
})

test('nothing is guessed: without a proof, every row says why and how to give one', () => {
  const rows = table('12.03.', '28.03.')
  const sentence =
    /^Line \d: "12.03." has no year, and nothing in the file proves which it is. Put it into the file's name, as in "statement_2024-03.csv", and import the file again.$/
  for (const above of ['', 'Konto DE02 1203 0000 2020 51', 'Jahre 2023 und 2024', 'Umsätze'])
    assert.match(days([above, '', ...rows]), sentence, above)
  assert.match(days(rows, { filename: 'export_2019_2024.csv' }), sentence)
  // A file that was made on 3 January may be of the year before or of this one.
  const year = table('05.01.', '12.03.', '20.06.', '20.12.')
  assert.match(days(year, { filename: 'export_2024-01-03.csv' }), /^Line 2: "05.01." has no year/)
  assert.equal(days(['Erstellt am 03.01.2024', '', ...year]), '2023-01-05 2023-03-12 2023-06-20 2023-12-20')
  // Of a whole year with a turn in it, the year alone does not say which side it is of.
  const turned = table('10.11.', '20.11.', '28.12.', '02.01.', '10.01.')
  assert.match(days(turned, { filename: '2024.csv' }), /has no year/)
})

test('each table of a zip has the year of its own name', async () => {
  const files = { '2023-12.csv': table('12.12.').join('\n'), '2024-01.csv': table('12.01.').join('\n') }
  const { rows } = readWhole(await zipOf(files), { filename: 'all.zip' })
  assert.deepEqual(
    [...rows].map((row) => !isBad(row) && row.date),
    ['2023-12-12', '2024-01-12'],
  )
})
