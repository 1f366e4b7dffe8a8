import { refuse } from '../../contract/refusals.ts'
import { type Database, transaction } from '../database/database.ts'
import { mapInSlices } from '../slices.ts'
import { findImport, saveLook, takeImport } from './imports.sql.ts'
import { countsOf, JUDGING, look } from './look.ts'
import { inThreadInTurn, ThreadEnded } from './read/thread.ts'
import { replaceRows, rowsOfImport, type StoredRow } from './rows.sql.ts'

const MOST_LOOKS = 5

const judging = { worker: new URL('./judge-worker.ts', import.meta.url), ...JUDGING }

/** A look that takes too much is refused: the file itself was judged with as much, and the book has grown since. */
const tooMuch = (error: unknown): never => {
  if (error instanceof ThreadEnded && error.why !== 'broken') return refuse('busy')
  throw error
}

/**
 * Looks at the rows of an import again, as the book is now; what a person decided stays. Answers with how many of the rows that would be
 * recorded are seen differently.
 */
export async function recheck(
  db: Database,
  bookId: string,
  id: string,
): Promise<{ filename: string; changed: number }> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const stored = (await findImport(db, bookId, id)) ?? refuse('not_found')
    const { filename, mapping, status } = stored
    if (status !== 'ready' || mapping === null) return { filename, changed: 0 }
    const before = await rowsOfImport(db, bookId, id)
    const file = { mapping, rows: before.map(({ file_row }) => file_row) }
    const looked = await inThreadInTurn(bookId, judging, undefined, (thread) =>
      look(thread, db, bookId, stored, file, before),
    ).catch(tooMuch)
    let [at, changed, isOther] = [0, 0, false]
    const rows = await mapInSlices(looked.rows, (row) => {
      const was = before[at++]
      if (isSeenDifferently(was, row)) changed++
      isOther ||= JSON.stringify(shownOf(row)) !== JSON.stringify(shownOf(was ?? row))
      return row
    })
    const isSaved = await transaction(db, async (tx) => {
      const now = (await takeImport(tx, bookId, id)) ?? refuse('not_found')
      // A person decided meanwhile, or the file is being read again: the look was at other rows.
      if (now.decisions !== stored.decisions || now.status !== 'ready') return false
      if (isOther) await replaceRows(tx, bookId, id, rows)
      await saveLook(tx, bookId, id, { counts: countsOf(rows), version: looked.version })
      return true
    })
    if (isSaved) return { filename, changed }
  }
  return refuse('busy')
}

const shownOf = ({
  verdict,
  reason,
  of_record,
  pair_n,
  draft,
  suggestion,
  is_chosen,
  needs_attention,
  account_id,
}: StoredRow) => [
  ...[verdict, reason, of_record, pair_n, draft, suggestion, is_chosen, needs_attention, account_id],
]

/** Whether a row that was to be recorded, or is now, would become something else. */
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
