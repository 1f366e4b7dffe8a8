import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { kept } from './kept-sentences.ts'
import { readQif } from './qif.ts'
import { type FileToRead, isBad, type Reader } from './row.ts'

/** Days that were read wrong in silence. */

const of = (reader: Reader, text: string, reading: Partial<FileToRead> = {}) => {
  const { mapping, rows } = reader(text, { filename: 'a', currency: 'EUR', isLiability: false, ...reading })
  return {
    days: [...rows].map((row) => (isBad(row) ? `bad ${row.line}` : row.date)),
    asked: (mapping.needs ?? []).map(({ what }) => what),
    mapping: kept(mapping),
  }
}

/** A table of these days. */
const days = (written: readonly string[], reading: Partial<FileToRead> = {}, head = 'Date,Text,Amount') =>
  of(readCsv, [head, ...written.map((day, at) => `${day},Shop ${at}x,-${at + 1}.50`)].join('\n'), reading)
const qif = (written: readonly string[], reading: Partial<FileToRead> = {}) =>
  of(
    readQif,
    `!Type:Bank\n${written.map((day, at) => `D${day}\nT-${at + 1}.50\nPShop ${at}\n^\n`).join('')}`,
    reading,
  )

test('eight digits have an order of day and month like any other day', () => {
  const open = ['03042024', '05062024']
  assert.deepEqual(days(open).asked, ['day_order'])
  assert.deepEqual(qif(open).asked, ['day_order'])
  const proven = days(['03042024', '03252024'], { currency: 'GBP' })
  assert.deepEqual([proven.days, proven.asked], [['2024-03-04', '2024-03-25'], []])
  assert.equal(qif(['03042024', '25032024'], { currency: 'USD' }).days[0], '2024-04-03')
  // Those of the year first have none.
  assert.equal(days(['20240304', '20241211']).mapping.evidence?.day_order, 'Days begin with the year.')
  assert.deepEqual(days(['20112024', '03042024']).days, ['2024-11-20', '2024-04-03'])
})

test('one day of several months does not follow from days in a row, if language or currency say so', () => {
  const quarters = ['05/01/2024', '05/04/2024', '05/07/2024', '05/10/2024']
  assert.equal(days(quarters, { currency: 'GBP' }).days[1], '2024-04-05')
  assert.deepEqual(days(quarters).asked, ['day_order'])
  assert.equal(days(quarters, {}, 'Fecha,Concepto,Importe').days[1], '2024-04-05')
  const gap = ['01/02/2024', '01/03/2024', '01/05/2024', '01/06/2024']
  assert.deepEqual(days(gap, { currency: 'GBP' }).asked, ['day_order'])
  assert.deepEqual(days(gap, {}, 'Fecha,Concepto,Importe').asked, ['day_order'])
  // A week of a month is one where nothing speaks against it.
  const week = days(['01/03/2024', '02/03/2024', '05/03/2024', '05/03/2024', '06/03/2024'])
  assert.deepEqual([week.days[1], week.asked], ['2024-03-02', []])
})

test('two digits for the year may stand first, also in a file of one day', () => {
  for (const read of [days, qif]) {
    const one = read(['24/03/05'])
    assert.deepEqual(one.asked, ['day_order'])
    assert.deepEqual(
      one.mapping.needs?.[0]?.choices.map(({ example }) => example),
      ['24/03/05 is 24 March 2005', '24/03/05 is 5 March 2024'],
    )
  }
  assert.deepEqual(days(['24-03-05', '24-04-05'], { currency: 'CAD' }).asked, ['day_order'])
  assert.deepEqual(days(['24-03-05'], { given: { date_order: 'year_first' } }).days, ['2024-03-05'])
  // Where both are of the last years, people who write the year first are asked, and others are not.
  assert.deepEqual(days(['25/03/24'], { currency: 'SEK' }).asked, ['day_order'])
  assert.deepEqual(days(['25/03/24'], { currency: 'GBP' }).asked, [])
  // An old file: its days follow each other as they are.
  assert.deepEqual(qif(['03/01/05', '17/02/05', '20/03/05']).asked, [])
})

test('an apostrophe is not always of a program that writes the month first', () => {
  assert.deepEqual(qif(["02.01'2018", "05.01'2018", "09.01'2018"]).days[2], '2018-01-09')
  assert.deepEqual(qif(["3/4'04", "5/6'04"], { currency: 'GBP' }).asked, ['day_order'])
  assert.deepEqual(qif(["3/4'04", "5/6'04"], { currency: 'USD' }).days, ['2004-03-04', '2004-05-06'])
})

test('years of another calendar are not taken for ours', () => {
  const thai = days(['14/03/67', '15/03/67'], { currency: 'THB' })
  assert.deepEqual(thai.days, ['bad 2', 'bad 3'])
  const reiwa = days(['06.03.14', '06.03.15'], { currency: 'JPY' })
  assert.deepEqual(reiwa.asked, ['day_order'])
  assert.match(reiwa.mapping.needs?.[0]?.why ?? '', /2006/)
})

test('a file none of whose days can be read proves no order of them, and each row quotes its day', () => {
  const { mapping } = days(['45365', '45366'])
  assert.deepEqual(
    [mapping.certainty?.day_order, mapping.evidence?.day_order],
    ['likely', 'No day of the file could be read.'],
  )
  const [row] = readCsv('Date,Text,Amount\n45365,Shop,-1.50\n', { filename: 'a' }).rows
  assert.ok(row && isBad(row))
  assert.equal(row.faults[0]?.message, 'Line 2: "45365" is not a date.')
})

test('a weekday before a day in figures does not matter', () => {
  assert.deepEqual(days(['Thu 14/03/2024', 'Fri 05/04/2024']).days, ['2024-03-14', '2024-04-05'])
  assert.deepEqual(days(['Mo. 04/03/2024', 'Do. 07/03/2024', 'Mar 8, 2024']).asked, ['day_order'])
})

test('Revolut: the day on which an entry was completed, in other languages too', () => {
  for (const head of [
    'Date de début,Date de fin,Description,Montant,État',
    'Startdatum,Slutdatum,Beskrivning,Belopp,Status',
    'Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Status',
  ]) {
    const { rows } = readCsv(
      `${head}\n2024-03-14 10:00:00,2024-03-15 10:00:00,Shop a,-12.50,\n2024-03-15 11:00:00,2024-03-16 12:00:00,Shop b,100.00,`,
      { filename: 'a', isLiability: false },
    )
    assert.deepEqual(
      [...rows].map((row) => !isBad(row) && row.date),
      ['2024-03-15', '2024-03-16'],
      head,
    )
  }
})

test('the months of Croatian that are others in Polish and Czech are told by the other months of the file', () => {
  const of = (text: string, currency = 'EUR') =>
    [...readCsv(text, { filename: 'a', currency, isLiability: false }).rows].map((row) =>
      isBad(row) ? `bad ${row.line}` : row.date,
    )
  const table = (...days: string[]) =>
    `Datum;Opis;Iznos\n${days.map((day) => `${day};Trgovina;-5,00\n`).join('')}`
  const croatian = of(table('3 rujna 2026', '5 listopada 2026', '7. lip 2026', '8 srp 2026', '9 lis 2026'))
  assert.deepEqual(croatian, ['2026-09-03', '2026-10-05', '2026-06-07', '2026-07-08', '2026-10-09'])
  const polish = of(table('3 września 2026', '5 listopada 2026', '7. lip 2026', '9 lis 2026'))
  assert.deepEqual(polish, ['2026-09-03', '2026-11-05', '2026-07-07', '2026-11-09'])
  assert.deepEqual(of(table('3 března 2026', '8 srp 2026')), ['2026-03-03', '2026-08-08'])
  // Nothing tells them, or both are there: no day is guessed.
  assert.deepEqual(of(table('5 listopada 2026', '6 lip 2026')), ['bad 2', 'bad 3'])
  assert.deepEqual(of(table('3 rujna 2026', '4 września 2026', '5 listopada 2026')).at(-1), 'bad 4')
  assert.deepEqual(of(table('5 listopada 2026', '6 lip 2026'), 'PLN'), ['2026-11-05', '2026-07-06'])
})

test('days in a row against the order of the language or the currency are asked about, also where they are few', () => {
  const dutch = 'Datum,Naam,Bedrag'
  assert.deepEqual(days(['03/12/2019', '03/11/2019'], {}, dutch).asked, ['day_order'])
  assert.deepEqual(days(['04/03/2024', '05/03/2024', '06/03/2024'], { currency: 'USD' }).asked, ['day_order'])
  assert.deepEqual(days(['12/03/2019', '11/03/2019'], {}, dutch).asked, [])
  // One day of many months, as of a standing order, is what the currency says.
  const monthly = ['03/01/2024', '03/02/2024', '03/03/2024', '03/04/2024', '03/05/2024']
  assert.deepEqual(days(monthly, { currency: 'GBP' }).asked, [])
})
