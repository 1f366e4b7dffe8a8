import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { createExpense, createIncome, createTransfer } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { readBack } from '../../contract/formula-cells.ts'
import { bank, category } from '../../test/books.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const columns = ['Day', 'Account', 'Who', 'What', 'Category', 'Amount', 'Currency', 'Tags']

const fileOf = async (person: Person, query: string): Promise<string> => {
  const url = `/budgeting/transactions?format=csv&sort=date&${query}`
  const { status, text, headers } = await person.send({ url })
  assert.equal(status, 200, text)
  const name = query.includes('locale') ? 'transactions-spreadsheet' : 'transactions'
  assert.match(
    headers['content-disposition'] ?? '',
    new RegExp(`^attachment; filename="florin-budgeting-${name}-[-0-9]+\\.csv"$`),
  )
  return text
}

/** A month with one of each that a person looks at in a spreadsheet. */
async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const giro = await bank(ana, 'Giro', 'EUR')
  const savings = await bank(ana, 'Savings', 'EUR')
  const [food, fun, pay] = [
    await category(ana, 'Food; drinks'),
    await category(ana, 'Fun'),
    await category(ana, 'Pay', 'income'),
  ]
  const lidl = await ana.call(createContact, { body: { name: 'Lidl "Süd"' } })
  const asset_account_id = giro.id
  await ana.call(createIncome, {
    body: { amount: 1234.5, category_id: pay.id, asset_account_id, date: '2026-03-01', memo: 'March' },
  })
  await ana.call(createExpense, {
    body: {
      amount: 12.3,
      category_id: food.id,
      asset_account_id,
      date: '2026-03-09',
      contact_id: lidl.id,
      memo: '=HYPERLINK("x")',
      tags: ['home', 'week 10'],
    },
  })
  await ana.call(createExpense, {
    body: {
      amount: 50,
      asset_account_id,
      date: '2026-03-10',
      is_refund: true,
      splits: [
        { category_id: food.id, amount: 30 },
        { category_id: fun.id, amount: 20 },
      ],
    },
  })
  await ana.call(createTransfer, {
    body: { amount: 100, from_account_id: giro.id, to_account_id: savings.id, date: '2026-03-11' },
  })
  await ana.call(createExpense, {
    body: { amount: 900, currency_id: 'JPY', fx_rate: 0.006, category_id: fun.id, date: '2026-03-12' },
  })
  return { ana, food }
}

test('a file for people has eight columns, as its reader writes days, decimals and lists', async () => {
  const { ana } = await household()
  const german = await fileOf(ana, 'locale=de-AT')
  assert.ok(german.startsWith('\ufeffDay;Account;Who;What;Category;Amount;Currency;Tags\r\n'))
  const rows: string[][] = parse(german, { bom: true, delimiter: ';', record_delimiter: '\r\n' })
  assert.deepEqual(rows, [
    columns,
    ['01.03.2026', 'Giro', '', 'March', 'Pay', '1234,50', 'EUR', ''],
    [
      '09.03.2026',
      'Giro',
      'Lidl "Süd"',
      `'=HYPERLINK("x")`,
      'Food; drinks',
      '-12,30',
      'EUR',
      'home, week 10',
    ],
    ['10.03.2026', 'Giro', '', '', 'Food; drinks, Fun', '50,00', 'EUR', ''],
    ['11.03.2026', 'Giro', 'Savings', '', '', '-100,00', 'EUR', ''],
    ['12.03.2026', 'Cash', '', '', 'Fun', '-900', 'JPY', ''],
  ])
  assert.equal(readBack(rows[2]?.[3] ?? ''), '=HYPERLINK("x")')

  const firstOf = async (locale: string) =>
    (await fileOf(ana, `locale=${locale}&date_to=2026-03-01`)).split('\r\n')[1]
  assert.equal(await firstOf('en-US'), '03/01/2026,Giro,,March,Pay,1234.50,EUR,')
  assert.equal(await firstOf('en-GB'), '01/03/2026,Giro,,March,Pay,1234.50,EUR,')
  assert.equal(await firstOf('sv'), '2026-03-01;Giro;;March;Pay;1234,50;EUR;')
  for (const locale of ['bg', 'mk']) // which write "г." behind a year
    assert.equal(await firstOf(locale), '01.03.2026;Giro;;March;Pay;1234,50;EUR;', locale)
  for (const locale of ['ar-EG', 'fa', 'th-u-nu-thai', 'ja-u-ca-japanese'])
    assert.match(
      (await firstOf(locale)) ?? '',
      /^[\d./-]*2026[\d./-]*,Giro,,March,Pay,1234\.50,EUR,$/,
      locale,
    )
})

test('a bill is one row with the money that left the account, and the people of it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Eating out')
  const person = async (name: string) => (await ana.call(createContact, { body: { name } })).id
  const [tom, lea, shop] = [await person('Tom'), await person('Lea'), await person('Pizzeria')]
  const shares = [
    { contact_id: tom, amount: 30.03 },
    { contact_id: lea, amount: 30 },
  ]
  const bill = { amount: 90.1, category_id, shares, date: '2026-03-01' }
  await ana.call(createExpense, { body: bill })
  await ana.call(createExpense, { body: { ...bill, contact_id: shop, memo: 'Dinner', date: '2026-03-02' } })
  assert.deepEqual((await fileOf(ana, 'locale=de')).trimEnd().split('\r\n').slice(1), [
    '01.03.2026;Cash;"Tom, Lea";Eating out;Eating out;-90,10;EUR;',
    '02.03.2026;Cash;"Pizzeria, Tom, Lea";Dinner;Eating out;-90,10;EUR;',
  ])
})

test('a file for people has the rows of its filters, and none of another person', async () => {
  const { ana, food } = await household()
  const text = await fileOf(ana, `locale=en&category_id=${food.id}`)
  assert.equal(text.trim().split('\r\n').length, 3)
  const bela = await world.person()
  assert.equal((await fileOf(bela, `locale=en&category_id=${food.id}`)).trim().split('\r\n').length, 1)
})

test('without a locale the file is as before, and a locale beside a page or of no language is refused', async () => {
  const { ana } = await household()
  assert.match(await fileOf(ana, ''), /^id,kind,date,/)
  for (const query of ['locale=de', 'locale=de&format=json', 'format=csv&locale=1', 'format=csv&locale=de-'])
    assert.deepEqual(
      await ana
        .send({ url: `/budgeting/transactions?${query}` })
        .then(({ status, body }) => [status, Object.keys(body.errors)]),
      [422, ['locale']],
      query,
    )
})
