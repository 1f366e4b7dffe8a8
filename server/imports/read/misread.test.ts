import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv, readTables } from './csv.ts'
import { kept } from './kept-sentences.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { type FileToRead, isBad, type Reader } from './row.ts'

/** Files that were read wrong in silence, each with its right reading. */

const of = (reader: Reader, text: string, reading: Partial<FileToRead> = {}) => {
  const { mapping, rows } = reader(text, { filename: 'a', currency: 'EUR', ...reading })
  return {
    rows: [...rows].map((row) => (isBad(row) ? `bad ${row.line}` : `${row.date} ${row.amount}`)),
    amounts: () =>
      [...reader(text, { filename: 'a', currency: 'EUR', ...reading }).rows].map((row) =>
        isBad(row) ? `bad ${row.line}` : row.amount,
      ),
    asked: (mapping.needs ?? []).map(({ what }) => what),
    mapping: { ...kept(mapping), accounts: [], categories: [] },
  }
}
const csv = (lines: string, reading: Partial<FileToRead> = {}) => of(readCsv, lines.trim(), reading)

test('words do not turn a file round that has minuses', () => {
  const standing = csv(
    'Date,Description,Amount\n13/03/2026,STANDING ORDER A SMITH,500.00\n14/03/2026,Tesco,-20.00\n15/03/2026,Lidl,-30.00\n13/04/2026,STANDING ORDER A SMITH,500.00',
    { currency: 'GBP', isLiability: false },
  )
  assert.deepEqual([standing.amounts(), standing.asked], [['500.00', '-20.00', '-30.00', '500.00'], []])
  const card = csv(
    'Datum;Text;Betrag\n13.03.2026;Rewe;-20,00\n14.03.2026;Lidl;-30,00\n15.03.2026;Lastschrift;50,00\n16.03.2026;dm;-8,00',
    {
      isLiability: true,
    },
  )
  assert.deepEqual([card.amounts(), card.asked], [['-20.00', '-30.00', '50.00', '-8.00'], []])
})

test('a card without a minus: purchases are spent, and a payment or a refund is money in by its words', () => {
  const { amounts, asked } = csv(
    'Date,Description,Amount\n2026-03-13,UBER,12.00\n2026-03-14,AMAZON,30.00\n2026-03-15,PAYMENT RECEIVED THANK YOU,42.00\n2026-03-16,H&M ONLINE REFUND,9.00',
    { isLiability: true },
  )
  assert.deepEqual([amounts(), asked], [['-12.00', '-30.00', '42.00', '9.00'], []])
})

test('a minus beside S or D is a booking that is taken back', () => {
  const { amounts } = csv(
    'Buchungstag;Text;Betrag;S/H\n13.03.2026;Rewe;20,00;S\n14.03.2026;Lidl;30,00;S\n15.03.2026;Firma;1000,00;H\n16.03.2026;Rewe;-5,00;S',
  )
  assert.deepEqual(amounts(), ['-20.00', '-30.00', '1000.00', '5.00'])
})

test('where some amounts have CR, the others are money out', () => {
  const { amounts } = csv(
    'Date,Description,Amount\n13/03/2026,Shop,15.00\n14/03/2026,Lidl return,31.00 CR\n15/03/2026,Rewe,12.00',
    { isLiability: true },
  )
  assert.deepEqual(amounts(), ['-15.00', '31.00', '-12.00'])
})

test('shops called Total, Saldo and New Balance are entries, unless they are the sum of the others', () => {
  const shops = csv(
    'Date;Libellé;Montant\n13/03/2026;TOTAL;-60,10\n14/03/2026;TOTAL 4521;-45,00\n15/03/2026;Carrefour;-12,00\n16/03/2026;NEW BALANCE;-120,00\n17/03/2026;SALDO 45;-9,00',
  )
  assert.deepEqual(shops.amounts(), ['-60.10', '-45.00', '-12.00', '-120.00', '-9.00'])
  const sum = csv(
    'Date;Libellé;Montant\n13/03/2026;Carrefour;-12,00\n14/03/2026;Lidl;-8,50\n15/03/2026;Total;-20,50',
  )
  assert.deepEqual(sum.amounts(), ['-12.00', '-8.50'])
  const undated = csv(
    'Date,Description,Amount\n13/03/2026,Tesco,-15.00\n,SumUp *Cafe,-30.00\n14/03/2026,Boots,-3.00',
  )
  assert.deepEqual(undated.amounts(), ['-15.00', 'bad 3', '-3.00'])
})

test('a short name in the last line is an entry, and a line without any words is not', () => {
  const short = csv('2026-03-13;Coop;-15,00\n2026-03-14;Lön;1000,00\n2026-03-20;ICA;-30,00')
  assert.deepEqual(short.amounts(), ['-15.00', '1000.00', '-30.00'])
  const closing = csv('2026-03-13;Coop;-15,00\n2026-03-14;Lön;1000,00\n2026-03-20;;985,00')
  assert.deepEqual(closing.amounts(), ['-15.00', '1000.00', 'bad 3'])
})

test('days of two digits each may begin with the year; a standing order decides no order of days', () => {
  const short = csv('Datum;Text;Belopp\n24-03-13;Willys;-15,00\n24-03-14;Coop;-30,00\n24-03-20;Lön;1000,00', {
    currency: 'SEK',
  })
  assert.deepEqual(short.rows[0], '2024-03-13 -15.00')
  const interest = csv(
    'Date,Text,Amount\n01/01/2026,Rent,-1.00\n01/04/2026,Rent,-1.00\n01/07/2026,Rent,-1.00',
  )
  assert.deepEqual(interest.asked, ['day_order'])
  const wise = csv('Date,Text,Amount\n03-04-2026,Card,-12.00\n03-04-2026,Shop,-13.00', { currency: 'USD' })
  assert.deepEqual(wise.asked, ['day_order'])
})

test('zeros are no numbers without a mark, and a currency of three decimals may have thousands too', () => {
  const dinars = csv(
    'Date,Description,Debit,Credit\n2026-03-13,Hotel,5.125,0\n2026-03-14,Lidl,1.234,0\n2026-03-15,Cafe,0,2.875',
    { currency: 'KWD' },
  )
  assert.deepEqual(dinars.amounts(), ['-5.125', '-1.234', '2.875'])
  assert.deepEqual(csv('Date,Text,Amount\n2026-03-13,a,-5\n2026-03-14,b,-1.234', { currency: 'KWD' }).asked, [
    'decimal_mark',
  ])
})

test('two columns that are called amounts and differ are asked about', () => {
  const two = csv(
    'Date,Description,Transaction Amount,Billing Amount\n2026-03-13,Tokyo Hotel,-15000.00,-98.10\n2026-03-14,Lidl,-30.00,-30.00',
  )
  assert.deepEqual(two.asked, ['amount_column'])
  assert.deepEqual(
    csv('Date,Merchant,Net Amount,VAT,Gross Amount\n2026-03-04,Aaa,-10.00,-1.90,-11.90').asked,
    ['amount_column'],
  )
})

test('a sign of a currency is that currency', () => {
  const { rows } = readCsv('Date,Text,Amount\n2026-03-13,a,-€15.00', { filename: 'a', currency: 'USD' })
  assert.deepEqual(
    [...rows].map((row) => !isBad(row) && row.currency),
    ['EUR'],
  )
})

test('an earlier file settles what it proved or was asked about, and nothing else', () => {
  const same = csv('Date,Text,Amount\n05/05/2026,Aa,-1.00\n06/06/2026,Bb,-2.00')
  const next = 'Date,Text,Amount\n03/04/2026,Cc,-1.00\n05/07/2026,Dd,-2.00'
  assert.deepEqual(csv(next, { remembered: same.mapping }).asked, ['day_order'])
  const answered = csv(next, { given: { date_order: 'month_first' } })
  assert.deepEqual(csv(next, { remembered: answered.mapping }).asked, [])
  const card = csv('Date,Text,Amount\n2026-03-13,Aa,15.00\n2026-03-14,Bb,31.00\n2026-03-15,Cc,12.00', {
    isLiability: true,
  })
  const ofx =
    '<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260313<TRNAMT>-15.00<FITID>1<NAME>x</STMTTRN></BANKTRANLIST></STMTRS></OFX>'
  assert.deepEqual(
    of(readOfx, ofx, { remembered: card.mapping, isLiability: true }).amounts(),
    ['-15.00'],
    'another format',
  )
})

test('OFX with positive debits alone is asked about, and so is a QIF card without words', () => {
  const ofx = (list: string) => `<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${list}</BANKTRANLIST></STMTRS></OFX>`
  const debit = ofx('<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260313<TRNAMT>15.00<FITID>1<NAME>x</STMTTRN>')
  assert.deepEqual(of(readOfx, debit).asked, ['sign'])
  const qif = (rows: readonly (readonly [string, string])[]) =>
    `!Type:CCard\n${rows.map(([amount, payee]) => `D13/03/2026\nT${amount}\nP${payee}\n^\n`).join('')}`
  const paid = of(
    readQif,
    qif([
      ['12.50', 'Shop'],
      ['5.10', 'Cafe'],
      ['-25.00', 'Payment received'],
    ]),
    { isLiability: true },
  )
  assert.deepEqual([paid.amounts(), paid.asked], [['-12.50', '-5.10', '25.00'], []])
  assert.deepEqual(
    of(
      readQif,
      qif([
        ['12.50', 'Shop'],
        ['5.10', 'Cafe'],
        ['-25.00', 'x'],
      ]),
      { isLiability: true },
    ).asked,
    ['sign'],
  )
})

test('cells beyond the headings are refused, with what it may be', () => {
  assert.throws(
    () => csv('Date,Amount,Description\n13/03/2026,-10,00,Rewe\n14/03/2026,-5,50,Spar'),
    /Line 2 has 4 cells, and there are 3 headings/,
  )
})

test('money that has not moved is no entry', () => {
  const { amounts } = csv(
    'Date,Description,Amount,Status\n2026-03-13,a,-1.00,Completed\n2026-03-14,b,-2.00,Denied\n2026-03-15,c,-3.00,On Hold\n2026-03-16,d,-4.00,Ausstehend',
  )
  assert.deepEqual(amounts(), ['-1.00', 'bad 3', 'bad 4', 'bad 5'])
  // A word on no list is not taken for booked beside one that is known; where none is known, the column is about something else.
  const states = (words: string[]) =>
    csv(
      `Date,Description,Amount,Status\n${words.map((word, n) => `2026-03-1${n},a${n},-${n + 1}.00,${word}`).join('\n')}`,
    )
  assert.deepEqual(states(['Completed', 'Ventilated', 'completed']).amounts(), ['-1.00', 'bad 3', '-3.00'])
  assert.deepEqual(states(['private', 'business', 'private']).amounts(), ['-1.00', '-2.00', '-3.00'])
})

test('a fee of a file whose amounts are reversed makes the spending larger', () => {
  const { amounts } = csv('Date,Text,Amount,Fee\n2026-03-13,a,10.00,1.00', {
    given: {
      is_reversed: true,
      columns: [{ role: 'date' }, { role: 'text' }, { role: 'amount' }, { role: 'fee' }],
    },
  })
  assert.deepEqual(amounts(), ['-11'])
})

test('amounts of 0 prove nothing, and balances that are not joined are no path of a day', () => {
  const zeros = csv(
    'Date,Text,Amount,Balance\n2026-03-13,a,-1.00,99.00\n2026-03-13,b,0.00,99.00\n2026-03-13,c,0.00,99.00\n2026-03-14,d,0.00,99.00',
  )
  assert.equal(zeros.mapping.certainty?.amount_column, 'likely')
  const apart = csv(
    'Date,Text,Amount,Balance\n2026-03-13,a,-10.00,90.00\n2026-03-13,b,500.00,1500.00\n2026-03-13,c,-500.00,1000.00\n2026-03-14,d,-20.00,70.00\n2026-03-15,e,-5.00,65.00',
  )
  assert.deepEqual(apart.asked, ['amount_column'])
})

test('an answer about balances that contradict is kept for the third file too', () => {
  const file =
    'Date,Text,Amount,Balance\n2026-03-13,a,-1.00,99.25\n2026-03-14,b,-2.00,97.25\n2026-03-15,c,-3.00,90.25'
  const first = csv(file)
  assert.deepEqual(first.asked, ['amount_column'])
  const columns = first.mapping.columns.map(({ role }) => ({ role }))
  const answered = csv(file, { given: { columns } })
  const second = csv(file, { remembered: answered.mapping })
  assert.deepEqual([second.asked, csv(file, { remembered: second.mapping }).asked], [[], []])
})

test('a plus does not outweigh words', () => {
  const plus = csv(
    'Date,Text,Amount\n2026-03-13,Purchase a,+1.00\n2026-03-14,Purchase b,+2.00\n2026-03-15,Payment received,-9.00',
    { isLiability: true },
  )
  assert.deepEqual(plus.amounts(), ['-1.00', '-2.00', '9.00'])
})

test('interest and fees of a card without a minus are spent, and a shop called Thanks too', () => {
  const { amounts } = csv(
    'Date,Description,Amount\n2026-03-13,INTEREST CHARGED,5.00\n2026-03-14,LATE FEE,9.00\n2026-03-15,Thanks Coffee,3.00\n2026-03-16,PAYMENT THANK YOU,17.00',
    { isLiability: true },
  )
  assert.deepEqual(amounts(), ['-5.00', '-9.00', '-3.00', '17.00'])
  const mixed = csv(
    'Date,Description,Amount\n2026-03-13,INTEREST CHARGED,5.00\n2026-03-14,Shop,9.00\n2026-03-16,PAYMENT THANK YOU,-14.00',
    { isLiability: true },
  )
  assert.deepEqual(mixed.amounts(), ['-5.00', '-9.00', '14.00'])
})

test('each statement of a zip has balances of its own', () => {
  const table = (day: string, start: number) =>
    [
      'Date,Text,Amount,Balance',
      ...[1, 2, 3].map((one) => `${day},s${one},-1.50,${(start - one * 1.5).toFixed(2)}`),
    ].join('\n')
  const files = [
    { name: 'a.csv', text: table('2026-03-13', 100) },
    { name: 'b.csv', text: table('2026-03-20', 700) },
  ]
  const { mapping } = readTables(files, { filename: 'all.zip', currency: 'EUR' })
  assert.deepEqual([mapping.needs, mapping.certainty?.amount_column], [[], 'proven'])
})

test('a month that is another one in another language is no day, and says so', () => {
  const rows = [
    ...readCsv('Data;Opis;Kwota\n4. listopada 2026.;Konzum;-5,00\n5 listopada 2026;Lidl;-6,00\n', {
      filename: 'a',
    }).rows,
  ]
  assert.match((rows[0] && isBad(rows[0]) && rows[0].faults[0]?.message) || '', /Croatian .* Polish/)
  assert.ok(rows[1] && !isBad(rows[1]) && rows[1].date === '2026-11-05')
})

test('columns of money out and in are checked against the balance beside them', () => {
  const rows =
    '14.03.2024;Lohn;5000,00;;5719,50\n15.03.2024;Miete;;1500,00;4219,50\n16.03.2024;Lidl;;20,00;4199,50'
  const of = (headings: string, isLiability: boolean) =>
    csv(`Datum;Text;${headings};Saldo\n${rows}\n17.03.2024;dm;;9,50;4190,00`, { isLiability })
  // The ledger of a company has what comes in under debit: it is asked about.
  assert.deepEqual(of('Soll;Haben', false).asked, ['sign'])
  // Headings that are not known are proven by the balance, whichever comes first.
  for (const headings of ['Uplata;Isplata', 'Aaa;Bbb'])
    assert.deepEqual(of(headings, false).amounts(), ['5000.00', '-1500.00', '-20.00', '-9.50'], headings)
})

test('the state of a shop, miles and money left to spend say nothing about signs and amounts', () => {
  const country = csv('Date,Text,Amount,Country\n2024-03-14,Rewe,12.50,IN\n2024-03-15,Aral,40.00,IN', {
    isLiability: true,
  })
  assert.deepEqual(country.amounts(), ['-12.50', '-40.00'])
  const miles = csv(
    'Date,Text,Amount,Miles,Miles Total\n2024-03-14,a,-12.50,10,110\n2024-03-15,b,-40.00,20,130\n2024-03-16,c,-7.00,5,135\n2024-03-17,d,-8.00,5,140',
  )
  assert.deepEqual(miles.amounts(), ['-12.50', '-40.00', '-7.00', '-8.00'])
  const available = csv(
    'Date,Text,Amount,Available Balance\n2024-03-14,a,-12.50,987.50\n2024-03-15,b,-40.00,947.50\n2024-03-16,c,-7.50,940.00\n2024-03-17,PAYMENT,60.00,1000.00',
    { isLiability: true },
  )
  assert.deepEqual([available.amounts(), available.asked], [['-12.50', '-40.00', '-7.50', '60.00'], []])
})

test('equal amounts of one day prove no sign, and amounts beside others without a minus are asked about', () => {
  const equal = csv(
    'Date,Text,Amount,Balance\n2024-03-14,a,10.00,130.00\n2024-03-14,b,10.00,120.00\n2024-03-14,c,10.00,110.00\n2024-03-14,d,10.00,100.00',
    { isLiability: false },
  )
  assert.deepEqual(equal.asked, ['sign'])
  const billed = csv(
    'Date,Text,Transaction Amount,Billing Amount\n2024-03-14,a,54.20,50.11\n2024-03-15,b,20.00,18.50',
    { isLiability: true },
  )
  assert.deepEqual(billed.asked, ['amount_column'])
})

test('an automatic payment of a phone is spent, and a salary among purchases without a minus is asked about', () => {
  const card = csv('Date,Text,Amount\n2024-03-14,T-MOBILE AUTO PAY,70.00\n2024-03-15,THANK YOU CAFE,5.00', {
    isLiability: true,
  })
  assert.deepEqual(card.amounts(), ['-70.00', '-5.00'])
  const bank =
    'Date,Text,Amount\n2024-03-14,CARD PAYMENT TESCO,12.50\n2024-03-15,ATM,50.00\n2024-03-16,SALARY,2000.00'
  assert.deepEqual(csv(bank, { isLiability: false }).asked, ['sign'])
  const said = csv(bank, { isLiability: false, given: { is_reversed: true } })
  assert.deepEqual(said.amounts(), ['-12.50', '-50.00', '2000.00'])
  const quiet = csv(
    'Date,Text,Amount\n2024-03-14,Rewe,45.00\n2024-03-15,PAYMENT RECEIVED - THANK YOU,-30.00',
    {
      isLiability: true,
    },
  )
  assert.deepEqual([quiet.amounts(), quiet.asked], [['-45.00', '30.00'], []])
})

test('decimals that a comma cut off are refused, also below a heading that ends in one; and OFX without decimals', () => {
  const { rows } = csv('Date,Amount,Text,\n2024-03-04,-12,50,Lidl\n2024-03-05,-7,25,Rewe')
  assert.deepEqual(rows, ['bad 2', 'bad 3'])
  const ofx = (amount: string) =>
    of(
      readOfx,
      `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CLP<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240304<TRNAMT>${amount}<FITID>1<NAME>x</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    ).rows
  assert.deepEqual(ofx('-25000'), ['2024-03-04 -25000'])
  assert.match(ofx('-25.000')[0] ?? '', /^bad/)
})
