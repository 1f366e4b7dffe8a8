import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { listAccounts } from '../../contract/accounts.ts'
import { listExchangeRates } from '../../contract/currencies.ts'
import { acct, bookOf, commodity, type Split, slots, trn } from '../../test/gnucash.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

/** A book of GnuCash as XML, figure by figure, and books that nobody can trust. */

const world = await sharedWorld()

const ACCOUNTS = [
  acct('Root', 'ROOT'),
  acct('Assets', 'ASSET', 'Root', 'EUR', ['placeholder']),
  acct('Bank', 'BANK', 'Assets'),
  acct('Dollars', 'BANK', 'Assets', 'USD'),
  acct('Depot', 'STOCK', 'Assets', 'ACME'),
  acct('Old savings', 'BANK', 'Assets', 'EUR', ['hidden']),
  acct('Kreditkarte', 'CREDIT'),
  acct('Expenses', 'EXPENSE', 'Root', 'EUR', ['placeholder']),
  acct('Food', 'EXPENSE', 'Expenses'),
  acct('Bread', 'EXPENSE', 'Food'),
  acct('Fees', 'EXPENSE', 'Expenses'),
  acct('Income', 'INCOME', 'Root', 'EUR', ['placeholder']),
  acct('Salary', 'INCOME', 'Income'),
  acct('Gains', 'INCOME', 'Income'),
  acct('Equity', 'EQUITY', 'Root', 'EUR', ['placeholder']),
  acct('Anfangsbestand', 'EQUITY', 'Equity'),
].join('')
const price = (from: string, to: string, date: string, value: string) =>
  `<price>${commodity('price:commodity', from)}${commodity('price:currency', to)}<price:time><ts:date>${date} 00:00:00 +0000</ts:date></price:time><price:value>${value}</price:value></price>`
const PRICES = `<gnc:pricedb version="1">${price('USD', 'EUR', '2024-01-04', '92250/100000')}${price('ACME', 'EUR', '2024-01-04', '83/1')}</gnc:pricedb>
`
const VOID = `<trn:slots>${slots(['void-reason', 'entered twice'])}</trn:slots>`
const TEMPLATES = `<gnc:template-transactions>${acct('Template Root', 'ROOT')}${trn('2024-01-31', 'Rent template', [['Bank', '0/1']])}</gnc:template-transactions>
<gnc:schedxaction version="2.0.0"><sx:id type="guid">s</sx:id><sx:name>Rent</sx:name></gnc:schedxaction>
<gnc:budget version="2.0.0"><bgt:id type="guid">u</bgt:id><bgt:name>Year 2024</bgt:name></gnc:budget>
<gnc:GncInvoice version="2.0.0"><invoice:id>1</invoice:id></gnc:GncInvoice>
`
const BOOK = bookOf(
  PRICES,
  ACCOUNTS,
  trn('2024-01-01', 'Start', [
    ['Bank', '150000/100'],
    ['Anfangsbestand', '-150000/100'],
  ]),
  trn('2024-01-01', 'Start of the card', [
    ['Kreditkarte', '-20000/100'],
    ['Anfangsbestand', '200/1'],
  ]),
  trn('2024-01-02', 'Baker', [
    ['Bank', '-1250/100'],
    ['Bread', '1250/100'],
  ]),
  trn('2024-01-03', 'Shop', [
    ['Kreditkarte', '-30/1'],
    ['Bread', '10/1'],
    ['Food', '20/1'],
  ]),
  trn('2024-01-04', 'Shares', [
    ['Bank', '-100000/100'],
    ['Depot', '99000/100', '12/1'],
    ['Fees', '1000/100'],
  ]),
  trn('2024-01-05', 'Change', [
    ['Bank', '-10000/100'],
    ['Dollars', '10000/100', '10840/100'],
  ]),
  trn('2024-01-06', 'Two for one', [['Depot', '0/1', '12/1']]),
  trn('2024-01-07', 'Pay', [
    ['Bank', '2400/1'],
    ['Salary', '-2400/1'],
  ]),
  trn('2024-01-08', 'Card bill', [
    ['Bank', '-230/1'],
    ['Kreditkarte', '230/1'],
  ]),
  trn('2024-01-09', 'Some sold', [
    ['Bank', '600/1'],
    ['Depot', '-495/1', '-12/1'],
    ['Gains', '-105/1'],
  ]),
  trn(
    '2024-01-10',
    'Nothing',
    [
      ['Bank', '0/1'],
      ['Food', '0/1'],
    ],
    VOID,
  ),
  TEMPLATES,
)

test('a book of GnuCash: accounts with their types, splits, currencies, shares at cost, rates, and what is left out', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const file = Buffer.from(gzipSync(BOOK))
  const made = await sendFile(ana, { filename: 'home.gnucash' }, file)
  assert.deepEqual([made.format, made.status, made.fault, made.counts.invalid], ['gnucash', 'ready', null, 1])
  assert.deepEqual(
    (await rowsOf(ana, made)).filter(({ verdict }) => verdict === 'invalid').map(({ reason }) => reason),
    ['Line 165: it was voided ("entered twice"), so it is not read.'],
  )
  const left = Object.fromEntries(
    made.brings.map(({ kind, left_out }) => [kind, left_out.map(({ name }) => name)]),
  )
  assert.deepEqual(left.recurring, ['Rent'])
  assert.deepEqual(left.budgets, ['Year 2024'])
  assert.deepEqual(left.other, ['Two for one, 2024-01-06', '12 ACME in Assets:Depot', '1 invoices and bills'])
  assert.deepEqual(left.rates, ['1 prices of securities'])
  const done = await committed(ana, made)
  assert.deepEqual(await figures(ana), {
    accounts: {
      'Assets:Bank': { EUR: 3157.5 },
      'Assets:Dollars': { USD: 108.4 },
      'Assets:Depot': { EUR: 495 },
    },
    categories: { Bread: 22.5, Food: 20, Fees: 10, Salary: 2400, Gains: 105 },
  })
  // The balances of the file are those of the book.
  assert.deepEqual(
    done.balances.filter(({ difference }) => difference !== 0),
    [],
  )
  assert.ok(done.balances.length >= 4)
  const { data } = await ana.call(listAccounts, { query: { limit: 1000 } })
  const facts = (name: string) => {
    const found = data.find((one) => one.name === name)
    return [found?.type, found?.currency_id, found?.is_active]
  }
  assert.deepEqual(facts('Kreditkarte'), ['liability', 'EUR', true])
  assert.deepEqual(facts('Assets:Dollars'), ['asset', 'USD', true])
  assert.deepEqual(facts('Assets:Old savings'), ['asset', 'EUR', false])
  const rates = (await ana.call(listExchangeRates, { query: {} })).data
  assert.deepEqual(
    rates.map(({ date, rate }) => [date, rate]),
    [['2024-01-04', 0.9225]],
  )
  await sameAgain(ana, 'again.gnucash', file)
  await undone(ana, done.version)
})

test('books that cannot be trusted are refused with the line, and the rest is read right', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const send = async (text: string, filename = 'home.gnucash') => sendFile(ana, { filename }, text)
  const pay = trn('2024-01-07', 'Pay', [
    ['Bank', '2400/1'],
    ['Salary', '-2400/1'],
  ])
  const faults: readonly (readonly [text: string, fault: RegExp])[] = [
    [`<!DOCTYPE x [<!ENTITY a "aaaa">]>${BOOK}`, /document type or entities/],
    [
      bookOf(acct('Root', 'ROOT'), acct('A', 'ASSET', 'B'), acct('B', 'ASSET', 'A'), pay),
      /^Line 12: the account "A" is within itself\.$/,
    ],
    [
      bookOf(acct('Root', 'ROOT'), acct('A', 'ASSET', 'Gone')),
      /^Line 12: the account "A" is within an account that the file does not have\.$/,
    ],
    [
      bookOf(acct('Root', 'ROOT'), acct('A', 'ASSET'), acct('A', 'ASSET')),
      /^Line 18: the account "A" has the id of another account\.$/,
    ],
    [bookOf(acct('Root', 'ROOT'), acct('A', 'MAGIC')), /has the type "MAGIC", which is not known/],
    [bookOf(ACCOUNTS, pay, acct('Late', 'ASSET')), /the account "Late" stands below the first transaction/],
    [bookOf(`${'<a>'.repeat(80)}`), /is within 60 other elements/],
    [BOOK.slice(0, -40), /^The file ends at line \d+, where <\/.*> is due|in the middle of the tag/],
  ]
  for (const [text, fault] of faults) {
    const { status, fault: said } = await send(text)
    assert.deepEqual([status, fault.test(said ?? '')], ['failed', true], `${said}`)
  }
  const reasons = async (...splits: Split[]) => {
    const made = await send(bookOf(ACCOUNTS, pay, trn('2024-01-08', 'Odd', splits)))
    const [, odd] = await rowsOf(ana, made)
    return odd?.reason?.replace(/^Line \d+: /, '')
  }
  const food = (value: string): Split => ['Food', value]
  assert.equal(await reasons(['Bank', '1e9/0'], food('1/1')), '"1e9/0" is not an amount.')
  assert.equal(await reasons(['Bank', '5/0'], food('5/1')), '"5/0" is not an amount.')
  assert.equal(await reasons(['Bank', '1/3'], food('-1/3')), '"1/3" is not an amount.')
  assert.equal(
    await reasons(['Bank', '-9999999999999999999999/1'], food('1/1')),
    '"-9999999999999999999999/1" is not an amount.',
  )
  assert.match(
    (await reasons(['Bank', '-999999999999999999/1'], food('999999999999999999/1'))) ?? '',
    /too large/,
  )
  assert.match(
    (await reasons(['Nowhere', '1/1'], food('-1/1'))) ?? '',
    /^its account ".*" is not in the file\.$/,
  )
  assert.match((await reasons(['Bank', '-2/1'], food('1/1'))) ?? '', /balance/)
  const twice = await rowsOf(ana, await send(bookOf(ACCOUNTS, pay, pay)))
  assert.match(twice[1]?.reason ?? '', /it has the number of the transaction at line \d+, and is not read\.$/)
  const sqlite = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200)])
  const database = await sendFile(ana, { filename: 'home.gnucash' }, sqlite)
  assert.match(database.fault ?? '', /^This is a book of GnuCash that is not XML\. .*"Save As"/)
  assert.deepEqual(await figures(ana), { accounts: {}, categories: {} })
})
