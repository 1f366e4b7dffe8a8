/**
 * The ledger: every change of a book goes through this file. A verb (`verb.ts`) names what it looks at; `memory.ts` recalls it, or `load.ts`
 * loads it; `decide.ts` runs the verb; `log.ts` makes events and the seal; `write.sql.ts` makes the statement that writes.
 * `kind.ts` says what a kind of record is: the ledger is given the kinds (`server/records/`) and names none but the book and its transactions.
 * `journal.ts`, `exchange.ts` and `rates.ts` are entries and money; `balances.sql.ts`, `read.sql.ts` and `known-at.sql.ts` are for reading.
 */

import { Refusal } from '../../contract/refusals.ts'
import {
  change,
  changeInTurn,
  commit,
  type Database,
  onWriter,
  type Tx,
  transactionOn,
} from '../database/database.ts'
import { isConnectionLost, TooMuchRead } from '../database/failures.ts'
import { lanesOf } from '../database/sizes.ts'
import { AS_LONG_AS_ITS_SIZE, ClientGone, newWork, working } from '../process/slices.ts'
import { decide, firstOf, type Outcome, type Waiting, type WriteRequest } from './decide.ts'
import { together } from './known.ts'
import { makeMemory } from './memory.ts'
import { writeStatements, writing } from './write.sql.ts'
import { lockBook, writeElsewhere } from './write-in.ts'

export type Writer = {
  readonly write: <Answer>(request: WriteRequest<Answer>) => Promise<Outcome<Answer>>
  /** How many changes wait for it, or for what it is at. */
  readonly waiting: () => number
}

/** How many requests are served together, and how many of one book: more if no other book waits. */
const MAX_IN_GROUP = 32
const MAX_OF_BOOK = { alone: 16, inCompany: 4 }
/**
 * A second group starts beside the first when ENOUGH requests wait, or when the first takes LONG_MS: fewer and larger groups cost less. But
 * where ENOUGH for two wait, each takes only its share of the waiting and written requests: while PostgreSQL writes one, the service decides
 * the other. Decision 64 has how 5 was measured.
 */
const ENOUGH = 5
const LONG_MS = 30
/** How long a book is served alone after its group failed because of it. */
const ALONE_MS = 10_000
/** A request that waited longer than this is refused with `busy`, as in every other queue. */
const PATIENCE_MS = 10_000

/**
 * All changes of books go through here. Requests wait in a queue for each book, not on connections. The writer takes some from each waiting
 * book and serves them together: one statement loads the records that are not cached, plain code decides, one statement writes and commits.
 * The last one serialises writers: it fails if a book is gone, or has changed since it was loaded or cached.
 */
export function makeWriter(db: Database): Writer {
  const nodeOf = (bookId: string) => db.nodes?.of(bookId) ?? ''
  const nodesNow = () => db.nodes?.all() ?? ['']
  const shardOf = db.isCluster ? db.shardOf : () => 0
  const lanes = lanesOf(db, nodesNow().length)
  const memory = makeMemory({ isOff: db.isCluster }) // there, tokens may be on other shards than books
  const queues = new Map<string, Waiting[]>()
  const busy = new Set<string>()
  const aloneUntil = new Map<string, number>()
  /** By node: one that hangs has its own lanes full, and nobody else's. */
  const atWork = new Map<string, AtWork>()
  /** A node that joined after the start finds no sessions of its own, and shares those that there are. */
  const lanesInAll = db.writers.options.max
  let lanesTaken = 0
  let unanswered = 0

  function workOn(node: string): AtWork {
    const work = atWork.get(node) ?? { group: 0, alone: 0, crowded: 0, startedAt: 0 }
    atWork.set(node, work)
    return work
  }

  function isAlone({ request: { bookId, verb }, others }: Waiting): boolean {
    const until = aloneUntil.get(bookId)
    if (until !== undefined && until < performance.now()) aloneUntil.delete(bookId)
    return verb.isServedAlone === true || others.size > 0 || aloneUntil.has(bookId)
  }

  function keepAlone(bookId: string): void {
    const now = performance.now()
    for (const [other, until] of aloneUntil) if (until < now) aloneUntil.delete(other)
    aloneUntil.set(bookId, now + ALONE_MS)
  }

  /** The next requests to a node: one from each waiting book of a shard, at most one of each person while others wait; and if there is room, those behind them. */
  function next(node: string): Waiting[] {
    const [first, later, people]: [Waiting[], Waiting[], Set<string>] = [[], [], new Set()]
    const share = Math.ceil((queues.size + busy.size) / (lanes.group * nodesNow().length))
    const room = queues.size < 2 * ENOUGH ? MAX_IN_GROUP : Math.min(MAX_IN_GROUP, share)
    let shard: number | undefined
    for (const [bookId, queue] of queues) {
      const [waiting] = queue
      if (!waiting || busy.has(bookId) || isAlone(waiting) || nodeOf(bookId) !== node) continue
      const at = shardOf(bookId)
      shard ??= at
      if (at !== shard) continue
      const userId = waiting.request.token?.userId ?? bookId
      ;(people.has(userId) ? later : first).push(waiting)
      people.add(userId)
      if (first.length === room) break
    }
    const group = [...first, ...later].slice(0, room)
    const most =
      group.length === 1 ? MAX_OF_BOOK.alone : Math.min(MAX_OF_BOOK.inCompany, MAX_IN_GROUP / group.length)
    return most < 2 ? group : group.flatMap(({ request }) => firstOf(queues.get(request.bookId) ?? [], most))
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

  /** Puts requests back in front of those behind them. */
  function putBack(postponed: readonly Waiting[]): void {
    for (const [bookId, ofBook] of byBook(postponed))
      queues.set(bookId, [...ofBook, ...(queues.get(bookId) ?? [])])
  }

  function start(
    work: AtWork,
    lane: 'group' | 'alone',
    group: readonly Waiting[],
    serve: () => Promise<void>,
  ): void {
    take(group)
    const more = byBook(group).size < group.length ? 1 : 0
    work[lane]++
    lanesTaken++
    work.crowded += more
    const end = () => {
      work[lane]--
      lanesTaken--
      work.crowded -= more
      for (const { request } of group) busy.delete(request.bookId)
      pump()
    }
    // A group is of many requests: none of their clients ends it, and its size is not limited.
    working(AS_LONG_AS_ITS_SIZE, serve).then(end, (error) => {
      for (const { reject } of group) reject(error)
      end()
    })
  }

  /** Looks again after LONG_MS, so that a waiting request does not wait for the end of a slow group. */
  const lookLater = onceAtATime((look) => setTimeout(look, LONG_MS), pump)
  /** Looks once every request that has arrived is in its queue: a group that began with the first of them would be small. */
  const lookSoon = onceAtATime(setImmediate, pump)
  function pump(): void {
    for (const node of db.nodes?.silent() ?? []) refuseAll(node)
    for (const node of nodesNow()) pumpNode(node, workOn(node))
  }

  /** Nobody waits for a node that does not answer. */
  function refuseAll(node: string): void {
    for (const [bookId, queue] of queues)
      if (nodeOf(bookId) === node) {
        queues.delete(bookId)
        for (const { reject } of queue) reject(new Refusal('unavailable', {}))
      }
  }

  function pumpNode(node: string, work: AtWork): void {
    while (work.group < lanes.group && lanesTaken < lanesInAll) {
      const group = next(node)
      const isWorthIt =
        work.group === work.crowded || group.length >= ENOUGH || performance.now() - work.startedAt > LONG_MS
      if (group.length === 0) break
      if (!isWorthIt) {
        lookLater()
        break
      }
      work.startedAt = performance.now()
      start(work, 'group', group, () => serveGroup(group, node))
    }
    for (const [bookId, [waiting]] of queues) {
      if (work.alone >= lanes.alone || lanesTaken >= lanesInAll) break
      if (waiting && isAlone(waiting) && !busy.has(bookId) && nodeOf(bookId) === node)
        start(work, 'alone', [waiting], () => serveAlone(waiting))
    }
  }

  async function serveGroup(group: readonly Waiting[], node: string, attempt = 1): Promise<void> {
    const present = group.filter(isToServe)
    if (present.length === 0) return
    try {
      await onWriter(
        db,
        async (session) => {
          const { decided, postponed, afterwards } = await decide(session, present, { memory })
          const saved = decided.map((one) => one.saved)
          if (saved.length > 0) await commit(session, writing(session, saved))
          for (const ofBook of Map.groupBy(decided, ({ waiting }) => waiting.request.bookId).values())
            memory.keep(ofBook)
          for (const { waiting, outcome } of decided) waiting.resolve(outcome)
          for (const answer of afterwards) answer()
          putBack(postponed)
        },
        node,
      )
    } catch (error) {
      await serveAgain(present, node, attempt, error)
    }
  }

  /** After a group has failed and nothing of it is written: its requests are served once more as a group, and then each alone. */
  async function serveAgain(
    present: readonly Waiting[],
    node: string,
    attempt: number,
    error: unknown,
  ): Promise<void> {
    const books = byBook(present)
    const named = [...books.keys()].find((bookId) => isNamedIn(error, bookId))
    const isOutdated = named !== undefined && memory.distrust(named)
    for (const bookId of books.keys()) memory.forget(bookId)
    if (isOutdated) return serveGroup(present, node, attempt)
    if (named !== undefined) {
      keepAlone(named)
      putBack(books.get(named) ?? []) // its row may be held for long, and the others need not wait for it
    }
    const rest = present.filter(({ request }) => request.bookId !== named)
    // Behind a lost connection, the statement may still be running: only the lock of the book's row waits for its end. And a
    // lock timeout does not name the book.
    const isAgain = attempt === 1 && !isConnectionLost(error) && !isLockTimeout(error)
    if (isAgain) await serveGroup(rest, node, 2)
    else await Promise.all([...byBook(rest).values()].map(serveInTurn))
  }

  /** Serves requests of one book alone, one after another. */
  async function serveInTurn(ofBook: readonly Waiting[]): Promise<void> {
    for (const waiting of ofBook) await serveAlone(waiting)
  }

  /**
   * Serves one request under the lock of its book's row, which is taken in a statement of its own: a check in the same statement would
   * see the book as it was before the wait. The statement that loads is sent with it, and runs once the lock is taken. Of several books, all
   * are locked first, in the order of their ids, so that two such requests never wait for each other.
   */
  async function serveAlone(waiting: Waiting): Promise<void> {
    if (!isToServe(waiting)) return
    const { bookId } = waiting.request
    const books = [bookId, ...waiting.others].sort()
    for (const id of books) memory.forget(id)
    const attempt = () =>
      onWriter(
        db,
        (session) =>
          transactionOn(session, async (tx) => {
            waiting.decided = undefined
            const locked = Promise.all(books.map((id) => change(tx, lockBook(id))))
            await prepare(tx, waiting, locked)
            const [, { decided, postponed }] = await Promise.all([
              locked,
              decide(tx, [waiting], { isLocked: true }),
            ])
            putBack(postponed)
            const [only] = decided
            if (only) await changeInTurn(tx, writeStatements([only.saved], { isLocked: true }))
            for (const one of only?.elsewhere ?? []) await writeElsewhere(tx, waiting.request, one)
            return only?.outcome
          }),
        nodeOf(bookId),
      )
    try {
      const outcome = await attempt().catch((error) =>
        isConnectionLost(error) && !waiting.isSettled && waiting.attempts.size > 0
          ? attempt()
          : Promise.reject(error),
      )
      if (outcome) waiting.resolve(outcome)
    } catch (error) {
      if (isLockTimeout(error)) keepAlone(bookId) // a group with it would fail
      if (isLockTimeout(error) && performance.now() - waiting.since < PATIENCE_MS) putBack([waiting])
      else if (error instanceof TooMuchRead)
        waiting.reject(new Refusal('change_too_large', { loaded: Math.round(error.bytes / 1_048_576) }))
      else waiting.reject(error)
    }
  }

  return {
    waiting: () => unanswered,
    write: (request) =>
      new Promise((resolve, reject) => {
        unanswered++
        const settle = () => {
          if (!waiting.isSettled) unanswered--
          waiting.isSettled = true
        }
        const waiting: Waiting = {
          request: request as WriteRequest, // its answer comes back to its own caller
          resolve(outcome) {
            settle()
            resolve(outcome as Outcome<never>) // likewise
          },
          reject(error) {
            settle()
            reject(error)
          },
          attempts: new Map(),
          since: performance.now(),
          work: newWork(() => false),
          references: request.verb.looksAt,
          others: new Set(request.verb.books),
          decided: undefined,
          isSettled: false,
        }
        const queue = queues.get(request.bookId)
        if (queue) queue.push(waiting)
        else queues.set(request.bookId, [waiting])
        lookSoon()
      }),
  }
}

/** How much the writer does on a node, and since when. */
type AtWork = {
  group: number
  alone: number
  /** How many groups have several requests of a book: they take longer, so another one starts beside them at once. */
  crowded: number
  startedAt: number
}

/** Calls a function later, once, however often it is asked to before that. */
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

const byBook = (group: readonly Waiting[]) => Map.groupBy(group, ({ request }) => request.bookId)

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

/** Lets a verb read the rows that it decides by and that are not records, once its book is locked. */
async function prepare(tx: Tx, waiting: Waiting, locked: Promise<unknown>): Promise<void> {
  const { verb } = waiting.request
  if (!verb.prepare) return
  await locked
  waiting.references = together([verb.looksAt, await verb.prepare(tx)])
}
