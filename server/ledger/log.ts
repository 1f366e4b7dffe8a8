import assert from 'node:assert/strict'
import { createHash, type Hash, hash, randomBytes } from 'node:crypto'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../database/sql.ts'
import { mapInSlices } from '../process/slices.ts'
import type { BookSettings } from './book.ts'
import { closedDay, type Step, type Transaction } from './journal.ts'
import { resourceOf } from './kind.ts'
import type { RequestKey } from './repeats.ts'
import type { Rows } from './rows.ts'
import { toStored } from './stored.ts'
import { actionOf, type Book, type Decision, type Erased, type RecordChange } from './verb.ts'

/** The facts of a change, which its hash covers together with its events. */
export type ChangeFacts = {
  book_id: string
  version: number
  id: string
  at: string
  user_id: string
  /** The id of the token, or `FLORIN`; of older changes, the name of the device. */
  device_name: string
  command: string
  undoes: number | null
}

/** A record before and after, as the log stores it: the digest was made from these very texts. */
export type Event = {
  ordinal: number
  action: string
  resource: string
  record_id: string
  date_before: string | null
  date_after: string | null
  before: string | null
  after: string | null
  salt: Buffer
  digest: Buffer
}

type Content = Omit<Event, 'salt' | 'digest' | 'date_before' | 'date_after'>

/** The digest of an event: over its random bytes and its content. JSON has no line breaks, so the lines are unambiguous. */
export const digestOf = (
  salt: Buffer,
  { ordinal, action, resource, record_id, before, after }: Content,
): Buffer =>
  hash(
    'sha256',
    `${salt.toString('hex')}\n${JSON.stringify([ordinal, action, resource, record_id])}\n${before ?? ''}\n${after ?? ''}`,
    'buffer',
  )

/** The hash of a change: over the hash of the change before it, its own facts, and the digests of its events. */
export function sealOf(previous: Uint8Array, facts: ChangeFacts, digests: readonly Uint8Array[]): Buffer {
  const seal = startSeal(previous, facts)
  for (const digest of digests) seal.update(digest)
  return seal.digest()
}

/** Each digest is added when its event is made: adding 80,000 at once took 40 ms, in which nobody was answered. */
function startSeal(previous: Uint8Array, facts: ChangeFacts): Hash {
  const { book_id, version, id, at, user_id, device_name, command, undoes } = facts
  const own = JSON.stringify([book_id, version, id, at, user_id, device_name, command, undoes])
  return createHash('sha256').update(previous).update(own)
}

/** The hash before the first change of a book. */
export const NO_HASH = Buffer.alloc(32)

/** A write as the database gets it: the change, its events, the records after it and the book's row. */
export type Written = {
  readonly book: Book
  readonly settings: BookSettings
  readonly facts: ChangeFacts
  /** The records that change, except transactions that are decided while others are written. */
  readonly changes: readonly RecordChange[]
  /** Its events, unless it is sealed later. */
  readonly events: readonly Event[]
  readonly isSealedLater: boolean
  /** All records that change, with their events: some at a time. */
  readonly slices: () => AsyncIterable<Slice>
  /** Called once all events were made: gives the hash of the change, and the rows and bytes of the book after it. */
  readonly seal: () => Seal
  /** For each change that is undone now, the change that undoes it; null for one that is in effect again. */
  readonly undone: readonly { version: number; undone_by: number | null }[]
  /** Whether records are deleted for good: its events say which. */
  readonly isErasing: boolean
  /** Statements that are written beside the book's records. */
  readonly beside: Iterable<Sql>
}

/** A token as it is stored, with its owner's role in the book. */
export type StoredToken = {
  id: string
  user_id: string
  secret_hash: string
  device_name: string
  created_at: string
  last_used_at: string
  role: string
  /** Whether the book is the one that requests without a book are about. */
  is_default: boolean
  /** Of a key for a program, which never change; null for a session. */
  program: { name: string; abilities: string[]; expires_at: string | null; bookId: string | null } | null
}

/** A write, the reply to store for its Idempotency-Key, and its token if that, like its book, comes from the cache. */
export type Saved = Written & {
  readonly reply?: RequestKey & { readonly text: string }
  readonly token?: StoredToken
}

/** Some of the records that change, and their events, which may be made as they are asked for. */
type Slice = { readonly changes: readonly RecordChange[]; readonly events: Iterable<Event> }

export type Seal = { readonly hash: Buffer; readonly rows: number; readonly bytes: number }

const MEBIBYTE = 1_048_576
/** The most that one change may add to the log. Its undo, which has records both before and after, may be twice as large. */
const MAX_BYTES = 64 * MEBIBYTE

/** Refuses a change that is too large for the log. */
const refuseTooLarge = (records: number): never =>
  refuse('change_too_large', { records, most: MAX_BYTES / MEBIBYTE })

/**
 * The events of more changes than this, of a book that is locked, are made while PostgreSQL writes the records; but if they may be too
 * large, or exceed the book's quota, they are made before, so that nothing is written that is refused.
 */
const MANY = 1_000
/** So many changes are written together: while PostgreSQL writes them, the service prepares the next ones. */
const IN_SLICE = 400

/** How many characters the event of a change has at most, about: JSON writes some characters as six. */
function lengthOf({ before, after }: RecordChange): number {
  const [ROW, ENTRY, CHARACTER] = [600, 450, 6]
  let length = 0
  for (const row of [before, after]) {
    if (row === null) continue
    length += ROW + ('notes' in row ? (row.notes?.length ?? 0) * CHARACTER : 0)
    for (const { memo } of 'entries' in row ? row.entries : []) length += ENTRY + memo.length * CHARACTER
  }
  return length
}

/** Whether a change surely fits into the log and the book's quota, whatever its events turn out to be. */
async function surelyFits(
  { size, most }: Book,
  { changes, undoes, erases = [] }: Decision<unknown>,
): Promise<boolean> {
  let [rows, length] = [erases.length, 0]
  await mapInSlices(changes, (change) => {
    rows += rowsIn(change)
    length += lengthOf(change)
  })
  const mostLength = (undoes === undefined ? MAX_BYTES : 2 * MAX_BYTES) / 2
  return length < mostLength && size.rows + rows <= most.rows && size.bytes + 2 * length <= most.bytes
}

/**
 * Turns a decision into the rows to write. Refuses only a change that is too large, and a book that would exceed its quota; a change that is
 * sealed later is refused when its events are made.
 */
export async function toWrite(
  book: Book,
  decision: Decision<unknown>,
  { id, command }: { id: string; command: string },
  isLocked = false,
): Promise<Written> {
  const { changes, later, undoes, undone = [], erases = [], beside = [], withSeal } = decision
  assert(!later || (isLocked && !withSeal), 'only a book that is locked can be sealed later')
  const placed = await mapInSlices(changes, (change, index) => withPlace(book, change, index))
  const isLong = isLocked && withSeal === undefined && changes.length > MANY
  const isSealedLater = later !== undefined || (isLong && (await surelyFits(book, decision)))
  const facts = {
    book_id: book.id,
    version: book.version,
    id,
    at: book.at,
    user_id: book.by.user_id,
    device_name: book.by.device,
    command,
    undoes: undoes ?? null,
  }
  const log = startLog(book, facts, later?.records ?? placed.length)
  const made = isSealedLater ? [] : await mapInSlices(placed, log.add)
  const events = isSealedLater
    ? []
    : made.concat(await mapInSlices(erasuresOf(log, erases), (event) => event))
  return {
    book,
    settings: (placed.find(({ kind }) => kind === 'book')?.after as BookSettings | undefined) ?? book, // a row of this kind
    facts,
    changes: placed,
    events,
    isSealedLater,
    slices: () =>
      isSealedLater ? slicesWhileWritten(log, { book, placed, later, erases }) : slicesOf(placed, events),
    seal: log.seal,
    undone,
    isErasing: erases.length > 0,
    beside,
  }
}

async function* slicesOf(placed: readonly RecordChange[], events: readonly Event[]): AsyncGenerator<Slice> {
  for (let first = 0; first < placed.length; first += IN_SLICE)
    yield {
      changes: placed.slice(first, first + IN_SLICE),
      events: events.slice(first, first + IN_SLICE),
    }
  yield { changes: [], events: events.slice(placed.length) }
}

type Unsealed = {
  readonly book: Book
  readonly placed: readonly RecordChange[]
  readonly later: Decision<unknown>['later'] | undefined
  readonly erases: readonly Erased[]
}

/** The slices of a change whose events are made as they are asked for. */
async function* slicesWhileWritten(
  log: Log,
  { book, placed, later, erases }: Unsealed,
): AsyncGenerator<Slice> {
  for (let first = 0; first < placed.length; first += IN_SLICE) {
    const some = placed.slice(first, first + IN_SLICE)
    yield { changes: some, events: eventsOf(log, some) }
  }
  let count = placed.length
  for await (const decided of later?.decided ?? []) {
    const some = decided.map((change) => withPlace(book, change, count++))
    yield { changes: some, events: eventsOf(log, some) }
  }
  yield { changes: [], events: erasuresOf(log, erases) }
}

type Log = ReturnType<typeof startLog>

/**
 * Makes the events of a change in their order, and its seal once all of them were made. No generator is declared in here, nor in `toWrite`:
 * each change would add a hidden class to V8's old memory (decision 64).
 */
function startLog(book: Book, facts: ChangeFacts, records: number) {
  const sealing = startSeal(Buffer.from(book.hash, 'hex'), facts)
  let count = 0
  let { rows, bytes } = book.size
  let size = 0
  let hash: Buffer | undefined
  let isOver = false
  /** Checked with every record, so that a change which is written while it is made stops at the quota. */
  function checkQuota(): void {
    if (rows > book.most.rows || bytes > book.most.bytes)
      refuse('quota_exceeded', { size: book.size, most: book.most })
  }
  return {
    add(change: RecordChange): Event {
      const event = eventOf(change, count++)
      size += (event.before?.length ?? 0) + (event.after?.length ?? 0)
      if (size > (facts.undoes === null ? MAX_BYTES : 2 * MAX_BYTES)) refuseTooLarge(records)
      rows += rowsIn(change)
      bytes += bytesIn(event)
      checkQuota()
      sealing.update(event.digest)
      return event
    },
    erase(erased: Erased): Event {
      const event = erasureOf(erased, count++)
      sealing.update(event.digest)
      rows++
      return event
    },
    end(): void {
      checkQuota()
      isOver = true
    },
    seal(): Seal {
      assert(isOver, 'all events are made before the seal')
      hash ??= sealing.digest()
      return { hash, rows, bytes }
    },
  }
}

function* eventsOf(log: Log, changes: readonly RecordChange[]): Generator<Event> {
  for (const change of changes) yield log.add(change)
}

/** The events of records that are deleted for good, which are the last of a change. */
function* erasuresOf(log: Log, erases: readonly Erased[]): Generator<Event> {
  for (const erased of erases) yield log.erase(erased)
  log.end()
}

/** The record with its place in the order of the book: the version that created it and, of a transaction, its position there. */
function withPlace(book: Book, change: RecordChange, index: number): RecordChange {
  const { before, after } = change
  if (change.kind === 'transaction' && after)
    assert.equal(closedDay(book, change as Step), undefined, 'a verb let a closed day change')
  if (after === null) return change
  const placed: { version: number; created_version?: number } = { ...after, version: book.version }
  if ('created_version' in after)
    placed.created_version = before && 'created_version' in before ? before.created_version : book.version
  if (change.kind !== 'transaction') return { ...change, after: placed } as RecordChange // a row of the same kind
  const created_position = change.before?.created_position ?? index
  return { ...change, after: { ...placed, created_position } as Transaction } // likewise
}

const dateOf = ({ kind }: RecordChange, row: Rows[keyof Rows] | null) =>
  kind === 'transaction' && row !== null ? (row as Transaction).date : null // a row of this kind

function eventOf(change: RecordChange, ordinal: number): Event {
  const { kind, before, after } = change
  const shown = after ?? before
  assert(shown, 'a record is there before a change or after it')
  return sealed({
    ordinal,
    action: actionOf(change),
    resource: resourceOf(kind, shown as never), // a row of this kind
    record_id: shown.id,
    before: before && JSON.stringify(toStored(kind, before as never)),
    after: after && JSON.stringify(toStored(kind, after as never)),
    date_before: dateOf(change, before),
    date_after: dateOf(change, after),
  })
}

/** The event of a record that is deleted for good: it has no content. */
const erasureOf = ({ resource, id: record_id }: Erased, ordinal: number): Event => {
  const nothing = { before: null, after: null, date_before: null, date_after: null }
  return sealed({ ordinal, action: 'erased', resource, record_id, ...nothing })
}

/** Adds the digest of an event. Its random bytes are erased with the content, so that nobody can guess the content from the digest. */
function sealed(content: Omit<Event, 'salt' | 'digest'>): Event {
  const salt = randomSalt()
  return { ...content, salt, digest: digestOf(salt, content) }
}

let random = Buffer.alloc(0)

/** 16 random bytes, of many that were made at once: making 16 takes about as long as making thousands. */
function randomSalt(): Buffer {
  if (random.length === 0) random = randomBytes(4_096)
  const salt = random.subarray(0, 16)
  random = random.subarray(16)
  return salt
}

/** The rows that a change of a record adds: its event and its entries. */
const rowsIn = ({ after }: RecordChange): number =>
  1 + (after && 'entries' in after ? after.entries.length : 0)

/** The bytes that it adds to the log and, about as many again, to the tables. */
const bytesIn = ({ before, after }: Event): number =>
  Buffer.byteLength(before ?? '') + 2 * Buffer.byteLength(after ?? '')

const AHEAD_MS = 3_600_000

/** The latest time of a change that this process has met, in any book, or was told of by another process. */
let latest = ''

/** Notes the time of a book's last change. Every book that is read or changed carries this time, so that no query is needed. */
export function noteTime(at: string): void {
  if (at > latest) latest = at
}

/**
 * The time of a change that is ahead of this machine's clock by more than an hour: the clock was ahead, and was set back. A change is never before the one before
 * it, so changes of this book have this time until the clock has come there.
 */
export const timeAhead = (): string | undefined =>
  Date.parse(latest) - Date.now() > AHEAD_MS ? latest : undefined
