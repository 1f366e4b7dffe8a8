import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the work, but no longer than this, which may be over already. The work goes on. */
export const atMost = (ms: number, work: PromiseLike<unknown> | undefined): Promise<unknown> =>
  Promise.race([work, sleep(Math.max(0, ms), undefined, { ref: false })])
