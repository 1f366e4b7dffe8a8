import { Refusal, refuse } from '../../contract/refusals.ts'
import {
  change,
  changeInTurn,
  commit,
  type Database,
  type Db,
  onWriter,
  type Tx,
  transactionOn,
} from '../database/database.ts'
import { ClientGone, isConnectionLost } from '../database/failures.ts'
import { lanesOf } from '../database/sizes.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import { type Holdings, knownFrom, NotLoaded, type References, together } from './known.ts'
import { type Loaded, load, type StoredToken } from './load.ts'
import { toWrite } from './log.ts'
import type { BookRow } from './records.ts'
import { earlierReply, type RequestKey } from './repeats.ts'
import { type Author, type Book, hasChanges, type Size, type Verb } from './verb.ts'
import { type Saved, writeStatements } from './write.sql.ts'

/** A request that changes a book. */
type WriteRequest<Answer = unknown> = {
  readonly bookId: string
  readonly verb: Verb<Answer>
  /** The token that it came with; null if it is Florin's own, which then writes in the name of the book's owner. */
  readonly token: { readonly userId: string; readonly id: string } | null
  /** Refuses a token that is missing, has expired, or does not permit this request. */
  readonly admit: (token: StoredToken | undefined) => void
  readonly key: RequestKey | undefined
  /** The method and the path of the route. */
  readonly command: string
  readonly most: Size
  /** If the answer cannot be serialised, the change is not written. */
  readonly serialise: (answer: Answer) => string | Promise<string>
  readonly isGone: () => boolean
  /** The clock; only tests set it. */
  readonly now?: (() => string) | undefined
}

/** The outcome of a request. A repeated request gets the text of the first reply. */
type Outcome<Answer> =
  | { answer: Answer; text: string; isReplayed: false }
  | { text: string; isReplayed: true }

/** A request that waits or is being served. */
type Waiting = {
  readonly request: WriteRequest
  readonly resolve: (outcome: Outcome<unknown>) => void
  readonly reject: (error: unknown) => void
  /** The outcome of each attempt, by the id of its change. A later attempt first checks whether one of these changes was written. */
  readonly attempts: Map<string, Outcome<unknown>>
  readonly since: number
  references: References
  /** Whether it was answered: an answered request is not decided again. */
  isSettled: boolean
}

export type Writer = { readonly write: <Answer>(request: WriteRequest<Answer>) => Promise<Outcome<Answer>> }

/** How many requests are served together. */
const MOST_IN_GROUP = 32
/** A second group starts beside the first when ENOUGH requests wait, or when the first takes LONG_MS: fewer and larger groups cost less. */
const ENOUGH = 8
const LONG_MS = 30
/** How long a book is served alone after its group failed because of it. */
const ALONE_MS = 10_000
const MOST_LOADS = 8
/** A request that waited longer than this is refused with `busy`, as in every other queue. */
const PATIENCE_MS = 10_000

/**
 * All changes of books go through here. Requests wait in a queue for each book, not on connections. The writer takes one from each
 * waiting book and serves them together: one statement loads, plain code decides, one statement writes and commits. It serialises
 * writers: it fails if a book is gone, or no longer at the version that was loaded.
 */
export function makeWriter(db: Database): Writer {
  const lanes = lanesOf(db)
  const queues = new Map<string, Waiting[]>()
  const busy = new Set<string>()
  const aloneUntil = new Map<string, number>()
  const atWork = { group: 0, alone: 0 }
  let startedAt = 0

  function isAlone({ request: { bookId, verb } }: Waiting): boolean {
    const until = aloneUntil.get(bookId)
    if (until !== undefined && until < performance.now()) aloneUntil.delete(bookId)
    return verb.isBatch === true || aloneUntil.has(bookId)
  }

  function keepAlone(bookId: string): void {
    const now = performance.now()
    for (const [other, until] of aloneUntil) if (until < now) aloneUntil.delete(other)
    aloneUntil.set(bookId, now + ALONE_MS)
  }

  /** The next requests: one from each waiting book of a shard, at most one of each person while others wait. */
  function next(): Waiting[] {
    const [first, later, people]: [Waiting[], Waiting[], Set<string>] = [[], [], new Set()]
    let shard: number | undefined
    for (const [bookId, queue] of queues) {
      const [waiting] = queue
      if (!waiting || busy.has(bookId) || isAlone(waiting)) continue
      shard ??= db.shardOf(bookId)
      if (db.shardOf(bookId) !== shard) continue
      const userId = waiting.request.token?.userId ?? bookId
      ;(people.has(userId) ? later : first).push(waiting)
      people.add(userId)
      if (first.length === MOST_IN_GROUP) break
    }
    return [...first, ...later].slice(0, MOST_IN_GROUP)
  }

  /** Takes requests out of their queues; a book with more to do goes to the end of the line. */
  function take(group: readonly Waiting[]): void {
    for (const { request } of group) {
      const queue = queues.get(request.bookId) ?? []
      queue.shift()
      queues.delete(request.bookId)
      if (queue.length > 0) queues.set(request.bookId, queue)
      busy.add(request.bookId)
    }
  }

  function start(lane: 'group' | 'alone', group: readonly Waiting[], serve: () => Promise<void>): void {
    take(group)
    atWork[lane]++
    const end = () => {
      atWork[lane]--
      for (const { request } of group) busy.delete(request.bookId)
      pump()
    }
    serve().then(end, (error) => {
      for (const { reject } of group) reject(error)
      end()
    })
  }

  /** Looks again after LONG_MS, so that a waiting request does not wait for the end of a slow group. */
  const lookLater = onceAtATime((look) => setTimeout(look, LONG_MS), pump)
  /** Looks once every request that has arrived by now is in its queue: a group that began with the first of them would be small. */
  const lookSoon = onceAtATime(setImmediate, pump)
  function pump(): void {
    while (atWork.group < lanes.group) {
      const group = next()
      const isWorthIt =
        atWork.group === 0 || group.length >= ENOUGH || performance.now() - startedAt > LONG_MS
      if (group.length === 0) break
      if (!isWorthIt) {
        lookLater()
        break
      }
      startedAt = performance.now()
      start('group', group, () => serveGroup(group))
    }
    for (const [bookId, [waiting]] of queues) {
      if (atWork.alone === lanes.alone) break
      if (waiting && isAlone(waiting) && !busy.has(bookId))
        start('alone', [waiting], () => serveAlone(waiting))
    }
  }

  async function serveGroup(group: readonly Waiting[], attempt = 1): Promise<void> {
    const present = group.filter(isToServe)
    if (present.length === 0) return
    try {
      await onWriter(db, async (session) => {
        const decided = await decide(session, present)
        if (decided.length > 0) await commit(session, writeStatements(decided.map(({ saved }) => saved)))
        for (const { waiting, outcome } of decided) waiting.resolve(outcome)
      })
    } catch (error) {
      const named = present.find(({ request }) => isNamedIn(error, request.bookId))
      if (named) keepAlone(named.request.bookId)
      const rest = present.filter((one) => one !== named)
      // Behind a lost connection, the statement may still be running: only the lock of the book's row waits for its end. And a
      // lock timeout does not name the book.
      const isAgain = attempt === 1 && !isConnectionLost(error) && !isLockTimeout(error)
      await Promise.all([
        ...(named ? [serveAlone(named)] : []),
        ...(isAgain ? [serveGroup(rest, 2)] : rest.map(serveAlone)),
      ])
    }
  }

  /**
   * Serves one request under the lock of its book's row, which is taken in a statement of its own: a check in the same statement would
   * see the book as it was before the wait. The statement that loads is sent with it, and runs once the lock is taken.
   */
  async function serveAlone(waiting: Waiting): Promise<void> {
    if (!isToServe(waiting)) return
    const { bookId } = waiting.request
    const attempt = () =>
      onWriter(db, (session) =>
        transactionOn(session, async (tx) => {
          const locked = change(tx, lockBook(bookId))
          await prepare(tx, waiting, locked)
          const [, [decided]] = await Promise.all([locked, decide(tx, [waiting], true)])
          if (decided) await changeInTurn(tx, writeStatements([decided.saved]))
          return decided?.outcome
        }),
      )
    try {
      const outcome = await attempt().catch((error) =>
        isConnectionLost(error) && !waiting.isSettled && waiting.attempts.size > 0
          ? attempt()
          : Promise.reject(error),
      )
      if (outcome) waiting.resolve(outcome)
    } catch (error) {
      waiting.reject(error)
    }
  }

  return {
    write: (request) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          request: request as WriteRequest, // its answer comes back to its own caller
          resolve(outcome) {
            waiting.isSettled = true
            resolve(outcome as Outcome<never>) // likewise
          },
          reject(error) {
            waiting.isSettled = true
            reject(error)
          },
          attempts: new Map(),
          since: performance.now(),
          references: request.verb.looksAt,
          isSettled: false,
        }
        const queue = queues.get(request.bookId)
        if (queue) queue.push(waiting)
        else queues.set(request.bookId, [waiting])
        lookSoon()
      }),
  }
}

/** Does something later; asked again before that, once. */
function onceAtATime(later: (look: () => void) => unknown, what: () => void): () => void {
  let isComing = false
  const look = () => {
    isComing = false
    what()
  }
  return () => {
    if (!isComing) later(look)
    isComing = true
  }
}

export const lockBook = (bookId: string) => sql`select from books where id = ${bookId} for no key update`

/** Whether a request is to be served: its client is there, and it has not waited too long. */
function isToServe({ request, reject, isSettled, since, attempts }: Waiting): boolean {
  if (isSettled) return false
  if (request.isGone()) reject(new ClientGone())
  else if (attempts.size === 0 && performance.now() - since > PATIENCE_MS) reject(new Refusal('busy', {}))
  else return true
  return false
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03'
/** Whether an error names a book: it is gone or has moved on, or the detail has its id in the key of a row that exists already. */
const isNamedIn = (error: unknown, bookId: string) =>
  `${error} ${(error as { detail?: string }).detail}`.includes(bookId)

/** Lets a verb read what it decides by and what is no record, once its book is locked. */
async function prepare(tx: Tx, waiting: Waiting, locked: Promise<unknown>): Promise<void> {
  const { verb } = waiting.request
  if (!verb.prepare) return
  await locked
  waiting.references = together([verb.looksAt, await verb.prepare(tx)])
}

type Decided = { readonly waiting: Waiting; readonly saved: Saved; readonly outcome: Outcome<unknown> }

/**
 * Loads the records that requests look at and decides each request. Refused ones and those that change nothing are settled here. While
 * the book of a lone request is locked, what the log says of a change, which may be much, is loaded once.
 */
async function decide(db: Db, group: readonly Waiting[], isLocked = false): Promise<Decided[]> {
  const decided: Decided[] = []
  let open = group
  let past: Holdings | undefined
  for (let round = 0; open.length > 0; round++) {
    const loaded = await load(db, open.map(askedOf), past)
    if (isLocked) past = loaded[0]?.holdings
    const again: Waiting[] = []
    for (const [index, waiting] of open.entries()) {
      try {
        const one = await decideOne(waiting, loaded[index] as Loaded, isLocked) // one for each that was asked for
        if (one) decided.push(one)
      } catch (error) {
        if (!(error instanceof NotLoaded) || round === MOST_LOADS) {
          waiting.reject(error)
          continue
        }
        waiting.references = together([waiting.references, error.references])
        again.push(waiting)
      }
    }
    open = again
  }
  return decided
}

const askedOf = ({ request, attempts, references }: Waiting) => ({
  bookId: request.bookId,
  token: request.token,
  key: request.key?.key,
  changeIds: [...attempts.keys()],
  references,
})

async function decideOne(waiting: Waiting, loaded: Loaded, isLocked: boolean): Promise<Decided | undefined> {
  const { request, attempts } = waiting
  // A change that was written with a valid token is answered, even if the token was revoked since.
  const written = loaded.changeId === undefined ? undefined : attempts.get(loaded.changeId)
  if (written) return settled(waiting, written)
  request.admit(loaded.token)
  const author = authorOf(request.token, loaded)
  if (!loaded.book || !author) return refuse('unauthenticated') // deleted, with its owner, after the request was authenticated
  const replayed = request.key && earlierReply(request.key, loaded.earlier)
  if (replayed !== undefined) return settled(waiting, { text: replayed, isReplayed: true })
  if (request.isGone()) throw new ClientGone() // it may have waited for the lock of its book, or for a large load
  const book = nextVersion(loaded.book, author, request.most, request.now?.())
  const decision = await request.verb.decide(book, knownFrom(loaded.holdings))
  if (!hasChanges(decision)) return settled(waiting, await outcomeOf(request, decision.answer))
  const changeId = newId()
  const change = await toWrite(book, decision, { id: changeId, command: request.command }, isLocked)
  const outcome = await outcomeOf(
    request,
    decision.withSeal?.(change.seal().hash.toString('hex')) ?? decision.answer,
  )
  attempts.set(changeId, outcome)
  const reply = request.key && { ...request.key, text: outcome.text }
  return { waiting, saved: reply ? { ...change, reply } : change, outcome }
}

/** The book at its next version. Its time is never before that of the previous change, even if the clock was set back. */
const nextVersion = (
  book: BookRow & { size: Size },
  by: Author,
  most: Size,
  now: string = new Date().toISOString(),
): Book => ({
  ...book,
  version: book.version + 1,
  at: now > book.changed_at ? now : book.changed_at,
  by,
  most,
})

/** Who makes a change. Florin's own name in place of a device says that no device did. */
function authorOf(sent: WriteRequest['token'], { token, ownerId }: Loaded): Author | undefined {
  if (sent !== null) return token && { user_id: token.user_id, device_name: token.device_name }
  return ownerId === undefined ? undefined : { user_id: ownerId, device_name: 'Florin' }
}

const outcomeOf = async (request: WriteRequest, answer: unknown): Promise<Outcome<unknown>> => ({
  answer,
  text: await request.serialise(answer),
  isReplayed: false,
})

function settled({ resolve }: Waiting, outcome: Outcome<unknown>): undefined {
  resolve(outcome)
}

/** Runs a verb inside a transaction that changes more than the book, under the lock of the book's row. */
export async function writeIn<Answer>(
  tx: Tx,
  bookId: string,
  verb: Verb<Answer>,
  { token, most, command }: { token: WriteRequest['token']; most: Size; command: string },
): Promise<Answer> {
  await change(tx, lockBook(bookId))
  let references = verb.looksAt
  for (let round = 0; ; round++) {
    const [loaded] = await load(tx, [{ bookId, token, key: undefined, changeIds: [], references }])
    const author = loaded && authorOf(token, loaded)
    if (!loaded?.book || !author) return refuse('unauthenticated')
    const book = nextVersion(loaded.book, author, most)
    try {
      const decision = await verb.decide(book, knownFrom(loaded.holdings))
      const written = hasChanges(decision) ? [await toWrite(book, decision, { id: newId(), command })] : []
      for (const one of written) await changeInTurn(tx, writeStatements([one]))
      return decision.answer
    } catch (error) {
      if (!(error instanceof NotLoaded) || round === MOST_LOADS) throw error
      references = together([references, error.references])
    }
  }
}
