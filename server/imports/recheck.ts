import { refuse } from '../../contract/refusals.ts'
import { type Database, type Tx, transaction } from '../database/database.ts'
import { AS_LONG_AS_ITS_SIZE, allowFor, mapInSlices, working } from '../process/slices.ts'
import { besidesOf } from './besides.sql.ts'
import { findImport, type StoredImport, saveLook, takeImport } from './imports.sql.ts'
import { countsOf, JUDGING, look } from './look.ts'
import { inThreadInTurn, type Thread } from './read/thread.ts'
import { replaceRows, rowsOfImport, type StoredRow } from './rows.sql.ts'

const MAX_LOOKS = 5
/** A check that locks the book must end before PostgreSQL ends its idle transaction, after 10 s. */
const MAX_HELD_MS = 8_000

const judging = { worker: new URL('./judge-worker.ts', import.meta.url), ...JUDGING, isKept: true }

/** Runs something with a thread that judges rows. */
export const withJudge = <T>(bookId: string, work: (thread: Thread) => Promise<T>): Promise<T> =>
  inThreadInTurn(bookId, judging, undefined, work)

/**
 * Judges the rows of an import again, against the current book; a person's decisions are kept. Returns how many of the rows to record are
 * judged differently.
 */
export async function recheck(
  db: Database,
  bookId: string,
  id: string,
): Promise<{ filename: string; changed: number }> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const stored = (await findImport(db, bookId, id)) ?? refuse('not_found')
    const { filename } = stored
    const seen = await withJudge(bookId, (thread) => lookAgain(thread, db, bookId, stored))
    if (!seen) return { filename, changed: 0 }
    const isSaved = await working(AS_LONG_AS_ITS_SIZE, () =>
      transaction(db, async (tx) => {
        const now = (await takeImport(tx, bookId, id)) ?? refuse('not_found')
        // A person decided meanwhile, or the file is being read again: the result is for outdated rows.
        if (now.decisions !== stored.decisions || now.status !== 'ready') return false
        await save(tx, bookId, id, seen)
        return true
      }),
    )
    if (isSaved) return { filename, changed: seen.changed }
  }
  return refuse('busy')
}

/**
 * The same in a transaction that locks the book and the import, so that neither changes before the rows are recorded. The result is saved
 * and true is returned, unless a row to record is judged differently: then a person has to review it first, and the transaction is rolled
 * back.
 */
export async function recheckIn(
  thread: Thread,
  tx: Tx,
  bookId: string,
  stored: StoredImport,
): Promise<boolean> {
  const seen = await lookAgain(thread, tx, bookId, stored, MAX_HELD_MS)
  if (!seen || seen.changed > 0) return false
  await save(tx, bookId, stored.id, seen)
  return true
}

type Seen = { rows: StoredRow[]; changed: number; isOther: boolean; version: number }

/** Judges the rows of an import against the book as it is now; undefined if the import is not ready. */
async function lookAgain(
  thread: Thread,
  db: Database | Tx,
  bookId: string,
  stored: StoredImport,
  ms?: number,
): Promise<Seen | undefined> {
  const { id, format, mapping, status } = stored
  if (status !== 'ready' || mapping === null) return undefined
  const before = await rowsOfImport(db, bookId, id)
  allowFor(before.length)
  const { rates } = (stored.brings && (await besidesOf(db, bookId, id))) || {}
  const file = { format, mapping, rates, rows: before.map(({ file_row }) => file_row) }
  const looked = await look(thread, db, bookId, stored, file, before, ms)
  let [at, changed, isOther] = [0, 0, false]
  const rows = await mapInSlices(looked.rows, (row) => {
    const was = before[at++]
    if (isSeenDifferently(was, row)) changed++
    isOther ||= JSON.stringify(shownOf(row)) !== JSON.stringify(shownOf(was ?? row))
    return row
  })
  return { rows, changed, isOther, version: looked.version }
}

async function save(tx: Tx, bookId: string, id: string, { rows, isOther, version }: Seen): Promise<void> {
  if (isOther) await replaceRows(tx, bookId, id, rows)
  await saveLook(tx, bookId, id, { counts: countsOf(rows), version })
}

const shownOf = ({
  verdict,
  reason,
  reasons,
  of_record,
  pair_n,
  draft,
  suggestion,
  is_chosen,
  needs_attention,
  account_id,
}: StoredRow) => [
  verdict,
  reason,
  reasons,
  of_record,
  pair_n,
  draft,
  suggestion,
  is_chosen,
  needs_attention,
  account_id,
]

/** Whether the outcome of a row that was or is chosen has changed. */
function isSeenDifferently(before: StoredRow | undefined, after: StoredRow): boolean {
  if (!before?.is_chosen && !after.is_chosen) return false
  const becomes = (row: StoredRow | undefined) =>
    JSON.stringify([
      row?.is_chosen,
      row?.verdict,
      row?.of_record?.id ?? null,
      row?.pair_n ?? null,
      row?.draft,
    ])
  return becomes(before) !== becomes(after)
}
