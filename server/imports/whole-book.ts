import type { Committed } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import { FileFault } from '../book-file/format.ts'
import { isBookFile, isPacked } from '../book-file/read.ts'
import { type Present, presentIn } from '../book-file/restore.sql.ts'
import { checkEmpty, readBook, restoredBook, summaryOf } from '../book-file/restore.ts'
import type { Database } from '../database/database.ts'
import { makeFairQueue } from '../database/fair-queue.ts'
import type { BookRow } from '../ledger/records.ts'
import { unchanged, type Verb } from '../ledger/verb.ts'
import { allowFor } from '../slices.ts'
import { committedStatements } from './commit.sql.ts'
import { bytesOf, importToApi, noCounts, type Read, type StoredImport, takeImport } from './imports.sql.ts'
import { readIn } from './read/read.ts'
import type { ReaderSays, Reading } from './read/row.ts'
import type { Means } from './read/thread.ts'

/** The file of a whole book has no rows to decide about: it is read, checked and restored as a whole. */

export const isWholeBook = (
  { asked_format }: Pick<StoredImport, 'asked_format'>,
  bytes: Uint8Array,
): boolean => asked_format === 'florin' || (asked_format === null && isBookFile(bytes))

/** Refuses the file of a whole book for one that is in use: when it is sent, before it is restored, and once the book is locked. */
export const checkUnused = async (db: Database, bookId: string): Promise<void> =>
  checkEmpty(await presentIn(db, bookId))

/** A large book is read in some seconds, and takes several times its size in memory. */
const means: Means = {
  worker: new URL('./whole-book-worker.ts', import.meta.url),
  ms: 30_000,
  bytes: 600_000_000,
}

/** A file up to this size is read here, between the requests of others: a thread takes longer to start than that takes. */
const MOST_HERE = 256 * 1024

/** Reads and checks the file, in a thread and in a turn as those of banks have. */
export async function readWholeBook(bytes: Uint8Array, reading: Reading, signal: AbortSignal): Promise<Read> {
  const read: Read = {
    ...{
      format: 'florin',
      mapping: null,
      account_id: null,
      checked_version: 0,
      status: 'ready',
      fault: null,
    },
    ...{ counts: noCounts(), date_from: null, date_to: null },
  }
  const take = (says: ReaderSays) => {
    if (says.is === 'fault') Object.assign(read, { status: 'failed', fault: says.fault })
    if (says.is !== 'book') return
    const { count, date_from, date_to } = says
    const counts = { ...noCounts(), rows: count, new: count, chosen: count }
    Object.assign(read, { counts, date_from, date_to })
  }
  if (isPacked(bytes) || bytes.length > MOST_HERE) await readIn(means, bytes, reading, take, signal)
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

/** A file that is restored is read by the main thread, whose memory its records are in until they are written: one at a time. */
const restoring = makeFairQueue({ slots: 1, perKey: 1, maxWaiting: 1 })

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
  allowFor(counts.rows)
  // Read before the book is locked: that takes its time, and a file never changes.
  const file = bytes && (await readBook(bytes).catch(failed))
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
        ...{ status: 'committed' as const, committed_version: book.version, committed_at: book.at },
      }
      return {
        answer: { version: book.version, import: importToApi(after) },
        changes,
        beside: committedStatements(bookId, id, new Map(), new Map(), book),
      }
    },
  })
}
