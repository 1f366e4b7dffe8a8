import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { listTransactions } from '../contract/budgeting.ts'
import { listChanges } from '../contract/changes.ts'
import { createContact, getContact } from '../contract/contacts.ts'
import { getObligation, listPayments } from '../contract/obligations.ts'
import { change, row, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { verify } from '../server/verify/verify.ts'
import { balanced, category } from './books.ts'
import { lender } from './debts.ts'
import { lineUp, post as postOnce, type Sent } from './line.ts'
import { isWithin } from './until.ts'
import { makeWorld, type Person } from './world.ts'

/** Two instances on one database, each with a writer of its own, at the same few books. */
const world = await makeWorld()
const { app: other, line, together } = await lineUp(world)
const instances: FastifyInstance[] = [world.app, other]

/**
 * Sends a request, and again while it is refused as `busy`, which changes nothing: on a busy machine, a statement or a wait in a queue
 * may exceed its limit.
 */
async function post(...request: Parameters<typeof postOnce>): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    const answer = await postOnce(...request)
    if (answer.body.code !== 'busy' || tries === 20) return answer
  }
}

/** The same request, this many times at each instance at once. */
const everywhere = (times: number, send: (app: FastifyInstance) => Promise<Sent>): Promise<Sent[]> =>
  Promise.all(Array.from({ length: times * instances.length }, (_, n) => send(instances[n % 2] ?? other)))

const counted = (answers: readonly Sent[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.code ?? status)].map(([what, all]) => [
      what,
      all.length,
    ]),
  )

async function makeBook() {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'USD' })
  const food = await category(ana, 'Food')
  const debt = await owe('Receivables')
  return { ana, friend, food, debt, spent: 0 }
}
const books = await Promise.all([makeBook(), makeBook(), makeBook(), makeBook()])
type Book = (typeof books)[number]

/** All versions of a book's log: each once, without gaps. */
async function versionsOf({ ana }: Book): Promise<number[]> {
  const { data } = await ana.call(listChanges, { query: { limit: 1000 } })
  return [...new Set(data.map(({ version }) => version))]
}

/** Everything at once in one book: the outcome is the same as one after another. */
async function hammer(book: Book): Promise<void> {
  const { ana, friend, food, debt } = book
  const key = newId()
  const send =
    (url: string, payload: object, headers = {}) =>
    (app: FastifyInstance) =>
      post(app, ana.token, url, payload, headers)
  const { version } = await ana.call(getContact, { params: { id: friend.id } })
  const [spent, keyed, edited, paid] = await Promise.all([
    everywhere(4, send('/budgeting/expenses', { amount: 2, category_id: food.id })),
    everywhere(
      3,
      send('/budgeting/expenses', { amount: 5, category_id: food.id }, { 'idempotency-key': key }),
    ),
    everywhere(3, (app) =>
      send(
        `/contacts/${friend.id}`,
        { notes: newId() },
        { method: 'PUT', 'if-match': `"${version}-x"` },
      )(app),
    ),
    everywhere(3, send(`/obligations/${debt.id}/payments`, { amount: 40, date: '2026-01-11' })),
  ])
  assert.deepEqual(counted(spent), { 200: 8 })
  assert.deepEqual(counted(keyed), { 200: 6 })
  assert.equal(new Set(keyed.map(({ text }) => text)).size, 1, 'one effect, identical answers')
  assert.equal(keyed.filter(({ replayed }) => !replayed).length, 1)
  assert.deepEqual(counted(edited), { 200: 1, stale: 5 })
  const notes = edited.find(({ status }) => status === 200)?.body
  assert.deepEqual(await ana.call(getContact, { params: { id: friend.id } }), notes, 'the winner is kept')
  book.spent += 8 * 2 + 5

  const { data } = await ana.call(listTransactions, { query: { limit: 1000, kind: 'expense' } })
  const ids = data.map(({ id }) => id)
  for (const { body } of [...spent, ...keyed]) assert.equal(ids.filter((id) => id === body.id).length, 1)
  assert.equal(
    data.reduce((sum, { amount }) => sum + amount, 0),
    book.spent,
  )
  const payments = (await ana.call(listPayments, { params: { id: debt.id } })).data.map(({ id }) => id)
  for (const { body } of paid.filter(({ status }) => status === 200)) assert(payments.includes(body.id))
  const { outstanding_amount } = await ana.call(getObligation, { params: { id: debt.id } })
  assert.deepEqual([payments.length, outstanding_amount], [2, 20], 'two payments of 40 on a debt of 100')
  for (const { status, body } of paid) assert(status === 200 || body.code === 'overpaid', String(body.code))
}

test('two instances at the same books: nothing is lost, nothing is done twice, no rule is broken', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  for (let round = 0; round < 3; round++) {
    ahead += 11_000 // books that were alone travel in groups again
    await Promise.all(books.map(hammer))
  }
  for (const book of books) {
    const versions = await versionsOf(book)
    assert.deepEqual(
      versions,
      versions.map((_, index) => index + 1),
    )
    await balanced(book.ana)
  }
  assert.deepEqual(await verify(world.db), [])
})

test('groups of the same books at two instances never wait for each other', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  const fire = (app: FastifyInstance, some: readonly Book[]) =>
    some.map(({ ana }) => post(app, ana.token, '/contacts', { name: 'Race' }))
  for (let round = 0; round < 25; round++) {
    ahead += 11_000
    const few = books.slice(round % 2)
    const answers = await Promise.all([...fire(world.app, few), ...fire(other, few.toReversed())])
    assert.deepEqual(counted(answers), { 200: answers.length })
  }
  assert(
    line.statements.some((text) => text.includes(' taken ')),
    'they were tried in groups',
  )
  const found = await row<{ deadlocks: number }>(
    world.db,
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  assert.equal(found?.deadlocks, 0)
  assert.deepEqual(await verify(world.db), [])
})

test('a key that is used for another request at the other instance is refused there', async () => {
  const [{ ana }] = books
  const key = newId()
  const answers = await Promise.all(
    instances.flatMap((app, index) =>
      [0, 1, 2].map(() =>
        post(app, ana.token, '/contacts', { name: `Key ${index}` }, { 'idempotency-key': key }),
      ),
    ),
  )
  assert.deepEqual(counted(answers), { 200: 3, idempotency_key_reused: 3 })
  assert.equal(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
})

test('what one instance has answered, the other builds on', async () => {
  const { ana } = books[1] ?? assert.fail()
  let { version } = await ana.call(createContact, { body: { name: 'First' } })
  for (let round = 0; round < 6; round++) {
    const { status, body } = await post(instances[round % 2] ?? other, ana.token, '/contacts', {
      name: 'Next',
    })
    assert.deepEqual([status, body.version], [200, ++version])
  }
})

test('a book whose row somebody holds delays no other', async () => {
  const [held, free] = [await world.person(), await world.person()]
  const contact = ({ token }: Person, name: string) => postOnce(other, token, '/contacts', { name })
  const waiting: ReturnType<typeof contact>[] = []
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${held.book_id} for update`)
    const since = performance.now()
    const [, written] = await together([
      async () => void waiting.push(contact(held, 'Together')),
      () => contact(free, 'Together'),
    ])
    waiting.push(contact(held, 'Afterwards'))
    assert.deepEqual([written?.status, (await contact(free, 'Afterwards')).status], [200, 200])
    assert(isWithin(1_500, since), 'they did not wait for the lock, which takes 2 s')
  })
  for (const answer of waiting) assert.equal((await answer).status, 200, 'once it is free')
})
