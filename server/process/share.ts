import assert from 'node:assert/strict'

let processes = 1
let isAsked = false

/** Says how many processes share the work of this machine. It has to be said before anything that has a limit is loaded. */
export function shareWith(count: number): void {
  assert(!isAsked, 'a limit was read before it was known how many processes share it')
  processes = count
}

/** How many processes share the work of this machine, this one among them. */
export const processCount = (): number => processes

/** This process's share of a limit for all processes: one at least. */
export function partOf(all: number): number {
  isAsked = true
  return Math.max(1, Math.ceil(all / processes))
}
