import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getBook, updateBook } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { category } from '../../test/books.ts'
import { makeWorld, type Person, serviceConnection, shards, signedIn } from '../../test/world.ts'
import { change, onlyRow, transaction } from '../database/database.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { type Sql, sql } from '../database/sql.ts'

/** Reads of somebody who was verified a moment ago: the look-up of the token goes along with them. */
const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

const { database } = await onlyRow<{ database: string }>(world.db, sql`select current_database() as database`)
/** The statements that the service sends to PostgreSQL in one session, and the number of writes to the socket. */
const asked = { texts: [] as string[], writes: 0 }
const listened = openDatabase(
  {
    ...serviceConnection,
    database,
    open(config) {
      const client = new pg.Client(config)
      const { stream } = (client as unknown as { connection: { stream: { _handle?: object } } }).connection // as the driver has it
      const uncork = Reflect.get(stream, 'uncork')
      Reflect.set(stream, 'uncork', () => {
        if (Reflect.get(stream, 'writableCorked') === 1) asked.writes++
        uncork.call(stream)
      })
      return client
    },
  },
  () => undefined,
  { max: 5, shards, observe: (text) => asked.texts.push(text) },
)
const app = world.another({}, listened)
test.after(() => closeDatabase(listened))

/** Somebody who asks another instance. */
const through = (instance: typeof app, { user, book_id, token, password }: Person): Person =>
  signedIn(instance, { user, book_id, token, password })

/** Somebody whose token was verified just now, on every session. */
async function verified(): Promise<Person> {
  const person = through(app, await world.person())
  for (let n = 0; n < 3; n++) await person.call(listContacts)
  return person
}
const isLookUp = (text: string) => text.includes('from tokens')
async function askedFor(
  work: () => Promise<unknown>,
): Promise<{ lookUps: number; others: number; writes: number }> {
  Object.assign(asked, { texts: [], writes: 0 })
  await work()
  const lookUps = asked.texts.filter(isLookUp).length
  return { lookUps, others: asked.texts.length - lookUps, writes: asked.writes }
}

test('a token that was verified a moment ago is looked up in the round trip that reads', async () => {
  const ana = await verified()
  assert.deepEqual(await askedFor(() => ana.call(listContacts)), { lookUps: 1, others: 1, writes: 1 })
  assert.ok(isLookUp(asked.texts[0] ?? ''), 'and first')
})

test('a read that asks the database nothing looks the token up all the same', async () => {
  const ana = await verified()
  assert.deepEqual(await askedFor(() => ana.call(getBook)), { lookUps: 1, others: 0, writes: 1 })
})

test('a token that has ended a moment after it was verified reads nothing, whatever is asked with it', async () => {
  for (const [method, url] of [
    ['GET', '/contacts'],
    ['HEAD', '/contacts'],
    ['GET', '/contacts?format=csv'],
    ['GET', '/contacts?limit=none'],
    ['GET', '/contacts/nobody'],
    ['GET', '/contacts?cursor=made-up'],
    ['GET', '/books/current'],
    ['GET', '/books/current/export?format=hledger'],
    ['GET', '/auth/me'],
    ['GET', '/reports/net-worth'],
  ] as const) {
    const ana = await verified()
    await ana.call(createContact, { body: { name: 'Bela' } })
    const { headers } = await ana.send({ url: '/contacts' })
    await past(sql`delete from tokens where user_id = ${ana.user.id}`)
    const known = { 'if-none-match': headers.etag ?? '' }
    const answer = await ana.send({ method, url, headers: known })
    assert.equal(answer.status, 401, `${method} ${url}`)
    assert.doesNotMatch(answer.text, /Bela/)
    assert.equal((await ana.send({ url: '/contacts' })).status, 401, 'nor is it taken for verified any more')
  }
})

test('a session that ended by itself, or whose secret is another by now, reads nothing', async () => {
  for (const set of [
    sql`last_used_at = now() - interval '400 days'`,
    sql`created_at = now() - interval '400 days'`,
    sql`secret_hash = sha256('another')`,
  ]) {
    const ana = await verified()
    await past(sql`update tokens set ${set} where user_id = ${ana.user.id}`)
    assert.equal((await ana.send({ url: '/contacts' })).body.code, 'unauthenticated')
  }
})

test('that a token is used is written down once a minute, also by reads of somebody known', async () => {
  const ana = await verified()
  await past(
    sql`update tokens set last_used_at = now() - interval '2 minutes' where user_id = ${ana.user.id}`,
  )
  await ana.call(listContacts)
  const since = sql`select now() - last_used_at < interval '1 minute' as is_noted from tokens where user_id = ${ana.user.id}`
  assert.deepEqual(await onlyRow(world.db, since), { is_noted: true })
})

test('a role or a book that changed meanwhile counts for the read that is under way', async () => {
  const [ana, bea] = [await verified(), await verified()]
  const contact = await bea.call(createContact, { body: { name: 'Of Bea' } })
  await past(sql`update members set is_default = false where user_id = ${ana.user.id}`)
  await past(sql`insert into members (user_id, book_id, role, is_default, created_at)
                 values (${ana.user.id}, ${bea.book_id}, 'owner', true, now())`)
  await past(sql`update books set is_shared = true where id = ${bea.book_id}`)
  assert.deepEqual((await ana.call(listContacts)).data, [contact])
  const role = (name: string) =>
    past(sql`update members set role = ${name} where user_id = ${ana.user.id} and is_default`)
  await past(sql`alter table members drop constraint if exists members_role`) // a later version may know more roles
  await role('reader')
  assert.equal((await ana.send({ url: '/contacts' })).body.code, 'not_allowed')
  await role('owner')
  assert.equal((await ana.send({ url: '/contacts' })).status, 200)
})

test('settings that changed elsewhere a moment ago count for the next read, which then runs once more', async () => {
  const ana = await verified()
  const elsewhere = through(world.app, ana)
  const url = '/reports/income-statement'
  await elsewhere.call(updateBook, { body: { base_currency_id: 'JPY' } })
  assert.equal((await ana.send({ url })).body.base_currency_id, 'JPY')
  await elsewhere.call(updateBook, { body: { name: 'Household' } })
  assert.deepEqual(await askedFor(() => ana.call(listContacts)), { lookUps: 1, others: 2, writes: 2 })
})

test('after a change of the book, what does not look at its version is read once, and what does is new', async () => {
  const ana = await verified()
  const elsewhere = through(world.app, ana)
  const add = (name: string) => elsewhere.call(createContact, { body: { name } })
  await add('Bela')
  assert.deepEqual(await askedFor(() => ana.call(listContacts)), { lookUps: 1, others: 1, writes: 1 })
  await add('Cili')
  assert.equal((await ana.call(getBook)).seal.version, (await elsewhere.call(getBook)).seal.version)
  const { version } = await add('Dora')
  assert.equal((await ana.send({ url: `/contacts?known_at=${version}` })).status, 200)
  const { version: since } = await add('Ella')
  assert.equal((await ana.send({ url: `/changes?since=${since}` })).body.meta.next_since, since)
})

test('a file is read at the version that the book has by then', async () => {
  const ana = await verified()
  const { id: category_id } = await category(ana, 'Food')
  await ana.call(listContacts)
  await ana.call(createExpense, { body: { amount: 5, category_id, memo: 'A moment ago' } })
  await sleep(2) // the time that is asked for is after it
  const { text } = await ana.send({
    url: `/budgeting/expenses?format=csv&known_at=${new Date().toISOString()}`,
  })
  assert.match(text, /A moment ago/)
})

test('a token that has ended takes up no file that nobody reads any more', async () => {
  const ana = await verified()
  await past(sql`update tokens set secret_hash = sha256('another') where user_id = ${ana.user.id}`)
  const url = `/imports/${ana.book_id}`
  await askedFor(async () => assert.equal((await ana.send({ url })).body.code, 'unauthenticated'))
  assert.deepEqual(
    asked.texts.filter((text) => !isLookUp(text)),
    [],
  )
})
