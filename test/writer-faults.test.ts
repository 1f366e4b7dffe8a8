import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe } from '../contract/auth.ts'
import { createExpense, listTransactions } from '../contract/budgeting.ts'
import { listContacts } from '../contract/contacts.ts'
import { createPayment, deletePayment, getObligation } from '../contract/obligations.ts'
import { change, rows, transaction } from '../server/database/database.ts'
import { isConnectionLost } from '../server/database/failures.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { verify } from '../server/verify/verify.ts'
import { category, publish } from './books.ts'
import { lender } from './debts.ts'
import { type Fate, isLoad, isPlug, isWrite, lineUp, neighbours, post, type Sent } from './line.ts'
import { until } from './until.ts'
import { endWaiting, isCluster } from './waiting.ts'
import { makeWorld, type Person } from './world.ts'

/** A fault in every step of a write: nothing acknowledged is lost, nothing is written twice, and the answer matches the written records. */
const world = await makeWorld()
const { line, app, together } = await lineUp(world)
const people = (await neighbours(world, 3)) as [Person, Person, Person]
const [ana, bea] = people

const isGroupWrite = (text: string) => isWrite(text) && !isPlug(text) && text.includes(' taken ')
const isLock = (text: string) => text.startsWith('select from books')

/** The first statement of this kind meets its fate, once; something may happen just before. */
function once(is: (text: string) => boolean, fate: Fate, before = async () => {}): () => boolean {
  let isOver = false
  line.fate = async (text): Promise<Fate> => {
    if (isOver || !is(text)) return 'through'
    isOver = true
    await before()
    return fate
  }
  return () => isOver
}

const contact = ({ token }: Person, name: string, headers = {}) =>
  post(app, token, '/contacts', { name }, headers)

/** The contact of this name is in the book exactly as often as it should be, and as answered. */
async function isKept(person: Person, name: string, { status, body }: Sent): Promise<void> {
  const found = (await person.call(listContacts, { query: { limit: 1000 } })).data.filter(
    (one) => one.name === name,
  )
  if (status === 200) assert.deepEqual(found, [body])
  else assert.equal(status, 503)
  assert(found.length <= 1, `${found.length} times ${name}`)
}

for (const [step, is] of [
  ['load', isLoad],
  ['write', isGroupWrite],
] as const)
  for (const fate of ['cut', 'unanswered'] as const)
    test(`a connection that ends ${fate === 'cut' ? 'before' : 'after'} the ${step} of a group: each request is served once`, async () => {
      const name = newId()
      const isOver = once(is, fate)
      const answers = await together(people.map((person) => () => contact(person, name)))
      assert(isOver())
      for (const [index, person] of people.entries()) {
        const answer = answers[index] ?? assert.fail()
        assert.equal(answer.status, 200)
        await isKept(person, name, answer)
      }
    })

const transactionsOf = async (person: Person) =>
  (await person.call(listTransactions, { query: { limit: 1000 } })).data

for (const [step, is] of [
  ['begin', (text: string) => text.startsWith('begin')],
  ['lock', isLock],
  ['load', isLoad],
  ['write', isWrite],
  ['commit', (text: string) => text === 'commit'],
] as const)
  for (const fate of ['cut', 'unanswered'] as const)
    test(`a connection that ends ${fate === 'cut' ? 'before' : 'after'} the ${step} of a request that travels alone: it is served once or not at all, and its key holds`, async () => {
      const dora = await world.person()
      const { id: category_id } = await category(dora, 'Food')
      const transactions = Array.from({ length: 30 }, () => ({ kind: 'expense', amount: 1, category_id }))
      const batch = () =>
        post(app, dora.token, '/budgeting/transactions', { transactions }, { 'idempotency-key': step })
      const isOver = once(is, fate)
      const first = await batch()
      assert(isOver())
      const kept = await transactionsOf(dora)
      assert.equal(kept.length, first.status === 200 ? 30 : 0)
      // Only requests that may have been written by then are looked up again.
      assert.equal(first.status, ['write', 'commit'].includes(step) ? 200 : 503)
      const again = await batch()
      assert.deepEqual([again.status, again.replayed], [200, first.status === 200])
      if (first.status === 200) assert.equal(again.text, first.text)
      assert.deepEqual(
        new Set((await transactionsOf(dora)).map(({ id }) => id)),
        new Set((again.body as unknown as { data: { id: string }[] }).data.map(({ id }) => id)),
      )
    })

test('a request whose answers are lost again and again is told so; its key finds what was written', async () => {
  const name = newId()
  line.fate = (text) => (isGroupWrite(text) || text === 'commit' || isLock(text) ? 'unanswered' : 'through')
  const answers = await together(
    people.map((person) => () => contact(person, name, { 'idempotency-key': name })),
  )
  line.fate = () => 'through'
  for (const [index, person] of people.entries()) {
    assert.equal(answers[index]?.body.code, 'unavailable')
    const again = await contact(person, name, { 'idempotency-key': name })
    assert.deepEqual([again.status, again.replayed], [200, true])
    await isKept(person, name, again)
  }
})

test('a session that is ended in the middle of the write of a group: each request is served once', async () => {
  const name = newId()
  const answers = await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${bea.book_id} for no key update`)
    const sent = together(people.map((person) => () => contact(person, name)))
    await until(async () => (await endWaiting(world.db)) === 1, 5_000)
    return { sent }
  })
  for (const [index, answer] of (await answers.sent).entries()) {
    assert.equal(answer.status, 200)
    await isKept(people[index] ?? assert.fail(), name, answer)
  }
})

test('a book that somebody holds goes alone, and fails none of the others of its group', async () => {
  const name = newId()
  const group = await neighbours(world, 3) // the one that is held stays alone for a while
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  line.fate = (text) => {
    if (isLock(text)) resolve()
    return 'through'
  }
  const { sent } = await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${group[1]?.book_id} for no key update`)
    const sent = together(group.map((person) => () => contact(person, name)))
    await letGo
    return { sent }
  })
  assert.equal(line.statements.filter(isGroupWrite).length, 2, 'the group with it, and without')
  assert.equal(line.statements.filter(isLock).length, 1)
  for (const [index, answer] of (await sent).entries()) {
    assert.equal(answer.status, 200)
    await isKept(group[index] ?? assert.fail(), name, answer)
  }
})

test('what was refused in a group that then loses its connection stays refused', async () => {
  await publish(world, '2026-01-09', { USD: '1.1' })
  const { ana: lena, owe } = await lender(world, { base_currency_id: 'USD' })
  const debt = await owe('Receivables')
  const pay = { amount: 60, date: '2026-01-11' }
  const first = await lena.call(createPayment, { params: { id: debt.id }, body: pay })
  const finn = await world.person({ base_currency_id: 'EUR' })
  const food = await category(finn, 'Food')
  const spent = await finn.call(createExpense, {
    body: { amount: 5, currency_id: 'USD', category_id: food.id, date: '2026-01-10' },
  })
  let loads = 0
  const isOver = once(
    (text) => isLoad(text) && ++loads === 2,
    'cut',
    async () => {
      await lena.call(deletePayment, { params: { id: debt.id, payment_id: first.id } })
    },
  )
  const [refused, changed] = await together([
    () => post(app, lena.token, `/obligations/${debt.id}/payments`, pay),
    () => post(app, finn.token, `/budgeting/expenses/${spent.id}`, { date: '2026-01-12' }, { method: 'PUT' }),
  ])
  assert(isOver(), 'the expense takes a second load, for the rate of its day')
  assert.deepEqual([refused?.body.code, changed?.status], ['overpaid', 200])
  assert.equal((await lena.call(getObligation, { params: { id: debt.id } })).outstanding_amount, 100)
})

test('what was refused under the lock of its book stays refused, though the connection is lost with it', {
  skip: isCluster && 'the two books may be on different shards, and then share no group',
}, async () => {
  const { ana: lena, owe } = await lender(world, { base_currency_id: 'USD' })
  const debt = await owe('Receivables')
  const params = { id: debt.id }
  const body = { amount: 60, date: '2026-01-11' }
  const beside = await world.person() // none that was met by a fault and goes alone
  let overtaking = ''
  let [isOvertaken, isCut] = [false, false]
  line.fate = async (text): Promise<Fate> => {
    if (isGroupWrite(text) && !isOvertaken) {
      isOvertaken = true
      overtaking = (await lena.call(createPayment, { params, body })).id
    }
    if (isCut && isLock(text) && overtaking !== '') {
      const payment_id = overtaking
      overtaking = ''
      await lena.call(deletePayment, { params: { ...params, payment_id } })
    }
    if (text !== 'commit' || isCut) return 'through'
    isCut = true
    return 'cut'
  }
  const [refused] = await together([
    () => post(app, lena.token, `/obligations/${debt.id}/payments`, body),
    () => contact(beside, newId()),
  ])
  assert.equal(refused?.body.code, 'overpaid')
  assert.equal((await contact(lena, 'Comes after it')).status, 200)
  line.fate = () => 'through'
  assert.deepEqual([isCut, overtaking], [true, ''])
  assert.equal((await lena.call(getObligation, { params })).outstanding_amount, 100)
})

test('a request that was written is answered, also if its token was revoked before it was found out', async () => {
  const name = newId()
  const group = (await neighbours(world, 3)) as [Person, Person, Person] // none that was met by a fault and goes alone
  const [, , cili] = group
  const isOver = once(isGroupWrite, 'unanswered', () =>
    transaction(world.db, async (tx) => {
      await change(tx, sql`delete from tokens where user_id = ${cili.user.id}`)
    }),
  )
  const [, , answer] = await together(group.map((person) => () => contact(person, name)))
  assert(isOver())
  assert.equal(answer?.status, 200)
  const found = await rows(
    world.db,
    sql`select id from contacts where name = ${name} and book_id = ${cili.book_id}`,
  )
  assert.deepEqual(found, [{ id: answer.body.id }])
  assert.equal((await contact(cili, name)).status, 401)
})

/** Deletes a person, and waits until no row of the book is left. */
async function erase(person: Person): Promise<void> {
  const answer = await person.ask(deleteMe, { body: { current_password: person.password } })
  assert.equal(answer.status, 204)
  const left = sql`select from books where id = ${person.book_id}`
  await until(async () => (await rows(world.db, left)).length === 0, 5_000)
}

const rowsOf = ({ book_id }: Person) =>
  rows(
    world.db,
    sql`select 'change' as what from changes where book_id = ${book_id} union all
        select 'event' from events where book_id = ${book_id} union all
        select 'transaction' from transactions where book_id = ${book_id} union all
        select 'entry' from entries where book_id = ${book_id} union all
        select 'balance' from balances where book_id = ${book_id}`,
  )

const spend = async (person: Person) => {
  const { id: category_id } = await category(person, 'Food')
  return () => post(app, person.token, '/budgeting/expenses', { amount: 5, category_id })
}

test('a book that is deleted after its request was loaded is not written to, and the others of its group are', async () => {
  const group = (await neighbours(world, 3)) as [Person, Person, Person] // none that was met by a fault and goes alone
  const [, erased] = group
  const sent = await Promise.all(group.map(spend))
  const isOver = once(isGroupWrite, 'through', () => erase(erased))
  const answers = await together(sent)
  assert(isOver())
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 200],
  )
  assert.deepEqual(await rowsOf(erased), [])
  assert.equal(line.statements.filter(isGroupWrite).length, 2, 'the others travel together again')

  const another = await world.person()
  const alone = await spend(another)
  once(isWrite, 'through', () => erase(another))
  assert.equal((await alone()).status, 401)
  assert.deepEqual(await rowsOf(another), [])
})

test('an error of the network is a lost connection; one of PostgreSQL is not, unless it ends the session', () => {
  for (const code of ['EPIPE', 'ECONNRESET', 'ENOENT', '08006', '57P01', '57P03', undefined])
    assert(isConnectionLost(Object.assign(new Error('x'), { code })), String(code))
  for (const code of ['23505', '40P01', '55P03', '57014', '25P02', 'XX000', 'P0001'])
    assert(!isConnectionLost(Object.assign(new Error('x'), { code })), String(code))
})

test('after all of this the books are whole, and can be written to', async () => {
  for (const person of [ana, bea]) assert.equal((await contact(person, 'After all')).status, 200)
  assert.deepEqual(await verify(world.db), [])
})
