import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getBook } from '../../contract/books.ts'
import { createContact } from '../../contract/contacts.ts'
import { MAX_STREAMS } from '../../contract/streams.ts'
import { listen } from '../../test/raw.ts'
import { isWithin, until } from '../../test/until.ts'
import { shows, watch } from '../../test/watching.ts'
import { makeWorld } from '../../test/world.ts'
import { CONNECTIONS } from '../http/connections.ts'
import { makeStreams, STREAMS } from '../http/streams.ts'

const world = await makeWorld()
const { port } = await listen(world.app)

test('a person has ten streams at most, and a closed one is free again', async () => {
  const ana = await world.person()
  const streams = []
  for (let index = 0; index < MAX_STREAMS.ofPerson; index++) streams.push(await watch(port, ana.token))
  assert(streams.every(({ status }) => status === 200))
  const refused = await ana.send({ url: '/books/current/events' })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_streams'])
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal((await watch(port, ana.token, { method: 'HEAD' })).status, 200, 'the headers take no place')
  assert.equal((await watch(port, (await world.person()).token)).status, 200, 'others have their own')
  streams[0]?.close()
  await until(async () => (await watch(port, ana.token)).status === 200, 2_000)
})

test('there are 500 streams in all at most', async () => {
  const most = MAX_STREAMS.inAll
  const app = world.another()
  const { port: at } = await listen(app)
  const ana = await world.person()
  try {
    MAX_STREAMS.inAll = 2
    for (let index = 0; index < 2; index++) assert.equal((await watch(at, ana.token)).status, 200)
    const full = await watch(at, (await world.person()).token)
    assert.equal(full.status, 503)
    assert.match(full.text(), /"code":"streams_full"/)
  } finally {
    MAX_STREAMS.inAll = most
  }
})

test('streams take nobody a turn, and a connection limit cuts none of them off', async () => {
  const { perNetwork } = CONNECTIONS
  const ana = await world.person()
  const streams = []
  for (let index = 0; index < 10; index++) streams.push(await watch(port, ana.token, { from: '127.0.0.9' }))
  for (let index = 0; index < 5; index++) assert.equal((await ana.send({ url: '/contacts' })).status, 200)
  try {
    CONNECTIONS.perNetwork = 2
    const sockets = []
    for (let index = 0; index < 6; index++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
      await once(socket, 'connect')
      sockets.push(socket)
    }
    await sleep(100)
    assert(streams.every(({ isOpen }) => isOpen()))
    for (const socket of sockets) socket.destroy()
  } finally {
    CONNECTIONS.perNetwork = perNetwork
  }
})

test('a stream on which nothing happens gets a comment, and outlives the timeout of a silent connection', async () => {
  const { lookMs, commentMs } = STREAMS
  const app = world.another()
  const { port: at } = await listen(app)
  app.server.timeout = 800 // instead of 20 s, for connections from here on
  Object.assign(STREAMS, { lookMs: 50, commentMs: 400 })
  try {
    const stream = await watch(at, (await world.person()).token)
    await sleep(1_800)
    assert(stream.isOpen())
    assert.match(stream.text(), /\n\n(:\n\n){2,4}$/)
  } finally {
    Object.assign(STREAMS, { lookMs, commentMs })
  }
})

/** The database of the service, which counts the sessions that were asked for, and can refuse them. */
function counting() {
  const state = { asked: 0, isDown: false }
  const pool = Object.create(world.service.pool, {
    connect: {
      value() {
        state.asked++
        return state.isDown ? Promise.reject(new Error('it is down')) : world.service.pool.connect()
      },
    },
  })
  return { state, db: { ...world.service, pool } }
}

test('all streams of a process ask once a second together, and nothing is asked when there are none', async () => {
  const { state, db } = counting()
  const { port: at } = await listen(world.another({}, db))
  const streams = []
  for (let index = 0; index < 3; index++) streams.push(await watch(at, (await world.person()).token))
  state.asked = 0
  await sleep(2_500)
  assert(state.asked >= 1 && state.asked <= 3, `${state.asked} in 2.5 s`)
  for (const { close } of streams) close()
  await sleep(100)
  state.asked = 0
  await sleep(1_500)
  assert.equal(state.asked, 0)
})

test('while the database does not answer, streams stay open, and go on later', async () => {
  const { state, db } = counting()
  const { port: at } = await listen(world.another({}, db))
  const ana = await world.person()
  const stream = await watch(at, ana.token)
  state.isDown = true
  await ana.call(createContact, { body: { name: 'Kai' } })
  await sleep(1_500)
  assert(stream.isOpen())
  assert.equal(stream.versions().length, 1)
  state.isDown = false
  await shows(stream, (await ana.call(getBook)).seal.version)
})

/** An answer of which nobody reads anything. */
function unread() {
  const raw = new PassThrough({ highWaterMark: 256 })
  return Object.assign(raw, { setHeader: () => raw, writeHead: () => raw })
}

test('a client that reads nothing is dropped once its buffer is full', async () => {
  const { lookMs, unreadBytes } = STREAMS
  Object.assign(STREAMS, { lookMs: 1, unreadBytes: 1_024 })
  try {
    let version = 1
    const streams = makeStreams(async () => () => ++version)
    const raw = unread()
    const signedIn = { id: 'ana', token_id: 'token', book: { id: 'book', version } }
    const reply = { hijack: () => ({ raw }), getHeaders: () => ({}) }
    streams.open(
      { method: 'GET', signedIn, raw: { socket: new Socket() } } as unknown as FastifyRequest, // as much of it as a stream looks at
      reply as unknown as FastifyReply, // the same
      undefined,
    )
    await until(() => raw.destroyed, 5_000)
    assert(raw.writableLength + raw.readableLength <= 1_024 + 256 + 64)
    await until(() => streams.count() === 0, 1_000)
  } finally {
    Object.assign(STREAMS, { lookMs, unreadBytes })
  }
})

test('an app that closes ends its streams at once, and opens no others', async () => {
  const app = world.another()
  const { port: at } = await listen(app)
  const stream = await watch(at, (await world.person()).token)
  const since = performance.now()
  await app.close()
  await stream.ended
  assert(isWithin(500, since))
  assert.match(stream.text(), /\}\n\n0?$/, 'it ended in order')
})

test('metrics say how many streams are open, and count none of them as a request under way', async () => {
  const metricsToken = 'a-token-of-this-test-alone'
  const app = world.another({ metricsToken })
  const { port: at } = await listen(app)
  const { token } = await world.person()
  for (let index = 0; index < 2; index++) await watch(at, token)
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { payload } = await app.inject({ url: '/metrics', headers })
  assert.match(payload, /^florin_streams_open 2$/m)
  assert.match(payload, /^florin_requests_in_flight 1$/m) // this one
  assert.match(
    payload,
    /^florin_request_duration_seconds_count\{route="[^"]*\/events",method="GET",status="2xx",[^}]*\} 2$/m,
  )
})
