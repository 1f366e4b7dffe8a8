import { Refusal, refusalIn, refuse } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../process/ids.ts'
import { ClientGone, type Work, working } from '../process/slices.ts'
import type { BookRow } from './book.ts'
import { forgetChanged } from './forget.ts'
import { withFollowing } from './kind.ts'
import { type Holdings, type Known, knownFrom, NotLoaded, type References, together } from './known.ts'
import type { LoadRequest } from './load.sql.ts'
import { type Loaded, load } from './load.ts'
import { noteTime, type Saved, type StoredToken, toWrite } from './log.ts'
import { earlierReply, type RequestKey } from './repeats.ts'
import {
  type Author,
  type Book,
  type Decision,
  type Elsewhere,
  hasChanges,
  type Size,
  type Verb,
} from './verb.ts'

/** The one command that an archived book takes: it takes the book out again. */
const TAKES_OUT = 'PUT /books/current'

/** Each round loads what the one before found missing. An undo that changes balances, values and goals takes ten at most. */
export const MAX_LOADS = 12

/** A request that changes a book. */
export type WriteRequest<Answer = unknown> = {
  readonly bookId: string
  readonly verb: Verb<Answer>
  /** The token that it came with; null if it is Florin's own, which then writes in the name of the book's owner. */
  readonly token: { readonly userId: string; readonly id: string } | null
  /** Who makes a change without a token. */
  readonly by?: Author
  /** Refuses a token that is missing, has expired, or does not permit this request. */
  readonly admit: (token: StoredToken | undefined) => void
  /** The same for another book that the request changes too. */
  readonly admitElsewhere?: (token: StoredToken | undefined) => void
  /** Refuses a decision that the token's role does not permit, by the records before and after. */
  readonly judge?: (token: StoredToken | undefined, decision: Decision<unknown>) => Decision<unknown>
  readonly key: RequestKey | undefined
  /** The method and the path of the route. */
  readonly command: string
  readonly most: Size
  /** If the answer cannot be serialised, the change is not written. The book is at the version that the change makes, and the handle is that of the change. */
  readonly serialise: (answer: Answer, book: Book, db: Db) => string | Promise<string>
  readonly isGone: () => boolean
  /** The clock; only tests set it. */
  readonly now?: (() => string) | undefined
}

/** The outcome of a request. A repeated request gets the text of the first reply. */
export type Outcome<Answer> =
  | { answer: Answer; text: string; isReplayed: false }
  | { text: string; isReplayed: true }

/** A request that waits or is being served. */
export type Waiting = {
  readonly request: WriteRequest
  readonly resolve: (outcome: Outcome<unknown>) => void
  readonly reject: (error: unknown) => void
  /** The outcome of each attempt, by the id of its change. A later attempt first checks whether one of these changes was written. */
  readonly attempts: Map<string, Outcome<unknown>>
  readonly since: number
  /** The budget of deciding it, shared by all its attempts. A client that leaves does not end it: others of its group wait for it. */
  readonly work: Work
  references: References
  /** The other books that it changes, as far as it is known: it is served alone, and they are locked with its own. */
  readonly others: Set<string>
  /** Its decision while its book is locked and the records that follow from it are loaded: a batch of 10,000 is not decided twice. */
  decided: { readonly book: Book; readonly own: Decision<unknown> } | undefined
  /** Whether it was answered: an answered request is not decided again. */
  isSettled: boolean
}

/** A decided request: the change to write, and the answer once it is written. */
export type Decided = {
  readonly waiting: Waiting
  readonly loaded: Loaded
  readonly saved: Saved
  readonly outcome: Outcome<unknown>
  readonly elsewhere: readonly Elsewhere[]
}

/** Thrown for a request that changes other books, until all of them are locked. */
class OtherBooks extends Error {
  readonly elsewhere: readonly Elsewhere[]

  constructor(elsewhere: readonly Elsewhere[]) {
    super('it changes other books')
    this.elsewhere = elsewhere
  }
}

export type Decisions = {
  readonly decided: Decided[]
  /** Requests that look at records that others of their book have just changed, which are decided once those are written; and those that change other books too. */
  readonly postponed: Waiting[]
  /** Answers requests that change nothing or are refused, once the changes of their book before them are written. */
  readonly afterwards: (() => void)[]
}

/**
 * A cache of books that this process has just changed, so that their next change needs no load. It may be out of date: the statement that
 * writes fails unless the book is as cached and the token has not ended. Only a change is decided from the cache: a refusal or a no-op is
 * decided once more from a fresh load.
 */
export type Memory = {
  /** For requests of one book, everything that they look at, or nothing. */
  readonly recall: (asked: readonly LoadRequest[]) => Loaded[] | undefined
  /** Takes note of requests of one book, in their order, that were decided together and are written now. */
  readonly keep: (decided: readonly Decided[]) => void
  readonly forget: (bookId: string) => void
  /** Forgets a book that was written to elsewhere, or whose token or key differs from the cache. Returns whether a request has looked at it. */
  readonly distrust: (bookId: string) => boolean
}

/**
 * Loads the records that requests look at and decides each request, those of one book one after another. Refused ones and those that
 * change nothing are settled here, unless they come after a change that is still to be written. Cached records are not loaded. While the
 * book of a lone request is locked, the log's events of a change, which may be many, are loaded once.
 */
export async function decide(
  db: Db,
  group: readonly Waiting[],
  { isLocked = false, memory }: { isLocked?: boolean; memory?: Memory },
): Promise<Decisions> {
  const decisions: Decisions = { decided: [], postponed: [], afterwards: [] }
  let open = group
  let past: Holdings | undefined
  const loads = new Map<Waiting, number>()
  for (let round = 0; open.length > 0; round++) {
    const [recalled, missing] = round === 0 && memory ? recallFor(memory, open) : [[], open]
    const loaded =
      missing.length > 0 ? await load(db, missing.map(loadRequestOf), { held: past, isAlone: isLocked }) : []
    if (isLocked) past = loaded[0]?.holdings
    const again: Waiting[] = []
    const pairs = [
      ...recalled,
      ...missing.map((waiting, index) => ({ waiting, loaded: loaded[index] as Loaded })), // one for each that was asked for
    ]
    for (const ofBook of Map.groupBy(pairs, ({ waiting }) => waiting.request.bookId).values())
      again.push(
        ...(await decideInTurn(db, ofBook, decisions, { isLocked, isLast: round === MAX_LOADS, loads })),
      )
    open = again
  }
  return decisions
}

type Pair = { readonly waiting: Waiting; readonly loaded: Loaded }

/** The requests of books of which everything that they look at is remembered, and the others. */
function recallFor(memory: Memory, group: readonly Waiting[]): [Pair[], Waiting[]] {
  const [recalled, missing]: [Pair[], Waiting[]] = [[], []]
  for (const ofBook of Map.groupBy(group, ({ request }) => request.bookId).values()) {
    const loaded = memory.recall(ofBook.map(loadRequestOf))
    if (loaded)
      recalled.push(...ofBook.map((waiting, index) => ({ waiting, loaded: loaded[index] as Loaded }))) // one for each
    else missing.push(...ofBook)
  }
  return [recalled, missing]
}

/**
 * Decides requests of one book one after another: each changes the book as those before it leave it. It ends at the first request that
 * cannot be decided yet:
 * - because it looks at more than was loaded, or because a refusal or a no-op may not be based on cached records. This request and those
 *   behind it are returned: the caller loads for them and decides again;
 * - or because a request before it has changed a record that it looks at, or the group has loaded often enough. This request and those
 *   behind it are postponed until the changes before them are written.
 */
async function decideInTurn(
  db: Db,
  pairs: readonly Pair[],
  { decided, postponed, afterwards }: Decisions,
  { isLocked, isLast, loads }: { isLocked: boolean; isLast: boolean; loads: Map<Waiting, number> },
): Promise<Waiting[]> {
  let latest: Saved | undefined
  const settle = (answer: () => void) => (latest ? afterwards.push(answer) : answer())
  for (const [index, { waiting, loaded }] of pairs.entries()) {
    try {
      const book = latest ? bookAfter(latest) : loaded.book
      const one = await decideOne(db, waiting, { ...loaded, book }, isLocked)
      if (!('saved' in one)) {
        if (loaded.isRecalled) throw new NotLoaded({})
        settle(() => waiting.resolve(one))
        continue
      }
      decided.push(one)
      latest = one.saved
      const rest = pairs.slice(index + 1).map((pair) => pair.waiting)
      // Records loaded for the requests behind it, such as rates, depend on the previous settings.
      if (latest.changes.some(({ kind }) => kind === 'book')) {
        postponed.push(...rest)
        return []
      }
      // An import decides rows while those before them are written (`Decision.later`), from the loaded records: none of these may be forgotten.
      if (rest.length > 0) forgetChanged(loaded.holdings, latest.changes)
    } catch (thrown) {
      if (!latest && !loaded.isRecalled) loads.set(waiting, (loads.get(waiting) ?? 0) + 1)
      const next = await afterThrown(db, pairs[index] as Pair, thrown, (loads.get(waiting) ?? 0) > MAX_LOADS) // the one of this round
      if (next.how === 'refuse') settle(() => waiting.reject(next.error))
      else {
        const rest = pairs.slice(index).map((pair) => pair.waiting)
        if (next.how === 'load' && !latest && !isLast) return rest
        postponed.push(...rest)
        return []
      }
    }
  }
  return []
}

/**
 * How a request goes on whose decision threw: it is refused; or it is decided again once more is loaded, from a fresh load if it was decided
 * from the cache; or it waits until the other books that it changes are locked too.
 */
async function afterThrown(
  db: Db,
  { waiting, loaded }: Pair,
  thrown: unknown,
  isLoadedEnough: boolean,
): Promise<{ how: 'refuse'; error: unknown } | { how: 'load' | 'wait' }> {
  const error =
    thrown instanceof OtherBooks ? await refusalElsewhere(db, waiting.request, thrown.elsewhere) : thrown
  if (thrown instanceof OtherBooks && error === undefined) {
    for (const { bookId } of thrown.elsewhere) waiting.others.add(bookId)
    return { how: 'wait' }
  }
  const isFinal = !(error instanceof NotLoaded) || isLoadedEnough
  if (isFinal && !loaded.isRecalled) return { how: 'refuse', error }
  if (error instanceof NotLoaded) waiting.references = together([waiting.references, error.references])
  return { how: 'load' }
}

/** A book as a change leaves it, for the next change of the same group. Its settings are the same: none follows one that changes them. */
export const bookAfter = ({ book, seal }: Saved): NonNullable<Loaded['book']> => {
  const { hash, rows, bytes } = seal()
  return { ...book, hash: hash.toString('hex'), changed_at: book.at, size: { rows, bytes } }
}

const loadRequestOf = ({ request, attempts, references }: Waiting) => ({
  bookId: request.bookId,
  token: request.token,
  key: request.key?.key,
  changeIds: [...attempts.keys()],
  references,
})

/** Decides a request: returns the change to write, or the answer if there is nothing to write. */
async function decideOne(
  db: Db,
  waiting: Waiting,
  loaded: Loaded,
  isLocked: boolean,
): Promise<Decided | Outcome<unknown>> {
  const { request, attempts } = waiting
  // A change that was written with a valid token is answered, even if the token was revoked since.
  const written = loaded.changeId === undefined ? undefined : attempts.get(loaded.changeId)
  if (written) return written
  request.admit(loaded.token)
  const author = authorOf(request, loaded)
  if (!loaded.book || !author) return refuse('unauthenticated') // deleted, with its owner, after the request was authenticated
  const replayed = request.key && earlierReply(request.key, loaded.earlier)
  if (replayed !== undefined) return { text: replayed, isReplayed: true }
  if (request.isGone()) throw new ClientGone() // it may have waited for the lock of its book, or for a large load
  const known = knownFrom(loaded.holdings)
  const { book, own } = waiting.decided ?? (await decideAnew(waiting, loaded.book, author, known))
  if (isLocked) waiting.decided = { book, own }
  const whole = withFollowing(book, known, own)
  const decision = request.judge?.(loaded.token, whole) ?? whole
  const { elsewhere = [] } = decision
  if (elsewhere.some(({ bookId }) => !waiting.others.has(bookId))) throw new OtherBooks(elsewhere)
  if (!hasChanges(decision)) return outcomeOf(db, request, decision.answer, book)
  const changeId = newId()
  const change = await toWrite(book, decision, { id: changeId, command: request.command }, isLocked)
  const outcome = await outcomeOf(
    db,
    request,
    decision.withSeal?.(change.seal().hash.toString('hex')) ?? decision.answer,
    book,
  )
  attempts.set(changeId, outcome)
  const reply = request.key && { ...request.key, text: outcome.text }
  const token = loaded.isRecalled ? loaded.token : undefined
  const saved = { ...change, ...(reply && { reply }), ...(token && { token }) }
  return { waiting, loaded, saved, outcome, elsewhere }
}

async function decideAnew(
  { request, work }: Waiting,
  stored: BookRow & { size: Size },
  author: Author,
  known: Known,
) {
  if (request.command !== TAKES_OUT) checkInUse(stored)
  const book = nextVersion(stored, author, request.most, request.now?.())
  const own = await working(work, () => request.verb.decide(book, known))
  const takesOut = own.changes.some(({ kind, after }) => kind === 'book' && !after?.is_archived)
  if (hasChanges(own) && !takesOut) checkInUse(stored)
  return { book, own }
}

/** Refuses a change of a book that is put away. */
export function checkInUse({ is_archived, name }: BookRow): void {
  if (is_archived) refuse('book_archived', { name })
}

/**
 * Whether another book is changed too: not if it is gone, where the change goes without it. Refuses somebody who may not change it. Its
 * name is told to its members only.
 */
export function isChangedToo(
  { admitElsewhere }: WriteRequest,
  { isOptional, bar }: Elsewhere,
  { book, token }: Loaded,
): boolean {
  if (!book) return isOptional ? false : refuse('to_book_unknown')
  try {
    if (!admitElsewhere) return refuse('to_book_unknown')
    admitElsewhere(token)
    checkInUse(book)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (bar && error.code !== 'book_archived') bar()
    throw token ? refusalIn(error, book) : error
  }
  return true
}

/** The refusal of a request that changes other books too, by one of them. They are asked before they are locked: nobody waits for a book that is not theirs. */
async function refusalElsewhere(
  db: Db,
  request: WriteRequest,
  elsewhere: readonly Elsewhere[],
): Promise<unknown> {
  const { token } = request
  try {
    for (const one of elsewhere) {
      const asked = { bookId: one.bookId, token, key: undefined, changeIds: [], references: {} }
      for (const loaded of await load(db, [asked])) isChangedToo(request, one, loaded)
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The book at its next version. Its time is never before that of the previous change, even if the clock was set back. */
export const nextVersion = (
  book: BookRow & { size: Size },
  by: Author,
  most: Size,
  now: string = new Date().toISOString(),
): Book => {
  noteTime(book.changed_at)
  const at = now > book.changed_at ? now : book.changed_at
  return { ...book, version: book.version + 1, at, by, most }
}

/** Who makes a change: whoever has the token, or else the one that is named. */
export const authorOf = (
  { token: sent, by }: Pick<WriteRequest, 'token' | 'by'>,
  { token }: Loaded,
): Author | undefined =>
  sent === null ? by : token && { user_id: token.user_id, device: token.id, device_name: token.device_name }

const outcomeOf = async (
  db: Db,
  request: WriteRequest,
  answer: unknown,
  book: Book,
): Promise<Outcome<unknown>> => ({
  answer,
  text: await request.serialise(answer, book, db),
  isReplayed: false,
})

/**
 * The first requests of a queue that can be decided one after another: up to the first that is served alone, or that has the key of one before
 * it, whose reply it gets.
 */
export function firstOf(queue: readonly Waiting[], most: number): Waiting[] {
  const taken: Waiting[] = []
  const keys = new Set<string>()
  for (const waiting of queue) {
    const { verb, key } = waiting.request
    const isAlone = verb.isServedAlone || waiting.others.size > 0
    if (taken.length === Math.floor(most) || isAlone || (key && keys.has(key.key))) break
    if (key) keys.add(key.key)
    taken.push(waiting)
  }
  return taken
}
