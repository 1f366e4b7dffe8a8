import type { Committed } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import { FileFault } from '../book-file/format.ts'
import { isBookFile } from '../book-file/read.ts'
import { type Present, presentIn } from '../book-file/restore.sql.ts'
import { readBook, restoredBook } from '../book-file/restore.ts'
import type { Database } from '../database/database.ts'
import type { BookRow } from '../ledger/records.ts'
import { unchanged, type Verb } from '../ledger/verb.ts'
import { committedStatements } from './commit.sql.ts'
import { bytesOf, importToApi, noCounts, type Read, type StoredImport, takeImport } from './imports.sql.ts'

/** The file of a whole book has no rows to decide about: it is read, checked and restored as a whole. */

export const isWholeBook = ({ asked_format }: StoredImport, bytes: Uint8Array): boolean =>
  asked_format === 'florin' || (asked_format === null && isBookFile(bytes))

/** Reads and checks the file. Whether the book is empty is asked when it is restored. */
export async function readWholeBook(bytes: Uint8Array): Promise<Read> {
  const read = { format: 'florin' as const, mapping: null, account_id: null, checked_version: 0 }
  try {
    const { records } = await readBook(bytes)
    const days = records.transaction.map(({ row }) => row.date).sort()
    const count = Object.values(records).reduce((sum, { length }) => sum + length, 0)
    return {
      ...{ ...read, status: 'ready', fault: null, date_from: days[0] ?? null, date_to: days.at(-1) ?? null },
      counts: { ...noCounts(), rows: count, new: count, chosen: count },
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    return {
      ...read,
      status: 'failed',
      fault: error.message,
      counts: noCounts(),
      date_from: null,
      date_to: null,
    }
  }
}

/** Restores the book of a file, as one change. An import that is committed already answers with its version again. */
export async function commitWholeBook(
  db: Database,
  { id: bookId }: BookRow,
  { id, filename }: StoredImport,
  write: (verb: Verb<Committed>) => Promise<Committed>,
): Promise<Committed> {
  const bytes = await bytesOf(db, bookId, id)
  const failed = (error: unknown): never => {
    if (!(error instanceof FileFault)) throw error
    return refuse('import_failed', { filename, fault: error.message })
  }
  // Read before the book is locked: that takes its time, and a file never changes.
  const file = bytes && (await readBook(bytes).catch(failed))
  let [stored, present]: [StoredImport | undefined, Present | undefined] = [undefined, undefined]
  return write({
    looksAt: {},
    isBatch: true,
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
