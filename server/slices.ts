import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 2

/** Cuts long work into slices, so that others are answered in between: after each piece of it, `if (slice.isOver()) await slice.next()`. */
export function startSlice() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since > SLICE_MS,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}
