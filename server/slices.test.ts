import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../contract/refusals.ts'
import { ClientGone } from './database/failures.ts'
import { AS_LONG_AS_ITS_SIZE, allowFor, BUDGET, mapInSlices, newWork, startSlice, working } from './slices.ts'

/** Keeps the processor busy for some milliseconds of its time. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1_000 >= ms) return
  }
}

const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'busy'
const endless = Array.from({ length: 1_000 }, (_, index) => index)
const spend = (count = 1_000) => mapInSlices(endless.slice(0, count), () => work(3))

test('the loops of one request share one budget, and others have their own', async (t) => {
  t.after(() => Object.assign(BUDGET, { ms: 2_000 }))
  BUDGET.ms = 100
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
  t.after(() => Object.assign(BUDGET, { ms: 2_000 }))
  BUDGET.ms = 60
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
  t.after(() => Object.assign(BUDGET, { ms: 2_000, msPerRecord: 20 }))
  Object.assign(BUDGET, { ms: 30, msPerRecord: 10 })
  await working(
    newWork(() => false),
    async () => {
      allowFor(10)
      await spend(30)
      await assert.rejects(spend(), isBusy)
      await working(AS_LONG_AS_ITS_SIZE, () => spend(30))
    },
  )
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
