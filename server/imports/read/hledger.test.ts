import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { isInstalled, NOT_INSTALLED } from '../../../test/hledger.ts'
import { readText, sample, short } from '../../../test/samples.ts'
import { negated, sumText } from './file-values.ts'
import type { FileRow } from './row.ts'

const told = (row: FileRow): string =>
  `${row.account}: ${short(row)}${row.category ? ` = ${row.category_kind} ${row.category}` : ''}${row.to_account ? ` > ${row.to_account}` : ''}${row.to_amount ? ` ${row.to_amount} ${row.to_currency}` : ''}`

test('a journal of hledger: every transaction as seen from one of its accounts', () => {
  const { rows } = readText('hledger', sample('household.journal'))
  assert.deepEqual(rows.map(told), [
    'assets:bank:checking: 2026-01-01 1200.00 EUR opening balances',
    'liabilities:visa: 2026-01-01 -80.50 EUR opening balances',
    'assets:bank:checking: 2026-01-05 -50 EUR Corner Market weekly shopping',
    'assets:bank:checking: 2026-01-06 -500 EUR Harbor Theatre = expense taxes',
    'assets:bank:checking: 2026-01-06 3000 EUR Harbor Theatre = income salary',
    'assets:bank:checking: 2026-01-06 -200.00 EUR Harbor Theatre > assets:pension',
    'assets:bank:checking: 2026-01-07 -2 EUR cash machine = expense fees',
    'assets:bank:checking: 2026-01-07 -100.00 EUR cash machine > Bargeld',
    'Bargeld: 2026-01-08 -20.00 EUR dinner, paid by two = expense food:restaurants',
    'liabilities:visa: 2026-01-08 -30.00 EUR dinner, paid by two = expense food:restaurants',
    'assets:bank:checking: 2026-01-09 -100.00 EUR to the travel account > assets:travel 110.00 USD',
    'assets:travel: 2026-01-10 -55.00 USD hotel = expense travel',
    'assets:travel: 2026-01-11 -11.00 USD exchange without a price > Bargeld 10.00 EUR',
    'assets:bank:checking: 2026-01-12 7.90 EUR refund = expense household',
    'Bargeld: 2026-01-13 -12.00 EUR market = expense food:groceries',
    'assets:bank:checking: 2026-02-01 -850 EUR Landlord = expense rent',
  ])
  assert.deepEqual(
    rows.map(({ is_opening }) => is_opening === true),
    rows.map((_, index) => index < 2),
  )
})

test('a journal: payee, note, code, tags, comments and splits', () => {
  const row = readText('hledger', sample('household.journal')).rows[2]
  assert.deepEqual(row, {
    n: 3,
    line: 28,
    account: 'assets:bank:checking',
    date: '2026-01-05',
    amount: '-50',
    currency: 'EUR',
    payee: 'Corner Market',
    text: 'Corner Market weekly shopping',
    notes: 'Code 1042. paid fast',
    tags: ['trip: Rome', 'receipt'],
    category_kind: 'expense',
    splits: [
      { category: 'food:groceries', amount: '-42.10', memo: 'cheese' },
      { category: 'household', amount: '-7.90' },
    ],
  })
})

test('a journal: what cannot be expressed says its line and why, and what is left out is counted', () => {
  const { bad } = readText('hledger', sample('household.journal'))
  assert.deepEqual(
    bad.map(({ faults }) => faults[0]?.message),
    [
      'Line 75: "ACME" is not a currency; holdings of other things are not read. It stands in line 76.',
      'Line 79: the postings do not balance: 1 EUR is left.',
      'Line 83: "equity:drawings" is equity; of equity, only opening balances (such as equity:opening) are read.',
      'Line 72: virtual postings are left out: 1 in all, the first here.',
      'Line 87: market prices (P) are left out: 1 in all, the first here.',
      'Line 89: periodic rules (~) are left out: 1 in all, the first here.',
      'Line 93: rules for automated postings (=) are left out: 1 in all, the first here.',
    ],
  )
})

test('a journal of ledger: its tags and its thousands; a file that it includes is named', () => {
  const text = sample('plain.ledger')
  assert.throws(() => readText('hledger', text), {
    message:
      'Line 22: the journal includes "other.ledger", and one file is read at a time. "hledger print" writes all of it into one.',
  })
  const { rows, bad } = readText('hledger', text.replace('include', '; include'))
  assert.deepEqual(rows.map(told), [
    'Assets:Cash: 2026-03-01 -4.5 USD Blue Kettle Coffee = expense Food:Coffee',
    'Assets:Bank: 2026-03-02 -1234.50 EUR Paper & Pen = expense Office',
    'Assets:Cash: 2026-03-03 -1000.00 USD Water = expense Water',
  ])
  assert.deepEqual(rows[0]?.tags, ['coffee', 'morning'])
  assert.equal(bad[0]?.faults[0]?.message.includes('"Frequent Miles" is not a currency'), true)
})

test('a journal: a sign that several currencies have is that of the account, and directives say how amounts are written', () => {
  const text = '2026-01-01 x\n  expenses:a  $1\n  assets:b\n'
  assert.equal(readText('hledger', text).rows[0]?.currency, 'USD')
  assert.equal(readText('hledger', text, { currency: 'CAD' }).rows[0]?.currency, 'CAD')
  const amount = (head: string, written: string) =>
    readText('hledger', `${head}\n2026-01-01 x\n  assets:b  ${written}\n  expenses:a\n`).rows[0]?.amount
  assert.equal(amount('decimal-mark ,', '1.234 EUR'), '1234')
  assert.equal(amount('decimal-mark .', '1,234.5 EUR'), '1234.5')
  assert.equal(amount('commodity 1.000,00 EUR', '-EUR 1.234,5'), '-1234.5')
  assert.equal(amount('', '1 234 567,89 EUR'), '1234567.89')
})

test('a journal: the balances of its accounts are those that hledger computes', {
  skip: isInstalled ? false : NOT_INSTALLED,
}, () => {
  // hledger reads no journal in which a transaction does not balance; the other two that are not read here go as well.
  const text = sample('household.journal').replace(/^2026-01-1[456](.*\n)+?\n/gm, '')
  assert.equal(readText('hledger', text).bad.length, 4)
  const balances = new Map<string, string>()
  const add = (account = '', currency = '', amount = '0') =>
    balances.set(`${account} ${currency}`, sumText([balances.get(`${account} ${currency}`) ?? '0', amount]))
  for (const row of readText('hledger', text).rows) {
    add(row.account, row.currency, row.amount)
    if (row.to_account)
      add(row.to_account, row.to_currency ?? row.currency, row.to_amount ?? negated(row.amount))
  }
  const args = [
    '-f',
    '-',
    'balance',
    'assets',
    'liabilities',
    'Bargeld',
    '-N',
    '--flat',
    '-E',
    '--layout=bare',
    '-O',
    'csv',
  ]
  const hledger = spawnSync('hledger', args, { input: text, encoding: 'utf8', env: { LANG: 'C.UTF-8' } })
  assert.equal(hledger.stderr, '')
  const lines = hledger.stdout.trim().split('\n').slice(1)
  assert.equal(lines.length, 5)
  for (const cells of lines) {
    const [, account = '', commodity = '', amount = ''] = /^"([^"]*)","([^"]*)","([^"]*)"$/.exec(cells) ?? []
    const currency = commodity === '$' ? 'USD' : commodity
    const number =
      currency === 'EUR' ? amount.replaceAll('.', '').replace(',', '.') : amount.replaceAll(',', '')
    assert.equal(balances.get(`${account} ${currency}`) ?? '0', sumText([number]), `${account} ${currency}`)
    balances.delete(`${account} ${currency}`)
  }
  assert.deepEqual(
    [...balances.values()].filter((amount) => amount !== '0'),
    [],
  )
})
