import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { kept } from './kept-sentences.ts'
import { readQif } from './qif.ts'
import { type FileToRead, isBad } from './row.ts'

const read = (lines: readonly string[], reading: Partial<FileToRead> = {}) => {
  const { mapping, rows, balances } = readCsv(lines.join('\n'), { filename: 'a.csv', ...reading })
  const all = [...rows]
  return {
    rows: all.map((row) => (isBad(row) ? `bad ${row.line}` : `${row.date} ${row.amount}`)),
    certainty: mapping.certainty,
    evidence: kept(mapping.evidence),
    needs: kept(mapping.needs ?? []),
    asked: (mapping.needs ?? []).map(({ what }) => what),
    balances: (balances?.() ?? []).map(({ date, amount }) => `${date} ${Number(amount)}`),
    columns: mapping.columns.map(({ role }) => role),
  }
}

test('the balance before an entry is not taken for the amount in a file without headings', () => {
  const { rows, certainty, columns, balances } = read([
    '2026-03-01;Bakery;1000.00;-4.50;995.50',
    '2026-03-02;Rent;995.50;-800.00;195.50',
    '2026-03-03;Work;195.50;2000.00;2195.50',
    '2026-03-04;Shop;2195.50;-20.25;2175.25',
  ])
  assert.deepEqual(rows, [
    '2026-03-01 -4.50',
    '2026-03-02 -800.00',
    '2026-03-03 2000.00',
    '2026-03-04 -20.25',
  ])
  assert.equal(certainty?.amount_column, 'proven')
  assert.deepEqual(columns, ['date', 'text', 'ignore', 'amount', 'balance'])
  assert.deepEqual(balances, ['2026-02-28 1000', '2026-03-04 2175.25'])
})

test('a column with the balance before each entry proves the amounts too', () => {
  const { rows, certainty, balances } = read([
    '2026-03-01;Bakery;1000.00;-4.50',
    '2026-03-02;Rent;995.50;-800.00',
    '2026-03-03;Work;195.50;2000.00',
    '2026-03-04;Shop;2195.50;-20.25',
  ])
  assert.deepEqual(rows, [
    '2026-03-01 -4.50',
    '2026-03-02 -800.00',
    '2026-03-03 2000.00',
    '2026-03-04 -20.25',
  ])
  assert.equal(certainty?.amount_column, 'proven')
  assert.deepEqual(balances, ['2026-02-28 1000', '2026-03-04 2175.25'])
})

const fees = (balances: readonly string[]) => [
  'Date,Description,Amount,Fee,Balance',
  `2026-03-01,Top-up,100.00,0.00,${balances[0]}`,
  `2026-03-02,Cash machine,-20.00,1.50,${balances[1]}`,
  `2026-03-03,Shop,-5.00,0.00,${balances[2]}`,
  `2026-03-04,Abroad,-10.00,0.25,${balances[3]}`,
]

test('a fee counts if the balance falls by it, does not if it does not, and is asked about without balances', () => {
  const falls = read(fees(['100.00', '78.50', '73.50', '63.25']))
  assert.deepEqual(falls.rows, [
    '2026-03-01 100.00',
    '2026-03-02 -21.5',
    '2026-03-03 -5.00',
    '2026-03-04 -10.25',
  ])
  assert.equal(falls.certainty?.amount_column, 'proven')
  const inside = read(fees(['100.00', '80.00', '75.00', '65.00']))
  assert.deepEqual(inside.rows, [
    '2026-03-01 100.00',
    '2026-03-02 -20.00',
    '2026-03-03 -5.00',
    '2026-03-04 -10.00',
  ])
  assert.deepEqual(inside.columns, ['date', 'text', 'amount', 'ignore', 'balance'])
  const open = read(fees(['', '', '', '']))
  assert.deepEqual(open.asked, ['amount_column'])
  assert.deepEqual(
    open.needs[0]?.choices.map(({ value, example }) => [value, example]),
    [
      ['Amount, less Fee', 'Line 2, "Top-up": 100.00'],
      ['Amount', 'Line 2, "Top-up": 100.00'],
    ],
  )
})

test('the net beside gross and fee is the amount', () => {
  const { rows, asked } = read([
    'Date,Name,Gross,Fee,Net',
    '2026-03-01,Ana,100.00,-3.00,97.00',
    '2026-03-02,Ben,50.00,-1.50,48.50',
    '2026-03-03,Shop,-20.00,0.00,-20.00',
  ])
  assert.deepEqual([rows, asked], [['2026-03-01 97.00', '2026-03-02 48.50', '2026-03-03 -20.00'], []])
})

test('a single contradiction of the balances is asked about, with its line; a missing or rounded balance is none', () => {
  const table = (balances: readonly string[]) =>
    read([
      'Date,Text,Amount,Balance',
      `2026-03-01,a,-1.00,${balances[0]}`,
      `2026-03-02,b,-2.00,${balances[1]}`,
      `2026-03-03,c,-3.00,${balances[2]}`,
      `2026-03-04,d,-4.50,${balances[3]}`,
    ])
  const one = table(['99.25', '97.25', '94.25', '90.25'])
  assert.deepEqual(one.asked, ['amount_column'])
  assert.equal(
    one.needs[0]?.why,
    'Line 5: the balance goes from 94.25 in line 4 to 90.25, and the amount is -4.50.',
  )
  assert.deepEqual(one.needs[0]?.choices[0]?.example, 'Line 2, "a": -1.00')
  assert.deepEqual(table(['99.00', '', '94.00', '89.50']).asked, [])
  assert.deepEqual(table(['99', '97', '94', '90']).asked, [], 'rounded to whole units')
  assert.equal(table(['99.00', '97.00', '94.00', '89.50']).certainty?.amount_column, 'proven')
})

test('the lines of a day may stand in any order', () => {
  const { certainty, balances } = read([
    'Date,Text,Amount,Balance',
    '2026-03-02,b,-2.00,92.00',
    '2026-03-02,a,-6.00,94.00',
    '2026-03-01,z,100.00,100.00',
    '2026-03-03,d,-1.00,91.00',
    '2026-03-03,e,1.50,92.50',
  ])
  assert.equal(certainty?.amount_column, 'proven')
  assert.deepEqual(balances, ['2026-02-28 0', '2026-03-03 92.5'])
})

test('lines that state a balance or a sum are no entries, and prove the amounts between them', () => {
  const lines = (closing: string) => [
    'Date,Description,Amount',
    '2026-03-01,Opening balance,1000.00',
    '2026-03-02,Rent,-800.00',
    '2026-03-03,New Balance Shoes,-90.00',
    '2026-03-04,Total debits,-890.00',
    `2026-03-04,Closing Balance 04 March 2026,${closing}`,
  ]
  const right = read(lines('110.00'))
  assert.deepEqual(right.rows, ['2026-03-02 -800.00', '2026-03-03 -90.00'])
  assert.equal(
    right.evidence?.amount_column,
    'The opening balance 1000.00 and all amounts make the closing balance 110.00.',
  )
  assert.deepEqual(right.balances, ['2026-03-01 1000', '2026-03-03 110'])
  const wrong = read(lines('120.00'))
  assert.deepEqual(wrong.asked, ['amount_column'])
  assert.match(wrong.needs[0]?.why ?? '', /^Line 6: the closing balance is 120\.00, but .* make 110\.$/)
})

test('the order of day and month is asked for unless numbers, neighbours, another column, the language or the currency decide', () => {
  const days = (cells: readonly string[], reading: Partial<FileToRead> = {}, heading = 'Date,Text,Amount') =>
    read([heading, ...cells.map((cell, at) => `${cell},x${at},-1.00`)], reading)
  const open = days(['03/04/2026', '05/07/2026'], { currency: 'EUR' })
  assert.deepEqual(open.asked, ['day_order'])
  assert.deepEqual(
    open.needs[0]?.choices.map(({ value, example, mapping }) => [value, example, mapping]),
    [
      ['day_first', '03/04/2026 is 3 April 2026', { date_order: 'day_first' }],
      ['month_first', '03/04/2026 is 4 March 2026', { date_order: 'month_first' }],
    ],
  )
  const answered = days(['03/04/2026', '05/07/2026'], {
    currency: 'EUR',
    given: { date_order: 'month_first' },
  })
  assert.deepEqual([answered.asked, answered.rows], [[], ['2026-03-04 -1.00', '2026-05-07 -1.00']])
  assert.equal(days(['03/04/2026', '13/07/2026'], { currency: 'EUR' }).certainty?.day_order, 'proven')
  const near = days(['03/04/2026', '03/05/2026', '03/08/2026'], { currency: 'EUR' })
  assert.deepEqual([near.certainty?.day_order, near.rows[0]], ['likely', '2026-03-04 -1.00'])
  assert.deepEqual(days(['03/04/2026', '05/07/2026'], { currency: 'USD' }).rows[0], '2026-03-04 -1.00')
  assert.deepEqual(days(['03/04/2026', '05/07/2026'], { currency: 'GBP' }).rows[0], '2026-04-03 -1.00')
  const french = days(['03/04/2026', '05/07/2026'], { currency: 'EUR' }, 'Date,Libellé,Montant')
  assert.deepEqual([french.asked, french.rows[0]], [[], '2026-04-03 -1.00'])
  const beside = read(
    ['Date,Value date,Text,Amount', '03/04/2026,03/20/2026,x,-1.00', '05/07/2026,05/08/2026,x,-1.00'],
    { currency: 'EUR' },
  )
  assert.deepEqual([beside.certainty?.day_order, beside.rows[0]], ['proven', '2026-03-04 -1.00'])
  assert.equal(days(['04/04/2026', '05/05/2026'], { currency: 'EUR' }).certainty?.day_order, 'proven')
})

test('three digits behind the only mark of every amount are asked about', () => {
  const amounts = (cells: readonly string[], currency = 'EUR') =>
    read(['Datum;Text;Betrag', ...cells.map((cell, at) => `0${at + 1}.03.2026;x;${cell}`)], { currency })
  const open = amounts(['-1.234', '-30.000'])
  assert.deepEqual(open.asked, ['decimal_mark'])
  assert.deepEqual(
    open.needs[0]?.choices.map(({ value, example }) => [value, example]),
    [
      ['.', '-1.234 is -1.234, with three decimals'],
      [',', '-1.234 is -1,234'],
    ],
  )
  assert.deepEqual(amounts(['-1.234', '-30.000', '-12,50']).rows[0], '2026-03-01 -1234')
  assert.deepEqual(amounts(['-1.234', '-500']).certainty?.decimal_mark, 'likely')
  assert.deepEqual(amounts(['-1.234', '-30.000'], 'KWD').rows[1], '2026-03-02 -30.000')
  assert.deepEqual(amounts(['-1.234', '-30.000'], 'JPY').rows[1], '2026-03-02 -30000')
  const balance = read([
    'Datum;Text;Betrag;Saldo',
    '13.03.2026;x;-1.234;5.000,50',
    '14.03.2026;x;-2.000;3.000,50',
  ])
  assert.deepEqual([balance.certainty?.decimal_mark, balance.rows[0]], ['proven', '2026-03-13 -1234'])
})

test('amounts without one minus are asked about, unless the account is a debt or the words say it', () => {
  const card = (words: readonly string[], reading: Partial<FileToRead> = {}) =>
    read(
      ['Date,Description,Amount', ...words.map((text, at) => `2026-03-${10 + at},${text},1${at}.50`)],
      reading,
    )
  const shops = ['LIDL', 'REWE', 'SHELL']
  const open = card(shops, { isLiability: false })
  assert.deepEqual(open.asked, ['sign'])
  assert.deepEqual(
    open.needs[0]?.choices.map(({ value, example, mapping }) => [value, example, mapping]),
    [
      ['money_in', 'Line 2, "LIDL": 10.50 is money that came in', { is_reversed: false }],
      ['money_out', 'Line 2, "LIDL": 10.50 is money that was spent', { is_reversed: true }],
    ],
  )
  assert.deepEqual(card(shops, { isLiability: true }).rows[0], '2026-03-10 -10.50')
  assert.deepEqual(card(['Purchase LIDL', 'Purchase REWE']).rows[0], '2026-03-10 -10.50')
  assert.deepEqual(card(['Salary', 'Interest']).rows[0], '2026-03-10 10.50')
  assert.deepEqual(card(shops, { given: { is_reversed: true } }).certainty?.sign, 'proven')
  const payments = ['Date,Description,Amount', '2026-03-10,LIDL,12.50', '2026-03-11,SHELL,30.00']
  const paid = read([...payments, '2026-03-12,PAYMENT THANK YOU,-42.50'], { isLiability: true })
  assert.deepEqual(paid.rows, ['2026-03-10 -12.50', '2026-03-11 -30.00', '2026-03-12 42.50'])
  const unnamed = read([...payments, '2026-03-12,12345,-42.50'], { isLiability: true })
  assert.deepEqual(unnamed.asked, ['sign'])
})

test('balances prove the sign: an account of money falls by what is spent, a debt may be written either way', () => {
  const table = (isLiability: boolean, rows: readonly (readonly [string, string])[]) =>
    read(
      [
        'Date,Text,Amount,Balance',
        ...rows.map(([amount, balance], at) => `2026-03-0${at + 1},x,${amount},${balance}`),
      ],
      { isLiability },
    )
  const spent = table(false, [
    ['5.00', '95.00'],
    ['10.00', '85.00'],
    ['1.50', '83.50'],
    ['2.00', '81.50'],
  ])
  assert.deepEqual([spent.rows[0], spent.certainty?.sign], ['2026-03-01 -5.00', 'proven'])
  const owed = table(true, [
    ['5.00', '105.00'],
    ['10.00', '115.00'],
    ['-15.00', '100.00'],
    ['2.00', '102.00'],
  ])
  assert.deepEqual([owed.rows[0], owed.certainty?.sign], ['2026-03-01 -5.00', 'likely'])
  assert.deepEqual(owed.balances.at(-1), '2026-03-04 -102')
  const minus = table(true, [
    ['-5.00', '-105.00'],
    ['-10.00', '-115.00'],
    ['15.00', '-100.00'],
    ['-2.00', '-102.00'],
  ])
  assert.deepEqual([minus.rows[0], minus.balances.at(-1)], ['2026-03-01 -5.00', '2026-03-04 -102'])
})

test('a column of money in keeps the sign of its numbers', () => {
  const { rows } = read([
    'Date,Text,Inflow',
    '2026-03-01,Work,100.00',
    '2026-03-02,Correction,-20.00',
    '2026-03-03,Fix,-5.00',
  ])
  assert.deepEqual(rows, ['2026-03-01 100.00', '2026-03-02 -20.00', '2026-03-03 -5.00'])
})

test('tables that are no statement are said to be so, and no balance, price or quantity becomes an amount', () => {
  const positions = read([
    'Date,Symbol,Quantity,Price,Value',
    '2026-03-01,ACME,10,12.50,125.00',
    '2026-03-01,XYZ,3,7.00,21.00',
  ])
  assert.deepEqual(positions.asked, ['amount_column'])
  assert.match(positions.needs[0]?.why ?? '', /^This is a list of securities, with "Quantity", "Price"/)
  assert.deepEqual(positions.rows, ['bad 2', 'bad 3'])
  const balances = read(['Date,Account,Balance', '2026-03-01,Giro,100.00', '2026-03-01,Savings,250.00'])
  assert.deepEqual([balances.asked, balances.rows], [['amount_column'], ['bad 2', 'bad 3']])
  assert.match(balances.needs[0]?.why ?? '', /^No column has the amounts of entries: "Balance" has balances/)
  const tickets = read([
    'Created,Title,Ticket,Estimate',
    '2026-03-01,Broken door,1001,3',
    '2026-03-02,Window,1002,5',
  ])
  assert.deepEqual(tickets.asked.includes('amount_column'), true)
  const trades = read([
    'Date,Action,Symbol,Quantity,Price,Amount',
    '2026-03-01,Buy,ACME,10,12.50,-125.00',
    '2026-03-02,Sell,XYZ,3,7.00,21.00',
  ])
  assert.deepEqual([trades.rows, trades.asked], [['2026-03-01 -125.00', '2026-03-02 21.00'], []])
})

test('QIF: days that may be either are asked for; those of Quicken have the month first', () => {
  const of = (days: readonly string[]) =>
    readQif(`!Type:Bank\n${days.map((day) => `D${day}\nT-1.00\nPx\n^\n`).join('')}`, {
      filename: 'a.qif',
      currency: 'EUR',
    }).mapping
  assert.deepEqual(
    of(['03/04/2026', '05/07/2026']).needs?.map(({ what }) => what),
    ['day_order'],
  )
  assert.deepEqual(of(["3/ 4'26", "5/ 7'26"]).date_order, 'month_first')
  assert.deepEqual(of(["3/ 4'26", "5/ 7'26"]).needs, [])
})

test('the rows of a choice have the sign with which they are read then', () => {
  const spent = (lines: readonly string[]) =>
    read(['Date,Text,Amount', ...lines], { isLiability: true }).needs.flatMap(({ what, choices }) =>
      choices.map(({ rows }) => [what, rows[0]?.amount]),
    )
  assert.deepEqual(spent(['03/04/2026,Shop,5.00', '05/06/2026,Inn,7.50']), [
    ['day_order', -5],
    ['day_order', -5],
  ])
  assert.deepEqual(spent(['2026-04-23,Shop,"5,000"', '2026-04-24,Inn,"7,500"']), [
    ['decimal_mark', -5000],
    ['decimal_mark', -5],
  ])
})

test('the example of a question has the words of its row, however short they are', () => {
  const examples = (words: string) =>
    read(['Date,Text,Amount', ...['01', '02', '03'].map((day) => `2026-04-${day},${words},100.00`)], {
      isLiability: false,
    }).needs[0]?.choices.map(({ example }) => example)
  assert.deepEqual(examples('a'), [
    'Line 2, "a": 100.00 is money that came in',
    'Line 2, "a": 100.00 is money that was spent',
  ])
  assert.deepEqual(examples(''), [
    'A positive amount is money that came in',
    'A positive amount is money that was spent',
  ])
})
