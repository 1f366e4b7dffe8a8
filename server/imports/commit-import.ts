import type { Committed } from '../../contract/imports.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { type Database, transaction } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import { NotLoaded, type References, together } from '../ledger/known.ts'
import type { Verb } from '../ledger/verb.ts'
import { idOrNone } from '../process/ids.ts'
import { besidesOf, saveBrings } from './besides.sql.ts'
import { lookAtBesides } from './brings.ts'
import { commitRows, Outdated } from './commit.ts'
import { findImport, takeImport } from './imports.sql.ts'
import type { Thread } from './read/thread.ts'
import { recheck, withJudge } from './recheck.ts'
import { commitWholeBook } from './whole-book.ts'

/** The number of attempts of a commit while others keep changing the book, or while rows need records that were not loaded. */
const MAX_ATTEMPTS = 12
/** The number of checks made while others may change the book. Later checks lock the book, so that a steady writer cannot delay the commit forever. */
const FREE_LOOKS = 2

/**
 * Records an import. If the book has changed since its rows were judged, they are judged again; if that changes the outcome, nothing is
 * recorded, and a person has to review the rows first.
 */
export async function commitImport(
  db: Database,
  book: BookRow,
  id: string,
  write: (verb: Verb<Committed>) => Promise<Committed>,
): Promise<Committed> {
  const stored = await findImport(db, book.id, idOrNone(id))
  if (stored?.format === 'florin' && stored.status !== 'failed')
    return commitWholeBook(db, book, stored, write)
  let [missing, looks]: [References, number] = [{}, 0]
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const commit = (judge?: Thread) => write(commitRows(book.id, id, { alsoLooksAt: missing, judge }))
      // The thread is reserved before the book is locked, so that nobody waits for the book while this waits for a thread.
      return await (looks < FREE_LOOKS ? commit() : withJudge(book.id, commit))
    } catch (error) {
      if (error instanceof NotLoaded) {
        missing = together([missing, error.references])
        continue
      }
      if (error instanceof Refusal && error.code === 'import_brings_changed')
        await lookAgainAtBesides(db, book.id, id)
      if (!(error instanceof Outdated)) throw error
    }
    looks++
    const { filename, changed } = await recheck(db, book.id, id)
    if (changed > 0) refuse('import_changed', { filename, rows: changed })
  }
  return refuse('busy')
}

/** Stores what a file brings now, to be looked over. */
async function lookAgainAtBesides(db: Database, bookId: string, id: string): Promise<void> {
  const besides = await besidesOf(db, bookId, id)
  const { mapping, brings } = (await findImport(db, bookId, id)) ?? refuse('not_found')
  if (!besides) return
  const now = await lookAtBesides(db, bookId, { besides, mapping, before: brings })
  await transaction(db, async (tx) => {
    const { status } = (await takeImport(tx, bookId, id)) ?? refuse('not_found')
    if (status === 'ready') await saveBrings(tx, bookId, id, now ?? [])
  })
}
