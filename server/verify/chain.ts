import type { Db } from '../database/database.ts'
import { openStream, type Stream } from '../database/stream.ts'
import { digestOf, NO_HASH, sealOf } from '../ledger/log.ts'
import type { Findings } from './findings.ts'
import { allChanges, allEvents, type BookEnd, bookEnds, type ChangeRow, type EventRow } from './log.sql.ts'

/** How much of the log there is. */
export type LogExtent = { books: number; changes: number; events: number }

type LogStreams = { books: Stream<BookEnd>; changes: Stream<ChangeRow>; events: Stream<EventRow> }

/** Recomputes the chain of hashes of every book, from its first change to the seal on its row. */
export async function checkChains(
  db: Db,
  skipped: ReadonlySet<string>,
  findings: Findings,
): Promise<LogExtent> {
  const log: LogStreams = {
    books: await openStream(db, 'book_ends', bookEnds),
    changes: await openStream(db, 'all_changes', allChanges),
    events: await openStream(db, 'all_events', allEvents),
  }
  const extent = { books: 0, changes: 0, events: 0 }
  for (;;) {
    const [book, change, event] = [await log.books.peek(), await log.changes.peek(), await log.events.peek()]
    const bookId = least([book?.id, change?.book_id, event?.book_id])
    if (bookId === undefined) return extent
    const tell = (sentence: string) => {
      if (!skipped.has(bookId)) findings.add('log', bookId, sentence)
    }
    const isThere = book?.id === bookId
    if (isThere) log.books.skip()
    else tell('its log is there, but its row in books is missing')
    const last = await checkChain(log, bookId, extent, tell)
    extent.books++
    if (isThere) checkEnd(book, last, tell)
  }
}

function least<T extends string | number>(values: readonly (T | undefined)[]): T | undefined {
  const given = values.filter((value): value is T => value !== undefined)
  return given.length === 0 ? undefined : given.reduce((a, b) => (b < a ? b : a))
}

type Tell = (sentence: string) => void

/**
 * The end of the chain so far. If a stored hash does not fit, only that hash may have been changed: the next change may follow from it or from the
 * computed one. After a missing version, no hash is known.
 */
type ChainEnd = { version: number; at: string; hash: Buffer | undefined; candidates: readonly Buffer[] }

async function checkChain(log: LogStreams, bookId: string, extent: LogExtent, tell: Tell): Promise<ChainEnd> {
  let link: ChainEnd = { version: 0, at: '', hash: undefined, candidates: [NO_HASH] }
  const undoing: ChangeRow[] = []
  for (;;) {
    const [change, event] = await Promise.all([log.changes.peek(), log.events.peek()])
    const versions = [change, event].map((row) => (row?.book_id === bookId ? row.version : undefined))
    const version = least(versions)
    if (version === undefined) break
    if (version > link.version + 1) {
      tell(`changes: ${missingVersions(link.version + 1, version - 1)} missing`)
      link = { ...link, candidates: [] }
    }
    const digests = await checkEvents(log, bookId, version, tell)
    extent.events += digests.length
    if (change === undefined || versions[0] !== version) {
      tell(`changes: version ${version} is missing, but has events`)
      link = { ...link, version, hash: undefined, candidates: [] }
      continue
    }
    log.changes.skip()
    extent.changes++
    if (change.undoes !== null || change.undone_by !== null) undoing.push(change)
    link = checkSeal(link, change, digests, tell)
  }
  checkUndone(undoing, tell)
  return link
}

const missingVersions = (first: number, last: number) =>
  first === last ? `version ${first} is` : `versions ${first} to ${last} are`

/** Checks each event of a version by itself, and gives their digests. */
async function checkEvents(log: LogStreams, bookId: string, version: number, tell: Tell): Promise<Buffer[]> {
  const digests: Buffer[] = []
  let expected = 0
  for (;;) {
    const event = await log.events.peek()
    if (event?.book_id !== bookId || event.version !== version) return digests
    log.events.skip()
    const { ordinal, salt, digest } = event
    for (; expected < ordinal; expected++) tell(`events: version ${version}, event ${expected} is missing`)
    if (ordinal < 0) tell(`events: version ${version}, event ${ordinal} was added`)
    else expected++
    digests.push(digest)
    if (salt === null) {
      if (event.before !== null || event.after !== null)
        tell(
          `events: version ${version}, event ${ordinal} has content, but the random bytes of its digest are erased`,
        )
    } else if (!digestOf(salt, event).equals(digest))
      tell(
        `events: version ${version}, event ${ordinal} (${event.resource} ${event.record_id}) does not fit its digest: it was changed`,
      )
  }
}

function checkSeal(link: ChainEnd, change: ChangeRow, digests: readonly Buffer[], tell: Tell): ChainEnd {
  const { undone_by: _, hash, ...facts } = change
  const { version, at } = change
  if (digests.length === 0) tell(`events: version ${version} has none`)
  if (at < link.at) tell(`changes: version ${version} is of ${at}, but the one before it of ${link.at}`)
  const seals = link.candidates.map((previous) => sealOf(previous, facts, digests))
  const fits = link.candidates.length === 0 || seals.some((seal) => seal.equals(hash))
  if (!fits)
    tell(
      `changes: version ${version} does not fit its hash: its facts, the number or the digests of its events, or the hash before it ` +
        'are not those that were sealed',
    )
  return { version, at, hash, candidates: fits ? [hash] : [hash, ...seals].slice(0, 3) }
}

/** A change is undone by the change that undoes it, as long as that one is not undone itself. */
function checkUndone(undoing: readonly ChangeRow[], tell: Tell): void {
  const undoneBy = new Map<number, number>()
  for (const { version, undoes } of undoing.toReversed()) {
    if (undoes === null || undoneBy.has(version)) continue
    const other = undoneBy.get(undoes)
    if (undoes >= version || other !== undefined)
      tell(
        `changes: version ${version} undoes ${undoes}, ${other === undefined ? 'which is not before it' : `as version ${other} does`}`,
      )
    else undoneBy.set(undoes, version)
  }
  for (const { version, undone_by } of undoing) {
    const expected = undoneBy.get(version) ?? null
    undoneBy.delete(version)
    if (undone_by !== expected)
      tell(
        `changes: version ${version}, undone_by is ${undone_by} in the table, ${expected} by what later changes undo`,
      )
  }
  for (const [version, expected] of undoneBy)
    tell(
      `changes: version ${version}, undone_by is null in the table, ${expected} by what later changes undo`,
    )
}

/** The book's row says where its log ends. */
function checkEnd(book: BookEnd, last: ChainEnd, tell: Tell): void {
  if (book.version !== last.version)
    tell(`books: version is ${book.version} in the table, but its log ends at ${last.version}`)
  if (last.hash && !book.hash.equals(last.hash))
    tell(
      `books: hash is ${book.hash.toString('hex')} in the table, but the last change has ${last.hash.toString('hex')}`,
    )
  if (last.at !== '' && book.changed_at !== last.at)
    tell(`books: changed_at is ${book.changed_at} in the table, but the last change was made ${last.at}`)
}
