import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Florin, start } from './instance.ts'
import { HEALTH } from './raw.ts'
import { isWithin } from './until.ts'
import { databaseUrl, makeWorld } from './world.ts'

const world = await makeWorld()
const DATABASE_URL = await databaseUrl(world)
const ana = await world.person()
const ask = `GET /api/v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`

/** Opens a connection, and records all that comes back on it. */
function dial({ address }: Florin): { socket: Socket; said: () => string; ended: Promise<string> } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let said = ''
  let failure = ''
  socket.on('data', (chunk: Buffer) => (said += chunk))
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = String(error.code)))
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(said === '' ? failure || 'closed without a word' : said.slice(0, 12)))
  })
  return { socket, said: () => said, ended }
}

for (const WORKERS of ['1', '2'])
  test(`told to stop, it answers every request that has arrived by then, with WORKERS=${WORKERS}`, async () => {
    const florin = await start({ DATABASE_URL, WORKERS })
    const kept = Array.from({ length: 50 }, () => dial(florin))
    for (const { socket } of kept) socket.write(ask)
    await Promise.all(kept.map(({ socket }) => once(socket, 'data')))
    process.kill(florin.pid, 'SIGSTOP') // so that all of this waits for it together with the signal
    const opened = Array.from({ length: 50 }, () => dial(florin))
    await Promise.all(opened.map(({ socket }) => once(socket, 'connect')))
    for (const { socket } of [...kept, ...opened]) socket.write(ask)
    process.kill(florin.pid, 'SIGTERM')
    process.kill(florin.pid, 'SIGCONT')
    // The requests are in the buffers of the operating system before the signal is: none of them may be lost.
    for (const { said, ended } of kept) {
      await ended
      assert.deepEqual(
        said()
          .match(/HTTP\/1\.1 \d+/g)
          ?.map((line) => /200|503/.test(line)),
        [true, true],
      )
    }
    for (const { ended } of opened) assert.match(await ended, /^HTTP\/1\.1 (200|503)/)
    assert.equal(await florin.ended, 0, florin.said())
  })

test('told to stop while clients go on connecting, several processes end in time and say nothing of too many listeners', async () => {
  const florin = await start({ DATABASE_URL, WORKERS: '2' })
  let isGoing = true
  const clients = Array.from({ length: 40 }, async () => {
    while (isGoing) {
      const { socket, ended } = dial(florin)
      socket.end(HEALTH)
      await ended
    }
  })
  await sleep(100)
  const since = performance.now()
  process.kill(florin.pid, 'SIGTERM')
  assert.equal(await florin.ended, 0, florin.said())
  isGoing = false
  await Promise.all(clients)
  assert(isWithin(5_000, since))
  assert.doesNotMatch(florin.said(), /Warning/)
})
