import { type Later, later } from '../../../words/t.ts'
import { makeFairQueue } from '../../process/fair-queue.ts'
import { partOf } from '../../process/share.ts'
import { shortValue } from './file-values.ts'
import { faultToKeep } from './kept-sentences.ts'
import type { BadRow, FileRow, FileToRead, ReaderSays } from './row.ts'
import { inThread, type Means, type Thread, ThreadEnded } from './thread.ts'

/** At most this many files are read at once in one process, each for at most this long and with at most this much memory of its own. */
const MAX_AT_ONCE = partOf(2)
const MAX_MS = 10_000
const MAX_BYTES = 224_000_000

/** The data that the worker gets first. Each later message confirms a piece. */
export type WorkerGets = { readonly bytes: Uint8Array; readonly reading: FileToRead }

const usual: Means = {
  worker: new URL('./worker.ts', import.meta.url),
  ms: MAX_MS,
  bytes: MAX_BYTES,
  isKept: true,
}

/** A book without a file under way goes first. A file waits for as long as it takes: nobody waits for an answer about it. */
const places = makeFairQueue({
  slots: MAX_AT_ONCE,
  perKey: MAX_AT_ONCE,
  maxWaiting: Number.POSITIVE_INFINITY,
  patienceMs: Number.POSITIVE_INFINITY,
})
let unread = 0

/** How many files are read, and how many wait for that. */
export const unreadFiles = (): number => unread

type OnSays = (says: ReaderSays) => Promise<void> | void

type ReadOptions = {
  signal?: AbortSignal
  /** Continues with the thread after the file was read. */
  goOn?: (thread: Thread) => Promise<void>
  means?: Means
}

/**
 * Reads a file in a thread, and passes on its messages. It resolves after the message `end` or `fault`, and after `goOn` has
 * done its work with the same thread. The worker waits while `on` is busy with its pieces; that time does not count. If `on` throws or the
 * signal aborts, the worker ends and the promise rejects.
 */
export async function readFile(
  bytes: Uint8Array,
  reading: FileToRead,
  on: OnSays,
  { signal, goOn, means = usual }: ReadOptions = {},
): Promise<void> {
  unread++
  let done = () => {}
  try {
    done = await places.take(reading.book_id ?? '', { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    const copy = new Uint8Array(bytes) // the bytes of the caller may be a part of a larger buffer, and stay the caller's
    const gets: WorkerGets = { bytes: copy, reading }
    await inThread(means, { data: gets, transfer: [copy.buffer] }, signal, async (thread) => {
      if (await listen(thread, means, on)) await goOn?.(thread)
    })
  } finally {
    done()
    unread--
  }
}

/** Passes on all messages of a worker. Returns whether the file could be read. */
async function listen(thread: Thread, means: Means, on: OnSays): Promise<boolean> {
  let last: FileRow | BadRow | undefined
  for (;;) {
    const says = await thread.next<ReaderSays>().catch((error: unknown) => faultOf(means, error, last))
    if (says.is === 'rows') last = says.rows.at(-1) ?? last
    await on(says)
    if (says.is === 'end' || says.is === 'fault') return says.is === 'end'
    thread.post('taken')
  }
}

function faultOf(means: Means, error: unknown, last: FileRow | BadRow | undefined): ReaderSays {
  if (!(error instanceof ThreadEnded)) throw error
  const reached =
    last === undefined
      ? later('No row was read before that.')
      : last.part === undefined
        ? later('The rows up to line {line} could be read.', { line: last.line })
        : later('The rows up to line {line} of "{file}" could be read.', {
            line: last.line,
            file: shortValue(last.part),
          })
  const said = (sentence: Later) => ({ is: 'fault' as const, ...faultToKeep(sentence) })
  if (error.why === 'time')
    return said(
      later('Reading the file takes longer than {seconds, number} seconds. {reached}', {
        seconds: means.ms / 1_000,
        reached,
      }),
    )
  if (error.why === 'memory')
    return said(
      later('Reading the file takes more than {megabytes} MB of memory. {reached}', {
        megabytes: Math.round(means.bytes / 1_000_000),
        reached,
      }),
    )
  return { ...said(later('The file cannot be read. {reached}', { reached })), cause: error.message }
}
