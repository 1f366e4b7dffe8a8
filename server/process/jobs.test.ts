import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/until.ts'
import { keepDoing } from './jobs.ts'

test('a job goes on after a failure, which is told', async () => {
  const said: string[] = []
  let times = 0
  const stop = keepDoing(
    { everyMs: 1 },
    async () => {
      times++
      await new Promise(setImmediate)
      if (times === 2) throw new Error('no disk')
    },
    (error) => said.push(error.message),
  )
  const began = times
  await until(() => times > 3, 1_000)
  await stop()
  assert.equal(began, 1, 'without a first pause it begins at once')
  assert.deepEqual(said, ['no disk'])
  const ended = times
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(times, ended)
})

test('a stop ends the work that is under way and waits for it, and its failure is not told', async () => {
  const said: string[] = []
  let isDone = false
  const stop = keepDoing(
    { everyMs: 1 },
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise(setImmediate)
      isDone = true
      throw new Error('ended')
    },
    (error) => said.push(error.message),
  )
  await stop()
  assert.equal(isDone, true)
  assert.deepEqual(said, [])
})

test('a stop ends a pause, the first one too', async () => {
  let times = 0
  const work = () => times++
  const since = performance.now()
  await keepDoing({ firstMs: 60_000, everyMs: 1 }, work, () => undefined)()
  assert.equal(times, 0)
  const stop = keepDoing({ everyMs: 60_000 }, work, () => undefined)
  await new Promise(setImmediate)
  await stop()
  assert.equal(times, 1)
  assert(performance.now() - since < 30_000)
})
