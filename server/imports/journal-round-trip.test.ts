import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import { type Category, createCategory } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import { bank, category, publish, spend } from '../../test/books.ts'
import { differingBook } from '../../test/differing-book.ts'
import { ask, isInstalled, NOT_INSTALLED, type Rows } from '../../test/hledger.ts'
import { committed, figures } from '../../test/moving.ts'
import { allHere, journalFormats, journalOf, sendJournal } from '../../test/own-journals.ts'
import { pagesOf } from '../../test/pages.ts'
import { preparedHousehold, richWorld } from '../../test/prepared.ts'
import { makeWorld, type Person, signedIn } from '../../test/world.ts'

/** Journals go from Florin into an empty book, and from another program through Florin and back: names and balances stay. */

const { world, ana: rich } = await richWorld()
for (const day of ['2026-01-01', '2026-02-02', todayIn('UTC')])
  await publish(world, day, { USD: '1.25', JPY: '160' })
const differing = await differingBook(world)
const { template, known } = await preparedHousehold(1)
const home = await makeWorld({}, undefined, template)
const household = signedIn(home.app, known)

const namesOf = async (person: Person) => ({
  accounts: new Set(
    (await pagesOf<Account>(person, '/accounts'))
      .filter(({ type }) => type === 'asset' || type === 'liability')
      .map(({ name }) => name),
  ),
  categories: new Set((await pagesOf<Category>(person, '/budgeting/categories')).map(({ name }) => name)),
})

/** Categories that a book of the journal has besides: every book has the first two, and no category of the first book had the others. */
const BESIDES =
  /^(Other (income|expenses)|Equity|Exchange gains and losses|Rounding|Currency exchange|Changes in value|Opening balances)(:.*)?$/i

for (const [whose, person, where] of [
  ['a book with every kind of record', rich, world],
  ['a book with exchange differences', differing, world],
  ['the demo household', household, home],
] as const)
  for (const format of journalFormats)
    test(`${whose} goes into an empty book as ${format}: names and balances are the same, and sent again it is all here`, async () => {
      const text = await journalOf(person, format)
      const bela = await where.person({ base_currency_id: 'EUR' })
      const { accounts } = await namesOf(bela) // those that every book begins with
      const done = await committed(bela, await sendJournal(bela, format, text))
      assert.deepEqual([done.counts.invalid, done.counts.attention], [0, 0])
      assert.deepEqual((await figures(bela)).accounts, (await figures(person)).accounts)
      const [names, first] = [await namesOf(bela), await namesOf(person)]
      assert.deepEqual(names.accounts, first.accounts.union(accounts))
      assert.deepEqual(first.categories.difference(names.categories), new Set())
      const more = [...names.categories.difference(first.categories)]
      assert.deepEqual(
        more.filter((name) => !BESIDES.test(name)),
        [],
      )
      await allHere(bela, await sendJournal(bela, format, text))
    })

for (const format of journalFormats)
  test(`names that no path can say come back from ${format}`, async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const food = await category(ana, 'Food & Drink')
    const names = ['Visa; gold, 50%', 'Purse: small', 'assets:bank:Checking', 'Ключи [2]']
    for (const [index, name] of names.entries()) {
      const { id } = await bank(ana, name, 'EUR')
      const body = { name: `Bread: no. ${index}, [50%]`, parent_id: food.id }
      const { id: category_id } = await ana.call(createCategory, { body })
      await spend(ana, { amount: 1 + index, category_id, asset_account_id: id, date: '2026-03-04' })
    }
    const text = await journalOf(ana, format)
    const bela = await world.person({ base_currency_id: 'EUR' })
    await committed(bela, await sendJournal(bela, format, text))
    assert.deepEqual(await figures(bela), await figures(ana))
    assert.deepEqual((await namesOf(ana)).accounts.difference((await namesOf(bela)).accounts), new Set())
    await allHere(bela, await sendJournal(bela, format, text))
    await allHere(ana, await sendJournal(ana, format, text))
  })

/** A journal as Florin wrote it before it said the names of accounts. */
const RELEASED = `; Florin: Household
; in EUR, as of 2026-03-31, version 12

decimal-mark .

commodity 1000.00 EUR

account assets:Purse  ; type:A
account assets:assets-bank-checking  ; type:A
account equity:Opening balances  ; type:E
account expenses:Food  ; type:X
account expenses:Food:Bread  ; type:X

payee Baker

2026-03-01 (opening) opening
    ; id: 01a1f1d4-499c-7c73-8768-000000000001
    assets:Purse  100.00 EUR
    equity:Opening balances  -100.00 EUR

2026-03-04 (expense) Baker | Rolls
    ; id: 01a1f1d4-499c-7c73-8768-000000000002
    expenses:Food:Bread  4.00 EUR
    assets:Purse  -4.00 EUR

2026-03-05 (transfer) transfer
    ; id: 01a1f1d4-499c-7c73-8768-000000000003
    assets:assets-bank-checking  50.00 EUR
    assets:Purse  -50.00 EUR

`
for (const [program, text] of [
  ['hledger', RELEASED],
  [
    'Ledger',
    RELEASED.replace('decimal-mark .', 'tag id')
      .replace(/ {2}; type:./g, '')
      .replace('Baker | Rolls', 'Baker'),
  ],
] as const)
  test(`a journal of ${program} that an earlier Florin has written is read with the names of its paths`, async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    await committed(ana, await sendJournal(ana, 'hledger', text))
    assert.deepEqual(await figures(ana), {
      accounts: { Purse: { EUR: 46 }, 'assets-bank-checking': { EUR: 50 } },
      categories: { Bread: 4 },
    })
    await allHere(ana, await sendJournal(ana, 'hledger', text))
  })

/** A journal as a person writes it in hledger or Ledger: full names of accounts, and their roots in small letters or in capitals. */
const writtenIn = (root: (name: string) => string) => `
2026-01-01 Start
    ${root('assets')}:bank:checking    1000.00 EUR
    ${root('assets')}:Brokers:cash       200.00 USD
    ${root('liabilities')}:Card         -150.00 EUR
    ${root('equity')}:opening balances

2026-01-05 Baker | Bread
    ${root('expenses')}:Food:Bread        4.50 EUR
    ${root('expenses')}:Food              3.00 EUR
    ${root('assets')}:bank:checking

2026-01-06 * Wine
    ${root('expenses')}:Food:Drinks:Wine:Red    12.00 EUR
    ${root('liabilities')}:Card

2026-01-20 Hay Works
    ${root('assets')}:bank:checking    2400.00 EUR
    ${root('income')}:Salary

2026-01-31 Card
    ${root('liabilities')}:Card         100.00 EUR
    ${root('assets')}:bank:checking

2026-02-02 Fee
    ${root('expenses')}:Fees              2.00 USD
    ${root('assets')}:Brokers:cash
`

const BEANCOUNT = `option "operating_currency" "EUR"
2026-01-01 open Assets:Bank:Checking EUR
2026-01-01 open Assets:Brokers:Cash USD
2026-01-01 open Liabilities:Card EUR
2026-01-01 open Equity:Opening-Balances
2026-01-01 open Income:Salary
2026-01-01 open Expenses:Food
2026-01-01 open Expenses:Food:Bread
2026-01-01 open Expenses:Food:Drinks:Wine:Red
2026-01-01 open Expenses:Fees

2026-01-01 * "Start"
  Assets:Bank:Checking    1000.00 EUR
  Equity:Opening-Balances
2026-01-01 * "Start"
  Assets:Brokers:Cash      200.00 USD
  Equity:Opening-Balances
2026-01-01 * "Start"
  Liabilities:Card        -150.00 EUR
  Equity:Opening-Balances
2026-01-05 * "Baker" "Bread"
  Expenses:Food:Bread        4.50 EUR
  Expenses:Food              3.00 EUR
  Assets:Bank:Checking
2026-01-06 * "Wine"
  Expenses:Food:Drinks:Wine:Red    12.00 EUR
  Liabilities:Card
2026-01-20 * "Hay Works" ""
  Assets:Bank:Checking    2400.00 EUR
  Income:Salary
2026-01-31 * "Card"
  Liabilities:Card         100.00 EUR
  Assets:Bank:Checking
2026-02-02 * "Fee"
  Expenses:Fees              2.00 USD
  Assets:Brokers:Cash
`

/** The sums of these journals, added up by hand, in minor units. Equity is left out: its accounts are Florin's own. */
const added = (nameOf: (path: string) => string): Rows =>
  Object.fromEntries(
    (
      [
        ['assets:bank:checking EUR', 329250n],
        ['assets:Brokers:cash USD', 19800n],
        ['liabilities:Card EUR', -6200n],
        ['expenses:Food EUR', 300n],
        ['expenses:Food:Bread EUR', 450n],
        ['expenses:Food:Drinks:Wine:Red EUR', 1200n],
        ['expenses:Fees USD', 200n],
        ['income:Salary EUR', -240000n],
      ] as const
    ).map(([path, amount]) => [nameOf(path), [amount]]),
  )

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const capitals = (path: string) => path.split(':').map(capital).join(':')

/** The rows of another program about a journal, without equity. */
const told = (journal: string): Rows => ask(journal, 'balance', 'not:^[Ee]quity')

/** Beancount's own answer about a file, in the same form. */
function toldByBeancount(text: string): Rows {
  const folder = mkdtempSync(join(tmpdir(), 'florin-round-trip-'))
  try {
    const file = join(folder, 'book.beancount')
    writeFileSync(file, text)
    const query =
      "select account, currency, sum(number) as sum where account ~ '^(Assets|Liabilities|Income|Expenses)' group by account, currency"
    const { status, stdout, stderr } = spawnSync('bean-query', ['-f', 'csv', file, query], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
        .map(([account = '', currency = '', amount = '']) => [
          `${account.trim()} ${currency.trim()}`,
          [BigInt(Math.round(Number(amount) * 100))],
        ]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const hasBeancount = spawnSync('bean-query', ['--version']).status === 0

/** The balances of a book as the journal of a program has them, by the paths of its accounts: the book's own answer. */
async function booked(
  person: Person,
  isLiability: (name: string) => boolean,
): Promise<Record<string, bigint>> {
  const { accounts } = await figures(person)
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([name, all]) =>
      Object.entries(all).map(([currency, amount]) => [
        `${name} ${currency}`,
        BigInt(Math.round((isLiability(name) ? -amount : amount) * 100)),
      ]),
    ),
  )
}

/** The paths of accounts that a journal posts to, without equity. */
const postedIn = (journal: string): Set<string> =>
  new Set(
    [...journal.matchAll(/^ {2,4}([A-Za-z]\S*(?: \S+)*) {2,}-?[\d.]+ [A-Z]{3}/gm)]
      .map(([, path = '']) => path)
      .filter((path) => !/^equity/i.test(path)),
  )

for (const { format, how, journal, nameOf } of [
  {
    format: 'hledger',
    how: 'hledger, roots in small letters',
    journal: writtenIn((name) => name),
    nameOf: (path: string) => path,
  },
  { format: 'hledger', how: 'hledger, roots in capitals', journal: writtenIn(capital), nameOf: capital },
  {
    format: 'ledger',
    how: 'Ledger, roots in small letters',
    journal: writtenIn((name) => name),
    nameOf: (path: string) => path,
  },
  { format: 'beancount', how: 'Beancount', journal: BEANCOUNT, nameOf: capitals },
] as const) {
  const isBeancount = format === 'beancount'
  const isThere = isBeancount ? hasBeancount : isInstalled
  const back = async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const done = await committed(ana, await sendJournal(ana, format, journal))
    assert.deepEqual([done.counts.invalid, done.counts.attention], [0, 0])
    return { ana, text: await journalOf(ana, format) }
  }

  test(`${how}, through Florin and back: accounts and categories have the same names, and accounts the same balances`, async () => {
    const expected = added(nameOf)
    const { ana, text } = await back()
    const paths = Object.keys(expected).map((key) => key.slice(0, -4))
    assert.deepEqual(postedIn(text), new Set(paths))
    const own = Object.entries(expected).flatMap(([key, [amount]]) =>
      /^(assets|liabilities)/i.test(key) ? [[key, amount]] : [],
    )
    assert.deepEqual(await booked(ana, (name) => /^liabilities/i.test(name)), Object.fromEntries(own))
    await allHere(ana, await sendJournal(ana, format, text))
  })

  test(`${how}: the program itself finds the same balances in the first journal and in the one that comes back`, {
    skip: isThere ? false : isBeancount ? 'bean-query is not installed here' : NOT_INSTALLED,
  }, async () => {
    const { text } = await back()
    const ofProgram = isBeancount ? toldByBeancount : told
    assert.deepEqual(ofProgram(journal), added(nameOf))
    assert.deepEqual(ofProgram(text), added(nameOf))
  })
}
