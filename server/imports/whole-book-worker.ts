import { parentPort, workerData } from 'node:worker_threads'
import { FileFault } from '../book-file/format.ts'
import { readBook, summaryOf } from '../book-file/restore.ts'
import type { WorkerGets } from './read/read.ts'
import type { ReaderSays } from './read/row.ts'

/** The thread that reads and checks the file of a whole book. It says how many records there are and of which days, and keeps none. */
if (!parentPort) throw new Error('whole-book-worker.ts runs as a worker thread')
const port = parentPort
const { bytes }: WorkerGets = workerData
const say = (says: ReaderSays) => port.postMessage(says)

try {
  say({ is: 'book', ...summaryOf(await readBook(bytes)) })
  say({ is: 'end' })
} catch (error) {
  if (!(error instanceof FileFault)) throw error
  say({ is: 'fault', fault: error.message })
}
port.close()
