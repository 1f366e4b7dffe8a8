import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import { createExpense, listExpenses } from '../contract/budgeting.ts'
import { updateCategory } from '../contract/categories.ts'
import { listContacts } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { verify } from '../server/verify/verify.ts'
import { category } from './books.ts'
import { lineUp, makeLine, post, wordsOf } from './line.ts'
import { makeWorld, type Person, shards } from './world.ts'

/** A process caches a book as it has left it, and decides the next change without loading: only a change, and only if nothing has changed since. */
const world = await makeWorld()
const line = await makeLine(world)
const app = world.another({}, line.db)
const skip = shards.length > 0 && 'on a cluster nothing is remembered'

const at = '/budgeting/expenses'
const isClean = async () => assert.deepEqual(await verify(world.db), [])
const alter = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

/** The statements that PostgreSQL gets for a request, and the answer. */
async function wordsFor(send: () => ReturnType<typeof post>) {
  line.statements.length = 0
  const { status, body } = await send()
  return { words: wordsOf(line.statements), status, body }
}

/** Somebody whose book was just written to by this instance: an expense in a category. */
async function spender() {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Food')
  const spend = (body: object = {}, headers = {}) =>
    post(app, ana.token, at, { amount: 5, category_id, ...body }, headers)
  const { body: expense } = await spend()
  return { ana, category_id, expense, spend }
}

test('the next change of a book that this process wrote to is one statement', { skip }, async () => {
  const { ana, spend, expense } = await spender()
  for (const [index, words] of [['write'], ['write']].entries()) {
    const next = await wordsFor(spend)
    assert.deepEqual([next.words, next.status, next.body.version], [words, 200, expense.version + 1 + index])
  }
  const { base_currency_id: currency_id } = await ana.call(getBook)
  await spend({ currency_id })
  assert.deepEqual((await wordsFor(() => spend({ currency_id }))).words, ['write'], 'it needs no rate')
  const foreign = await wordsFor(() => spend({ currency_id: 'JPY', fx_rate: 0.01 }))
  assert.deepEqual(foreign.words, ['load', 'write'], 'rates are looked up each time')
  await isClean()
})

test('a key that is new takes one statement, and one that was used is answered with its reply', {
  skip,
}, async () => {
  const { ana, spend, expense } = await spender()
  const once = () => spend({}, { 'idempotency-key': 'once' })
  const first = await wordsFor(once)
  assert.deepEqual([first.words, first.body.version], [['write'], expense.version + 1])
  const repeated = await wordsFor(once)
  assert.deepEqual([repeated.words, repeated.body], [['write', 'load'], first.body])
  assert.equal(
    (await spend({ amount: 6 }, { 'idempotency-key': 'once' })).body.code,
    'idempotency_key_reused',
  )
  assert.equal((await ana.call(listExpenses)).data.length, 2)
  await isClean()
})

test('what is refused, or changes nothing, is decided from what is loaded', { skip }, async () => {
  const { ana, spend } = await spender()
  const refused = await wordsFor(() => spend({ amount: 0.001 }))
  assert.deepEqual([refused.words, refused.status], [['load'], 422])
  const same = await wordsFor(() => post(app, ana.token, '/books/current', {}, { method: 'PUT' }))
  assert.deepEqual([same.words, same.status], [['load'], 200])
  const { words } = await wordsFor(() => spend())
  assert.deepEqual(words, ['write'], 'and the book is still remembered')
})

test('a record that another process has changed is not taken for what it was', { skip }, async () => {
  const { ana, category_id, spend, expense } = await spender()
  await ana.call(updateCategory, { params: { id: category_id }, body: { is_active: false } })
  const refused = await wordsFor(spend)
  assert.deepEqual(
    [refused.words, refused.body.code],
    [['write', 'load'], 'category_inactive'],
    'the write fails, for the book has moved on',
  )
  await ana.call(updateCategory, { params: { id: category_id }, body: { is_active: true } })
  const spent = await wordsFor(spend)
  assert.deepEqual([spent.words, spent.body.version], [['load', 'write'], expense.version + 3])
  await isClean()
})

test('a book that another process writes to is loaded each time, for ten seconds', { skip }, async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  const { ana, category_id, spend } = await spender()
  const elsewhere = () => ana.call(createExpense, { body: { amount: 1, category_id } })
  await elsewhere()
  assert.deepEqual((await wordsFor(spend)).words, ['write', 'load', 'write'])
  await elsewhere()
  assert.deepEqual((await wordsFor(spend)).words, ['load', 'write'])
  ahead = 11_000
  assert.deepEqual((await wordsFor(spend)).words, ['load', 'write'])
  assert.deepEqual((await wordsFor(spend)).words, ['write'])
  assert.equal((await ana.call(listExpenses)).data.length, 7)
  await isClean()
})

test('a change by somebody who is no longer what they were in the book is refused', { skip }, async () => {
  const { ana, spend } = await spender()
  await alter(sql`alter table members drop constraint members_role`)
  await alter(sql`update members set role = 'viewer' where user_id = ${ana.user.id}`)
  const { words, status } = await wordsFor(spend)
  assert.deepEqual([words, status], [['write', 'load'], 403])
})

test('settings hold for the next change', { skip }, async () => {
  const { ana, spend } = await spender()
  const set = (body: object) => post(app, ana.token, '/books/current', body, { method: 'PUT' })
  for (const body of [{ closed_through: '2026-01-31' }, { name: 'Renamed' }])
    assert.equal((await set(body)).status, 200)
  assert.equal((await spend({ date: '2026-01-31' })).body.code, 'locked')
  assert.equal((await set({ closed_through: null })).status, 200)
  assert.equal((await spend({ date: '2026-01-31' })).status, 200)
  assert.equal((await ana.call(getBook)).name, 'Renamed')
  await isClean()
})

test('a book from which something was deleted for good has the size that it has now', { skip }, async () => {
  const { ana, spend, expense } = await spender()
  await post(app, ana.token, `${at}/${expense.id}`, {}, { method: 'DELETE' })
  const erased = await post(app, ana.token, `${at}/${expense.id}?forever=true`, {}, { method: 'DELETE' })
  assert.equal(erased.status, 200)
  assert.deepEqual(
    (await wordsFor(spend)).words,
    ['load', 'write'],
    'nothing is remembered of a book that was served alone',
  )
  await isClean()
})

const contact = ({ token }: Person, name: string) => post(app, token, '/contacts', { name })

test('requests of books of which only some are remembered travel together', { skip }, async () => {
  const [known, unknown] = await Promise.all([world.person(), world.person()])
  await contact(known, 'Before')
  line.statements.length = 0
  const answers = await Promise.all([contact(known, 'Both'), contact(unknown, 'Both')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(wordsOf(line.statements), ['load', 'write'])
  for (const person of [known, unknown])
    assert.equal((await person.call(listContacts)).data.filter(({ name }) => name === 'Both').length, 1)
})

test('a book with the same version and another history is not taken for the one that was', {
  skip,
}, async () => {
  const { ana, spend } = await spender()
  await alter(sql`update books set hash = sha256('another') where id = ${ana.book_id}`)
  assert.deepEqual((await wordsFor(spend)).words, ['write', 'load', 'write'])
})

test('of those who change a book, the last sixteen sessions are remembered', { skip }, async () => {
  const { ana, spend, category_id } = await spender()
  const body = { email: ana.user.email, password: ana.password }
  for (let count = 0; count < 16; count++) {
    const { token } = await ana.call(login, { body })
    assert.equal((await post(app, token, at, { amount: 1, category_id })).status, 200)
  }
  assert.deepEqual((await wordsFor(spend)).words, ['load', 'write'])
  assert.deepEqual((await wordsFor(spend)).words, ['write'])
})

test('what a book does not have takes the place of nothing that is remembered', { skip }, async () => {
  const { ana, category_id } = await spender()
  const own = await lineUp(world)
  const spend = (body: object, headers = {}) =>
    post(own.app, ana.token, at, { amount: 20, category_id, ...body }, headers)
  const { body: friend } = await post(own.app, ana.token, '/contacts', { name: 'Friend' })
  await spend({ contact_id: friend.id })
  const splits = () => Array.from({ length: 20 }, () => ({ category_id: newId(), amount: 1 }))
  const refused = () => spend({ category_id: undefined, splits: splits() })
  await own.together([() => spend({}), ...Array.from({ length: 12 }, () => refused)])
  await spend({}, { 'idempotency-key': 'loaded' })
  own.line.statements.length = 0
  await spend({ contact_id: friend.id })
  assert.deepEqual(wordsOf(own.line.statements), ['write'])
})
