import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { listContacts } from '../contract/contacts.ts'
import { route } from '../contract/route.ts'
import { rows, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import { UNREAD } from '../server/http/turns.ts'
import { listen } from './raw.ts'
import { until } from './until.ts'
import { waitingSessions } from './waiting.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld({ logLevel: 'info' })
const opened: Socket[] = []
after(() => {
  for (const socket of opened) socket.destroy()
})

/** Sends a person's request on a connection of its own, and reads nothing. */
async function ask(port: number, { token }: Person, line: string, body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  const length = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${length}\r\n${body}`)
  return socket
}

/** A route for people who are signed in. */
const listed = (app: FastifyInstance, path: string, handler: () => unknown) =>
  app.get(path, { config: { route: route({ method: 'GET', path, needs: 'read', summary: '' }) } }, handler)

const goneLines = () => world.logged.filter(({ msg }) => msg === 'the client went away').length

test('a person who does not read their answers is given no more of them, and others are', async (t) => {
  const limits = { ...UNREAD }
  t.after(() => Object.assign(UNREAD, limits))
  Object.assign(UNREAD, { bytesEach: 1024 * 1024, patienceMs: 20 })
  const app = world.another()
  let begun = 0
  listed(app, '/wide', () => `${++begun}${'x'.repeat(8 * 1024 * 1024)}`)
  const { port } = await listen(app)
  const [ana, bela] = [await world.person(), await world.person()]
  const deaf = [await ask(port, ana, 'GET /wide'), await ask(port, ana, 'GET /wide')]
  await until(() => begun === 2, 5_000)
  await ask(port, ana, 'GET /wide')
  await sleep(100) // longer than a slow reader's answers keep the next one waiting
  assert.equal(begun, 2)
  await ask(port, bela, 'GET /wide')
  await until(() => begun === 3, 5_000)
  for (const socket of deaf) socket.destroy()
  await until(() => begun === 4, 5_000)
})

test('a person on a slow line may ask for more while a page is on its way', async (t) => {
  const limits = { ...UNREAD }
  t.after(() => Object.assign(UNREAD, limits))
  UNREAD.patienceMs = 20
  const app = world.another()
  let begun = 0
  listed(app, '/wide', () => `${++begun}${'x'.repeat(8 * 1024 * 1024)}`)
  const { port } = await listen(app)
  const ana = await world.person()
  for (let count = 0; count < 3; count++) await ask(port, ana, 'GET /wide')
  await until(() => begun === 3, 5_000)
})

test('a request whose client is gone when its turn comes is not worked on', async () => {
  const app = world.another()
  const finish: (() => void)[] = []
  listed(app, '/slow', () => new Promise((resolve) => finish.push(() => resolve('done'))))
  const { port } = await listen(app)
  const ana = await world.person()
  for (let count = 0; count < 2; count++) await ask(port, ana, 'GET /slow')
  await until(() => finish.length === 2, 5_000)
  const sockets = new Set<Socket>()
  app.server.on('request', ({ socket }) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  const before = goneLines()
  const gone = await ask(port, ana, 'POST /api/v1/contacts', '{"name":"Nobody"}')
  await until(() => sockets.size === 1, 5_000)
  gone.destroy()
  await until(() => sockets.size === 0, 5_000)
  for (const one of finish) one()
  await until(() => goneLines() > before, 5_000)
  assert.deepEqual((await ana.call(listContacts)).data, [])
})

test('a change that waits for its book is not made when its client is gone by then', async () => {
  const app = world.another()
  let begun = 0
  app.addHook('preHandler', async () => {
    begun++
  })
  const { port } = await listen(app)
  const ana = await world.person()
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const before = goneLines()
  await transaction(world.db, async (tx) => {
    await rows(tx, sql`select id from books where id = ${ana.book_id} for update`)
    await ask(port, ana, 'POST /api/v1/contacts', '{"name":"First"}')
    await until(async () => (await waitingSessions(world.db)) > 0, 5_000)
    const gone = await ask(port, ana, 'POST /api/v1/contacts', '{"name":"Nobody"}')
    await until(() => begun === 2, 5_000)
    gone.destroy()
    await until(() => sockets[1]?.destroyed === true, 5_000)
  })
  await until(() => goneLines() > before, 5_000)
  assert.deepEqual(
    (await ana.call(listContacts)).data.map(({ name }) => name),
    ['First'],
  )
})

test('a stop refuses whoever waits for a turn, and whoever finds the database closed, and calls neither a bug', async () => {
  const own = openDatabase({ host: '/nowhere', database: 'florin', user: 'florin' }, () => undefined)
  await closeDatabase(own)
  const ana = await world.person()
  const headers = { authorization: `Bearer ${ana.token}` }
  const late = await world.another({}, own).inject({ url: '/api/v1/contacts', headers })
  assert.deepEqual([late.statusCode, late.json().code], [503, 'stopping'])

  const app = world.another()
  const finish: (() => void)[] = []
  listed(app, '/slow', () => new Promise((resolve) => finish.push(() => resolve('done'))))
  const asked = Array.from({ length: 4 }, () => app.inject({ url: '/slow', headers }))
  await until(() => finish.length === 2, 5_000)
  const closed = app.close()
  const waited = await Promise.all(asked.slice(2))
  assert.deepEqual(
    waited.map((answer) => [answer.statusCode, answer.json().code, answer.headers.connection]),
    Array(2).fill([503, 'stopping', 'close']),
  )
  for (const one of finish) one()
  assert.deepEqual(
    (await Promise.all(asked.slice(0, 2))).map(({ statusCode }) => statusCode),
    [200, 200],
  )
  await closed
})
