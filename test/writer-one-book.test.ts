import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount, listAccounts } from '../contract/accounts.ts'
import { getBook } from '../contract/books.ts'
import { createExpense, listTransactions } from '../contract/budgeting.ts'
import { listChanges } from '../contract/changes.ts'
import { listContacts } from '../contract/contacts.ts'
import { onlyRow } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { verify } from '../server/verify/verify.ts'
import { category } from './books.ts'
import { type Fate, isLoad, isWrite, lineUp, post } from './line.ts'
import { makeWorld, type Person } from './world.ts'

/** Requests of one book that wait together are written together, as if each had come after the one before it. */
const world = await makeWorld()
const { line, app, together } = await lineUp(world)

const contact = ({ token }: Person, name: string, headers = {}) =>
  post(app, token, '/contacts', { name }, headers)
const at = '/budgeting/expenses'
const countOf = (is: (text: string) => boolean) => line.statements.filter(is).length
/** How many requests took the lock of their book: those that were served alone. */
const locked = () => countOf((text) => text.startsWith('select from books'))
const isClean = async () => assert.deepEqual(await verify(world.db), [])

/** Somebody with an expense and a category for more. */
async function spender() {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Food')
  const expense = await ana.call(createExpense, { body: { amount: 5, category_id } })
  return {
    ana,
    category_id,
    expense,
    spend: (amount: number) => post(app, ana.token, at, { amount, category_id }),
  }
}

test('settings that change with other requests behind them are kept, and the others go by them', async () => {
  const ana = await world.person()
  const put = (body: object) => () => post(app, ana.token, '/books/current', body, { method: 'PUT' })
  const answers = await together([
    put({ name: 'Renamed', closed_through: '2026-01-31' }),
    () => contact(ana, 'Behind'),
    put({ time_zone: 'Europe/Berlin' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { name, closed_through, time_zone } = await ana.call(getBook)
  assert.deepEqual(
    { name, closed_through, time_zone },
    { name: 'Renamed', closed_through: '2026-01-31', time_zone: 'Europe/Berlin' },
  )
  await isClean()
})

test('an answer that goes by a change before it is given once that is written', async () => {
  const ana = await world.person()
  const { name } = await ana.call(getBook)
  let writes = 0
  line.fate = (text): Fate => (isWrite(text) && ++writes === 3 ? 'cut' : 'through') // the first two held the lanes up
  const [first, unchanged] = await together([
    () => contact(ana, 'First'),
    () => post(app, ana.token, '/books/current', { name }, { method: 'PUT' }),
  ])
  line.fate = () => 'through'
  assert.deepEqual([first?.status, unchanged?.status], [200, 200])
  assert.deepEqual(JSON.parse(unchanged?.text ?? '').seal, (await ana.call(getBook)).seal)
  await isClean()
})

test('expenses of one book that wait are one statement that loads and one that writes, and a change each', async () => {
  const { ana, expense, spend } = await spender()
  const answers = await together(Array.from({ length: 16 }, (_, index) => () => spend(index + 1)))
  assert.deepEqual([countOf(isLoad), countOf(isWrite)], [1, 2 + 1], 'beside those that held the lanes up')
  assert.deepEqual(
    answers.map(({ body }) => body.version),
    answers.map((_, index) => expense.version + index + 1),
  )
  const { data: changes } = await ana.call(listChanges, { query: { since: expense.version } })
  assert.deepEqual(
    [...new Set(changes.map(({ version }) => version))],
    answers.map(({ body }) => body.version),
  )
  const [account] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  const { balances } = await ana.call(getAccount, { params: { id: account?.id ?? '' } })
  assert.deepEqual(
    balances.map(({ amount }) => amount),
    [-(5 + (16 * 17) / 2)],
  )
  await isClean()
})

test('a refused request among them changes nothing and disturbs no other', async () => {
  const { ana, spend, expense } = await spender()
  const answers = await together([
    () => spend(1),
    () => post(app, ana.token, at, { amount: 1, category_id: newId() }),
    () => post(app, ana.token, `${at}/${newId()}`, { amount: 1 }, { method: 'PUT' }),
    () => spend(2),
  ])
  assert.deepEqual(
    answers.map(({ body }) => body.code),
    [undefined, 'category_not_found', 'not_found', undefined],
  )
  assert.equal(answers[3]?.body.version, expense.version + 2)
  await isClean()
})

test('many that are refused, each after a second look at the book, are all refused for their own reason', async () => {
  const { ana, category_id } = await spender()
  const body = { amount: 5, category_id, currency_id: 'CHF', fx_rate: 2 }
  const made = await Promise.all(Array.from({ length: 12 }, () => ana.call(createExpense, { body })))
  const answers = await together(
    made.map(({ id }, index) => () => {
      const change = { fx_rate: null, date: `2026-06-${index + 10}` } // of a day whose rates are loaded only then
      return post(app, ana.token, `${at}/${id}`, change, { method: 'PUT' })
    }),
  )
  assert.deepEqual([...new Set(answers.map(({ body }) => body.code))], ['fx_rate_missing'])
  await isClean()
})

test('of two changes of one record that both expect its version, the second is told that it is stale', async () => {
  const { ana, expense, spend } = await spender()
  const put = (amount: number) => () =>
    post(
      app,
      ana.token,
      `${at}/${expense.id}`,
      { amount },
      { method: 'PUT', 'if-match': `"${expense.version}"` },
    )
  const answers = await together([put(6), put(7), () => spend(1)])
  assert.deepEqual(
    answers.map(({ body }) => body.code),
    [undefined, 'stale', undefined],
  )
  assert.deepEqual(
    (await ana.call(listTransactions)).data.map(({ amount }) => amount).toSorted((a, b) => a - b),
    [1, 6],
  )
  await isClean()
})

test('a request sees what those before it have changed', async () => {
  const { ana, expense, category_id, spend } = await spender()
  const put = (path: string, body: object) => () => post(app, ana.token, path, body, { method: 'PUT' })
  const codes = async (...requests: (() => ReturnType<typeof spend>)[]) => {
    const answers = await together(requests)
    assert.equal(locked(), 0, 'none of them had to go alone')
    return answers.map(({ body }) => body.code)
  }
  const remove = () => post(app, ana.token, `${at}/${expense.id}`, {}, { method: 'DELETE' })
  assert.deepEqual(await codes(remove, put(`${at}/${expense.id}`, { amount: 9 })), [undefined, 'not_found'])
  assert.deepEqual(
    await codes(put(`/budgeting/categories/${category_id}`, { is_active: false }), () => spend(3)),
    [undefined, 'category_inactive'],
  )
  await isClean()
})

test('two requests with one Idempotency-Key are one change, and the second gets the reply of the first', async () => {
  const ana = await world.person()
  const key = { 'idempotency-key': newId() }
  const [first, second, other] = await together([
    () => contact(ana, 'Once', key),
    () => contact(ana, 'Once', key),
    () => contact(ana, 'Other'),
  ])
  assert.deepEqual(
    [first?.replayed, second?.replayed, second?.text, other?.status],
    [false, true, first?.text, 200],
  )
  assert.equal(locked(), 0, 'none of them had to go alone')
  const names = (await ana.call(listContacts)).data.map(({ name }) => name)
  assert.deepEqual(
    names.toSorted((a, b) => a.localeCompare(b)),
    ['Once', 'Other'],
  )
})

for (const fate of ['cut', 'unanswered'] as const)
  test(`a connection that ends ${fate === 'cut' ? 'before' : 'after'} they are written: each is served once, in their order`, async () => {
    const { ana, expense, spend } = await spender()
    let writes = 0
    line.fate = (text): Fate => (isWrite(text) && ++writes === 3 ? fate : 'through')
    const answers = await together([1, 2, 3, 4].map((amount) => () => spend(amount)))
    line.fate = () => 'through'
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.version]),
      answers.map((_, index) => [200, expense.version + index + 1]),
    )
    assert.equal((await ana.call(listTransactions)).data.length, 5)
    await isClean()
  })

test('a book that another instance has changed: its requests go alone, one after another', async () => {
  const { ana, expense, spend } = await spender()
  const { fate } = line
  let writes = 0
  line.fate = async (text): Promise<Fate> => {
    if (isWrite(text) && ++writes === 3) await post(world.app, ana.token, '/contacts', { name: 'Overtakes' })
    return 'through'
  }
  const answers = await together([1, 2, 3].map((amount) => () => spend(amount)))
  line.fate = fate
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.version]),
    answers.map((_, index) => [200, expense.version + index + 2]),
  )
  assert.equal(locked(), 3)
  await isClean()
})

test('requests that exceed together what a book may have are refused from the one on that does', async () => {
  const ana = await world.person()
  const size = await onlyRow<{ rows: number }>(
    world.db,
    sql`select row_count::int as rows from books where id = ${ana.book_id}`,
  )
  const narrow = world.another({ bookMaxRows: size.rows + 3 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post(narrow, ana.token, '/contacts', { name: `Nr ${index}` })),
  )
  const refused = answers.filter(({ body }) => body.code === 'quota_exceeded')
  assert.deepEqual([answers.length, refused.length], [8, 5])
  await isClean()
})
