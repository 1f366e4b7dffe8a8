import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { type FileToRead, Unreadable } from './row.ts'

/** The rows of a table without their numbers, and the sentences of those that cannot be read. */
function read(lines: readonly string[], reading: Partial<FileToRead> = {}) {
  const { rows, mapping, balances } = readCsv(lines.join('\n'), { filename: 'file.csv', ...reading })
  const all = [...rows].map(({ n: _, ...row }) => ('faults' in row ? row.faults[0]?.message : row))
  return { rows: all, mapping, balances: balances?.() }
}

const HEADINGS =
  'Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.,Reconcile,Reconcile Date,Rate/Price'
const id = (n: number) => String(n).padStart(32, 'a0')

/** A line of a transaction of GnuCash, and one of its other sides. */
const head = (date: string, n: number, words: string, account: string, amount: string, more = '') =>
  `${date},${id(n)},${n === 2 ? '77' : ''},${words},${more},CURRENCY::EUR,,,,${account},x,"€${amount}",${amount},"€${amount}",${amount},n,,1.0000`
const side = (account: string, amount: string, memo = '') =>
  `,,,,,,,,${memo},${account},x,"€${amount}",${amount},"€${amount}",${amount},n,,1.0000`

test('"Export Transactions to CSV" of GnuCash: both sides, splits, transfers once, openings, other currencies', () => {
  const bank = 'Assets:Current Assets:Checking Account'
  const { rows, mapping } = read([
    HEADINGS,
    head('2026-10-31', 1, 'Opening Balance', bank, '1500.00'),
    side('Equity:Opening Balances', '-1500.00'),
    head('2026-11-02', 2, 'Bakery', bank, '-12.50', 'by card'),
    side('Expenses:Food:Bread', '12.50', 'rolls'),
    head('2026-11-03', 3, 'Market', bank, '-38.25'),
    side('Expenses:Groceries', '30.00', 'Vegetables'),
    side('Expenses:Gifts', '8.25', 'Flowers'),
    head('2026-11-14', 4, 'Pay', bank, '2400.00'),
    side('Income:Salary', '-2400.00'),
    head('2026-11-15', 5, 'To savings', bank, '-200.00'),
    side('Assets:Savings', '200.00'),
    head('2026-11-16', 6, 'To dollars', bank, '-100.00'),
    ',,,,,,,,,Assets:Dollars,x,"$108.40",108.40,"€100.00",100.00,n,,0.9225',
    head('2026-11-17', 7, 'A share', bank, '-100.00'),
    ',,,,,,,,,Assets:Shares,x,"2.000 ACME",2.000,"€100.00",100.00,n,,50.0000',
    head('2026-11-18', 8, 'Nothing', bank, '-1.00').replace('CURRENCY::EUR,', 'CURRENCY::EUR,by mistake'),
    side('Expenses:Food:Bread', '1.00'),
    head('2026-11-19', 9, 'Odd', bank, '-1.00'),
    side('Imbalance-EUR', '1.00'),
  ])
  assert.equal(mapping.date_order, 'year_first')
  const base = { account: bank, currency: 'EUR' }
  assert.deepEqual(rows, [
    {
      ...base,
      line: 2,
      date: '2026-10-31',
      amount: '1500',
      text: 'Opening Balance',
      payee: 'Opening Balance',
      reference: id(1),
      is_opening: true,
    },
    {
      ...base,
      line: 4,
      date: '2026-11-02',
      amount: '-12.5',
      text: 'Bakery',
      payee: 'Bakery',
      reference: id(2),
      category: 'Food:Bread',
      category_kind: 'expense',
      notes: 'Code 77. by card rolls',
    },
    {
      ...base,
      line: 6,
      date: '2026-11-03',
      amount: '-38.25',
      text: 'Market',
      payee: 'Market',
      reference: id(3),
      category_kind: 'expense',
      splits: [
        { category: 'Groceries', amount: '-30', memo: 'Vegetables' },
        { category: 'Gifts', amount: '-8.25', memo: 'Flowers' },
      ],
    },
    {
      ...base,
      line: 9,
      date: '2026-11-14',
      amount: '2400',
      text: 'Pay',
      payee: 'Pay',
      reference: id(4),
      category: 'Salary',
      category_kind: 'income',
    },
    {
      ...base,
      line: 11,
      date: '2026-11-15',
      amount: '-200',
      text: 'To savings',
      payee: 'To savings',
      reference: id(5),
      to_account: 'Assets:Savings',
    },
    {
      ...base,
      line: 13,
      date: '2026-11-16',
      amount: '-100',
      text: 'To dollars',
      payee: 'To dollars',
      reference: id(6),
      to_account: 'Assets:Dollars',
      to_amount: '108.4',
      to_currency: 'USD',
    },
    'Line 15: "ACME" is not a currency; holdings of other things are not read.',
    'Line 17: it was voided ("by mistake"), so it is not read.',
    'Line 19: "Imbalance-EUR" is not below Assets, Liabilities, Equity, Income or Expenses. Rename the account at the top in GnuCash, and export again.',
  ])
})

test('GnuCash in German: headings, roots and commas of that language, and each line with its transaction', () => {
  const line = (n: number, account: string, amount: string) =>
    `04.11.2026;${id(n)};;Bäcker;;CURRENCY::EUR;;;;${account};x;${amount} €;${amount};${amount} €;${amount};n;;1,0000`
  const { rows } = read([
    'Datum;Buchungs-ID;Nummer;Beschreibung;Bemerkungen;Währung;Stornierungsgrund;Aktion;Buchungstext;Kontobezeichnung;Kontoname;Betrag mit Symbol;Betrag (num.);Wert mit Symbol;Wert (num.);Abgleichen;Abgleichdatum;Kurs',
    line(1, 'Aktiva:Girokonto', '-1012,50'),
    line(1, 'Aufwendungen:Essen', '1012,50'),
  ])
  assert.deepEqual(rows, [
    {
      line: 2,
      date: '2026-11-04',
      amount: '-1012.5',
      currency: 'EUR',
      account: 'Aktiva:Girokonto',
      text: 'Bäcker',
      payee: 'Bäcker',
      reference: id(1),
      category: 'Essen',
      category_kind: 'expense',
    },
  ])
})

test('the simple layout of GnuCash is refused with the way to the other one', () => {
  const simple =
    'Date,Account Name,Number,Description,Full Category Path,Reconcile,Amount With Sym,Amount Num.,Value With Sym,Value Num.,Rate/Price'
  assert.throws(
    () => read([simple, '2026-05-27,Expenses:Fun,,Film,Assets:Bank,n,€9.00,9.00,€9.00,9.00,1.0000']),
    (error) => error instanceof Unreadable && /without "Simple Layout"/.test(error.message),
  )
})

test("HomeBank's own CSV, which has no headings: the way to pay is no amount, and categories are the person's", () => {
  const plain = [
    '15-02-26;0;;;Some cash;-40,00;Bill:Withdrawal of cash;tag1 tag2',
    '16-02-26;10;no 12;Shop;Bread;-1.045,50;;',
  ]
  const expected = (more: object) => [
    {
      line: 1,
      date: '2026-02-15',
      amount: '-40',
      text: 'Some cash',
      category: 'Bill:Withdrawal of cash',
      tags: ['tag1', 'tag2'],
      ...more,
    },
    { line: 2, date: '2026-02-16', amount: '-1045.5', text: 'Bread', payee: 'Shop', notes: 'no 12', ...more },
  ]
  const { rows, mapping } = read(plain)
  assert.deepEqual(rows, expected({}))
  assert.deepEqual([mapping.has_header, mapping.date_order, mapping.decimal], [false, 'day_first', ','])
  const withStatus = plain.map((line) => line.split(';').toSpliced(6, 0, 'R').join(';'))
  assert.deepEqual(read(withStatus).rows, expected({}))
  const account = { account: 'Giro' }
  assert.deepEqual(read(plain.map((line) => `Giro;${line}`)).rows, expected(account))
  assert.deepEqual(read(withStatus.map((line) => `Giro;${line}`)).rows, expected(account))
  const headed = read(['date;paymode;info;payee;memo;amount;category;tags', ...plain]).rows
  assert.deepEqual(
    headed.map((row) => typeof row === 'object' && row.line),
    [2, 3],
  )
  // A bank's table without headings has no such numbers in its second column.
  assert.equal(
    read(['15-02-26;12;a;b;c;-40,00;d;e', '16-02-26;1;a;b;c;-40,00;d;e']).mapping.columns.length,
    8,
  )
})

test('a statement of Venmo: the payee is the other one, also of a charge, and balances and remarks are no rows', () => {
  const { rows, balances } = read([
    'Account Statement - (@ana-b) ,,,,,,,,,,,,,,,,,',
    'Account Activity,,,,,,,,,,,,,,,,,',
    ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (fee),Funding Source,Destination,Beginning Balance,Ending Balance,Statement Period Venmo Fees,Terminal Location,Year to Date Venmo Fees,Disclaimer',
    ',,,,,,,,,,,,$100.00,,,,,',
    ',41,2026-11-02T01:39:54,Payment,Complete,Pizza,Ana B,Ben C,- $8.50,,Venmo balance,,,,,Venmo,,',
    ',42,2026-11-03T01:39:54,Payment,Complete,Rent,Cleo D,Ana B,"+ $1,012.00",,,Venmo balance,,,,Venmo,,',
    ',43,2026-11-04T01:39:54,Charge,Complete,Gas,Ana B,Ben C,+ $12.00,,,Venmo balance,,,,Venmo,,',
    ',44,2026-11-05T01:39:54,Standard Transfer,Issued,,,,- $100.00,,,Bank *1234,,,,Venmo,,',
    ',45,2026-11-06T01:39:54,Payment,Cancelled,Oops,Ana B,Ben C,- $1.00,,Venmo balance,,,,,Venmo,,',
    ',,,,,,,,,,,,,"$1,015.50",$0.00,,$0.00,"In case of errors',
    'write to us"',
  ])
  const base = { currency: 'USD' }
  assert.deepEqual(rows, [
    { ...base, line: 5, date: '2026-11-02', amount: '-8.5', text: 'Pizza', payee: 'Ben C', reference: '41' },
    { ...base, line: 6, date: '2026-11-03', amount: '1012', text: 'Rent', payee: 'Cleo D', reference: '42' },
    { ...base, line: 7, date: '2026-11-04', amount: '12', text: 'Gas', payee: 'Ben C', reference: '43' },
    {
      ...base,
      line: 8,
      date: '2026-11-05',
      amount: '-100',
      text: 'Standard Transfer',
      payee: 'Bank *1234',
      reference: '44',
    },
    'Line 9: it says "Cancelled": this has moved no money, or has not yet.',
  ])
  assert.deepEqual(
    balances?.map(({ date, amount }) => [date, amount]),
    [
      ['2026-11-01', '100'],
      ['2026-11-05', '1015.5'],
    ],
  )
})

test('of one payment of Venmo alone the sign says who the other one is, and a card that paid is noted', () => {
  const headings =
    ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Funding Source,Destination,Beginning Balance,Ending Balance'
  const one = (type: string, amount: string) =>
    read([
      headings,
      ',,,,,,,,,,,$1.00,',
      `,41,2026-11-02T01:39:54,${type},Complete,Pizza,Ana,Ben,${amount},Visa *1,,,`,
      ',,,,,,,,,,,,$1.00',
    ])
  const payees = ['Payment', 'Charge'].flatMap((type) =>
    ['- $8.50', '+ $8.50'].map(
      (amount) => one(type, amount).rows.map((row) => typeof row === 'object' && row.payee)[0],
    ),
  )
  assert.deepEqual(payees, ['Ben', 'Ana', 'Ana', 'Ben'])
  const { rows, balances } = one('Payment', '- $8.50')
  assert.equal(typeof rows[0] === 'object' && rows[0].notes, 'Paid from Visa *1.')
  assert.deepEqual(balances, []) // the balance stays as it was, which the row contradicts
})
