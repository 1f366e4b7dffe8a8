import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { logout } from '../contract/auth.ts'
import { listContacts } from '../contract/contacts.ts'
import { change, rows, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { verify } from '../server/verify/verify.ts'
import { type Fate, isLoad, isWrite, lineUp, post, wordsOf } from './line.ts'
import { listen } from './raw.ts'
import { until } from './until.ts'
import { makeWorld, PASSWORD, type Person, shards } from './world.ts'

/** Tokens that are revoked and clients that go away while a request is on its way through the writer. */
const world = await makeWorld()
const { line, app, holdUp, arrived } = await lineUp(world)
let gone = 0
app.addHook('onRequest', async (_, reply) => {
  reply.raw.once('close', () => reply.raw.writableFinished || gone++)
})
const { port } = await listen(app)

/** Another session of the same person. */
async function signInAgain({ user }: Person): Promise<string> {
  const payload = { email: user.email, password: PASSWORD }
  const { body } = await world.send({ method: 'POST', url: '/auth/login', payload })
  return body.token
}
const contact = (token: string, name: string) => post(app, token, '/contacts', { name })
const namesOf = async (person: Person) => (await person.call(listContacts)).data.map(({ name }) => name)

test('a token that was revoked a moment after it was verified writes nothing', async () => {
  const ana = await world.person()
  const token = await signInAgain(ana)
  assert.equal((await contact(token, 'Bela')).status, 200)
  await transaction(world.db, async (tx) => {
    const first = sql`select id from tokens where user_id = ${ana.user.id} order by created_at limit 1`
    await change(tx, sql`delete from tokens where user_id = ${ana.user.id} and id <> (${first})`)
  })
  line.statements.length = 0
  const answer = await contact(token, 'Cili')
  assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
  const words = [...(shards.length > 0 ? [] : ['write']), 'load', 'select t.secret_hash, t.created_at,'] // on a cluster nothing is cached
  assert.deepEqual(
    wordsOf(line.statements),
    words,
    'the write fails, the load finds no member with it, and the look-up tells that it has ended',
  )
  const next = await post(app, token, '/contacts', { nam: 1 })
  assert.equal(next.status, 401, 'it is no longer taken for verified, and its body is not looked at')
  assert.deepEqual(await namesOf(ana), ['Bela'])
})

test('a session that ended by itself, or whose secret is another by now, writes nothing', async () => {
  for (const set of [
    sql`last_used_at = now() - interval '400 days'`,
    sql`created_at = now() - interval '400 days'`,
    sql`secret_hash = sha256('another')`,
  ]) {
    const ana = await world.person()
    assert.equal((await contact(ana.token, 'Bela')).status, 200)
    await transaction(world.db, async (tx) => {
      await change(tx, sql`update tokens set ${set} where user_id = ${ana.user.id}`)
    })
    assert.equal((await contact(ana.token, 'Cili')).body.code, 'unauthenticated')
    const found = await rows(world.db, sql`select name from contacts where book_id = ${ana.book_id}`)
    assert.deepEqual(found, [{ name: 'Bela' }])
  }
})

test('a token that is revoked while its request waits writes nothing', async () => {
  const ana = await world.person()
  const token = await signInAgain(ana)
  await contact(token, 'Bela')
  const letGo = await holdUp()
  const answer = contact(token, 'Cili')
  await arrived(1)
  const { status } = await world.send({
    method: 'POST',
    url: logout.path,
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(status, 204)
  await letGo()
  assert.equal((await answer).status, 401)
  assert.deepEqual(await namesOf(ana), ['Bela'])
})

/** The head of a request whose body of 10 MiB never comes. */
const head = (token: string) =>
  `POST /api/v1/budgeting/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${10 * 1024 * 1024}\r\n\r\n`

/** The answer to the head alone. */
function answerToHead(token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head(token)))
    socket.once('data', (bytes) => {
      resolve(String(bytes))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

test('a token that was not verified within the last minute is looked up before the body is read', async (t) => {
  const now = performance.now.bind(performance)
  let ahead = 0
  t.mock.method(performance, 'now', () => now() + ahead)
  const ana = await world.person()
  const token = await signInAgain(ana)
  assert.match(await answerToHead(`${token.slice(0, -2)}xx`), /^HTTP\/1\.1 401 /, 'a stranger')
  assert.equal((await contact(token, 'Bela')).status, 200)
  const { status } = await world.send({
    method: 'POST',
    url: logout.path,
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(status, 204)
  ahead = 61_000
  line.statements.length = 0
  assert.match(await answerToHead(token), /^HTTP\/1\.1 401 /)
  assert.equal(line.statements.length, 1)
  assert.match(line.statements[0] ?? '', /^\s*select t\.secret_hash/)
})

/** Sends a request to create a contact, over a connection that can be ended. */
async function sendOff(person: Person, name: string): Promise<() => Promise<void>> {
  const body = JSON.stringify({ name })
  const request =
    `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.on('error', () => undefined)
  return async () => {
    const before = gone
    socket.resetAndDestroy()
    await until(() => gone === before + 1, 5_000)
  }
}

test('a request whose client goes away while it waits is not served', async () => {
  const ana = await world.person()
  const letGo = await holdUp()
  const goAway = await sendOff(ana, 'Nobody waits')
  await arrived(1)
  await goAway()
  await letGo()
  assert.equal((await contact(ana.token, 'After')).status, 200)
  assert.deepEqual(await namesOf(ana), ['After'])
})

/** Somebody sends a contact, and goes away while a statement of it is on its way to the database. */
async function leavesDuring(isIt: (text: string) => boolean, person: Person, name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isUnderWay = false
  line.fate = async (text): Promise<Fate> => {
    if (!isIt(text)) return 'through'
    isUnderWay = true
    await promise
    return 'through'
  }
  const goAway = await sendOff(person, name)
  await until(() => isUnderWay, 5_000)
  await goAway()
  line.fate = () => 'through'
  resolve()
}

test('a request whose client goes away while its records are loaded is not decided', async () => {
  const ana = await world.person()
  await leavesDuring(isLoad, ana, 'Nobody waits')
  assert.equal((await contact(ana.token, 'After')).status, 200)
  assert.deepEqual(await namesOf(ana), ['After'])
})

test('a client that goes away while its request is being written does no harm', async () => {
  const ana = await world.person()
  await contact(ana.token, 'Before')
  await leavesDuring(isWrite, ana, 'Gone')
  const after = await contact(ana.token, 'After')
  assert.deepEqual([after.status, after.body.version], [200, 4])
  assert.deepEqual(await namesOf(ana), ['After', 'Before', 'Gone'])
  assert.deepEqual(await verify(world.db), [])
  assert.deepEqual(world.logged, [], 'and none of it is an error')
})
