import assert from 'node:assert/strict'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const MAX_PAUSE_MS = 50

/** Waits for a condition: up to a limit, or longer on an overloaded machine. The longer it waits, the less often it asks. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  ms: number,
  tell = () => '',
): Promise<void> {
  const began = Date.now()
  for (; !(await isTrue()); await sleep(Math.min(5 + (Date.now() - began) / 20, MAX_PAUSE_MS)))
    assert(Date.now() < began + ms * crowding(), `waited ${Date.now() - began} ms in vain. ${tell()}`)
}

/** How many times longer everything takes than on an idle machine. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Whether this long has not passed since then (by `performance.now()`), or not as much longer as the load is above the cores. */
export const isWithin = (ms: number, since: number): boolean => performance.now() - since < ms * crowding()
