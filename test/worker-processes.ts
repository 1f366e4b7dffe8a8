import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { Florin } from './instance.ts'

/** The workers that a process has started: their numbers and processes. */
function allWorkersOf({ pid }: Florin): [number: number, pid: number][] {
  const found: [number, number][] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const at = words.findIndex((word) => word.endsWith('workers/worker.ts'))
      if (Number(parent) === pid && at > 0) found.push([Number(words[at + 1]), Number(name)])
    } catch {
      // It has just ended.
    }
  }
  return found
}
export const workersOf = (florin: Florin): Map<number, number> => new Map(allWorkersOf(florin))
export const numbersOf = (florin: Florin): number[] =>
  allWorkersOf(florin)
    .map(([number]) => number)
    .sort((a, b) => a - b)
export const theWorker = (florin: Florin, number: number): number =>
  workersOf(florin).get(number) ?? assert.fail(`there is no worker ${number}: ${florin.said()}`)
