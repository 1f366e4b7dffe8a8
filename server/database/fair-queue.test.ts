import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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
