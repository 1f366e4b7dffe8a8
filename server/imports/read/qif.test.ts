import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, sample, short } from '../../../test/samples.ts'
import { recognise } from './recognise.ts'

test("QIF of one account: Quicken's dates, categories, classes, transfers and splits", () => {
  const { rows, bad, mapping } = readText('qif', sample('checking.qif'))
  assert.deepEqual(bad, [])
  assert.deepEqual([mapping.date_order, mapping.decimal], ['month_first', '.'])
  assert.deepEqual(rows.map(short), [
    '2006-01-02 -1234.56 - North Shore Properties Rent',
    '2006-01-15 -82.40 - Corner Market',
    '2006-01-31 500.00 - Transfer',
    '2006-02-01 -100.00 - Warehouse Club',
    '1998-12-29 -20.00 - Corner Market',
  ])
  assert.deepEqual(
    rows.map(({ category, to_account, tags, notes, splits }) => ({
      category,
      to_account,
      tags,
      notes,
      splits,
    })),
    [
      {
        category: 'Housing:Rent',
        to_account: undefined,
        tags: undefined,
        notes: 'Number 1001.',
        splits: undefined,
      },
      {
        category: 'Food:Groceries',
        to_account: undefined,
        tags: ['Holiday'],
        notes: undefined,
        splits: undefined,
      },
      { category: undefined, to_account: 'Savings', tags: undefined, notes: undefined, splits: undefined },
      {
        category: undefined,
        to_account: undefined,
        tags: undefined,
        notes: undefined,
        splits: [
          { category: 'Food:Groceries', amount: '-60.00', memo: 'Cheese' },
          { category: 'Household', amount: '-40.00' },
        ],
      },
      { category: undefined, to_account: undefined, tags: undefined, notes: undefined, splits: undefined },
    ],
  )
})

test('QIF of several accounts: a transfer that both list is read once, a part that goes elsewhere is a row of its own', () => {
  const { rows, mapping } = readText('qif', sample('several-accounts.qif'))
  assert.deepEqual([mapping.date_order, mapping.decimal], ['day_first', ','])
  assert.deepEqual(
    rows.map((row) => `${row.account}: ${short(row)}${row.to_account ? ` > ${row.to_account}` : ''}`),
    [
      'Girokonto: 2026-10-31 1000.00 - Opening Balance',
      'Girokonto: 2026-11-02 -250.00 - Umbuchung > Sparbuch',
      'Girokonto: 2026-11-03 -1119.95 - Elektro Habicht Waschmaschine',
      'Girokonto: 2026-11-04 -100.00 - Geldautomat > Bargeld',
      'Girokonto: 2026-11-04 -2 - Geldautomat',
      'Sparbuch: 2026-11-06 0.75 - Zinsen',
    ],
  )
  assert.equal(rows[0]?.is_opening, true)
  assert.deepEqual(rows[2]?.splits, [
    { category: 'Haushalt', amount: '-1100.00' },
    { category: 'Gebühren', amount: '-19.95', memo: 'Versand' },
  ])
  assert.equal(rows[4]?.category, 'Gebühren')
})

test('QIF: a transaction that cannot be read and investments say so; a file of nothing else is refused', () => {
  const { bad } = readText('qif', sample('several-accounts.qif'))
  assert.deepEqual(
    bad.map(({ n, line, faults }) => [n, line, faults.map(({ field, message }) => ({ field, message }))]),
    [
      [6, 51, [{ field: 'amount', message: 'Line 51: "12,5x" is not an amount.' }]],
      [
        8,
        74,
        [
          {
            field: 'account',
            message:
              'Line 74: the investments of "Depot" are not read; only accounts of banks, cash and cards are.',
          },
        ],
      ],
    ],
  )
  assert.throws(() => readText('qif', '!Type:Invst\nD1/2/2026\n^\n'), {
    message:
      'The file has nothing but investments (line 1), which are not read; only accounts of banks, cash and cards are.',
  })
  assert.throws(() => readText('qif', 'D1/2/2026\nT1\n^\n'), /"!Type:Bank" or the like is missing/)
})

test('QIF: dates that may be either are read in the order in which they follow each other, and as a person says', () => {
  const days = (reading = {}) => readText('qif', sample('cash.qif'), reading).rows.map(({ date }) => date)
  assert.deepEqual(days(), ['2026-04-03', '2026-04-05', '2026-04-07'], 'the other order jumps by months')
  assert.deepEqual(days({ given: { date_order: 'month_first' } }), ['2026-03-04', '2026-05-04', '2026-07-04'])
  const across = sample('cash.qif').replace('05/04', '01/05').replace('07/04', '02/05')
  assert.deepEqual(
    readText('qif', across).rows.map(({ date }) => date),
    ['2026-04-03', '2026-05-01', '2026-05-02'],
    'the other order would go back in time',
  )
})

test('QIF: splits that do not add up, and a record that the end of the file cuts, are not taken', () => {
  const text = '!Type:Bank\nD31/12/2026\nT-10.00\nPA\nSX\n$-6.00\nSY\n$-5.00\n^\nD31/12/2026\nT-1'
  assert.deepEqual(
    readText('qif', text).bad.map(({ faults }) => faults[0]?.message),
    [
      'Line 2: the splits add up to -11, and not to -10.00.',
      'Line 10: the file ends within this transaction: its "^" is missing.',
    ],
  )
  assert.equal(readText('qif', `${text}\n`).rows.length, 1, 'a last record whose lines are whole is one')
})

test('QIF: years of one digit behind an apostrophe, and comments before the first heading', () => {
  const text =
    "# made by a program\n; its second line\n!Type:Bank\nD 1/ 2' 6\nT-5.00\nPBakery\n^\nD12/31' 9\nT-1.00\nPKiosk\n^\n"
  const { rows } = readText('qif', text)
  assert.deepEqual(
    rows.map(({ date }) => date),
    ['2006-01-02', '2009-12-31'],
  )
  const reading = { format: undefined, given: undefined, remembered: undefined } as never
  assert.equal(recognise(Buffer.from(text), reading).format, 'qif')
})
