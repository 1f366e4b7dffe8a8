import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { createAccount } from '../../contract/accounts.ts'
import { api } from '../../contract/api.ts'
import { createTransactions } from '../../contract/batches.ts'
import { createIncome, createTransfer, type Transaction } from '../../contract/budgeting.ts'
import { addressOf } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { readBack } from '../../contract/formula-cells.ts'
import { createObligation, createPayment, writeOff } from '../../contract/obligations.ts'
import { isList } from '../../contract/route.ts'
import { setOff } from '../../contract/settlements.ts'
import { account, balances, bank, category, spend } from '../../test/books.ts'
import { pagesOf } from '../../test/pages.ts'
import { richWorld } from '../../test/prepared.ts'
import { statements } from '../../test/ran.ts'
import { until } from '../../test/until.ts'
import type { Person } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { names, sql } from '../database/sql.ts'

const { world, ana } = await richWorld()
const lists = api.map(({ route }) => route).filter(isList)

/** The rows of a CSV file, by the names of its columns. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n', relax_column_count: false })

async function fileOf(person: Person, url: string, headers = {}): Promise<string> {
  const { status, text } = await person.send({ url, headers })
  assert.equal(status, 200, text)
  return text
}

/** An import with a row, which has been read. */
async function imported(): Promise<string> {
  const { body } = await ana.send({
    method: 'POST',
    url: '/imports?filename=bank.csv',
    headers: { 'content-type': 'text/csv' },
    payload: 'Date,Amount,Description\n2026-01-02,-5.00,Lunch\n',
  })
  await until(async () => (await ana.send({ url: `/imports/${body.id}` })).body.status !== 'reading', 5_000)
  return body.id
}

/** Addresses of a list, each with some filter or order, and ids that exist. */
async function addresses(): Promise<string[]> {
  const first = async (url: string): Promise<string> => (await ana.send({ url })).body.data[0].id
  const ids: Record<string, string> = {
    accounts: await first('/accounts?q=Cash'),
    obligations: await first('/obligations'),
    plans: await first('/plans'),
    imports: await imported(),
    goals: await first('/goals'),
  }
  return lists.map((route) => {
    const query = route.path === '/plans/upcoming' ? { until: '2027-06-01' } : {}
    return addressOf(route, { params: { id: ids[route.path.split('/')[1] ?? ''] ?? '' }, query })
  })
}

const asked = (url: string, more: string) => `${url}${url.includes('?') ? '&' : '?'}${more}`

test('every list is one JSON document with the records of all its pages', async () => {
  const urls = await addresses()
  assert(urls.length >= 17)
  for (const url of urls) {
    const pages = await pagesOf(ana, url)
    const { data, meta } = JSON.parse(await fileOf(ana, asked(url, 'format=json')))
    assert.deepEqual(data, pages, url)
    assert.deepEqual([meta.limit, meta.next_cursor, meta.ignored], [pages.length, null, []])
  }
})

/** The lines of the books are a table of their own, which a cell cannot hold. */
const leftOut = new Set(['lines', 'created_by', 'changed_by'])

test('every list is a CSV file with a line for each record and a column for each field', async () => {
  for (const url of await addresses()) {
    const pages = await pagesOf<Record<string, unknown>>(ana, url)
    const text = await fileOf(ana, asked(url, 'format=csv'))
    assert.match(text, /^[a-z_.,]+\r\n/, url)
    assert.doesNotMatch(text.replaceAll(/"[^"]*"/g, ''), /[^\r]\n/)
    const rows = rowsOf(text)
    assert.equal(rows.length, pages.length, url)
    for (const [index, record] of pages.entries()) {
      for (const [name, value] of Object.entries(record)) {
        if (leftOut.has(name)) {
          assert.equal(rows[index]?.[name], undefined, `${url} ${name}`)
          continue
        }
        if (typeof value === 'object' && (value !== null || rows[index]?.[name] === undefined)) {
          assert(Object.keys(rows[index] ?? {}).some((column) => column.split('.')[0] === name))
          continue
        }
        assert.equal(
          readBack(rows[index]?.[name] ?? '?'),
          value === null ? '' : String(value),
          `${url} ${name}`,
        )
      }
    }
  }
})

test('filters and order are those of the list', async () => {
  const url = '/budgeting/transactions?kind=expense,transfer&date_from=2026-03-01&sort=-amount'
  const ids = (await pagesOf<Transaction>(ana, url)).map(({ id }) => id)
  assert(ids.length > 2)
  const rows = rowsOf(await fileOf(ana, `${url}&format=csv`))
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  )
})

test('an object has a column for each of its fields, tags are joined, and other lists are JSON', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  const [food, fun] = [await category(eva, 'Food'), await category(eva, 'Fun')]
  const splits = [
    { category_id: food.id, amount: 5, memo: 'a "b", c' },
    { category_id: fun.id, amount: 7.25 },
  ]
  const tags = ['plain', 'with, comma', 'say "hi"', ' blank']
  await spend(eva, { amount: 12.25, category_id: food.id, splits, tags })
  const [row] = rowsOf(await fileOf(eva, '/budgeting/expenses?format=csv'))
  assert.equal(row?.tags, 'plain, "with, comma", "say ""hi""", " blank"')
  const parts: Transaction['splits'] = JSON.parse(row?.splits ?? '')
  assert.deepEqual(
    parts.map(({ amount, memo }) => [amount, memo]),
    [
      [5, 'a "b", c'],
      [7.25, null],
    ],
  )
  const [shown] = rowsOf(await fileOf(ana, '/obligations?format=csv'))
  assert(shown?.['contact.name'] && shown['currency.code'])
})

test('the CSV of transactions names accounts beside their ids, and signs amounts as the account sees them', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  const [food, pay] = [await category(eva, 'Food'), await category(eva, 'Pay', 'income')]
  const giro = await bank(eva, '=Giro', 'EUR', { opening_balance: 50, opening_date: '2026-01-01' })
  const savings = await bank(eva, 'Savings, long', 'EUR')
  const of = { asset_account_id: giro.id, date: '2026-01-02' }
  await spend(eva, { ...of, amount: 5, category_id: food.id })
  await spend(eva, { ...of, amount: 2, category_id: food.id, is_refund: true })
  await eva.call(createIncome, { body: { ...of, amount: 100, category_id: pay.id } })
  await eva.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: savings.id, amount: 30, date: '2026-01-02' },
  })
  const rows = rowsOf(await fileOf(eva, '/budgeting/transactions?format=csv&sort=date'))
  assert.deepEqual(
    rows.map((row) => [row.kind, row.asset_account_name, row.signed_amount, row.to_account_name]),
    [
      ['opening', "'=Giro", '50', ''],
      ['expense', "'=Giro", '-5', ''],
      ['expense', "'=Giro", '2', ''],
      ['income', "'=Giro", '100', ''],
      ['transfer', "'=Giro", '-30', 'Savings, long'],
    ],
  )
  assert.equal(rows.at(-1)?.from_account_name, "'=Giro")
  const { body } = await eva.send({ url: '/budgeting/transactions' })
  assert.equal(body.data[0].signed_amount, undefined)
})

test('the CSV of one account adds up to its balance, with debts of every kind', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  const giro = await bank(eva, 'Giro', 'EUR', { opening_balance: 1000, opening_date: '2026-01-01' })
  const loan = await eva.call(createAccount, { body: { name: 'Loan', type: 'liability' } })
  const gift = await category(eva, 'Gifts')
  const { id: contact_id } = await eva.call(createContact, { body: { name: 'Anna' } })
  const [owed, owing] = [await account(eva, 'Receivables'), await account(eva, 'Payables')]
  const debt = async (name: string, amount: number, account_id: string, counter_account_id?: string) =>
    await eva.call(createObligation, {
      body: {
        name,
        contact_id,
        account_id,
        currency_id: 'EUR',
        original_amount: amount,
        outstanding_amount: amount,
        opened_date: '2026-01-02',
        ...(counter_account_id === undefined ? {} : { counter_account_id }),
      },
    })
  const of = { asset_account_id: giro.id, date: '2026-01-03' }
  await debt('lent', 70, giro.id)
  const lent = await debt('lent too', 31, owed.id, giro.id)
  const borrowed = await debt('borrowed', 100, owing.id, giro.id)
  await debt('borrowed from the bank', 500, loan.id, giro.id)
  await debt('dinner', 20, gift.account.id)
  await debt('from before', 15, owing.id)
  await eva.call(createPayment, { params: { id: lent.id }, body: { ...of, amount: 11 } })
  await eva.call(createPayment, { params: { id: borrowed.id }, body: { ...of, amount: 40 } })
  await eva.call(writeOff, {
    params: { id: lent.id },
    body: { amount: 5, category_id: gift.id, date: '2026-01-04' },
  })
  await eva.call(setOff, { params: { id: contact_id }, body: { date: '2026-01-05' } })
  const list = (query: string) => fileOf(eva, `/budgeting/transactions?format=csv&sort=date${query}`)
  const rows = rowsOf(await list(`&account_id=${giro.id}`))
  assert.deepEqual(
    rows.map((row) => [row.kind, row.asset_account_name, row.signed_amount]),
    [
      ['opening', 'Giro', '1000'],
      ['obligation', 'Giro', '-70'],
      ['obligation', 'Giro', '-31'],
      ['obligation', 'Giro', '100'],
      ['obligation', 'Giro', '500'],
      ['payment', 'Giro', '11'],
      ['payment', 'Giro', '-40'],
    ],
  )
  const sum = rows.reduce((total, row) => total + Number(row.signed_amount), 0)
  assert.deepEqual(await balances(eva, giro.id), { EUR: sum })
  const others = rowsOf(await list('')).filter((row) => !rows.some(({ id }) => id === row.id))
  assert(others.some(({ kind }) => kind === 'write_off') && others.some(({ kind }) => kind === 'payment'))
  for (const row of others) assert.deepEqual([row.asset_account_name, row.signed_amount], ['', ''])
})

test('columns that came later are the last ones, since programs read by place', async () => {
  const namesOf = async (url: string) => (await fileOf(ana, url)).split('\r\n', 1)[0]?.split(',')
  const ofAccount = ['id', 'name', 'code', 'type', 'is_active'].map((name) => `account.${name}`)
  const first = `id,kind,name,is_active,${ofAccount},version,created_at,updated_at,deleted_at`
  const ofCategory = await namesOf('/budgeting/categories?format=csv')
  assert.equal(String(ofCategory), `${first},parent_id,position,icon`)
  const [plan] = (await ana.send({ url: '/plans' })).body.data
  const ofOccurrence = await namesOf(`/plans/${plan.id}/occurrences?format=csv`)
  assert.deepEqual(ofOccurrence?.slice(-4), ['transaction_id', 'obligation_id', 'version', 'goal_move_id'])
})

test('a field that is shown on request is a column on request', async () => {
  const [plain] = rowsOf(await fileOf(ana, '/contacts?format=csv'))
  const shown = Object.keys(rowsOf(await fileOf(ana, '/contacts?format=csv&include=balance'))[0] ?? {})
  assert(!Object.keys(plain ?? {}).some((name) => name.startsWith('balance')))
  assert(shown.some((name) => name.startsWith('balance')))
})

test('a cell that a spreadsheet would run is defused, and reads back; numbers and days are left alone', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  const name = '=HYPERLINK("http://x","click"),\r\n"line"'
  await eva.call(createContact, { body: { name, phone: '+36 1 234', notes: "'@x" } })
  const [row] = rowsOf(await fileOf(eva, '/contacts?format=csv'))
  assert.deepEqual([row?.name, row?.phone, row?.notes], [`'${name}`, "'+36 1 234", "''@x"])
  assert.deepEqual(
    [row?.name, row?.phone, row?.notes].map((cell) => readBack(cell ?? '')),
    [name, '+36 1 234', "'@x"],
  )
  await bank(eva, 'Owing', 'EUR', { opening_balance: -12.5, opening_date: '2026-01-02' })
  const [owing] = rowsOf(await fileOf(eva, '/accounts?q=Owing&format=csv'))
  assert.deepEqual([owing?.opening_balance, owing?.opening_date], ['-12.5', '2026-01-02'])
})

test('numbers have all their digits and no exponent', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  const params = { from: 'USD', to: 'EUR', date: '2026-01-02' }
  for (const rate of [1e-9, 1e15]) {
    await eva.call(putExchangeRate, { params, body: { rate } })
    const [row] = rowsOf(await fileOf(eva, '/exchange-rates?format=csv'))
    assert.equal(row?.rate, rate === 1e-9 ? '0.000000001' : '1000000000000000')
  }
  const food = await category(eva, 'Food')
  for (let times = 0; times < 11; times++)
    await spend(eva, { amount: 9_999_999_999_999.99, category_id: food.id })
  const [cash] = rowsOf(await fileOf(eva, '/accounts?q=Cash&format=csv'))
  assert.equal(cash?.base_balance, '-109999999999999.89')
})

test('Accept: text/csv asks for the same file', async () => {
  const csv = await fileOf(ana, '/contacts?format=csv')
  for (const accept of ['text/csv', 'text/csv, application/json;q=0.5', 'TEXT/CSV;q=0.9, */*;q=0.1'])
    assert.equal(await fileOf(ana, '/contacts', { accept }), csv)
  for (const accept of ['*/*', 'application/json, text/csv;q=0.5', 'text/csv;q=0', 'text/html'])
    assert.equal((await ana.send({ url: '/contacts', headers: { accept } })).body.meta.limit, 200)
  const { body } = await ana.send({ url: '/contacts?format=json', headers: { accept: 'text/csv' } })
  assert(body.data.length > 0)
})

test('parameters of a page are refused together with a format, each with its sentence', async () => {
  const { next_cursor } = (await ana.call(listContacts, { query: { limit: 1 } })).meta
  const wrong = { limit: '5', cursor: next_cursor ?? '', include: 'total' }
  for (const [name, value] of Object.entries(wrong)) {
    const { status, body } = await ana.send({ url: `/contacts?format=csv&${name}=${value}` })
    assert.equal(status, 422)
    const said = name === 'include' ? 'include=total' : name
    const sentence = `${said} is for pages; csv has all records in one file. Leave it out.`
    assert.deepEqual(body.errors, { [name]: [sentence] })
  }
  assert.equal((await ana.send({ url: '/budgeting/expenses?format=json&include=sum' })).status, 422)
  assert.equal((await ana.send({ url: '/contacts?limit=5', headers: { accept: 'text/csv' } })).status, 422)
  const { body } = await ana.send({ url: '/contacts?format=xml' })
  assert.match(body.errors.format[0], /csv/)
})

test('a file has a name, no ETag, and says what it depends on; a page still has its ETag', async () => {
  const url = '/budgeting/expenses?format=csv'
  const { headers } = await ana.send({ url, headers: { 'if-none-match': '*' } })
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(
    headers['content-disposition'] ?? '',
    /^attachment; filename="florin-budgeting-expenses-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.equal(headers.etag, undefined)
  assert.equal(headers.vary, 'Accept, Accept-Encoding')
  const page = await ana.send({ url: '/budgeting/expenses' })
  assert.equal(page.headers.vary, 'Accept, Accept-Encoding')
  const again = { 'if-none-match': page.headers.etag ?? '' }
  assert.equal((await ana.send({ url: '/budgeting/expenses', headers: again })).status, 304)
  const head = await ana.send({ method: 'HEAD', url })
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', undefined])
})

test('a file is gzipped for a client that takes it', async () => {
  const url = '/api/v1/budgeting/expenses?format=csv'
  const headers = { authorization: `Bearer ${ana.token}`, 'accept-encoding': 'gzip' }
  const answer = await world.app.inject({ url, headers })
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(answer.rawPayload).toString(), await fileOf(ana, '/budgeting/expenses?format=csv'))
})

test('a refusal before the first record is answered as it would be without a format', async () => {
  const gone = '019aaaaa-0000-7000-8000-000000000000'
  for (const url of [
    `/accounts/${gone}/lines`,
    '/budgeting/expenses?known_at=99999',
    '/contacts?format=csv&q=%00',
  ]) {
    const { status, body } = await ana.send({ url: asked(url, 'format=csv') })
    assert.equal(status, (await ana.send({ url })).status)
    assert(typeof body.code === 'string', url)
  }
})

test('a file is one statement however long the list is, and needs no statistics of the tables', async () => {
  const eva = await world.person({ base_currency_id: 'EUR' })
  await transaction(world.db, async (tx) => {
    for (const table of ['transactions', 'entries'])
      await change(tx, sql`alter table ${names(table)} set (autovacuum_enabled = false)`)
  })
  const food = await category(eva, 'Food')
  const draft = (n: number) => ({ kind: 'expense' as const, amount: 1 + n, category_id: food.id })
  const transactions = Array.from({ length: 2_100 }, (_, n) => draft(n))
  await eva.call(createTransactions, { body: { transactions } })
  const ran = await statements(() => fileOf(eva, '/budgeting/transactions?format=csv&sort=amount'))
  assert.equal(ran.filter((text) => text.startsWith('declare list')).length, 1)
  assert.equal(ran.filter((text) => text.startsWith('select json_build_array')).length, 0)
  const rows = rowsOf(await fileOf(eva, '/budgeting/transactions?format=csv&sort=amount'))
  assert.deepEqual(
    rows.map(({ amount }) => Number(amount)),
    transactions.map(({ amount }) => amount),
  )
})
