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
    'assets:bank:checking: 2026-01-05 -50 EUR Corner Market weekly shopping',
    'assets:bank:checking: 2026-01-06 -500 EUR Harbor Theatre = expense taxes',
    'assets:bank:checking: 2026-01-06 3000 EUR Harbor Theatre = income salary',
    'assets:bank:checking: 2026-01-06 -200 EUR Harbor Theatre > assets:pension',
    'assets:bank:checking: 2026-01-07 -2 EUR cash machine = expense fees',
    'assets:bank:checking: 2026-01-07 -100 EUR cash machine > Bargeld',
    'Bargeld: 2026-01-08 -20 EUR dinner, paid by two = expense food:restaurants',
    'liabilities:visa: 2026-01-08 -30 EUR dinner, paid by two = expense food:restaurants',
    'assets:bank:checking: 2026-01-09 -100 EUR to the travel account > assets:travel 110 USD',
    'assets:travel: 2026-01-10 -55 USD hotel = expense travel',
    'assets:travel: 2026-01-11 -11 USD exchange without a price > Bargeld 10 EUR',
    'assets:bank:checking: 2026-01-12 7.9 EUR refund = expense household',
    'Bargeld: 2026-01-13 -12 EUR market = expense food:groceries',
    'assets:bank:checking: 2026-01-14 -50 EUR shares > assets:broker',
    'assets:bank:checking: 2026-01-16 -10 EUR drawings = expense equity:drawings',
    'assets:bank:checking: 2026-02-01 -850 EUR Landlord = expense rent',
    'assets:bank:checking: 2026-01-01 1200 EUR opening balances',
    'liabilities:visa: 2026-01-01 -80.5 EUR opening balances',
  ])
  assert.deepEqual(
    rows.map(({ is_opening }) => is_opening === true),
    rows.map((_, index) => index >= rows.length - 2),
  )
})

test('a journal: payee, note, code, tags, comments and splits', () => {
  const row = readText('hledger', sample('household.journal')).rows[0]
  assert.deepEqual(row, {
    n: 1,
    line: 28,
    account: 'assets:bank:checking',
    date: '2026-01-05',
    amount: '-50',
    currency: 'EUR',
    payee: 'Corner Market',
    text: 'Corner Market weekly shopping',
    notes: 'Code 1042. paid fast, Second date 2026/1/7',
    tags: ['trip: Rome', 'receipt'],
    category_kind: 'expense',
    splits: [
      { category: 'food:groceries', amount: '-42.1', memo: 'cheese' },
      { category: 'household', amount: '-7.9' },
    ],
  })
})

test('a journal: a transaction that does not balance says its line and why; what is left out or read otherwise is named', () => {
  const { bad, left_out } = readText('hledger', sample('household.journal'))
  assert.deepEqual(
    bad.map(({ faults }) => faults[0]?.message),
    ['Line 79: the postings do not balance: 1 EUR is left.'],
  )
  assert.deepEqual(left_out, [
    '10 ACME in assets:broker: Florin does not count shares and other things. The account has them at what they cost, 50 EUR.',
    'equity:drawings: 1: Florin keeps only opening balances as equity, one for each account. Postings of equity:drawings are in a category of the same name.',
    'Periodic rules (~): 1: It is in line 89. They are forecasts and budgets, not entries.',
    'Rules for automated postings (=): 1: It is in line 93. They are not applied. hledger applies them with --auto alone; "ledger print" does not write what they add.',
    'Virtual postings of budget:food: They add up to -12 EUR. The journal does not say that the account is an asset or a liability, so they are not recorded.',
  ])
})

test('a journal of ledger: its tags and its thousands; a file that it includes is named', () => {
  const text = sample('plain.ledger')
  assert.throws(() => readText('hledger', text), {
    message:
      'Line 22: the journal includes "other.ledger", and one file is read at a time. "hledger print" and "ledger print" write all of it into one.',
  })
  const { rows, bad } = readText('hledger', text.replace('include', '; include'))
  assert.deepEqual(rows.map(told), [
    'Assets:Cash: 2026-03-01 -4.5 USD Blue Kettle Coffee = expense Food:Coffee',
    'Assets:Bank: 2026-03-02 -1234.5 EUR Paper & Pen = expense Office',
    'Assets:Cash: 2026-03-03 -1000 USD Water = expense Water',
  ])
  assert.deepEqual(rows[0]?.tags, ['coffee', 'morning'])
  assert.deepEqual(bad, [])
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
  // hledger reads no journal in which a transaction does not balance. Shares are at what they cost, so that they are not in its balances here.
  const text = sample('household.journal').replace(/^2026-01-1[45](.*\n)+?\n/gm, '')
  assert.equal(readText('hledger', text).bad.length, 0)
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

test('a journal: what would take too long or too much is refused, or read within its bounds', () => {
  const faultOf = (text: string) => readText('hledger', text).bad[0]?.faults[0]?.message ?? ''
  const posted = (amount: string) => `2026-01-01 x\n  assets:a  ${amount}\n  assets:b\n`
  assert.match(
    faultOf(posted(`${'('.repeat(4_000)}1${')'.repeat(4_000)}`)),
    /^Line 1: "\(+…" cannot be computed\.$/,
  )
  assert.match(faultOf(posted('(1 EUR + 1 USD)')), /cannot be computed/)
  assert.match(faultOf(posted('(1 EUR / 0)')), /cannot be computed/)
  assert.equal(faultOf(posted('1e99 EUR')), 'Line 1: "1e99" is too large.')
  assert.equal(
    faultOf(`2026-01-01 x\n${'  assets:a  1 EUR\n'.repeat(1_001)}`),
    'Line 1: the transaction has more than 1,000 postings.',
  )
  assert.throws(() => readText('hledger', 'apply account a\n'.repeat(1_002)), {
    message: 'Line 1001: the journal has more than 1,000 parts of "apply" at a time.',
  })
  assert.equal(
    faultOf(`2026-01-01 x\n  ${'y'.repeat(256)}  1 EUR\n  assets:b\n`),
    'Line 1: the name of an account in line 2 has more than 255 characters.',
  )
  // A circle of aliases ends, and a name stays as long as a name may be.
  const aliases = Array.from(
    { length: 1_000 },
    (_, i) => `alias a${i} = a${(i + 1) % 1_000}:${'x'.repeat(200)}`,
  )
  const { rows } = readText('hledger', `${aliases.join('\n')}\n2026-01-01 x\n  a5  1 EUR\n  assets:b\n`)
  assert.deepEqual([rows.length, rows[0]?.account], [1, 'assets:b'])
  assert.throws(() => readText('hledger', 'zzz\n'.repeat(12_000)), {
    message: 'Line 10001: more than 10,000 parts of the journal cannot be read.',
  })
})

test('a journal: accounts without a type are guessed from what is posted, and hints in their names come first', () => {
  const { rows } = readText(
    'hledger',
    '2026-01-01 x\n  Essen  4 EUR\n  Geldbeutel\n\n2026-01-02 x\n  Visa  -7 EUR\n  Essen\n',
  )
  assert.deepEqual(rows.map(told), [
    'Geldbeutel: 2026-01-01 -4 EUR x = expense Essen',
    'Visa: 2026-01-02 -7 EUR x = expense Essen',
  ])
})

test('a journal: marks, what applies to a part of it, and postings that are equity alone', () => {
  const rowsOf = (text: string) => readText('hledger', text).rows.map(told)
  // A single point is a decimal mark for both programs; a comma is, where a directive above it says so.
  assert.deepEqual(
    rowsOf(
      '2026-01-01 x\n  assets:a  -20.5 EUR\n  assets:b  10.125 VTI\n\ndecimal-mark ,\n2026-01-02 y\n  assets:a  1,5 EUR\n  income:z\n',
    ),
    ['assets:a: 2026-01-01 -20.5 EUR x > assets:b', 'assets:a: 2026-01-02 1.5 EUR y = income z'],
  )
  const applied =
    'apply account p\napply tag trip\napply year 2020\n01/02 in\n  assets:a  1 EUR\n  income:z\nend apply year\nend\nend apply\n2026-01-03 out\n  assets:a  2 EUR\n  income:z\n'
  const { rows } = readText('hledger', applied)
  assert.deepEqual(
    rows.map(({ account, date, tags }) => [account, date, tags]),
    [
      ['p:assets:a', '2020-01-02', ['trip']],
      ['assets:a', '2026-01-03', undefined],
    ],
  )
  // Nothing is booked that the file contradicts.
  const { bad } = readText('hledger', '2026-01-01 x\n  expenses:food  10 EUR\n  assets:bank  = -20 EUR\n')
  assert.equal(bad[0]?.faults[0]?.message, 'Line 1: the postings do not balance: -10 EUR is left.')
  // Money that goes and comes back on a day is no year that is closed; a word that begins like an opening is none.
  assert.deepEqual(
    rowsOf(
      '2026-01-01 in\n  assets:a  5 EUR\n  equity:partner\n\n2026-01-01 out\n  assets:a  -5 EUR\n  equity:partner\n\n2026-01-02 x\n  assets:a  -7 EUR\n  equity:startup\n',
    ),
    [
      'assets:a: 2026-01-01 5 EUR in = income equity:partner',
      'assets:a: 2026-01-01 -5 EUR out = expense equity:partner',
      'assets:a: 2026-01-02 -7 EUR x = expense equity:startup',
    ],
  )
})

test('a journal: a transaction that cannot be read loses no other one, and no words of a posting are lost', () => {
  const text =
    '2024-01-01 open\n  assets:bank  10 EUR @ 2 VTI\n  equity:opening  -20 VTI\n\n2024-01-05 shop\n  expenses:food  4 EUR  ; bread\n  assets:bank  -6 EUR  ; check 123\n  assets:cash  2 EUR\n'
  const { rows, bad } = readText('hledger', text)
  assert.deepEqual(
    bad.map(({ line, faults }) => `${line} ${faults[0]?.message}`),
    ['1 Line 1: its amounts balance in VTI, which is not a currency.'],
  )
  assert.deepEqual(
    rows.map((row) => `${told(row)}; ${row.notes ?? ''}`),
    [
      'assets:bank: 2024-01-05 -4 EUR shop = expense food; bread check 123',
      'assets:bank: 2024-01-05 -2 EUR shop > assets:cash; ',
    ],
  )
})

test('a journal: balances are assigned in the order of the postings, and "==" leaves nothing else', () => {
  const text = `2026-01-01 start
  assets:a  10 USD
  assets:a  20 EUR
  equity:opening

2026-01-02 virtual first
  (assets:a)  5 EUR
  assets:a  = 50 EUR
  income:z

2026-01-03 alone
  assets:a  == 40 EUR
  expenses:y
`
  const { rows, bad } = readText('hledger', text)
  assert.deepEqual(bad, [])
  const sumIn = (code: string) =>
    sumText(rows.flatMap(({ currency, amount }) => (currency === code ? amount : [])))
  assert.deepEqual([sumIn('EUR'), sumIn('USD')], ['40', '0'])
  if (!isInstalled) return
  const { stdout } = spawnSync('hledger', ['-f', '-', 'balance', 'assets', '-N'], {
    input: text,
    encoding: 'utf8',
  })
  assert.equal(stdout.trim().replace(/ +/g, ' '), '40 EUR assets:a')
})

test("Florin's own journal: ids in any case, names that are nothing, accounts of one name, and exchanges", () => {
  const text = `; Florin: Home
; in EUR, as of 2026-01-01, version 1

account assets:Giro  ; type:A
    ; name: %00%0A
account assets:Dollars  ; type:A
account assets:Visa  ; type:A
account liabilities:Visa  ; type:L
account expenses:Food  ; type:X
account expenses:Food:Out:Late  ; type:X
    ; name: Out%3ALate

2026-01-01 (transfer) exchange
    ; id: 01A1F1CE-FFF3-7C4E-932B-71A93F22729D
    assets:Giro  -90.00 EUR
    equity:Currency exchange  90.00 EUR
    equity:Currency exchange  -100.00 USD @@ 90.00 EUR
    assets:Dollars  100.00 USD @@ 90.00 EUR

2026-01-02 (transfer) card
    assets:Visa  -1.00 EUR
    liabilities:Visa  1.00 EUR

2026-01-03 (expense) snack
    expenses:Food:Out:Late  5.00 EUR
    assets:Giro
`
  const { rows } = readText('hledger', text)
  assert.deepEqual(rows.map(told), [
    'Giro: 2026-01-01 -90 EUR exchange > Dollars 100 USD',
    'assets:Visa: 2026-01-02 -1 EUR card > liabilities:Visa',
    'Giro: 2026-01-03 -5 EUR snack = expense Food:Out:Late',
  ])
  assert.equal(rows[0]?.own_id, '01a1f1ce-fff3-7c4e-932b-71a93f22729d')
})
