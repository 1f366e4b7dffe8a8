import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, getMe } from '../../contract/auth.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { until } from '../../test/instance.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

/** Lets somebody work in the book of somebody else, who stays a member of it. */
async function join(person: Person, bookId: string): Promise<void> {
  await past(sql`update members set is_default = false where user_id = ${person.user.id}`)
  await past(sql`insert into members (user_id, book_id, role, is_default, created_at)
                 values (${person.user.id}, ${bookId}, 'owner', true, now())`)
}

const exists = async (bookId: string) =>
  (await rows(world.db, sql`select id from books where id = ${bookId}`)).length === 1

test('a book has an id of its own, and its owner is a member of it', async () => {
  const ana = await world.person()
  assert.notEqual(ana.book_id, ana.user.id)
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
  assert.equal((await bea.call(listContacts)).data[0]?.name, 'Stays')
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
