import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { WATCH } from '../server/process/slices.ts'

/**
 * Everybody else waits as long as a slice takes. It is over after 1 ms, so a longer one than this has a single piece of work that is too
 * large. It is processor time, so that a busy machine fails no test; a pause of the garbage collector counts, and is far shorter in the
 * heap of a test.
 */
const MAX_MS = 50

const long: Error[] = []

/** Fails each test of a file in which a slice was too long, with the place where the slice ended. */
export function watchSlices(): void {
  WATCH.sliceEnded = (ms) => {
    if (ms > MAX_MS) long.push(new Error(`a slice took ${Math.round(ms)} ms of processor time`))
  }
  afterEach(() => assert.deepEqual(long.splice(0), []))
}
