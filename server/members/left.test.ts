import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, listDevices, login } from '../../contract/auth.ts'
import { createExpense, getExpense, listTransactions, updateExpense } from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { client } from '../../contract/client.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  listBooks,
  listMembers,
  updateMember,
} from '../../contract/members.ts'
import { category } from '../../test/books.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const inBook = ({ token }: { token: string }, bookId: string, app = world.app) =>
  client(through(app), '/api/v1', token, bookId)

async function join(owner: Person, bookId: string, person: Person) {
  const { token } = await inBook(owner, bookId).call(createBookInvitation, { body: { role: 'editor' } })
  await person.call(acceptInvitation, { body: { token } })
  return inBook(person, bookId)
}

test('the name of a device is shown to its person alone, and to nobody once their log has forgotten it', async () => {
  const ana = await world.person({ name: 'Ana', device_name: "Ana's phone" })
  const kai = await world.person({ name: 'Kai', device_name: "Kai's laptop" })
  const food = await category(ana, 'Food')
  const byKai = await join(ana, ana.book_id, kai)
  const made = await byKai.call(createExpense, { body: { amount: 1, category_id: food.id } })
  const devices = async (someone: Pick<Person, 'call'>) =>
    (await someone.call(listChanges, { query: { resource: 'category,expense' } })).data.map(
      ({ device_name }) => device_name,
    )
  assert.deepEqual(await devices(ana), ["Ana's phone", null])
  assert.deepEqual(await devices(byKai), [null, "Kai's laptop"])
  const files = await Promise.all(
    ['/changes?format=json', '/changes?format=csv'].map((url) => ana.send({ url })),
  )
  for (const { text } of files) assert(text.includes("Ana's phone") && !text.includes("Kai's laptop"))
  const stored = await rows<{ device_name: string }>(
    world.db,
    sql`select device_name from changes where book_id = ${ana.book_id} and version = ${made.version}`,
  )
  const { data: own } = await kai.call(listDevices)
  assert.deepEqual(stored, [{ device_name: own[0]?.id }], 'the log has the id of the token')

  const storeDevice = (name = '') =>
    transaction(world.db, (tx) =>
      change(
        tx,
        sql`update changes set device_name = ${name} where book_id = ${ana.book_id} and version = ${made.version}`,
      ),
    )
  await storeDevice('Old tablet') // as a change of an earlier release has it
  assert.deepEqual(await devices(ana), ["Ana's phone", null])
  assert.deepEqual(await devices(byKai), [null, 'Old tablet'])

  const { data, token } = await kai.call(login, {
    body: { email: kai.user.email, password: kai.password, device_name: 'Second' },
  })
  assert.equal(data.id, kai.user.id)
  const second = inBook({ token }, ana.book_id)
  const undo = await second.call(undoChange, { params: { version: String(made.version) } })
  assert.equal(undo.data[0]?.device_name, 'Second')
  assert.deepEqual(await devices(byKai), [null, 'Old tablet', 'Second'])
  await transaction(world.db, (tx) =>
    change(tx, sql`delete from tokens where user_id = ${kai.user.id} and device_name = 'Second'`),
  )
  assert.deepEqual(await devices(byKai), [null, 'Old tablet', 'Second'], 'his own log knows it')
  assert.deepEqual((await devices(ana)).slice(1), [null, null])
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`delete from user_events where user_id = ${kai.user.id} and after ->> 'device_name' = 'Second'`,
    ),
  )
  assert.deepEqual(await devices(byKai), [null, 'Old tablet', null])
  await storeDevice(own[0]?.id)
})

test('somebody who is deleted leaves the books of others whole, and nothing of themself', async () => {
  const ana = await world.person({ name: 'Ana' })
  const kai = await world.person({ name: 'Kai', device_name: "Kai's laptop" })
  const eva = await world.person({ name: 'Eva' })
  const food = await category(ana, 'Food')
  const byKai = await join(ana, ana.book_id, kai)
  const byEva = await join(ana, ana.book_id, eva)
  const made = await byKai.call(createExpense, {
    body: { amount: 5, category_id: food.id, date: '2026-03-04' },
  })
  const params = { id: made.id }
  const changed = await byEva.call(updateExpense, { params, body: { amount: 6 } })
  await ana.call(updateExpense, { params, body: { tags: ['x'] } })

  const flat = await kai.call(createBook, { body: { name: 'Flat' } })
  const club = await kai.call(createBook, { body: { name: 'Club' } })
  await kai.call(createBook, { body: { name: 'Alone' } })
  for (const { id } of [flat, club]) await join(kai, id, eva)
  const body = { current_password: kai.password }
  const last = await refused(kai.call(deleteMe, { body }))
  assert.deepEqual([last.status, last.code], [409, 'last_owner'])
  assert.deepEqual(
    new Set((last.params as { books: { name: string }[] }).books.map(({ name }) => name)),
    new Set(['Club', 'Flat']),
    'not the one without anybody else, nor that of Ana',
  )
  for (const { id } of [flat, club])
    await inBook(kai, id).call(updateMember, { params: { user_id: eva.user.id }, body: { role: 'owner' } })
  await kai.call(deleteMe, { body })

  assert.equal((await refused(byKai.call(getExpense, { params }))).code, 'unauthenticated')
  for (const app of [world.app, world.another()]) {
    const here = inBook(ana, ana.book_id, app)
    const { data: members } = await here.call(listMembers)
    const left = members.find(({ user_id }) => user_id === kai.user.id)
    assert.partialDeepStrictEqual(left, { name: null, email: null, role: null })
    assert.notEqual(left?.left_at, null)
    assert.equal((await here.call(getExpense, { params })).created_by, kai.user.id)
    const then = await here.call(listTransactions, { query: { known_at: String(made.version) } })
    assert.deepEqual(
      then.data.map(({ amount, changed_by }) => [amount, changed_by]),
      [[5, kai.user.id]],
    )
    const { data } = await here.call(listChanges, { query: { id: made.id } })
    assert.deepEqual(
      data.slice(0, 3).map(({ user_id, user_name, device_name }) => [user_id, user_name, device_name]),
      [
        [kai.user.id, null, null],
        [eva.user.id, 'Eva', null],
        [ana.user.id, 'Ana', data[2]?.device_name],
      ],
    )
  }
  const undo = await ana.call(undoChange, { params: { version: String(changed.version) } })
  assert.equal((undo.data[0]?.after as { created_by?: string } | null)?.created_by, kai.user.id)
  assert.deepEqual(
    (await eva.call(listBooks)).data.map(({ name, others }) => [name, others.length]),
    [
      ['Eva', 0],
      ['Ana', 1],
      ['Flat', 0],
      ['Club', 0],
    ],
  )
  const traces = [
    sql`select from users where id = ${kai.user.id}`,
    sql`select from tokens where user_id = ${kai.user.id}`,
    sql`select from members where user_id = ${kai.user.id}`,
    sql`select from user_events where user_id = ${kai.user.id}`,
    sql`select from books where id = ${kai.book_id} or name = 'Alone'`,
  ]
  const isGone = async () =>
    (await Promise.all(traces.map((trace) => rows(world.db, trace)))).every(({ length }) => length === 0)
  await until(isGone, 10_000)
  assert.deepEqual(await verify(world.db), [])
})
