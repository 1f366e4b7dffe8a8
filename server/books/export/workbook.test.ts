import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../../contract/accounts.ts'
import { WORKBOOK_TYPE } from '../../../contract/books.ts'
import { createExpense } from '../../../contract/budgeting.ts'
import { createContact } from '../../../contract/contacts.ts'
import { listGoals } from '../../../contract/goals.ts'
import { createPlan } from '../../../contract/plans.ts'
import { listValues } from '../../../contract/values.ts'
import { bank, category, spend } from '../../../test/books.ts'
import { richWorld } from '../../../test/prepared.ts'
import type { Person } from '../../../test/world.ts'
import { filesIn } from '../../process/zip.ts'
import { MOST, workbookPieces } from './xlsx.ts'

const { world, ana: rich } = await richWorld()

type Cell = string | number
type Sheets = Map<string, Cell[][]>

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** The cells of a sheet, as a spreadsheet reads them. */
const cellsOf = (xml: string): Cell[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c[^>]*>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/gs)].map(
      ([, number, text]) => (number !== undefined ? Number(number) : unescaped(text ?? '')),
    ),
  )

function sheetsIn(zip: Buffer): Sheets {
  const files = filesIn(zip)
  assert(Array.isArray(files), String(files))
  const read = (name: string) => {
    const bytes = files.find((file) => file.name === name)?.read(50_000_000)
    assert(bytes instanceof Buffer, `${name}: ${bytes}`)
    return bytes.toString()
  }
  const names = [...read('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"/g)].map(([, name = '']) => name)
  return new Map(names.map((name, index) => [name, cellsOf(read(`xl/worksheets/sheet${index + 1}.xml`))]))
}

async function workbookOf(person: Person): Promise<Sheets> {
  const headers = { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip' }
  const answer = await world.app.inject({ url: '/api/v1/books/current/export?format=xlsx', headers })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], WORKBOOK_TYPE)
  assert.equal(answer.headers['content-encoding'], undefined)
  assert.match(String(answer.headers['content-disposition']), /filename="florin-book-[0-9-]+\.xlsx"/)
  return sheetsIn(answer.rawPayload)
}

/** The records of a sheet, by the names of its columns. */
function recordsOf(sheets: Sheets, name: string): Record<string, Cell>[] {
  const [head = [], ...rows] = sheets.get(name) ?? []
  return rows.map((row) => Object.fromEntries(head.map((column, index) => [column, row[index] ?? ''])))
}

test('a workbook has everything of a book, and its figures are those of the API', async () => {
  const sheets = await workbookOf(rich)
  const names = ['Transactions', 'Entries', 'Accounts', 'Categories', 'Budgets', 'Recurring', 'People']
  assert.deepEqual([...sheets.keys()], [...names, 'Debts', 'Goals', 'Goal moves', 'Values', 'Exchange rates'])
  for (const [name, rows] of sheets) {
    assert(rows.length > 1, `${name} has records`)
    assert(
      rows.every((row) => row.length === rows[0]?.length),
      `${name}: as many cells as columns`,
    )
  }
  const count = async (url: string) =>
    (await rich.send({ url: `${url}?include=total&limit=1` })).body.meta.total
  for (const [name, url] of [
    ['Transactions', '/budgeting/transactions'],
    ['Categories', '/budgeting/categories'],
    ['People', '/contacts'],
    ['Debts', '/obligations'],
    ['Recurring', '/plans'],
    ['Goals', '/goals'],
  ] as const)
    assert.equal(recordsOf(sheets, name).length, await count(url), name)

  const { data: accounts } = await rich.call(listAccounts, { query: { limit: 200 } })
  const shown = recordsOf(sheets, 'Accounts')
  for (const { code, type, balances } of accounts)
    assert.deepEqual(
      shown
        .filter((row) => row.Code === code && row.Balance !== 0)
        .map(({ Balance, Currency }) => [Balance, Currency]),
      balances.map(({ amount, currency_id }) => [type === 'liability' ? -amount : amount, currency_id]),
      code,
    )
})

test('goals, their moves and stated values have the figures of the API', async () => {
  const sheets = await workbookOf(rich)
  const { data: goals } = await rich.call(listGoals)
  assert.deepEqual(
    recordsOf(sheets, 'Goals').map(({ Name, Target, Saved, Left, Currency }) => [
      Name,
      Target,
      Saved,
      Left,
      Currency,
    ]),
    goals.map((one) => [one.name, one.target_amount, one.saved, one.left, one.currency_id]),
  )
  const moves = recordsOf(sheets, 'Goal moves')
  for (const { id, name, envelope, saved } of goals) {
    const own = moves.filter(({ Goal }) => Goal === name)
    if (envelope)
      assert.equal(
        own.reduce((sum, { Amount }) => sum + Number(Amount), 0),
        saved,
        name,
      )
    else assert.equal(own.length, 0, id)
  }
  const [car] = (await rich.call(listAccounts, { query: { q: 'Car' } })).data
  const { data: values } = await rich.call(listValues, {
    params: { id: car?.id ?? '' },
    query: { sort: 'date' },
  })
  assert.deepEqual(
    recordsOf(sheets, 'Values').map(({ Account, Value, Currency, Notes }) => [
      Account,
      Value,
      Currency,
      Notes,
    ]),
    values.map(({ account_name, amount, currency_id, notes }) => [
      account_name,
      amount,
      currency_id,
      notes ?? '',
    ]),
  )
  const plan = recordsOf(sheets, 'Recurring').find(({ Kind }) => Kind === 'goal')
  assert.equal(plan?.Currency, 'USD', 'the currency of its goal')
})

test('the first columns of transactions are those of the CSV file for people', async () => {
  const sheets = await workbookOf(rich)
  const csv = (await rich.send({ url: '/budgeting/transactions?sort=date&format=csv&locale=en-GB' })).text
  const [head = '', first = ''] = csv.replace('\ufeff', '').split('\r\n')
  assert.deepEqual(sheets.get('Transactions')?.[0]?.slice(0, 8), head.split(','))
  const [day = '', account] = first.split(',')
  const [row = []] = sheets.get('Transactions')?.slice(1) ?? []
  assert.equal(row[1], account)
  const date = new Date(Date.UTC(1899, 11, 30) + Number(row[0]) * 86_400_000)
  assert.equal(date.toLocaleDateString('en-GB', { timeZone: 'UTC' }), day)
})

test('text is text, whatever it holds, and each currency has its decimals', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const memo = '=1+1 <b>&amp; _x0041_ \u0001\u{1f600}\n"two"'
  const food = await category(ana, 'Food')
  await ana.call(createExpense, {
    body: { amount: 9_999_999_999_999.99, category_id: food.id, memo, date: '1900-02-01' },
  })
  const yen = await bank(ana, 'Yen', 'JPY', {
    opening_balance: 1200,
    opening_date: '2026-03-02',
    fx_rate: 0.006,
  })
  await spend(ana, { amount: 3, category_id: food.id })
  const sheets = await workbookOf(ana)
  const [first] = recordsOf(sheets, 'Transactions')
  assert.deepEqual([first?.What, first?.Amount, first?.Day], [memo, -9_999_999_999_999.99, '1900-02-01'])
  const owned = recordsOf(sheets, 'Accounts').find(({ Code }) => Code === yen.code)
  assert.deepEqual([owned?.Balance, owned?.Currency], [1200, 'JPY'])
})

test("of a bill that others owe a part of, the part that is one's own is named", async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, tom] = [await category(ana, 'Food'), await ana.call(createContact, { body: { name: 'Tom' } })]
  await spend(ana, { amount: 90.1, category_id: food.id, shares: [{ contact_id: tom.id, amount: 60.03 }] })
  const [bill] = recordsOf(await workbookOf(ana), 'Transactions')
  assert.deepEqual(
    [bill?.Who, bill?.Amount, bill?.['My share'], bill?.['Worth in EUR']],
    ['Tom', -90.1, -30.07, -90.1],
  )
})

test('a number of more digits than a spreadsheet computes with is text', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  for (const _ of [1, 2]) await spend(ana, { amount: 9_999_999_999_999.99, category_id: food.id })
  const cash = recordsOf(await workbookOf(ana), 'Accounts').find(({ Name }) => Name === 'Cash')
  assert.equal(cash?.Balance, '-19999999999999.98')
})

test('a sheet that is full goes on as a second one', async (t) => {
  const { rows } = MOST
  t.after(() => Object.assign(MOST, { rows }))
  MOST.rows = 3
  const batches = async function* () {
    yield ['a', 'b', 'c']
    yield ['d', 'e']
  }
  const columns = [{ name: 'Letter', of: (letter: string) => letter }]
  const empty = { name: 'None', columns, records: (async function* () {})() }
  const pieces = await Array.fromAsync(
    workbookPieces([{ name: 'Letters', columns, records: batches() }, empty]),
  )
  assert.deepEqual(
    [...sheetsIn(Buffer.concat(pieces))],
    [
      ['Letters', [['Letter'], ['a'], ['b']]],
      ['Letters 2', [['Letter'], ['c'], ['d']]],
      ['Letters 3', [['Letter'], ['e']]],
      ['None', [['Letter']]],
    ],
  )
})

test('nobody gets the workbook of somebody else', async () => {
  const [ana, bela] = [await world.person(), await world.person()]
  await ana.call(createContact, { body: { name: 'Only mine' } })
  await ana.call(createAccount, { body: { name: 'Secret', type: 'asset' } })
  const text = JSON.stringify([...(await workbookOf(bela))])
  assert(!text.includes('Only mine') && !text.includes('Secret'))
})

test('a recurring transfer that names no currency is in that of the account it comes from', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [from, to] = [await bank(ana, 'Franken', 'CHF'), await bank(ana, 'Giro', 'EUR')]
  await ana.call(createPlan, {
    body: {
      name: 'Aside',
      kind: 'transfer',
      draft: { amount: 50, from_account_id: from.id, to_account_id: to.id, to_amount: 53 },
      schedule: { start: '2100-01-01', unit: 'month' },
    },
  })
  const [plan] = recordsOf(await workbookOf(ana), 'Recurring')
  assert.deepEqual([plan?.Name, plan?.Amount, plan?.Currency], ['Aside', 50, 'CHF'])
})
