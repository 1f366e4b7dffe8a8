import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readers } from './readers.ts'
import { recognise } from './recognise.ts'
import { type FileRow, type FileToRead, isBad, Unreadable } from './row.ts'

/** A sample as it is recognised and read; all of its rows are good. */
async function sample(name: string, reading: Partial<FileToRead> = {}) {
  const bytes = await readFile(new URL(`../../../test/samples/${name}`, import.meta.url))
  return read(bytes, { filename: name, ...reading })
}

function read(bytes: Uint8Array | string, reading: Partial<FileToRead> = {}) {
  const full = { filename: 'file', ...reading }
  const { format, text } = recognise(Buffer.from(bytes), full)
  const { mapping, rows } = readers[format](text, full)
  const all = [...rows].map((row): FileRow => (isBad(row) ? assert.fail(JSON.stringify(row)) : row))
  assert.deepEqual(
    all.map(({ n }) => n),
    all.map((_, at) => at + 1),
  )
  return { format, mapping, rows: all }
}

/** The row without its place in the file. */
const plainly = ({ n: _, line: __, ...row }: FileRow) => row

test('an export of Firefly III: both sides, transfers once, splits in one row, opening balances', async () => {
  const { format, rows } = await sample('firefly.csv')
  assert.equal(format, 'firefly')
  const base = { account: 'Checking', currency: 'EUR' }
  assert.deepEqual(rows.map(plainly), [
    {
      ...base,
      date: '2026-10-31',
      amount: '1500',
      text: 'Initial balance for "Checking"',
      reference: '1',
      is_opening: true,
    },
    {
      ...base,
      date: '2026-11-02',
      amount: '-12.5',
      text: 'Bread and rolls',
      payee: 'Bakery',
      reference: '2',
      category: 'Groceries',
      counter_account: 'DE89370400440532013000',
      notes: 'Paid by card at the counter',
      tags: ['daily', 'cash', 'Food'],
    },
    {
      ...base,
      date: '2026-11-03',
      amount: '-38.25',
      text: 'Trip to the market',
      payee: 'Market',
      reference: '3',
      splits: [
        { category: 'Groceries', amount: '-30', memo: 'Vegetables' },
        { category: 'Gifts', amount: '-8.25', memo: 'Flowers' },
      ],
    },
    {
      ...base,
      date: '2026-11-04',
      amount: '2400',
      text: 'Salary November',
      payee: 'Employer',
      reference: '5',
      category: 'Salary',
    },
    {
      ...base,
      date: '2026-11-05',
      amount: '-200',
      text: 'To savings',
      to_account: 'Savings',
      reference: '6',
    },
    {
      ...base,
      date: '2026-11-06',
      amount: '-100',
      text: 'To the dollar account',
      to_account: 'Dollars',
      to_amount: '108.4',
      to_currency: 'USD',
      reference: '7',
    },
    {
      ...base,
      date: '2026-11-07',
      amount: '-18.2',
      text: 'Book from abroad',
      payee: 'Bookshop',
      reference: '8',
      category: 'Leisure',
      notes: '20 USD',
    },
    {
      ...base,
      date: '2026-11-08',
      amount: '-150',
      text: 'Instalment',
      to_account: 'Car loan',
      reference: '9',
    },
    { ...base, date: '2026-11-09', amount: '3.1', text: 'Reconciliation', reference: '10' },
  ])
})

test('an export of Actual: splits in one row, transfers once, the starting balance', async () => {
  const { format, rows } = await sample('actual.csv')
  assert.equal(format, 'actual')
  assert.deepEqual(rows.map(plainly), [
    { account: 'Checking', date: '2026-10-31', amount: '1500', text: '', is_opening: true },
    {
      account: 'Checking',
      date: '2026-11-02',
      amount: '-12.5',
      text: 'Bread, rolls',
      payee: 'Bakery',
      category: 'Groceries',
    },
    {
      account: 'Checking',
      date: '2026-11-03',
      amount: '-38.25',
      text: 'Trip to the market',
      payee: 'Market',
      splits: [
        { category: 'Groceries', amount: '-30', memo: 'Vegetables' },
        { category: 'Gifts', amount: '-8.25', memo: 'Flowers' },
      ],
    },
    {
      account: 'Checking',
      date: '2026-11-04',
      amount: '2400',
      text: 'Salary',
      payee: 'Employer',
      category: 'Income',
    },
    { account: 'Checking', date: '2026-11-05', amount: '-200', text: 'To savings', to_account: 'Savings' },
    {
      account: 'Checking',
      date: '2026-11-06',
      amount: '-40',
      text: '',
      payee: 'Shop',
      category: 'Groceries',
    },
    { account: 'Checking', date: '2026-11-06', amount: '-20', text: 'put aside', to_account: 'Savings' },
  ])
})

test('a register of YNAB: money out and in, days as the person writes them, splits, transfers once', async () => {
  const { format, rows, mapping } = await sample('ynab.tsv')
  assert.deepEqual([format, mapping.decimal, mapping.date_order], ['ynab', ',', 'day_first'])
  assert.deepEqual(rows.map(plainly), [
    { account: 'Checking', date: '2026-10-31', amount: '1500', text: '', is_opening: true },
    {
      account: 'Checking',
      date: '2026-11-02',
      amount: '-12.5',
      text: 'Bread',
      payee: 'Bakery',
      category: 'Everyday: Groceries',
      category_kind: 'expense',
      tags: ['Red'],
    },
    {
      account: 'Checking',
      date: '2026-11-03',
      amount: '-38.25',
      text: '',
      payee: 'Market',
      category_kind: 'expense',
      splits: [
        { category: 'Everyday: Groceries', amount: '-30', memo: 'Vegetables' },
        // Two groups have a category of this name.
        { category: 'Everyday: Other', amount: '-8.25', memo: 'Flowers' },
      ],
    },
    {
      account: 'Checking',
      date: '2026-11-04',
      amount: '2400',
      text: 'Salary',
      payee: 'Employer',
      category: 'Ready to Assign',
      category_kind: 'income',
    },
    { account: 'Checking', date: '2026-11-05', amount: '-200', text: 'Put aside', to_account: 'Savings' },
    {
      account: 'Checking',
      date: '2026-11-06',
      amount: '-40',
      text: '',
      payee: 'Shop',
      category: 'Yearly: Other',
      category_kind: 'expense',
    },
    { account: 'Checking', date: '2026-11-06', amount: '-20', text: '', to_account: 'Savings' },
    // The other account is not in the file, so this is the only half.
    { account: 'Savings', date: '2026-11-13', amount: '5', text: '', to_account: 'Old account' },
  ])
})

test('rows of an export that cannot be read say why, and the others go on', () => {
  const text =
    'Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\nA,2026-11-31,x,,,1,0,Cleared\nA,2026-11-04,x,(SPLIT 1 OF 2) ,c,one,0,Cleared\n,2026-11-04,y,,,1,0,Cleared\nA,2026-11-04,z,,,1,0,Cleared\nA,2026-11-05,z,(SPLIT INTO 2) ,,0,-5,Cleared\n'
  const { format, text: decoded } = recognise(Buffer.from(text), { filename: 'x' })
  const rows = [...readers[format](decoded, { filename: 'x' }).rows]
  assert.deepEqual(
    rows.map((row) => (isBad(row) ? row.faults.map(({ message }) => message).join() : row.amount)),
    [
      'Line 2: "2026-11-31" is not a date.',
      'Line 3: "one" is not an amount.',
      'Line 4: the account is missing.',
      '1',
      '-5',
    ],
  )
})

test('files of banks as samples: German and American', async () => {
  const german = await sample('german-bank.csv', { currency: 'EUR' })
  assert.deepEqual(
    german.rows.map(({ date, amount, line }) => [date, amount, line]),
    [
      ['2026-11-13', '-12.50', 6],
      ['2026-11-03', '-85', 7],
      ['2026-11-01', '2400', 8],
    ],
  )
  const american = await sample('american-bank.csv', { currency: 'USD' })
  assert.deepEqual(
    american.rows.map(({ date, amount, text }) => [date, amount, text]),
    [
      ['2026-11-02', '-12.50', 'BAKERY ON MAIN ST'],
      ['2026-11-04', '-4.00', 'COFFEE'],
      ['2026-11-04', '-4.00', 'COFFEE'],
      ['2026-11-13', '1234.00', 'Payment Thank You'],
    ],
  )
})

test('every sample is recognised as what it is, and read', async () => {
  const formats: Record<string, string> = {
    sta: 'mt940',
    qfx: 'ofx',
    journal: 'hledger',
    ledger: 'hledger',
    beancount: 'beancount',
    xml: 'camt',
    mt942: 'mt940',
  }
  const folder = new URL('../../../test/samples/', import.meta.url)
  for (const name of await readdir(folder)) {
    const ending = name.split('.').at(-1) ?? ''
    const text = await readFile(new URL(name, folder))
    const { format, text: decoded } = recognise(text, { filename: name })
    const program = ['firefly', 'actual', 'ynab'].find((one) => name.startsWith(one))
    assert.equal(format, program ?? formats[ending] ?? ending, name)
    try {
      const rows = [...readers[format](decoded, { filename: name, currency: 'EUR' }).rows]
      assert(
        rows.some((row) => !isBad(row)),
        name,
      )
    } catch (error) {
      // Some samples are there for their fault.
      if (!(error instanceof Unreadable)) throw error
      assert.match(error.message, /^Line \d+: /)
    }
  }
})

test('a file that is said to be an export of a program, and is none, is a fault', () => {
  for (const format of ['firefly', 'actual', 'ynab'] as const)
    assert.throws(() => read('a,b\n1,2\n', { format }), /^Error: Line 1: no column has the heading/)
})
