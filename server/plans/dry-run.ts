import type { Day } from '../../contract/day.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import { knownFrom, NotLoaded, type References, together } from '../ledger/known.ts'
import { load } from '../ledger/load.ts'
import type { Book, Decision } from '../ledger/verb.ts'
import { unwatched } from '../ledger/watched.ts'
import { mapInSlices, startSlice } from '../process/slices.ts'
import { looksAtOf, type Planned, recordDraft } from './drafts.ts'
import { type Reason, reasonOf } from './reasons.ts'

/** A draft to try on a day. */
type Trial = { readonly planned: Planned; readonly date: Day }

const MAX_ROUNDS = 8

/** The book for a verb. Nothing is written, so the author and the size of the book do not matter. */
export const asIfWritten = (book: BookRow): Book => ({
  ...unwatched(book),
  version: unwatched(book).version + 1,
  at: new Date().toISOString(),
  by: { user_id: '', device: '', device_name: null },
  size: { rows: 0, bytes: 0 },
  most: { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
})

/** The result of trying a draft: the value that `take` made of the decision, or the reason of the refusal. */
type Tried<Taken> = { taken: Taken } | Reason
export const isRefused = (tried: Tried<unknown>): tried is Reason => 'code' in tried

/** Decides each draft without writing, and keeps only the value that `take` makes of the decision, or the reason of the refusal. */
export async function tryAll<Taken>(
  db: Db,
  book: BookRow,
  trials: readonly Trial[],
  take: (decision: Decision<{ id: string }>) => Taken,
): Promise<Tried<Taken>[]> {
  const written = asIfWritten(book)
  let references = together(await mapInSlices(trials, ({ planned, date }) => looksAtOf(book, planned, date)))
  for (let round = 0; trials.length > 0; round++) {
    const asked = { bookId: book.id, token: null, key: undefined, changeIds: [], references }
    const [loaded] = await load(db, [asked])
    const known = knownFrom(loaded?.holdings ?? new Map())
    const [results, missing]: [Tried<Taken>[], References[]] = [[], []]
    const slice = startSlice()
    for (const { planned, date } of trials) {
      try {
        results.push({ taken: take(await recordDraft(written, known, planned, date)) })
      } catch (error) {
        if (error instanceof Refusal) results.push(reasonOf(error, planned, known))
        else if (error instanceof NotLoaded && round < MAX_ROUNDS) missing.push(error.references)
        else throw error
      }
      if (slice.isOver()) await slice.next()
    }
    if (missing.length === 0) return results
    references = together([references, ...missing])
  }
  return []
}
