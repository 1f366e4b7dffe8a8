import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTIONS } from '../server/http/connections.ts'
import { HEALTH, listen } from './raw.ts'
import { isWithin, until } from './until.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const opened: Socket[] = []
after(() => {
  for (const socket of opened) socket.destroy()
})

/** Opens connections from an address, one after another, and leaves them open. */
async function open(port: number, count: number, localAddress: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined) // closed by the other side
    socket.resume()
    await once(socket, 'connect')
    sockets.push(socket)
  }
  opened.push(...sockets)
  return sockets
}

const openOf = (sockets: Socket[]) => sockets.filter(({ readyState }) => readyState === 'open').length

test('a thousand idle connections of one address leave the door open for others, and for its own newest', async () => {
  const app = world.another()
  const { port, send } = await listen(app)
  const [kept] = await open(port, 1, '127.0.0.2')
  const idle = await open(port, 1_000, '127.0.0.2')
  await until(
    () => openOf(idle) === CONNECTIONS.perNetwork,
    5_000,
    () => `${openOf(idle)} are open`,
  )
  assert.equal(kept?.readyState, 'closed', 'the one that was idle longest went first')
  assert.equal(openOf(idle.slice(-CONNECTIONS.perNetwork)), CONNECTIONS.perNetwork, 'the newest are open')
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    assert.match(await send(HEALTH, address), /^HTTP\/1\.1 200/, address)

  const others = await open(port, CONNECTIONS.most - CONNECTIONS.perNetwork + 10, '127.0.0.4')
  assert.match(
    await send(HEALTH, '127.0.0.5'),
    /^HTTP\/1\.1 200/,
    'when all are taken, the largest holder gives one',
  )
  const count = () => openOf([...idle, ...others])
  await until(
    () => count() <= CONNECTIONS.most,
    5_000,
    () => `${count()} are open`,
  )
})

test('a connection that waits for its answer is not the idle one', async () => {
  const app = world.another()
  let answer: (() => void) | undefined
  app.get('/slow', () => new Promise((resolve) => (answer = () => resolve({ status: 'done' }))))
  const { port, send } = await listen(app)
  const slow = send('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '127.0.0.2')
  await until(() => answer !== undefined, 5_000)
  await open(port, CONNECTIONS.perNetwork + 10, '127.0.0.2')
  answer?.()
  assert.match(await slow, /done/)
})

test('a proxy named in TRUST_PROXY may hold more connections than one address may', async () => {
  for (const trustProxy of [1, ['127.0.0.2/31']]) {
    const { port } = await listen(world.another({ trustProxy }))
    const sockets = await open(port, CONNECTIONS.perNetwork + 20, '127.0.0.2')
    await open(port, 1, '127.0.0.3') // by then, every connection that the others displaced is closed
    assert.equal(openOf(sockets), sockets.length)
    for (const socket of sockets) socket.destroy()
  }
})

test('a client that does not read its answer is closed once nothing has gone out for that long, even if it goes on sending', async () => {
  const app = world.another()
  assert.equal(app.server.timeout, 20_000)
  app.server.setTimeout(600) // the same, sooner
  app.get('/wide', (_, reply) => reply.type('text/plain').send('x'.repeat(32 * 1024 * 1024)))
  const { port } = await listen(app)
  for (const isSending of [false, true]) {
    let silences = 0 // of Node's own timer, which begins again with every byte, in either direction
    const closed = new Promise((resolve) =>
      app.server.once('connection', (socket: Socket) => {
        socket.on('timeout', () => silences++)
        socket.once('close', resolve)
      }),
    )
    const deaf = connect(port, '127.0.0.1')
    opened.push(deaf)
    deaf.on('error', () => undefined)
    deaf.pause()
    deaf.write('GET /wide HTTP/1.1\r\nHost: x\r\n\r\n')
    let sent = 0
    const sending = setInterval(() => {
      if (isSending && sent++ < CONNECTIONS.pipelined) deaf.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    }, 200)
    await closed
    clearInterval(sending)
    assert.equal(silences, 0)
    assert(sent < CONNECTIONS.pipelined, `it could send ${sent} requests`)
  }
})

test('a client that reads its answer slowly is not closed', async () => {
  const app = world.another()
  app.server.setTimeout(1_500)
  app.get('/wide', (_, reply) => reply.type('text/plain').send('x'.repeat(32 * 1024 * 1024)))
  const { port } = await listen(app)
  const slow = connect(port, '127.0.0.1')
  opened.push(slow)
  slow.pause()
  slow.write('GET /wide HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let bytes = 0
  slow.on('data', (chunk: Buffer) => (bytes += chunk.length))
  // Reads a little every tenth of a second, for longer than a client that reads nothing is given.
  const ended = once(slow, 'close')
  for (let count = 0; count < 20; count++) {
    await sleep(100)
    slow.resume()
    await until(() => bytes > count * 1024 * 1024, 5_000)
    slow.pause()
  }
  slow.resume()
  await ended
  assert(bytes > 32 * 1024 * 1024, `${bytes} bytes were read`)
})

test('a connection is not closed while its answer is being made, however long that takes', async () => {
  const app = world.another()
  app.server.setTimeout(400)
  let silences = 0
  app.server.on('connection', (socket: Socket) => socket.on('timeout', () => silences++))
  app.get('/slow', async () => {
    await until(() => silences > 1, 5_000)
    return 'done'
  })
  const { port } = await listen(app)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/slow`)).text(), /done/)
})

test('requests sent without waiting for answers are worked on one at a time, and answered in order', async () => {
  const app = world.another()
  const wide = 'x'.repeat(8 * 1024 * 1024)
  let begun = 0
  app.get('/wide', (_, reply) => reply.type('text/plain').send(`begun ${++begun}${wide}`))
  const { port, send } = await listen(app)
  const [reader] = await open(port, 1, '127.0.0.2')
  assert(reader)
  reader.pause()
  const ask = 'GET /wide HTTP/1.1\r\nHost: x\r\n\r\n'
  reader.write(ask.repeat(5) + ask.replace('Host', 'Connection: close\r\nHost'))
  await until(() => begun > 0, 5_000)
  for (let count = 0; count < 5; count++) assert.match(await send(HEALTH), /^HTTP\/1\.1 200/)
  assert.equal(begun, 1, 'the others wait until the first answer is read')
  let text = ''
  reader.on('data', (chunk) => (text += String(chunk).replace(/x+/g, '')))
  reader.resume()
  await once(reader, 'close')
  assert.deepEqual(text.match(/begun \d/g), [
    'begun 1',
    'begun 2',
    'begun 3',
    'begun 4',
    'begun 5',
    'begun 6',
  ])
})

test('a connection with too many requests waiting for their answers is closed', async () => {
  const { port, send } = await listen(world.another())
  const ask = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
  const [few, many] = await open(port, 2, '127.0.0.2')
  assert(few && many)
  let answers = ''
  few.on('data', (chunk) => (answers += chunk))
  few.write(ask.repeat(CONNECTIONS.pipelined + 1))
  await until(() => answers.split('HTTP/1.1 200').length === CONNECTIONS.pipelined + 2, 5_000)
  answers = ''
  many.on('data', (chunk) => (answers += chunk))
  many.write(ask.repeat(CONNECTIONS.pipelined + 2))
  await once(many, 'close')
  assert(answers.split('HTTP/1.1 200').length < CONNECTIONS.pipelined + 2, 'its requests are not worked on')
  assert.match(await send(HEALTH, '127.0.0.2'), /^HTTP\/1\.1 200/)
})

test('an address that asks for more than it reads loses its slowest connections', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const app = world.another()
  const wide = 'x'.repeat(8 * 1024 * 1024)
  app.get('/wide', (_, reply) => reply.type('text/plain').send(wide))
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const { port, send } = await listen(app)
  const unread = () =>
    sockets.reduce((bytes, { destroyed, writableLength }) => bytes + (destroyed ? 0 : writableLength), 0)
  for (let count = 0; count < 30; count++) {
    now += CONNECTIONS.slowMs / 4
    const [deaf] = await open(port, 1, '127.0.0.2')
    deaf?.pause()
    deaf?.write('GET /wide HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => (sockets[count]?.bytesWritten ?? 0) > 0, 5_000)
  }
  assert(unread() > 0 && unread() <= CONNECTIONS.unreadBytes + wide.length, `${unread()} bytes are unread`)
  assert.match(await send(HEALTH, '127.0.0.2'), /^HTTP\/1\.1 200/)
})

test('when too many bytes wait for their readers in all, the address with the most loses a connection at once', async (t) => {
  const limits = { ...CONNECTIONS }
  t.after(() => Object.assign(CONNECTIONS, limits))
  const app = world.another()
  app.get('/wide', (_, reply) => reply.type('text/plain').send('x'.repeat(8 * 1024 * 1024)))
  const { port, send } = await listen(app)
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  for (const [index, address] of ['127.0.0.3', '127.0.0.2', '127.0.0.2'].entries()) {
    const [deaf] = await open(port, 1, address)
    deaf?.pause()
    deaf?.write('GET /wide HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => (sockets[index]?.bytesWritten ?? 0) > 0, 5_000)
  }
  CONNECTIONS.unreadBytesOfAll = sockets.reduce((bytes, { writableLength }) => bytes + writableLength, -1)
  await send(HEALTH, '127.0.0.4')
  assert.deepEqual(
    sockets.slice(0, 3).map(({ destroyed }) => destroyed),
    [false, true, false],
  )
})

test('a client that goes away in the middle of its request is neither a failure of ours nor a bug', async () => {
  const ana = await world.person()
  const app = world.another({ logLevel: 'info' })
  let isReading = false
  app.addHook('preParsing', async () => {
    isReading = true
  })
  const { port } = await listen(app)
  const before = world.logged.length
  const head = `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n`
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`),
  )
  socket.on('error', () => undefined)
  await until(() => isReading, 5_000)
  socket.resetAndDestroy()
  const lines = () => world.logged.slice(before).map(({ level, msg }) => ({ level, msg }))
  await until(() => lines().length > 0, 5_000)
  assert.deepEqual(lines(), [{ level: 30, msg: 'the client ended its request half-way' }])
})

test('fifty slow clients are closed within 15 seconds, and hold nobody up', async () => {
  const ana = await world.person()
  const app = world.another()
  assert(
    Math.max(app.server.headersTimeout, app.server.requestTimeout) + 1_500 <= 15_000,
    'looked at each second',
  )
  app.server.headersTimeout = 500 // the same, sooner
  app.server.requestTimeout = 1_000
  const { send } = await listen(app)
  const slow = Array.from({ length: 50 }, (_, index) =>
    send(
      index % 2 === 0
        ? 'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow'
        : `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\nContent-Length: 9\r\n\r\n{`,
    ),
  )
  const honest = performance.now()
  assert.match(await send(HEALTH), /^HTTP\/1.1 200/)
  assert(isWithin(1_000, honest))
  for (const answer of await Promise.all(slow)) assert.match(answer, /^HTTP\/1.1 408 .*request_timeout/s)
})

test('a body above the limit is answered with 413, also if its client reads only once all of it is written', async () => {
  const app = world.another()
  const { port } = await listen(app)
  const url = `http://127.0.0.1:${port}/api/v1/contacts`
  const headers = {
    authorization: `Bearer ${(await world.person()).token}`,
    'content-type': 'application/json',
  }
  for (let n = 0; n < 10; n++) {
    const answer = await fetch(url, { method: 'POST', headers, body: 'x'.repeat((2 + n) * 1_000_000) })
    assert.equal(answer.status, 413)
    assert.equal(((await answer.json()) as { code: string }).code, 'body_too_large')
  }
  // As Python's urllib: everything is written before anything is read.
  for (const bytes of [5_000_000, 12_000_000]) {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    const head = `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\nContent-Length: ${bytes}\r\n\r\n`
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.write(head + 'x'.repeat(bytes), () => resolve())
    })
    socket.resume()
    const [first] = (await once(socket, 'data')) as [Buffer]
    assert.match(first.toString(), /^HTTP\/1\.1 413/)
    socket.destroy()
  }
})

test('a refused body is not read for longer than any other, and one that says it is very long not at all', async () => {
  const app = world.another()
  app.server.headersTimeout = 500 // as above, sooner
  app.server.requestTimeout = 1_000
  const { port } = await listen(app)
  const head = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n'
  const drips = connect(port, '127.0.0.1')
  drips.on('error', () => undefined) // closed by the other side
  drips.resume()
  drips.write(`${head}Content-Length: 1000000\r\n\r\n`)
  const dripping = setInterval(() => drips.write('x'), 100)
  const since = performance.now()
  await once(drips, 'close')
  clearInterval(dripping)
  assert(isWithin(5_000, since))

  const long = connect(port, '127.0.0.1')
  let said = ''
  long.on('data', (chunk: Buffer) => (said += chunk))
  long.write(`${head}Content-Length: 100000000\r\n\r\n`)
  await once(long, 'close')
  assert.match(said, /^HTTP\/1\.1 413[\s\S]*connection: close/)
})
