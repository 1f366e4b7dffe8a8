import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../contract/refusals.ts'
import { makeFairQueue } from './fair-queue.ts'

const WORK_MS = 40

/** How long one who has more to do waits between two pieces of work, beside somebody who is served. */
async function restOf(processes: number): Promise<number> {
  const queue = makeFairQueue({ slots: Number.POSITIVE_INFINITY, perKey: 1, restMs: 5, processes })
  const leaveOther = await queue.take('other')
  const leave = await queue.take('greedy')
  const next = queue.take('greedy')
  await sleep(WORK_MS)
  const left = performance.now()
  leave()
  const leaveNext = await next
  const rest = performance.now() - left
  leaveNext()
  leaveOther()
  return rest
}

test('a person with more to do rests for each other process as long as their request took, while others are served', async () => {
  assert((await restOf(2)) >= WORK_MS, 'half of the time in each of two')
  assert((await restOf(3)) >= 2 * WORK_MS, 'a third of the time in each of three')
})

/** Work that ends when it is told to, and who got their turn, in order. */
function workshop(limits: { maxWaiting: number; maxInLine: number }) {
  const queue = makeFairQueue({ slots: 1, perKey: 2, patienceMs: Number.POSITIVE_INFINITY, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (key: string, line = 'login', signal?: AbortSignal) =>
    queue.take(key, { line, signal }).then(
      async (leave) => {
        begun.push(key)
        await new Promise<void>((resolve) => ends.push(resolve))
        leave()
        return 'done'
      },
      (error: unknown) => (error instanceof Refusal ? error.code : assert.fail(String(error))),
    )
  const finishOne = async () => {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, finishOne }
}

test('keys are served in turn, however many requests one of them has waiting', async () => {
  const { ask, begun, finishOne } = workshop({ maxWaiting: 50, maxInLine: 1_000 })
  const asked = [...Array.from({ length: 20 }, () => ask('flood')), ask('ana'), ask('bea'), ask('ana')]
  for (let count = 0; count < 23; count++) await finishOne()
  assert.deepEqual(begun.slice(0, 6), ['flood', 'flood', 'ana', 'bea', 'flood', 'ana'])
  assert((await Promise.all(asked)).every((answer) => answer === 'done'))
})

test('a flood in one line does not hold up the others', async () => {
  const { ask, begun, finishOne } = workshop({ maxWaiting: 50, maxInLine: 1_000 })
  for (let count = 0; count < 40; count++) void ask(`stranger ${count}`, 'registration')
  void ask('ana', 'login')
  void ask('bea', 'session')
  void ask('cleo', 'known_device')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(begun.slice(2, 5), ['ana', 'bea', 'cleo'])
})

test('over its bound a key is refused, and nobody else is', async () => {
  const { ask, finishOne } = workshop({ maxWaiting: 3, maxInLine: 1_000 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const ana = ask('ana')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 'done', 'done', 'busy', 'busy'])
  assert.equal(await ana, 'done')
})

test('when all places to wait are taken, whoever has most of them gives one up', async () => {
  const { ask, finishOne } = workshop({ maxWaiting: 10, maxInLine: 6 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const [ana, bea, cleo] = [ask('ana'), ask('bea'), ask('cleo')]
  for (let count = 0; count < 9; count++) await finishOne()
  assert.deepEqual(await Promise.all([ana, bea, cleo]), ['done', 'done', 'done'])
  assert.equal((await Promise.all(flood)).filter((answer) => answer === 'busy').length, 2)
})

test('a line that is full, even with one request of each key, fills no other', async () => {
  const { ask, finishOne } = workshop({ maxWaiting: 10, maxInLine: 6 })
  for (let count = 0; count < 7; count++) void ask(`sender ${count}`, 'known_device')
  assert.equal(await ask('ana', 'known_device'), 'busy')
  const others = [ask('ana', 'login'), ask('ana', 'registration'), ask('ana', 'session')]
  for (let count = 0; count < 10; count++) await finishOne()
  assert.deepEqual(await Promise.all(others), ['done', 'done', 'done'])
})

test('a request whose client has gone leaves the line, and makes room for others', async () => {
  const { ask, begun, finishOne } = workshop({ maxWaiting: 2, maxInLine: 2 })
  const client = new AbortController()
  const running = ask('first')
  const gone = [ask('flood', 'login', client.signal), ask('flood', 'login', client.signal)]
  client.abort()
  assert.deepEqual(await Promise.all(gone), ['busy', 'busy'])
  assert.equal(await ask('flood', 'login', client.signal), 'busy')
  const next = ask('flood')
  for (let count = 0; count < 2; count++) await finishOne()
  assert.deepEqual([await running, await next], ['done', 'done'])
  assert.deepEqual(begun, ['first', 'flood'])
})

test('a key that holds no slot goes before one that does', async () => {
  const queue = makeFairQueue({ slots: 2, perKey: 2 })
  const leaves = [await queue.take('ana'), await queue.take('ana')]
  const begun: string[] = []
  for (const key of ['ana', 'bea']) void queue.take(key).then(() => begun.push(key))
  leaves[0]?.()
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['bea'])
  leaves[1]?.()
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['bea', 'ana'])
})

test('whoever waits too long is refused with busy, and whoever waits at the end is told so', async () => {
  const queue = makeFairQueue({ slots: 1, perKey: 1, patienceMs: 10 })
  const leave = await queue.take('ana')
  await assert.rejects(queue.take('bea'), { code: 'busy' })
  assert.equal(queue.waiting(), 0)
  const asked = queue.take('bea')
  queue.stop()
  await assert.rejects(asked, { code: 'stopping' })
  await assert.rejects(queue.take('cleo'), { code: 'stopping' })
  leave()
})
