import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { type FileToRead, isBad } from './row.ts'

/** The roles of the columns of a table, and its rows in short. */
function read(lines: readonly string[], reading: Partial<FileToRead> = {}) {
  const { mapping, rows } = readCsv(lines.join('\n'), { filename: 'file.csv', ...reading })
  return {
    roles: mapping.columns.map(({ role }) => role).join(' '),
    rows: [...rows].map((row) =>
      isBad(row) ? row.faults[0]?.message : `${row.date} ${row.amount} ${row.currency ?? ''}`.trim(),
    ),
  }
}

const pair = 'Date,Text,Amount,Currency,Amount,Currency'
const purchases = [pair, '2026-11-04,Bakery,-10.00,USD,-9.20,EUR', '2026-11-20,Kiosk,-3.00,GBP,-3.50,EUR']

test('of two amounts with their currencies, the one in the currency of the account is read', () => {
  const euros = ['2026-11-04 -9.20 EUR', '2026-11-20 -3.50 EUR']
  const { roles, rows } = read(purchases, { currency: 'EUR' })
  assert.equal(roles, 'date text ignore ignore amount currency')
  assert.deepEqual(rows, euros)
  const turned = purchases.map((line) => {
    const [date, text, a, b, c, d] = line.split(',')
    return [date, text, c, d, a, b].join(',')
  })
  assert.deepEqual(read(turned, { currency: 'EUR' }).rows, euros)
  // An account without a currency: that of the account is the same in every row.
  assert.deepEqual([read(purchases).rows, read(turned).rows], [euros, euros])
})

test('of two amounts, the one that the balances follow is read, whatever the account says', () => {
  const lines = [
    'Date,Text,Amount,Amount,Balance',
    '2026-11-04,Bakery,-10.00,-9.20,90.80',
    '2026-11-20,Kiosk,-3.00,-3.50,87.30',
  ]
  const { roles, rows } = read(lines, { currency: 'USD' })
  assert.equal(roles, 'date text ignore amount balance')
  assert.deepEqual(rows, ['2026-11-04 -9.20', '2026-11-20 -3.50'])
})

test('of two amounts or two days, the one that every row has is read', () => {
  const { roles, rows } = read([
    'Date,Date,Text,Amount,Amount',
    ',2026-11-04,Bakery,,-9.20',
    '2026-11-19,2026-11-20,Kiosk,-3.00,-3.50',
  ])
  assert.equal(roles, 'ignore date text ignore amount')
  assert.deepEqual(rows, ['2026-11-04 -9.20', '2026-11-20 -3.50'])
})

test('of two currencies the one beside the amount is read, and of equal columns the first', () => {
  const german = [
    'Buchung;Buchungstext;Saldo;Währung;Betrag;Währung',
    '04.11.2026;Brot;100,00;USD;-12,50;EUR',
    '20.11.2026;Lohn;1.334,00;USD;1.234,00;EUR',
  ]
  assert.deepEqual(read(german).rows, ['2026-11-04 -12.50 EUR', '2026-11-20 1234.00 EUR'])
  const equal = ['Date,Amount,Amount,Text', '2026-11-04,-1.00,-1.00,Bread', '2026-11-05,-2.00,-2.00,Milk']
  assert.equal(read(equal).roles, 'date amount ignore text')
})

test('a column that a person has chosen stays, whatever its twin has', () => {
  const roles = (['date', 'text', 'amount', 'currency', 'ignore', 'ignore'] as const).map((role) => ({
    role,
  }))
  assert.deepEqual(read(purchases, { currency: 'EUR', given: { columns: [...roles] } }).rows, [
    '2026-11-04 -10.00 USD',
    '2026-11-20 -3.00 GBP',
  ])
})
