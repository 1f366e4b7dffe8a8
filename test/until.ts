import assert from 'node:assert/strict'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a condition: up to a limit, or longer on an overloaded machine. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  ms: number,
  tell = () => '',
): Promise<void> {
  const began = Date.now()
  for (; !(await isTrue()); await sleep(5))
    assert(Date.now() < began + ms * crowding(), `waited ${Date.now() - began} ms in vain. ${tell()}`)
}

/** How many times longer everything takes than on an idle machine. */
const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
