import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBook } from '../../contract/books.ts'
import { createContact } from '../../contract/contacts.ts'
import { MAX_STREAMS } from '../../contract/streams.ts'
import { type Florin, start } from '../../test/instance.ts'
import { isWithin, until } from '../../test/until.ts'
import { shows, type Watched, watch } from '../../test/watching.ts'
import { theWorker, workersOf } from '../../test/worker-processes.ts'
import { databaseUrl, makeWorld } from '../../test/world.ts'

const world = await makeWorld()
const DATABASE_URL = await databaseUrl(world)
const portOf = ({ address }: Florin) => Number(new URL(address).port)

for (const WORKERS of ['1', '2'])
  test(`told to stop, a service with WORKERS=${WORKERS} ends its streams at once`, async () => {
    const ana = await world.person()
    const florin = await start({ DATABASE_URL, WORKERS })
    const streams = []
    for (let index = 0; index < 4; index++) streams.push(await watch(portOf(florin), ana.token))
    assert(streams.every(({ status }) => status === 200))
    const { version } = (await ana.call(getBook)).seal
    await ana.call(createContact, { body: { name: 'Kai' } }) // by another instance
    for (const stream of streams) await shows(stream, version + 1)
    const since = performance.now()
    process.kill(florin.pid, 'SIGTERM')
    await Promise.all(streams.map(({ ended }) => ended))
    assert(isWithin(1_000, since), `${performance.now() - since} ms`)
    assert.equal(await florin.ended, 0, florin.said())
    assert(isWithin(4_000, since), 'nothing waits for them')
  })

test('ten streams of a person are ten over all processes, and a renewal ends those of a worker at once', async () => {
  const ana = await world.person()
  const florin = await start({ DATABASE_URL, WORKERS: '2', LOG_LEVEL: 'info' })
  const streams: Watched[] = []
  for (let index = 0; index < MAX_STREAMS.ofPerson; index++) {
    streams.push(await watch(portOf(florin), ana.token))
    await sleep(150) // each process has told the other
  }
  assert(streams.every(({ status }) => status === 200))
  for (let index = 0; index < 4; index++)
    assert.equal((await watch(portOf(florin), ana.token)).status, 429, 'at either process')

  const before = workersOf(florin)
  process.kill(florin.pid, 'SIGUSR2')
  await until(() => florin.said().includes('Another one takes its place'), 30_000, florin.said)
  await until(() => streams.some(({ isOpen }) => !isOpen()), 1_000, florin.said)
  await until(() => streams.every(({ isOpen }) => !isOpen()), 30_000, florin.said)
  await until(() => [1, 2].every((number) => theWorker(florin, number) !== before.get(number)), 30_000)
  await until(async () => (await watch(portOf(florin), ana.token)).status === 200, 5_000)
})
