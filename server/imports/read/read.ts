import { partOf } from '../../process/share.ts'
import type { FileToRead, ReaderSays } from './row.ts'
import { inThread, type Means, type Thread, ThreadEnded } from './thread.ts'

/** At most this many files are read at once in one process, each for at most this long and with at most this much memory of its own. */
const MAX_AT_ONCE = partOf(2)
const MAX_MS = 10_000
const MAX_BYTES = 224_000_000

/** The data that the worker gets at its start. Each later message means that a piece was taken. */
export type WorkerGets = { readonly bytes: Uint8Array; readonly reading: FileToRead }

const usual: Means = { worker: new URL('./worker.ts', import.meta.url), ms: MAX_MS, bytes: MAX_BYTES }

type OnSays = (says: ReaderSays) => Promise<void> | void

type ReadOptions = {
  signal?: AbortSignal
  /** Goes on with the thread once the file was read. */
  goOn?: (thread: Thread) => Promise<void>
  means?: Means
}

/**
 * Reads a file in a thread of its own, and passes on its messages. It resolves once `end` or `fault` was said, and `goOn` has done its work
 * with the same thread. The worker waits while `on` is busy with its pieces; that time does not count. If `on` throws or the signal aborts,
 * the worker ends and the promise rejects.
 */
export async function readFile(
  bytes: Uint8Array,
  reading: FileToRead,
  on: OnSays,
  { signal, goOn, means = usual }: ReadOptions = {},
): Promise<void> {
  const done = await takeTurn(reading.book_id ?? '', signal)
  try {
    const copy = new Uint8Array(bytes) // the bytes of the caller may be a part of a larger buffer, and stay the caller's
    const gets: WorkerGets = { bytes: copy, reading }
    await inThread(means, { data: gets, transfer: [copy.buffer] }, signal, async (thread) => {
      if (await listen(thread, means, on)) await goOn?.(thread)
    })
  } finally {
    done()
  }
}

/** Passes on all messages of a worker. Returns whether the file could be read. */
async function listen(thread: Thread, means: Means, on: OnSays): Promise<boolean> {
  for (let line = 0; ; ) {
    const says = await thread.next<ReaderSays>().catch((error: unknown) => faultOf(means, error, line))
    if (says.is === 'rows') line = says.rows.at(-1)?.line ?? line
    await on(says)
    if (says.is === 'end' || says.is === 'fault') return says.is === 'end'
    thread.post('taken')
  }
}

function faultOf(means: Means, error: unknown, line: number): ReaderSays {
  if (!(error instanceof ThreadEnded)) throw error
  const reached = line === 0 ? 'No row was read before that.' : `The rows up to line ${line} could be read.`
  if (error.why === 'time')
    return {
      is: 'fault',
      fault: `Reading the file takes longer than ${means.ms / 1_000} seconds. ${reached}`,
    }
  if (error.why === 'memory')
    return {
      is: 'fault',
      fault: `Reading the file takes more than ${Math.round(means.bytes / 1_000_000)} MB of memory. ${reached}`,
    }
  return { is: 'fault', fault: `The file cannot be read. ${reached}`, cause: error.message }
}

/** How many files are read, and how many wait for that. */
export const unreadFiles = (): number => running.length + waiting.length

const running: string[] = []
const waiting: { readonly bookId: string; readonly go: () => void }[] = []

/** Waits for one of the few places; a book without a file under way goes first. It gives the function that leaves the place. */
async function takeTurn(bookId: string, signal: AbortSignal | undefined): Promise<() => void> {
  signal?.throwIfAborted()
  if (running.length < MAX_AT_ONCE) running.push(bookId)
  else
    await new Promise<void>((resolve, reject) => {
      const entry = { bookId, go: resolve }
      waiting.push(entry)
      signal?.addEventListener('abort', () => {
        const index = waiting.indexOf(entry)
        if (index < 0) return
        waiting.splice(index, 1)
        reject(signal.reason)
      })
    })
  return () => {
    running.splice(running.indexOf(bookId), 1)
    const index = waiting.findIndex(({ bookId }) => !running.includes(bookId))
    const [next] = waiting.splice(Math.max(index, 0), 1)
    if (!next) return
    running.push(next.bookId)
    next.go()
  }
}
