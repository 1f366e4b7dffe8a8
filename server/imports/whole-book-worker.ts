import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type FileBook,
  FileFault,
  type FileKind,
  type FileSettings,
  fileKinds,
  type Recorded,
} from '../book-file/format.ts'
import { readBook, summaryOf } from '../book-file/restore.ts'
import type { WorkerGets } from './read/read.ts'
import type { ReaderSays } from './read/row.ts'
import { makeSay } from './read/thread-say.ts'

/**
 * The thread that reads and checks the file of a whole book. It reports the number and the days of the records; for a restore it sends all
 * of them instead, in pieces, and then the settings.
 */
export type BookWorkerGets = Pick<WorkerGets, 'bytes'> & { readonly isRestored?: true }
export type BookWorkerSays =
  | { readonly is: 'records'; readonly kind: FileKind; readonly records: readonly Recorded<FileKind>[] }
  | { readonly is: 'settings'; readonly settings: FileSettings }
  | { readonly is: 'fault'; readonly fault: string }

/** The main thread processes a piece at once, which blocks it for a few milliseconds. */
const PIECE_BYTES = 128 * 1024

if (!parentPort) throw new Error('whole-book-worker.ts runs as a worker thread')
const port = parentPort
const { bytes, isRestored }: BookWorkerGets = workerData
const say = makeSay<ReaderSays | BookWorkerSays>(port)

async function handOver({ settings, records }: FileBook): Promise<void> {
  for (const kind of fileKinds) {
    let piece: Recorded<FileKind>[] = []
    let size = 0
    for (const record of records[kind]) {
      piece.push(record)
      size += serialize(record).length
      if (size < PIECE_BYTES) continue
      await say({ is: 'records', kind, records: piece })
      piece = []
      size = 0
    }
    await say({ is: 'records', kind, records: piece })
  }
  await say({ is: 'settings', settings })
}

try {
  const file = await readBook(bytes)
  if (isRestored) await handOver(file)
  else {
    await say({ is: 'book', ...summaryOf(file) })
    await say({ is: 'end' })
  }
} catch (error) {
  if (!(error instanceof FileFault)) throw error
  await say({ is: 'fault', fault: error.message })
}
port.close()
