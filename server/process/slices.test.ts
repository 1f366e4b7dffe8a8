import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createTransactions } from '../../contract/batches.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { todayIn } from '../../contract/day.ts'
import { createPlan } from '../../contract/plans.ts'
import { Refusal } from '../../contract/refusals.ts'
import { category } from '../../test/books.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import {
  AS_LONG_AS_ITS_SIZE,
  allowFor,
  BUDGET,
  ClientGone,
  mapInSlices,
  newWork,
  startSlice,
  WATCH,
  working,
} from './slices.ts'

const world = await makeWorld({ logLevel: 'info' })

/** Keeps the processor busy for some milliseconds of its time. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1_000 >= ms) return
  }
}

/** For one test, work may take this long. */
function budget(t: TestContext, other: typeof BUDGET): void {
  const usual = { ...BUDGET }
  t.after(() => Object.assign(BUDGET, usual))
  Object.assign(BUDGET, other)
}

const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'busy'
const endless = Array.from({ length: 1_000 }, (_, index) => index)
const spend = (count = 1_000) => mapInSlices(endless.slice(0, count), () => work(3))

test('the loops of one request share one budget, and others have their own', async (t) => {
  budget(t, { ms: 100, msPerRecord: 20 })
  await working(
    newWork(() => false),
    async () => {
      for (let loop = 0; loop < 3; loop++) await spend(5)
      await assert.rejects(async () => {
        for (let loop = 0; loop < 10; loop++) await spend(5)
      }, isBusy)
    },
  )
  await working(
    newWork(() => false),
    () => spend(5),
  )
  await assert.rejects(spend(), isBusy, 'without a request, each loop has a budget')
})

test('waiting is not counted', async (t) => {
  budget(t, { ms: 60, msPerRecord: 20 })
  await working(
    newWork(() => false),
    async () => {
      const slice = startSlice()
      work(100) // somebody else's
      slice.resume()
      await slice.next()
    },
  )
})

test('a request may take longer for each record that it takes, and a change that is being written ends by itself', async (t) => {
  budget(t, { ms: 30, msPerRecord: 10 })
  await working(
    newWork(() => false),
    async () => {
      allowFor(10)
      await spend(15)
      await assert.rejects(spend(), isBusy)
      await working(AS_LONG_AS_ITS_SIZE, () => spend(30))
    },
  )
})

test('a thread, which holds nobody up and is ended from outside, has no budget', async () => {
  const program = `
    const { BUDGET, mapInSlices } = await import(${JSON.stringify(import.meta.resolve('./slices.ts'))})
    BUDGET.ms = 1
    await mapInSlices([1, 2, 3, 4], () => { for (const end = performance.now() + 20; performance.now() < end; ) continue })`
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const [code] = await once(thread, 'exit')
  assert.equal(code, 0)
})

test('work ends when its client is gone', async () => {
  let isGone = false
  let made = 0
  const loop = working(
    newWork(() => isGone),
    () =>
      mapInSlices(endless, (index) => {
        made++
        work(3)
        isGone = index === 4
      }),
  )
  await assert.rejects(loop, ClientGone)
  assert.equal(made, 5)
})

const today = todayIn('UTC')

/** Somebody with plans whose forecast takes some slices. */
async function planner(): Promise<Person> {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const draft = { amount: 1, category_id: food.id }
  for (let count = 0; count < 13; count++)
    await ana.call(createPlan, {
      body: { name: 'Bread', kind: 'expense', draft, schedule: { start: today, unit: 'day' } },
    })
  return ana
}

const batch = async (ana: Person, count = 1_000) => {
  const { id: category_id } = await category(ana, 'Food')
  return Array.from({ length: count }, () => ({ kind: 'expense' as const, amount: 1, category_id }))
}

const countOf = async (ana: Person) =>
  (await ana.call(listTransactions, { query: { include: 'total', limit: 1 } })).meta.total

/** Sends a request over a connection of its own, which is cut when a slice of the work on it ends, the first that has a word in its stack. */
async function cutAt(
  t: TestContext,
  ana: Person,
  word: string,
  { method = 'GET', path, body = '' }: { method?: string; path: string; body?: string },
): Promise<void> {
  const app = world.another()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  const sent = request({
    ...{ port, host: '127.0.0.1', method, path: `/api/v1${path}` },
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
  })
  const watched = WATCH.sliceEnded
  t.after(() => Object.assign(WATCH, { sliceEnded: watched }))
  await new Promise((resolve) => {
    WATCH.sliceEnded = (ms) => {
      watched?.(ms)
      if (new Error().stack?.includes(word)) sent.destroy()
    }
    sent.on('error', resolve)
    sent.end(body)
  })
}

test('a read that takes more than its budget is refused, and one within it is answered', async (t) => {
  const ana = await planner()
  assert.equal((await ana.send({ url: '/reports/forecast' })).status, 200)
  budget(t, { ms: 1, msPerRecord: 20 })
  const { status, body } = await ana.send({ url: '/reports/forecast' })
  assert.deepEqual([status, body.code], [503, 'busy'])
})

test('a read ends when its client is gone', async (t) => {
  const ana = await planner()
  const gone = () => world.logged.filter(({ msg }) => msg === 'the client went away').length
  const before = gone()
  // Slow enough that the connection has closed long before the work would end.
  budget(t, { ms: Number.POSITIVE_INFINITY, msPerRecord: 0 })
  await cutAt(t, ana, 'forecast.ts', { path: '/reports/forecast' })
  await until(() => gone() === before + 1, 5_000)
})

test('a batch and its undo may take as long as their size asks, and are refused without a trace beyond it', async (t) => {
  const ana = await world.person()
  const transactions = await batch(ana)
  budget(t, { ms: 1, msPerRecord: 20 })
  const { version } = await ana.call(createTransactions, { body: { transactions } })
  await ana.call(undoChange, { params: { version: String(version) } })
  Object.assign(BUDGET, { msPerRecord: 0 })
  const problem = await refused(ana.call(createTransactions, { body: { transactions } }))
  assert.equal(problem.code, 'busy')
  assert.equal(await countOf(ana), 0)
})

test('a change that has begun is finished without its client', async (t) => {
  const ana = await world.person()
  const transactions = await batch(ana)
  await cutAt(t, ana, 'decideEach', {
    ...{ method: 'POST', path: '/budgeting/transactions', body: JSON.stringify({ transactions }) },
  })
  await until(async () => (await countOf(ana)) === transactions.length, 5_000)
})
