import type { Worker } from 'node:worker_threads'

/**
 * Threads that have done their work and wait for more. To start one, load its code and compile it takes more processor time than to read a
 * small file. A thread that failed, was ended, or has more in memory than its code is not kept.
 */
const MAX_RESTING = 2
const MAX_REST_MS = 30_000
const MAX_BYTES = 48_000_000
/** A thread that has nothing to do answers at once. */
const MAX_ANSWER_MS = 1_000

/** A thread that rests, and how it is taken out of its rest. */
type Resting = { readonly worker: Worker; readonly wake: () => void }
const resting = new Map<string, Resting[]>()

/** A thread of this script that waits; undefined if there is none. */
export function takeResting(script: URL): Worker | undefined {
  const one = resting.get(script.href)?.pop()
  one?.wake()
  return one?.worker
}

/** Keeps a thread for later work, or ends it. */
export async function rest(script: URL, worker: Worker): Promise<void> {
  const bytes = await bytesOf(worker)
  const others = resting.get(script.href) ?? []
  if (bytes === undefined || bytes > MAX_BYTES || others.length >= MAX_RESTING) {
    await worker.terminate()
    return
  }
  const forget = () => {
    const left = resting.get(script.href) ?? []
    resting.set(
      script.href,
      left.filter((one) => one.worker !== worker),
    )
  }
  const tooLong = setTimeout(() => {
    forget()
    void worker.terminate()
  }, MAX_REST_MS).unref()
  const wake = () => {
    clearTimeout(tooLong)
    worker.off('exit', forget)
    worker.ref()
  }
  worker.once('exit', forget).unref()
  resting.set(script.href, [...others, { worker, wake }])
}

/** The memory of a thread that has nothing to do; undefined if it does not say it. */
async function bytesOf(worker: Worker): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const giveUp = () => resolve(undefined)
  const timer = setTimeout(giveUp, MAX_ANSWER_MS)
  worker.once('message', resolve)
  worker.once('exit', giveUp)
  worker.postMessage('rest')
  const bytes = await promise
  clearTimeout(timer)
  worker.off('message', resolve)
  worker.off('exit', giveUp)
  return bytes
}
