import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../../contract/api.ts'
import { deleteMe, getMe, listDevices, updateMe } from '../../contract/auth.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { Refusal } from '../../contract/refusals.ts'
import { isAuth, route } from '../../contract/route.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { checkRight } from '../http/request.ts'

const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

/** Lets somebody work in the book of somebody else, who stays a member of it. */
async function join(person: Person, bookId: string): Promise<void> {
  await past(sql`update members set is_default = false where user_id = ${person.user.id}`)
  await past(sql`insert into members (user_id, book_id, role, is_default, created_at)
                 values (${person.user.id}, ${bookId}, 'owner', true, now())`)
  await past(sql`update books set is_shared = true where id = ${bookId}`)
}

const exists = async (bookId: string) =>
  (await rows(world.db, sql`select id from books where id = ${bookId}`)).length === 1

test('the first book of a person has the same id, and the person is a member of it', async () => {
  const ana = await world.person()
  assert.equal(ana.book_id, ana.user.id, 'both are on one shard of a cluster')
  assert.deepEqual(
    await rows(world.db, sql`select book_id, role, is_default from members where user_id = ${ana.user.id}`),
    [{ book_id: ana.book_id, role: 'owner', is_default: true }],
  )
})

test('a person works in the book that is their default, and sees its currency as theirs', async () => {
  const [ana, bea] = [await world.person(), await world.person({ base_currency_id: 'JPY' })]
  const own = await ana.call(createContact, { body: { name: 'Of Ana' } })
  await join(ana, bea.book_id)
  assert.equal((await ana.call(getBook)).id, bea.book_id)
  assert.equal((await ana.call(getMe)).base_currency_id, 'JPY')
  assert.deepEqual((await ana.call(listContacts)).data, [])
  const added = await ana.call(createContact, { body: { name: 'Of both' } })
  assert.deepEqual((await bea.call(listContacts)).data, [added])
  assert.equal((await ana.send({ url: `/contacts/${own.id}` })).status, 404)
  await ana.call(updateBook, { body: { name: 'Household' } })
  assert.equal((await bea.call(getBook)).name, 'Household')
})

test('a person has one default book at most', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  await assert.rejects(
    past(sql`insert into members (user_id, book_id, role, is_default, created_at)
             values (${ana.user.id}, ${bea.book_id}, 'owner', true, now())`),
    /members_default/,
  )
})

test('deleting a person deletes the books that are theirs alone and leaves those that others share', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  await bea.call(createContact, { body: { name: 'Stays' } })
  await join(ana, bea.book_id)
  await ana.call(deleteMe, { body: { current_password: ana.password } })
  await until(async () => !(await exists(ana.book_id)), 5_000)
  assert(await exists(bea.book_id))
  await bea.call(createContact, { body: { name: 'Comes' } })
  assert.deepEqual(
    (await bea.call(listContacts)).data.map(({ name }) => name),
    ['Comes', 'Stays'],
  )
  assert.deepEqual(await rows(world.db, sql`select role from members where user_id = ${ana.user.id}`), [])
  await bea.call(deleteMe, { body: { current_password: bea.password } })
  await until(async () => !(await exists(bea.book_id)), 5_000)
})

test('two members of one book who are deleted at the same time leave nothing of it', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  await join(ana, bea.book_id)
  await join(bea, ana.book_id)
  const answers = await Promise.all(
    [ana, bea].map((one) => one.ask(deleteMe, { body: { current_password: one.password } })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  )
  await until(async () => !(await exists(ana.book_id)) && !(await exists(bea.book_id)), 5_000)
})

/** The routes that only owners may call, and the one change that everybody may make: to leave. */
const owned = ['updateBook', 'deleteBook', 'updateMember', 'createBookInvitation', 'revokeBookInvitation']

test('every route says what it needs of a role, a GET or a preview only to read; only open routes and those of a person need nothing', () => {
  for (const { name, route } of api) {
    if (route.open || isAuth(route)) assert.equal(route.needs, undefined, name)
    else if (route.method === 'GET') assert.equal(route.needs, 'read', name)
    else
      assert.equal(
        route.needs,
        owned.includes(name) ? 'own' : /^preview|^removeMember$/.test(name) ? 'read' : 'write',
        name,
      )
  }
})

test('a route of the book that does not say what it needs does not compile, nor a GET that needs more than to read', () => {
  route({ method: 'GET', path: '/auth/things', summary: '' })
  // @ts-expect-error: `needs` is missing
  route({ method: 'GET', path: '/things', summary: '' })
  // @ts-expect-error: a GET changes nothing
  route({ method: 'GET', path: '/things', needs: 'own', summary: '' })
})

test('an owner may do everything, and a role that is not known nothing', () => {
  for (const needs of ['read', 'write', 'own'] as const) {
    checkRight('owner', { needs })
    for (const role of ['reader', 'Owner', '', 'constructor', '__proto__'])
      assert.throws(
        () => checkRight(role, { needs }),
        (error) => error instanceof Refusal && error.code === 'not_allowed',
      )
  }
})

/** Somebody with a role that this version does not know, as a later one may leave it in the database. */
async function somebodyElse(): Promise<Person> {
  const ana = await world.person()
  await past(sql`alter table members drop constraint if exists members_role`)
  await past(sql`update members set role = 'reader' where user_id = ${ana.user.id}`)
  return ana
}

test('a person without the right is refused on every route of the book, before the body is read, and keeps their own account', async () => {
  const ana = await somebodyElse()
  for (const { name, route } of api.filter(({ route }) => route.needs)) {
    const url = route.path.replace(/\{\w+\}/g, ana.user.id)
    const answer = await ana.send({
      method: route.method,
      url,
      ...(route.method !== 'GET' && {
        payload: '{"broken',
        headers: { 'content-type': 'application/json' },
      }),
    })
    assert.equal(answer.body?.code, 'not_allowed', `${name}: ${answer.text}`)
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.body.params, { role: 'reader', needs: route.needs })
  }
  assert.equal(
    (await refused(ana.call(createContact, { body: { name: 'Bela' } }))).detail,
    'Your role in this book is "reader", which does not allow this; this needs the right to change the book\'s records.',
  )
  await ana.call(listDevices)
  assert.equal((await ana.call(updateMe, { body: { name: 'Anna' } })).name, 'Anna')
})

test("the base currency is the owner's to change, also as part of a profile; sent back unchanged, it needs nothing", async () => {
  const ana = await somebodyElse()
  const me = await ana.call(getMe)
  assert.deepEqual(await ana.call(updateMe, { body: me }), me)
  const problem = await refused(ana.call(updateMe, { body: { name: 'Anna', base_currency_id: 'JPY' } }))
  assert.equal(problem.code, 'not_allowed')
  assert.deepEqual(await ana.call(getMe), me)
})

test('a request that the role does not allow is a line of the security log', async () => {
  const ana = await somebodyElse()
  const app = world.another({ logLevel: 'warn' })
  await refused(client(through(app), '/api/v1', ana.token).call(getBook))
  const line = world.logged.find(({ security }) => security === 'role_refused')
  assert.equal(line?.who, ana.user.id)
})
