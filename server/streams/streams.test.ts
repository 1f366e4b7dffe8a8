import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changePassword, logout, revokeDevice } from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { client } from '../../contract/client.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  deleteBook,
  type Role,
  removeMember,
} from '../../contract/members.ts'
import { createProgramKey } from '../../contract/programs.ts'
import { listen } from '../../test/raw.ts'
import { until } from '../../test/until.ts'
import { endsSoon, shows, watch } from '../../test/watching.ts'
import { makeWorld, type Person, through } from '../../test/world.ts'
import { change, row, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

const world = await makeWorld()
const { port } = await listen(world.app)
const inBook = (person: Person, bookId: string, app = world.app) =>
  client(through(app), '/api/v1', person.token, bookId)

async function join(owner: Person, person: Person, role: Role, bookId = owner.book_id) {
  const { token } = await inBook(owner, bookId).call(createBookInvitation, { body: { role } })
  await person.call(acceptInvitation, { body: { token } })
}

const versionOf = async (person: Person, bookId = person.book_id) =>
  (await inBook(person, bookId).call(getBook)).seal.version

test('two people see the changes of each other within two seconds, and no record in them', async () => {
  const [ana, kai] = [await world.person({ name: 'Ana' }), await world.person({ name: 'Kai' })]
  await join(ana, kai, 'editor')
  const other = await listen(world.another())
  const streams = [
    await watch(port, ana.token),
    await watch(port, kai.token, { bookId: ana.book_id }),
    await watch(other.port, kai.token, { bookId: ana.book_id }), // at another instance, on the same database
  ]
  const first = await versionOf(ana)
  for (const stream of streams) {
    assert.equal(stream.status, 200)
    await until(() => stream.versions().length === 1, 100, stream.text) // at once
    assert.deepEqual(stream.versions(), [first])
  }
  await ana.call(createContact, { body: { name: 'A secret name' } })
  for (const stream of streams) await shows(stream, first + 1)
  await inBook(kai, ana.book_id).call(createContact, { body: { name: 'Another' } })
  for (const stream of streams) {
    await shows(stream, first + 2)
    assert.match(stream.text(), /^retry: [23]\d{3}\n\n(id: \d+\ndata: \{"version": \d+\}\n\n)+$/)
  }
})

test('a stream says what it is, and is neither stored, compressed nor held back', async () => {
  const ana = await world.person()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, ended } = await watch(port, ana.token, { method })
    assert.equal(status, 200)
    for (const line of [
      'content-type: text/event-stream',
      'cache-control: no-store',
      'x-accel-buffering: no',
      `book: ${ana.book_id}`,
    ])
      assert(headers.toLowerCase().includes(`\r\n${line}\r\n`), `${line} in ${headers}`)
    assert.match(headers, /\r\nx-request-id: /i)
    assert.doesNotMatch(headers, /content-encoding|content-length/i)
    if (method === 'HEAD') await ended
  }
})

test('a client goes on where it stopped, by the header or else by the address', async () => {
  const ana = await world.person()
  const version = await versionOf(ana)
  const last = (id: string | number) => ({ headers: `Last-Event-ID: ${id}\r\n` })
  const first: [Parameters<typeof watch>[2], number[]][] = [
    [last(version), []],
    [{ query: `?since=${version}` }, []],
    [last(version - 1), [version]],
    [{ query: `?since=${version - 1}` }, [version]],
    [last(version + 7), [version]], // the book was restored from a backup
    [last('first'), [version]],
    [{ ...last(version), query: '?since=0' }, []],
  ]
  const streams = []
  for (const [how, versions] of first) {
    const stream = await watch(port, ana.token, how)
    await sleep(50)
    assert.deepEqual(stream.versions(), versions, JSON.stringify(how))
    streams.push(stream)
  }
  await ana.call(createContact, { body: { name: 'Kai' } })
  for (const stream of streams) await shows(stream, version + 1)
  for (const stream of streams) stream.close()
  assert.equal((await ana.send({ url: '/books/current/events?since=x' })).status, 422)
})

test('nobody else gets a stream', async () => {
  const [ana, kai] = [await world.person(), await world.person()]
  assert.equal((await watch(port, 'flo_nobody')).status, 401)
  const { status, text } = await watch(port, kai.token, { bookId: ana.book_id })
  assert.equal(status, 404)
  assert.match(text(), /"code":"book_not_found"/)
  const unknown = await kai.send({ url: '/books/00000000-0000-7000-8000-000000000000/events' })
  const strange = await kai.send({ url: `/books/${ana.book_id}/events` })
  assert.deepEqual([strange.status, strange.body.code], [unknown.status, unknown.body.code])
})

/** Changes rows past the service, as time does. */
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

const signIn = async (person: Person) => {
  const { headers, body } = await world.send({
    method: 'POST',
    url: '/auth/login',
    payload: { email: person.user.email, password: person.password },
  })
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  return body.token as string
}

const tokenId = async (person: Person): Promise<string> =>
  (
    await row<{ id: string }>(
      world.db,
      sql`select id from tokens where user_id = ${person.user.id} order by created_at desc, id desc limit 1`,
    )
  )?.id ?? assert.fail()

const ends: Record<string, (ana: Person, token: string) => Promise<unknown>> = {
  'a sign-out': (_, token) => client(through(world.app), '/api/v1', token).call(logout),
  'a revocation': async (ana) => ana.call(revokeDevice, { params: { id: await tokenId(ana) } }),
  'another password': (ana) =>
    ana.call(changePassword, {
      body: {
        current_password: ana.password,
        password: 'a new one, and long',
        password_confirmation: 'a new one, and long',
      },
    }),
  'a session unused for long': (ana) =>
    past(sql`update tokens set last_used_at = now() - interval '91 days' where user_id = ${ana.user.id}`),
  'a session that is old': (ana) =>
    past(sql`update tokens set created_at = now() - interval '366 days' where user_id = ${ana.user.id}`),
}
test('a sign-out, a revocation, another password and age end the streams of a session within two seconds', async () => {
  const watching = Object.entries(ends).map(async ([why, end]) => {
    const ana = await world.person()
    const token = await signIn(ana)
    const stream = await watch(port, token)
    await sleep(1_100)
    assert(stream.isOpen(), why)
    await end(ana, token)
    await endsSoon(stream)
  })
  await Promise.all(watching)
})

test('a key for a program watches with read:books, and its stream ends when it expires or is revoked', async () => {
  const ana = await world.person()
  const key = async (abilities: string[]) =>
    (
      await ana.call(createProgramKey, {
        body: { name: 'Watcher', abilities, password: ana.password } as never,
      })
    ).token
  assert.equal((await watch(port, await key(['read:accounts']))).status, 403)
  const stream = await watch(port, await key(['read:books']))
  assert.equal(stream.status, 200)
  await past(
    sql`update tokens set expires_at = now() where user_id = ${ana.user.id} and abilities is not null`,
  )
  await endsSoon(stream)
})

test('the stream of a member ends when they are removed, and that of everybody when the book is deleted', async () => {
  const [ana, kai, eva] = [await world.person(), await world.person(), await world.person()]
  const { id: bookId } = await ana.call(createBook, { body: { name: 'Flat' } })
  await join(ana, kai, 'viewer', bookId)
  await join(ana, eva, 'viewer', bookId)
  const [ofKai, ofEva] = [await watch(port, kai.token, { bookId }), await watch(port, eva.token, { bookId })]
  const own = await watch(port, kai.token)
  await inBook(ana, bookId).call(removeMember, { params: { user_id: kai.user.id } })
  await endsSoon(ofKai)
  assert(ofEva.isOpen())
  await inBook(ana, bookId).call(deleteBook, { body: { name: 'Flat' } })
  await endsSoon(ofEva)
  assert(own.isOpen(), 'Kai still watches a book of their own')
})

test('a role without the right to read ends a stream', async () => {
  const ana = await world.person()
  const stream = await watch(port, ana.token)
  await past(sql`alter table members drop constraint members_role`)
  await past(sql`update members set role = 'stranger' where user_id = ${ana.user.id}`)
  await endsSoon(stream)
})
