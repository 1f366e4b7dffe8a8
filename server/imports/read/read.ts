import { Worker } from 'node:worker_threads'
import { partOf } from '../../share.ts'
import type { ReaderSays, Reading } from './row.ts'

/** At most this many files are read at once in one process, each for at most this long and with at most this much memory of its own. */
const MOST_AT_ONCE = partOf(2)
const MOST_MS = 10_000
const MOST_BYTES = 224_000_000
/**
 * V8's own limit is far above ours: a thread that reaches it, with an array that doubles, ends the whole process rather than the
 * thread. So the memory is looked at often, which also sees the bytes outside the heap, and the thread is ended in time. Of its young
 * memory, the `--max-semi-space-size` of `npm start` goes before YOUNG_MB: there, that may come to 128 MB rather than 32.
 */
const HEAP_MB = 1_024
const YOUNG_MB = 32
const LOOK_EACH_MS = 20

/** What the worker gets at its start, and what it hears later: that a piece was taken. */
export type WorkerGets = { readonly bytes: Uint8Array; readonly reading: Reading }

const RUNTIME = new URL('../../../runtime.mjs', import.meta.url).href

/** The script that reads, and how much time and memory it may take. */
export type Means = { readonly worker: URL; readonly ms: number; readonly bytes: number }
const usual: Means = { worker: new URL('./worker.ts', import.meta.url), ms: MOST_MS, bytes: MOST_BYTES }

/**
 * Reads a file in a thread of its own, and says what it finds. It resolves once `end` or `fault` was said. The worker waits while `on` is
 * busy with its pieces; that time does not count. If `on` throws or the signal aborts, the worker ends and the promise rejects.
 */
export const readFile = (
  bytes: Uint8Array,
  reading: Reading,
  on: (says: ReaderSays) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> => readIn(usual, bytes, reading, on, signal)

/** Reads a file by other means than the usual ones. */
export async function readIn(
  means: Means,
  bytes: Uint8Array,
  reading: Reading,
  on: (says: ReaderSays) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  const done = await takeTurn(reading.person ?? '', signal)
  try {
    await listen(startWorker(means, bytes, reading), means, on, signal)
  } finally {
    done()
  }
}

/** Passes on what a worker says until it has said everything, and ends it. */
async function listen(
  worker: ReturnType<typeof startWorker>,
  means: Means,
  on: (says: ReaderSays) => Promise<void> | void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for (let line = 0, leftMs = means.ms; ; ) {
      const since = performance.now()
      const says = await worker.next(leftMs, line)
      leftMs -= performance.now() - since
      signal?.throwIfAborted()
      if (says.is === 'rows') line = says.rows.at(-1)?.line ?? line
      await on(says)
      if (says.is === 'end' || says.is === 'fault') return
      worker.take()
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Why a worker ended before its time. */
type Broken = { readonly code?: string; readonly message?: string }

/** A worker as a queue of what it says. */
function startWorker(means: Means, bytes: Uint8Array, reading: Reading) {
  const copy = new Uint8Array(bytes) // the bytes of the caller may be a part of a larger buffer, and stay the caller's
  const gets: WorkerGets = { bytes: copy, reading }
  const worker = new Worker(means.worker, {
    workerData: gets,
    transferList: [copy.buffer],
    env: {}, // it needs no secret
    execArgv: ['--import', RUNTIME], // with what was compiled before, it starts in a quarter of the time
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 4 },
  })
  const look = async () => {
    const memory = await worker.getHeapStatistics().catch(() => undefined) // it has not begun yet, or has ended
    if (isOver) return
    if (memory && memory.used_heap_size + memory.external_memory > means.bytes)
      broke ??= { code: OUT_OF_MEMORY }
    if (broke) void worker.terminate()
    else looking = setTimeout(look, LOOK_EACH_MS)
  }
  let looking = setTimeout(look, LOOK_EACH_MS)
  const said: ReaderSays[] = []
  let broke: Broken | undefined
  let isOver = false
  let wake = () => {}
  worker.on('message', (says: ReaderSays) => {
    said.push(says)
    wake()
  })
  worker.on('error', (error: (Error & { code?: string }) | null) => {
    broke ??= error ?? { message: 'the worker threw nothing' }
  })
  worker.on('exit', () => {
    clearTimeout(looking)
    isOver = true
    wake()
  })
  return {
    take: () => worker.postMessage('taken'),
    terminate: () => worker.terminate(),
    async next(leftMs: number, line: number): Promise<ReaderSays> {
      if (said.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(leftMs, 0))
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      return said.shift() ?? faultOf(means, isOver, broke, line)
    },
  }
}

function faultOf(means: Means, isOver: boolean, broke: Broken | undefined, line: number): ReaderSays {
  const reached = line === 0 ? 'No row was read before that.' : `The rows up to line ${line} could be read.`
  if (!isOver)
    return {
      is: 'fault',
      fault: `Reading the file takes longer than ${means.ms / 1_000} seconds. ${reached}`,
    }
  if (broke?.code === OUT_OF_MEMORY)
    return {
      is: 'fault',
      fault: `Reading the file takes more than ${Math.round(means.bytes / 1_000_000)} MB of memory. ${reached}`,
    }
  return {
    is: 'fault',
    fault: `The file cannot be read. ${reached}`,
    cause: broke?.message || 'the worker ended early',
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** How many files are read, and how many wait for that. */
export const unreadFiles = (): number => running.length + waiting.length

const running: string[] = []
const waiting: { readonly person: string; readonly go: () => void }[] = []

/** Waits for one of the few places; the person with fewer files under way goes first. It gives the function that leaves the place. */
async function takeTurn(person: string, signal: AbortSignal | undefined): Promise<() => void> {
  signal?.throwIfAborted()
  if (running.length < MOST_AT_ONCE) running.push(person)
  else
    await new Promise<void>((resolve, reject) => {
      const entry = { person, go: resolve }
      waiting.push(entry)
      signal?.addEventListener('abort', () => {
        const index = waiting.indexOf(entry)
        if (index < 0) return
        waiting.splice(index, 1)
        reject(signal.reason)
      })
    })
  return () => {
    running.splice(running.indexOf(person), 1)
    const index = waiting.findIndex(({ person }) => !running.includes(person))
    const [next] = waiting.splice(Math.max(index, 0), 1)
    if (!next) return
    running.push(next.person)
    next.go()
  }
}
