import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { refuse } from '../../contract/refusals.ts'

/** Ends the work on a request whose client went away while the request waited or was served. There is no one to answer. */
export class ClientGone extends Error {
  override message = 'the client went away'
}

const SLICE_MS = 1
/** The processor time that the slices of one request may take in all. */
export const BUDGET = { ms: 2_000, msPerRecord: 5 }

/** The work of one request in slices, however many loops it has: how much processor time is left, and whether anybody still waits for it. */
export type Work = { leftMs: number; readonly isGone: () => boolean }

export const newWork = (isGone: () => boolean): Work => ({ leftMs: BUDGET.ms, isGone })

/**
 * Work that neither a budget nor the client ends: a change that has begun is written, and a file is as long as its content. Named where it is
 * used, because without it every slice has a budget.
 */
export const AS_LONG_AS_ITS_SIZE: Work = { leftMs: Number.POSITIVE_INFINITY, isGone: () => false }

const present = new AsyncLocalStorage<Work>()

/** Runs a function; every slice inside it counts towards this work. */
export const working = <Made>(work: Work, run: () => Made): Made => present.run(work, run)

/** Extends the budget of the current work to that of this many records: for routes that may change as many records as their limit allows. */
export function allowFor(records: number): void {
  const work = present.getStore()
  if (work) work.leftMs += records * BUDGET.msPerRecord
}

/** Tests look at how long each slice was: the processor time that the thread spent from its start to its end. */
export const WATCH: { sliceEnded: ((ms: number) => void) | undefined } = { sliceEnded: undefined }

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Work outside a request, such as that of a timer, has a budget for each loop. A worker thread delays no request, and is ended from
 * outside when it takes too long (`imports/read`).
 */
const unclaimed = (): Work => (isMainThread ? newWork(() => false) : AS_LONG_AS_ITS_SIZE)

/** Maps items in time slices and yields to the event loop between them. */
export async function mapInSlices<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  const slice = startSlice()
  for (const item of items) {
    made.push(make(item, made.length))
    if (slice.isOver()) await slice.next()
  }
  return made
}

/** Does work that can be cut wherever it yields, at once. */
export function atOnce<Made>(work: Generator<void, Made>): Made {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Does the same work in time slices. */
export async function inSlices<Made>(work: Generator<void, Made>): Promise<Made> {
  const slice = startSlice()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (slice.isOver()) await slice.next()
  }
}

/**
 * Cuts long work into slices, so that others are answered in between: after each piece of it, `if (slice.isOver()) await slice.next()`. The
 * present work is refused with `busy` once its slices have taken its time, and ends when its client is gone. Processor time is counted: a
 * busy machine, or one that was paused, takes nothing from it. After a wait for anything else, `resume` restarts the slice, so that the work
 * of others is not counted.
 */
export function startSlice(work = present.getStore() ?? unclaimed()) {
  let since = performance.now()
  let spentBefore = processorMs()
  const resume = () => {
    since = performance.now()
    spentBefore = processorMs()
  }
  return {
    isOver: () => performance.now() - since > SLICE_MS,
    resume,
    async next() {
      const ms = processorMs() - spentBefore
      WATCH.sliceEnded?.(ms)
      work.leftMs -= ms
      if (work.leftMs < 0) refuse('busy')
      await setImmediate()
      if (work.isGone()) throw new ClientGone()
      resume()
    },
  }
}
