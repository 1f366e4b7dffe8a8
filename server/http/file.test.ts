import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTransactions } from '../../contract/batches.ts'
import { getBook } from '../../contract/books.ts'
import { type Transaction, updateExpense } from '../../contract/budgeting.ts'
import { route } from '../../contract/route.ts'
import { category } from '../../test/books.ts'
import { listen } from '../../test/raw.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { queuedAs, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { AHEAD, sendFile } from './file.ts'
import { UNREAD } from './turns.ts'

const world = await makeWorld({ logLevel: 'info' })
const opened: Socket[] = []
const limits = { ...AHEAD }
after(() => {
  for (const socket of opened) socket.destroy()
})

const MIB = 'x'.repeat(1024 * 1024)

/** A route whose answer is a file of these pieces. */
function filed(app: FastifyInstance, path: string, pieces: () => AsyncGenerator<string>): void {
  const config = {
    route: route({ method: 'GET', path, needs: 'read', summary: '', file: { 'text/plain': '' } }),
  }
  app.get(path, { config }, async (request: FastifyRequest, reply: FastifyReply) => {
    const db = queuedAs(world.service, request.signedIn?.id ?? '')
    await sendFile(db, request, reply, { type: 'text/plain', name: 'x.txt', pieces })
    return reply
  })
}

/** Sends a person's request on a connection of its own. Nothing is read of the answer until somebody reads the socket. */
async function ask(port: number, { token }: Person, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  return socket
}

/** All that a connection brings until it is closed. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await once(socket, 'close')
  return text
}

const unsent = () => world.logged.filter(({ msg }) => msg === 'a file was not sent to its end')

test('an answer that fails half-way is cut, so that its end is missing', async () => {
  const app = world.another()
  let asked = 0
  filed(app, '/broken', async function* () {
    yield 'the beginning'
    asked++
    throw new Error('the database is gone')
  })
  const { port } = await listen(app)
  const text = await readAll(await ask(port, await world.person(), '/broken'))
  assert.match(text, /^HTTP\/1\.1 200 OK[\s\S]*transfer-encoding: chunked/i)
  assert.doesNotMatch(text, /\r\n0\r\n\r\n$/)
  await assert.rejects(async () => {
    const ana = await world.person()
    const answer = await fetch(`http://127.0.0.1:${port}/broken`, {
      headers: { authorization: `Bearer ${ana.token}`, 'accept-encoding': 'gzip' },
    })
    await answer.text()
  })
  assert.equal(asked, 2)
  assert.equal(unsent().at(-1)?.reason, 'the database is gone')
})

test('a failure before the first piece is refused like every other', async () => {
  const app = world.another()
  // biome-ignore lint/correctness/useYield: it fails before it has anything
  filed(app, '/never', async function* () {
    throw new Error('nothing works')
  })
  const { token } = await world.person()
  const answer = await app.inject({ url: '/never', headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.statusCode, 500)
  assert.equal(answer.json().code, 'internal')
})

test('a reader that takes nothing is cut, and its connection to the database goes to the next', async (t) => {
  t.after(() => Object.assign(AHEAD, limits))
  Object.assign(AHEAD, { bytes: 1024, atOnceMs: 200 })
  const app = world.another()
  let begun = 0
  filed(app, '/long', async function* () {
    begun++
    for (let count = 0; count < 50; count++) yield MIB
  })
  const { port } = await listen(app)
  const ana = await world.person()
  const deaf = await ask(port, ana, '/long')
  await until(() => begun === 1, 5_000)
  const next = await ask(port, ana, '/long')
  await until(() => begun === 2, 5_000)
  assert.equal(unsent().at(-1)?.reason, 'the file was read too slowly')
  assert.doesNotMatch(await readAll(deaf), /\r\n0\r\n\r\n$/)
  assert.match(await readAll(next), /\r\n0\r\n\r\n$|^HTTP\/1\.1 200/)
})

test('a reader that takes a little now and then is cut as well', async (t) => {
  t.after(() => Object.assign(AHEAD, limits))
  Object.assign(AHEAD, { bytes: 1024, pieceMs: 10, atOnceMs: 2_000, inAllMs: 300 })
  const app = world.another()
  filed(app, '/long', async function* () {
    for (let count = 0; count < 100; count++) yield MIB
  })
  const { port } = await listen(app)
  const socket = await ask(port, await world.person(), '/long')
  const closed = once(socket, 'close')
  let isClosed = false
  closed.then(() => {
    isClosed = true
  })
  const before = unsent().length
  while (unsent().length === before) {
    socket.read(1024 * 1024)
    await sleep(20) // a line of 50 MiB a second at most
  }
  socket.resume()
  await until(() => isClosed, 5_000)
})

test('a file that fits ahead of its reader does not wait for it', async () => {
  const app = world.another()
  let isDone = false
  filed(app, '/ahead', async function* () {
    for (let count = 0; count < 6; count++) yield MIB
    isDone = true
  })
  const { port } = await listen(app)
  const socket = await ask(port, await world.person(), '/ahead')
  await until(() => isDone, 5_000)
  await until(async () => (await openSnapshots()) === 0, 5_000)
  assert.match(await readAll(socket), /\r\n0\r\n\r\n$/)
})

/** How many exports have a transaction open. */
async function openSnapshots(): Promise<number> {
  const [found] = await rows<{ count: number }>(
    world.db,
    sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
  )
  return found?.count ?? -1
}

test('a client that goes away ends the work for it', async (t) => {
  t.after(() => Object.assign(AHEAD, limits))
  AHEAD.bytes = 1024
  const app = world.another()
  let isEnded = false
  filed(app, '/long', async function* () {
    try {
      for (;;) yield MIB
    } finally {
      isEnded = true
    }
  })
  const { port } = await listen(app)
  const socket = await ask(port, await world.person(), '/long')
  await once(socket, 'readable')
  socket.destroy()
  await until(() => isEnded, 5_000)
  await until(async () => (await openSnapshots()) === 0, 5_000)
})

test('the prepared bytes of a file count among the bytes that a person has not read', async (t) => {
  const before = { ...UNREAD }
  t.after(() => Object.assign(UNREAD, before))
  Object.assign(UNREAD, { bytesEach: 4 * 1024 * 1024, patienceMs: 20 })
  const app = world.another()
  let begun = 0
  filed(app, '/ahead', async function* () {
    begun++
    for (let count = 0; count < 7; count++) yield MIB
  })
  const { port } = await listen(app)
  const ana = await world.person()
  for (let count = 0; count < 3; count++) await ask(port, ana, '/ahead')
  await until(() => begun === 2, 5_000)
  await sleep(100) // longer than answers that are not read keep the next one waiting
  assert.equal(begun, 2)
})

test('a file is of one moment, whatever changes while it is read', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const draft = (n: number) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: food.id,
    date: `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`,
  })
  const transactions = Array.from({ length: 2_500 }, (_, n) => draft(n))
  const { data } = await ana.call(createTransactions, { body: { transactions } })
  const ids = data.map(({ id }) => id).sort()
  let isDone = false
  const moving = (async () => {
    // Each goes from the end of the list to its beginning, or back: pages of different moments miss it or have it twice.
    for (let n = 0; !isDone; n = (n + 37) % ids.length)
      await ana.call(updateExpense, {
        params: { id: ids[n] ?? '' },
        body: { date: n % 2 === 0 ? '2025-12-01' : '2026-02-01' },
      })
  })()
  for (let times = 0; times < 5; times++) {
    const { body } = await ana.send({ url: '/budgeting/expenses?format=json' })
    assert.deepEqual(body.data.map(({ id }: Transaction) => id).sort(), ids)
  }
  isDone = true
  await moving
})

test('twenty people who do not read their files leave everybody else alone', async (t) => {
  t.after(() => Object.assign(AHEAD, limits))
  Object.assign(AHEAD, { bytes: 1024, atOnceMs: 60_000, inAllMs: 60_000 })
  const app = world.another()
  let [begun, ended] = [0, 0]
  filed(app, '/long', async function* () {
    begun++
    try {
      for (;;) yield MIB
    } finally {
      ended++
    }
  })
  const { port } = await listen(app)
  const people = await Promise.all(Array.from({ length: 20 }, () => world.person()))
  const bela = await world.person()
  const sockets = await Promise.all(people.map((one) => ask(port, one, '/long')))
  await until(() => begun >= 4, 20_000)
  for (let times = 0; times < 20; times++) await bela.call(getBook)
  assert.equal(ended, 0, 'nobody was answered because a file had ended')
  for (const socket of sockets) socket.destroy()
  await until(() => begun > 4 && ended === begun, 20_000)
})
