import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { refuse } from '../../../contract/refusals.ts'
import { makeFairQueue } from '../../process/fair-queue.ts'
import { partOf } from '../../process/share.ts'
import { rest, takeResting } from './kept-threads.ts'
import type { ThreadJob } from './thread-jobs.ts'

/**
 * Threads for work whose size a person chooses. Their time and memory are watched from outside: a thread in an endless loop, or without
 * memory, cannot stop by itself.
 */

/** A script, and how much time and memory it may take. A script that takes jobs (`thread-jobs.ts`) may have its thread kept for the next one. */
export type Means = {
  readonly worker: URL
  readonly ms: number
  readonly bytes: number
  readonly isKept?: boolean
}

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

/** Runs work with a thread, and ends the thread with it, or keeps it for other work. If the signal aborts, pending waits for the thread are rejected. */
export async function inThread<T>(
  means: Means,
  { data, transfer = [] }: ThreadInput,
  signal: AbortSignal | undefined,
  work: (thread: Thread) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const { thread, end, finish } = startThread(means, data, transfer, signal)
  signal?.addEventListener('abort', end, { once: true })
  try {
    const result = await work(thread)
    await finish()
    return result
  } finally {
    signal?.removeEventListener('abort', end)
    await end()
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

const newWorker = (script: URL, data?: unknown, transferList: ArrayBuffer[] = []) =>
  new Worker(script, {
    workerData: data,
    transferList,
    env: {}, // the environment is not passed on, because it has secrets
    execArgv: ['--import', RUNTIME], // with the compiled code of an earlier start, it starts in a quarter of the time
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
  })

/** A thread with its work; one that is kept has a channel for each job. */
function engage({ worker: script, isKept }: Means, data: unknown, transfer: ArrayBuffer[]) {
  if (!isKept) return { worker: newWorker(script, data, transfer), channel: undefined }
  // Whoever has it listens to its errors; nobody does while it rests.
  const worker = takeResting(script) ?? newWorker(script).on('error', () => undefined)
  const { port1: channel, port2: port } = new MessageChannel()
  try {
    worker.postMessage({ port, data } satisfies ThreadJob<unknown>, [port, ...transfer])
  } catch (error) {
    void worker.terminate()
    throw error
  }
  return { worker, channel }
}

const received = (channel: MessagePort | undefined) => channel && receiveMessageOnPort(channel)

function startThread(means: Means, data: unknown, transfer: ArrayBuffer[], signal: AbortSignal | undefined) {
  const { worker, channel } = engage(means, data, transfer)
  const said: unknown[] = []
  let ended: ThreadEnded | undefined
  let isOver = false
  let isFinished = false
  let isAwaited = false
  let [leftMs, maxBytes] = [means.ms, means.bytes]
  let wake = () => {}
  const giveUp = (why: ThreadEnded['why'], message: string) => {
    ended ??= new ThreadEnded(why, message)
    void worker.terminate()
  }

  let isLooking = false
  async function lookAtMemory(): Promise<void> {
    isLooking = true
    const memory = await worker.getHeapStatistics().catch(() => undefined) // it has not begun yet, or has ended
    isLooking = false
    if (isFinished) return
    if (memory && memory.used_heap_size + memory.external_memory > maxBytes)
      giveUp('memory', `more than ${maxBytes} bytes`)
  }
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    if (isAwaited) leftMs -= Math.min(now - last, MAX_LATE_MS)
    last = now
    if (leftMs < 0) {
      giveUp('time', 'it took too long')
      wake()
    } else if (!isLooking) void lookAtMemory()
  }, LOOK_EACH_MS)

  const onMessage = (says: unknown) => {
    said.push(says)
    wake()
  }
  /** Takes in the messages that a thread sent before it ended. */
  const drain = () => {
    for (let one = received(channel); one; one = received(channel)) said.push(one.message)
  }
  const onError = (error: (Error & { code?: string }) | null) => {
    drain()
    const why = error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken'
    ended ??= new ThreadEnded(why, error?.message ?? 'the worker threw nothing')
  }
  const onExit = () => {
    drain()
    clearInterval(watch)
    isOver = true
    wake()
  }
  if (channel) channel.on('message', onMessage)
  else worker.on('message', onMessage)
  worker.on('error', onError)
  worker.on('exit', onExit)
  const thread: Thread = {
    post: (message) => (channel ? channel.postMessage(message) : worker.postMessage(message)),
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
  /** Keeps the thread, whose work is done. */
  async function finish(): Promise<void> {
    if (!channel || ended || isOver) return
    isFinished = true
    clearInterval(watch)
    channel.close()
    worker.off('error', onError)
    worker.off('exit', onExit)
    await rest(means.worker, worker)
  }
  const end = async () => {
    if (!isFinished) await worker.terminate()
  }
  return { thread, end, finish }
}
