import type { Committed } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import { type FileBook, FileFault } from '../book-file/format.ts'
import { isBookFile, isPacked, noRecords } from '../book-file/read.ts'
import { type Present, presentIn } from '../book-file/restore.sql.ts'
import { checkEmpty, readBook, restoredBook, summaryOf } from '../book-file/restore.ts'
import type { Database } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import { unchanged, type Verb } from '../ledger/verb.ts'
import { makeFairQueue } from '../process/fair-queue.ts'
import { allowFor, startSlice } from '../process/slices.ts'
import { committedStatements } from './commit.sql.ts'
import {
  bytesOf,
  importToApi,
  noCounts,
  type ReadImport,
  type StoredImport,
  takeImport,
} from './imports.sql.ts'
import { readFile } from './read/read.ts'
import type { FileToRead, ReaderSays } from './read/row.ts'
import { inThreadForRequest, type Means } from './read/thread.ts'
import type { BookWorkerGets, BookWorkerSays } from './whole-book-worker.ts'

/** The file of a whole book has no rows to decide about: it is read, checked and restored as a whole. */

export const isWholeBook = (
  { asked_format }: Pick<StoredImport, 'asked_format'>,
  bytes: Uint8Array,
): boolean => asked_format === 'florin' || (asked_format === null && isBookFile(bytes))

/** Refuses the file of a whole book if the book is not empty: when it is sent, before it is restored, and once the book is locked. */
export const checkUnused = async (db: Database, bookId: string): Promise<void> =>
  checkEmpty(await presentIn(db, bookId))

/** A large book is read in some seconds, and takes several times its size in memory. */
const means: Means = {
  worker: new URL('./whole-book-worker.ts', import.meta.url),
  ms: 30_000,
  bytes: 600_000_000,
}

/** A file up to this size is read here, in time slices: starting a thread would take longer. */
const MAX_HERE = 256 * 1024
const isReadHere = (bytes: Uint8Array) => !isPacked(bytes) && bytes.length <= MAX_HERE

/** Reads and checks the file, in a thread and in the same queue as files of banks. */
export async function readWholeBook(
  bytes: Uint8Array,
  reading: FileToRead,
  signal: AbortSignal,
): Promise<ReadImport> {
  const read: ReadImport = {
    format: 'florin',
    mapping: null,
    account_id: null,
    checked_version: 0,
    status: 'ready',
    fault: null,
    fault_said: null,
    counts: noCounts(),
    date_from: null,
    date_to: null,
  }
  const take = (says: ReaderSays) => {
    if (says.is === 'fault') Object.assign(read, { status: 'failed', fault: says.fault })
    if (says.is !== 'book') return
    const { count, date_from, date_to } = says
    const counts = { ...noCounts(), rows: count, new: count, chosen: count }
    Object.assign(read, { counts, date_from, date_to })
  }
  if (!isReadHere(bytes)) await readFile(bytes, reading, take, { signal, means })
  else
    await readBook(bytes).then(
      (file) => take({ is: 'book', ...summaryOf(file) }),
      (error: unknown) => {
        if (!(error instanceof FileFault)) throw error
        take({ is: 'fault', fault: error.message })
      },
    )
  return read
}

/**
 * The records of a file are in the memory of the main thread until they are written: each process restores this many books at once, one for
 * each person. Others wait in a queue, for a short time.
 */
export const restoring = makeFairQueue({ slots: 2, perKey: 1, maxWaiting: 1 })

/** Restores the book of a file, as one change. An import that is committed already answers with its version again. */
export async function commitWholeBook(
  db: Database,
  book: BookRow,
  stored: StoredImport,
  write: (verb: Verb<Committed>) => Promise<Committed>,
): Promise<Committed> {
  if (stored.status === 'reading') refuse('import_reading', { filename: stored.filename })
  const done = await restoring.take(book.id)
  try {
    return await restore(db, book, stored, write)
  } finally {
    done()
  }
}

async function restore(
  db: Database,
  { id: bookId }: BookRow,
  { id, filename, counts }: StoredImport,
  write: (verb: Verb<Committed>) => Promise<Committed>,
): Promise<Committed> {
  const bytes = await bytesOf(db, bookId, id)
  const failed = (error: unknown): never => {
    if (!(error instanceof FileFault)) throw error
    return refuse('import_failed', { filename, fault: error.message })
  }
  if (bytes) await checkUnused(db, bookId)
  if (bytes && isReadHere(bytes)) allowFor(counts.rows)
  // The file is read before the book is locked, because reading is slow and a file never changes.
  const file =
    bytes && (await (isReadHere(bytes) ? readBook(bytes).catch(failed) : handedOver(bytes, filename)))
  let [stored, present]: [StoredImport | undefined, Present | undefined] = [undefined, undefined]
  return write({
    looksAt: {},
    isServedAlone: true,
    async prepare(tx) {
      stored = await takeImport(tx, bookId, id)
      present = await presentIn(tx, bookId)
      return {}
    },
    async decide(book) {
      if (!stored || !present) return refuse('not_found')
      if (stored.status === 'committed')
        return unchanged({ version: stored.committed_version ?? 0, import: importToApi(stored) })
      if (!file) return refuse('not_found')
      allowFor(stored.counts.rows)
      const changes = await restoredBook(book, file, present).catch(failed)
      const after = {
        ...stored,
        status: 'committed' as const,
        committed_version: book.version,
        committed_at: book.at,
      }
      return {
        answer: { version: book.version, import: importToApi(after) },
        changes,
        isComplete: true,
        beside: committedStatements(
          bookId,
          id,
          { became: new Map(), made: new Map(), mapping: stored.mapping },
          book,
        ),
      }
    },
  })
}

/**
 * Reads and checks a file in a thread again, and receives its records in pieces: checks may have become stricter since it was sent, and
 * only its bytes were kept.
 */
async function handedOver(bytes: Uint8Array, filename: string): Promise<FileBook> {
  const copy = new Uint8Array(bytes) // the bytes may be a part of a larger buffer
  const data: BookWorkerGets = { bytes: copy, isRestored: true }
  const records = noRecords()
  const slice = startSlice()
  return inThreadForRequest(means, { data, transfer: [copy.buffer] }, async (thread) => {
    for (;;) {
      const says = await thread.next<BookWorkerSays>()
      if (says.is === 'fault') refuse('import_failed', { filename, fault: says.fault })
      if (says.is === 'settings') return { settings: says.settings, records }
      records[says.kind].push(...(says.records as never[])) // of this kind
      slice.resume()
      await slice.next() // yields to other requests, and stops if the client is gone
      thread.post('taken')
    }
  })
}
