import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the work until a time limit, which may have passed already. The work itself goes on. */
export const atMost = (ms: number, work: PromiseLike<unknown> | undefined): Promise<unknown> =>
  Promise.race([work, sleep(Math.max(0, ms), undefined, { ref: false })])
