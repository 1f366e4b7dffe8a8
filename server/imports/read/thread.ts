import { Worker } from 'node:worker_threads'
import { refuse } from '../../../contract/refusals.ts'
import { makeFairQueue } from '../../process/fair-queue.ts'
import { partOf } from '../../process/share.ts'

/**
 * Threads for work whose size a person chooses. Their time and memory are watched from outside: a thread in an endless loop, or without
 * memory, cannot stop by itself.
 */

/** A script, and how much time and memory it may take. */
export type Means = { readonly worker: URL; readonly ms: number; readonly bytes: number }

/**
 * V8's own limit is far above ours: a thread that reaches it, with an array that doubles, ends the whole process rather than the thread. So
 * the memory, including bytes outside the heap, is checked often, and the thread is ended in time. For young memory, the
 * `--max-semi-space-size` of `npm start` takes precedence over YOUNG_MB: it may then be 128 MB rather than 32.
 */
const HEAP_MB = 1_024
const YOUNG_MB = 32
const LOOK_EACH_MS = 20
/** A check that comes later than this counts as this much: the process or the computer was suspended, and the thread with it. */
const MAX_LATE_MS = 5 * LOOK_EACH_MS

const RUNTIME = new URL('../../../runtime.mjs', import.meta.url).href

/** A thread ended before its work was done: it took too long or too much memory, or it failed. */
export class ThreadEnded extends Error {
  readonly why: 'time' | 'memory' | 'broken'
  constructor(why: ThreadEnded['why'], message: string) {
    super(message)
    this.why = why
  }
}

export type Thread = {
  /** Waits for the next message of the thread. The thread's time is counted only while this waits, from the last `allow` on. */
  readonly next: <Says>() => Promise<Says>
  readonly post: (message: unknown) => void
  /** Gives the thread so much time from now on, and so much memory. */
  readonly allow: (limits: { readonly ms: number; readonly bytes: number }) => void
}

/** The data that a thread starts with, and the buffers that move into it. */
type ThreadInput = { readonly data?: unknown; readonly transfer?: ArrayBuffer[] }

/** Runs work with a thread, and ends the thread with it. If the signal aborts, pending waits for the thread are rejected. */
export async function inThread<T>(
  means: Means,
  { data, transfer = [] }: ThreadInput,
  signal: AbortSignal | undefined,
  work: (thread: Thread) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const { worker, thread } = startThread(means, data, transfer, signal)
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await work(thread)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** The same for a request: work that takes more time or memory than it may is refused with `busy`. */
export const inThreadForRequest = <T>(
  means: Means,
  given: ThreadInput,
  work: (thread: Thread) => Promise<T>,
): Promise<T> =>
  inThread(means, given, undefined, work).catch((error: unknown) => {
    if (error instanceof ThreadEnded && error.why !== 'broken') return refuse('busy')
    throw error
  })

/** The most threads that compare rows for requests at once in one process, one for each book; other requests wait for a short time. */
export const looking = makeFairQueue({ slots: Math.max(2, partOf(2)), perKey: 1, maxWaiting: 20 })

/** The same in a fair queue of requests, separate from the queue of files. */
export async function inThreadInTurn<T>(
  bookId: string,
  means: Means,
  data: unknown,
  work: (thread: Thread) => Promise<T>,
): Promise<T> {
  const done = await looking.take(bookId)
  try {
    return await inThreadForRequest(means, { data }, work)
  } finally {
    done()
  }
}

function startThread(means: Means, data: unknown, transfer: ArrayBuffer[], signal: AbortSignal | undefined) {
  const worker = new Worker(means.worker, {
    workerData: data,
    transferList: transfer,
    env: {}, // the environment is not passed on, because it has secrets
    execArgv: ['--import', RUNTIME], // with the compiled code of an earlier start, it starts in a quarter of the time
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
  })
  const said: unknown[] = []
  let ended: ThreadEnded | undefined
  let isOver = false
  let isAwaited = false
  let [leftMs, maxBytes] = [means.ms, means.bytes]
  let wake = () => {}
  const end = (why: ThreadEnded['why'], message: string) => {
    ended ??= new ThreadEnded(why, message)
    void worker.terminate()
  }

  let isLooking = false
  async function lookAtMemory(): Promise<void> {
    isLooking = true
    const memory = await worker.getHeapStatistics().catch(() => undefined) // it has not begun yet, or has ended
    isLooking = false
    if (memory && memory.used_heap_size + memory.external_memory > maxBytes)
      end('memory', `more than ${maxBytes} bytes`)
  }
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    if (isAwaited) leftMs -= Math.min(now - last, MAX_LATE_MS)
    last = now
    if (leftMs < 0) {
      end('time', 'it took too long')
      wake()
    } else if (!isLooking) void lookAtMemory()
  }, LOOK_EACH_MS)

  worker.on('message', (says: unknown) => {
    said.push(says)
    wake()
  })
  worker.on('error', (error: (Error & { code?: string }) | null) => {
    const why = error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken'
    ended ??= new ThreadEnded(why, error?.message ?? 'the worker threw nothing')
  })
  worker.on('exit', () => {
    clearInterval(watch)
    isOver = true
    wake()
  })
  const thread: Thread = {
    post: (message) => worker.postMessage(message),
    allow(limits) {
      leftMs = limits.ms
      maxBytes = limits.bytes
    },
    async next<Says>() {
      if (said.length === 0 && !isOver && !ended)
        await new Promise<void>((resolve) => {
          isAwaited = true
          wake = resolve
        })
      isAwaited = false
      signal?.throwIfAborted()
      if (said.length === 0) throw ended ?? new ThreadEnded('broken', 'the worker ended early')
      return said.shift() as Says // the script of the thread sends the messages that its caller expects
    },
  }
  return { worker, thread }
}
