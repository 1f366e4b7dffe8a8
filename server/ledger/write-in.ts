import { Refusal, refusalIn, refuse } from '../../contract/refusals.ts'
import { change, changeInTurn, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { authorOf, checkInUse, isChangedToo, MAX_LOADS, nextVersion, type WriteRequest } from './decide.ts'
import { withFollowing } from './kind.ts'
import { knownFrom, NotLoaded, together } from './known.ts'
import { type Loaded, load } from './load.ts'
import { toWrite } from './log.ts'
import { type Elsewhere, hasChanges, type Verb } from './verb.ts'
import { writeStatements } from './write.sql.ts'

export const lockBook = (bookId: string) => sql`select from books where id = ${bookId} for no key update`

type Writing = Pick<WriteRequest, 'token' | 'by' | 'most' | 'command' | 'now'>

/** Runs a verb inside a transaction that changes more than the book, under the lock of the book's row. */
export async function writeIn<Answer>(
  tx: Tx,
  bookId: string,
  verb: Verb<Answer>,
  writing: Writing,
): Promise<Answer> {
  await change(tx, lockBook(bookId))
  const check = ({ book }: Loaded) => {
    checkInUse(book ?? refuse('unauthenticated'))
    return true
  }
  const written = await writeLocked(tx, bookId, verb, { ...writing, check })
  return (written ?? refuse('unauthenticated')).answer
}

/** Writes the part of a change that is in another book, which is locked: whoever asks may change that book too, or nothing is written. */
export async function writeElsewhere(tx: Tx, request: WriteRequest, elsewhere: Elsewhere): Promise<void> {
  let book: Loaded['book']
  const check = (loaded: Loaded): boolean => {
    const isToDo = isChangedToo(request, elsewhere, loaded)
    book = loaded.book // from here on, refusals may name the book
    return isToDo
  }
  try {
    await writeLocked(tx, elsewhere.bookId, elsewhere.verb, { ...request, check })
  } catch (error) {
    throw error instanceof Refusal && book ? refusalIn(error, book) : error
  }
}

/** Loads, decides and writes. `check` refuses, or says whether there is anything to do. */
async function writeLocked<Answer>(
  tx: Tx,
  bookId: string,
  verb: Verb<Answer>,
  { check, ...writing }: Writing & { check: (loaded: Loaded) => boolean },
): Promise<{ answer: Answer } | undefined> {
  const { token, most, command, now } = writing
  let references = verb.looksAt
  for (let round = 0; ; round++) {
    const [loaded] = await load(tx, [{ bookId, token, key: undefined, changeIds: [], references }])
    if (!loaded || !check(loaded)) return undefined
    const author = authorOf(writing, loaded)
    if (!loaded.book || !author) return undefined
    const book = nextVersion(loaded.book, author, most, now?.())
    try {
      const known = knownFrom(loaded.holdings)
      const decision = withFollowing(book, known, await verb.decide(book, known))
      const written = hasChanges(decision) ? [await toWrite(book, decision, { id: newId(), command })] : []
      for (const one of written) await changeInTurn(tx, writeStatements([one], { isLocked: true }))
      return { answer: decision.answer }
    } catch (error) {
      if (!(error instanceof NotLoaded) || round === MAX_LOADS) throw error
      references = together([references, error.references])
    }
  }
}
