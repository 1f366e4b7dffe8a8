import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the work, but no longer than this. The work goes on. */
export const atMost = (ms: number, work: PromiseLike<unknown> | undefined): Promise<unknown> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
