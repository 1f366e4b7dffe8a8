import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { updateMe } from '../contract/auth.ts'
import { addressOf } from '../contract/client.ts'
import type { Role } from '../contract/members.ts'
import { isOfBook, type Route } from '../contract/route.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { household } from './household.ts'
import { type Answer, makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const elsewhere = await world.person()
const people = await household(world)
const { bookId, owner, viewer } = people
const stranger = await world.person()
const removed = await world.person()
// Whoever works in the book by default reaches it without naming it.
for (const person of [people.editor, people.annotator, viewer])
  await person.call(updateMe, { body: { default_book_id: bookId } })

const operations = api.filter(({ route }) => isOfBook(route))

const params = {
  id: newId(),
  version: '999999',
  user_id: newId(),
  payment_id: newId(),
  move_id: newId(),
  reconciliation_id: newId(),
  category_id: newId(),
  month: '2026-01',
  date: '2026-01-01',
  n: '1',
  code: 'EUR',
  from: 'EUR',
  to: 'USD',
}

/** Sends an operation about a book, or the default one, with a body that cannot be read: whatever answers to it has not come so far, and nothing is changed. */
function ask(person: Person, route: Route, book: string | undefined): Promise<Answer> {
  const url = addressOf(route, { params }, book)
  if (route.method === 'GET') return person.send({ url })
  return person.send({
    method: route.method,
    url,
    headers: { 'content-type': route.raw ? 'text/csv' : 'application/json' },
    payload: '{',
  })
}

/** An answer without its own marks. */
function bare({ status, headers, text, body }: Answer) {
  const { 'x-request-id': _, date: __, ...others } = headers
  return { status, text: text.replace(body?.request_id, ''), headers: others }
}

/** The rights of the roles, as the API describes them. */
const mayDo: Record<Role, (route: Route) => boolean> = {
  owner: () => true,
  editor: ({ needs }) => needs !== 'own',
  annotator: ({ needs, annotates }) => needs === 'read' || annotates === true,
  viewer: ({ needs }) => needs === 'read',
}

test('whoever may not know of a book gets the same 404 from every operation, byte for byte: a book of others, no such book, no id at all', async () => {
  const books = [bookId, elsewhere.book_id, bookId.toUpperCase(), newId(), 'nonsense', `${bookId}x`, '%00']
  const members = [owner, people.editor, people.annotator, viewer]
  for (const [index, { name, route }] of operations.entries()) {
    const unknown = bare(await ask(stranger, route, newId()))
    assert.equal(unknown.status, 404, `${name}: ${unknown.text}`)
    assert.equal(JSON.parse(unknown.text).code, 'book_not_found')
    assert.equal(unknown.headers.book, undefined)
    const none = index % 2 ? newId() : 'nonsense'
    const asked: [Person, string][] = [
      ...books.map((book): [Person, string] => [stranger, book]),
      ...members.flatMap((person): [Person, string][] => [
        [person, elsewhere.book_id],
        [person, none],
      ]),
    ]
    const answers = await Promise.all(asked.map(([person, book]) => ask(person, route, book)))
    for (const [at, answer] of answers.entries())
      assert.deepEqual(bare(answer), unknown, `${name}, ${asked[at]?.[0].user.name} ${asked[at]?.[1]}`)
  }
})

test('whoever was removed gets it too, with their next request, though this process has just verified their token', async () => {
  const member = (statement: ReturnType<typeof sql>) => transaction(world.db, (tx) => change(tx, statement))
  for (const { name, route } of operations) {
    const unknown = bare(await ask(stranger, route, newId()))
    await member(
      sql`insert into members (user_id, book_id, role, is_default, created_at) values (${removed.user.id}, ${bookId}, 'owner', false, now())`,
    )
    assert.equal((await removed.send({ url: `/books/${bookId}/contacts` })).status, 200)
    await member(sql`delete from members where user_id = ${removed.user.id} and book_id = ${bookId}`)
    assert.deepEqual(bare(await ask(removed, route, bookId)), unknown, name)
    assert.deepEqual(bare(await ask(removed, route, bookId)), unknown, `${name}, once more`)
  }
})

for (const role of ['owner', 'editor', 'annotator', 'viewer'] as const)
  test(`an ${role} is refused by role before the body is read, and served otherwise, however the book is addressed`, async () => {
    const person = people[role]
    for (const { name, route } of operations)
      for (const book of role === 'owner' ? [bookId] : [bookId, undefined, 'current']) {
        const { status, body, headers, text } = await ask(person, route, book)
        const isRefused = status === 403 && body.code === 'not_allowed'
        assert.equal(isRefused, !mayDo[role](route), `${name} ${book}: ${text.slice(0, 300)}`)
        if (isRefused) {
          assert.deepEqual(body.params, { role, needs: route.needs })
          continue
        }
        assert.equal(headers.book, bookId, `${name} ${book}`)
        assert(status < 500 && ![401, 403].includes(status), `${name} ${book}: ${text.slice(0, 300)}`)
        if (route.method !== 'GET' && !route.raw) assert.equal(body.code, 'not_json', `${name}: ${text}`)
      }
  })
