import { type Db, rows } from '../database/database.ts'
import { openStream, type Stream } from '../database/stream.ts'
import { addressOf, kindOf, resourceOf } from '../ledger/kind.ts'
import type { Kind } from '../ledger/rows.ts'
import { actionOf, changed } from '../ledger/verb.ts'
import { isId } from '../process/ids.ts'
import { kinds } from '../records/kinds.ts'
import {
  compareEntries,
  compareRecords,
  type Json,
  type LoggedEntries,
  plainJson,
  type Rebuilt,
} from './compare.ts'
import type { Findings } from './findings.ts'
import { type EventRow, eventsByRecord } from './log.sql.ts'
import { bookSizes } from './rebuild.sql.ts'

const BATCH = 1_000

/** The size of a book. The number of entries that were erased with their transactions is no longer known. */
type BookSize = { book_id: string; rows: number; bytes: number; isAtLeast: boolean }

/**
 * Rebuilds every record and every entry from the log alone, and compares them with the tables. The events come record by record, so
 * that only a page of them and a batch of rebuilt records are in memory. Gives the number of records that were erased for good.
 */
export async function rebuild(db: Db, skipped: ReadonlySet<string>, findings: Findings): Promise<number> {
  const events = await openStream<EventRow>(db, 'events_by_record', eventsByRecord)
  const records = batched<Rebuilt>(BATCH, (some) => compareRecords(db, some, findings))
  const postings = batched<LoggedEntries>(BATCH, (some) => compareEntries(db, some, findings))
  const sizes = batched<BookSize>(BATCH, (some) => compareSizes(db, some, findings))
  let erased = 0
  let size: BookSize | undefined
  for (;;) {
    const next = await events.peek()
    if (size && size.book_id !== next?.book_id) {
      if (!skipped.has(size.book_id)) await sizes.add(size)
      size = undefined
    }
    if (!next) break
    size ??= { book_id: next.book_id, rows: 0, bytes: 0, isAtLeast: false }
    const isSkipped = skipped.has(next.book_id)
    const tell = (sentence: string) => {
      if (!isSkipped) findings.add('events', next.book_id, sentence)
    }
    const record = await replay(events, next, {
      tell,
      size,
      post: async (posting) => (isSkipped ? undefined : postings.add(posting)),
    })
    if (record.isErased) erased++
    if (!isSkipped) await records.add(record)
  }
  for (const batch of [records, postings, sizes]) await batch.flush()
  return erased
}

type Replay = {
  readonly tell: (sentence: string) => void
  readonly size: BookSize
  readonly post: (posting: LoggedEntries) => Promise<void>
}

/** Goes through the events of one record, from the first to the last. */
async function replay(
  events: Stream<EventRow>,
  { book_id, record_id, resource }: EventRow,
  { tell, size, post }: Replay,
): Promise<Rebuilt> {
  const kind = kindOf(resource)
  let state: Json | null = null
  let isErased = false
  let hasContent = false
  let cleared: EventRow | undefined
  let open: LoggedEntries | undefined
  let createdVersion: number | undefined
  for (;;) {
    const event = await events.peek()
    if (event?.book_id !== book_id || event.record_id !== record_id) break
    events.skip()
    const { version } = event
    const before = parsed(event.before)
    const after = parsed(event.after)
    measure(size, event, after)
    if (isErased) tell(`${named(event)} is about what was erased before`)
    if (event.salt === null) cleared = event
    else if (event.action === 'erased' && before === null && after === null) isErased = true
    else {
      hasContent = true
      if (!cleared) checkBefore(kind, event, before, state, tell)
      if (before === null) createdVersion = version
      checkEvent(kind, event, { before, after, createdVersion }, tell)
    }
    state = after
    if (kind !== 'transaction' || !isId(record_id)) continue
    const posted: LoggedEntries = { book_id, id: record_id, version, until: null, after: null }
    if (after !== null && !isLive(before) && !isLive(after)) {
      await post({ ...posted, until: version, after }) // created or changed in the trash: its entries never counted
      continue
    }
    if (keepsPosting(before, after)) {
      await post(posted) // nothing was posted by this version
      continue
    }
    if (open) await post({ ...open, until: version })
    open = isLive(after) ? { ...posted, after } : undefined
    if (!open) await post(posted)
  }
  if (open) await post(open)
  if (cleared && !isErased)
    tell(`${named(cleared)} has lost its content, but no event says that it was erased`)
  if (isErased && hasContent)
    tell(`events: content of ${resource} ${record_id} is still there, though it was erased`)
  if (isErased && kind === 'transaction') size.isAtLeast = true
  return { kind, book_id, id: record_id, isErased, state }
}

function parsed(text: string | null): Json | null {
  const json: unknown = text === null ? null : JSON.parse(text)
  return typeof json === 'object' ? (json as Json | null) : { json } // an object or a list; its parts are looked at one by one
}

/** A book's size: a row for each event and each entry in it, and the bytes of the log and, about as many again, of the tables. */
function measure(size: BookSize, { before, after }: EventRow, json: Json | null): void {
  size.rows += 1 + (Array.isArray(json?.entries) ? json.entries.length : 0)
  size.bytes += Buffer.byteLength(before ?? '') + 2 * Buffer.byteLength(after ?? '')
}

const isLive = (json: Json | null): json is Json => json !== null && json.deleted_at === null

/** Whether the very same entries stay, or there are none before and after. */
function keepsPosting(before: Json | null, after: Json | null): boolean {
  if (!isLive(before) || !isLive(after)) return isLive(before) === isLive(after)
  return before.date === after.date && JSON.stringify(before.entries) === JSON.stringify(after.entries)
}

const named = ({ version, ordinal, resource, record_id }: EventRow) =>
  `events: version ${version}, event ${ordinal} (${resource} ${record_id})`

/** Before a change, a record is as the last change left it. The version of a book's settings is that of its latest change. */
function checkBefore(
  kind: Kind,
  event: EventRow,
  before: Json | null,
  state: Json | null,
  tell: Replay['tell'],
) {
  if (before === null || state === null) {
    if (before !== state)
      tell(
        `${named(event)} ${before === null ? 'creates what is there already' : 'changes what is not there'}`,
      )
    return
  }
  const columns = new Set([...Object.keys(state), ...Object.keys(before)])
  if (kind === 'book') columns.delete('version')
  // A column that was added since is in the later event alone, with the value that stands for records from before.
  const { added } = kinds[kind]
  const textIn = (json: Json, name: string) =>
    JSON.stringify(plainJson(name in json ? json[name] : added[name]))
  const different = [...columns].filter((name) => textIn(state, name) !== textIn(before, name))
  if (different.length > 0)
    tell(`${named(event)} does not start where the event before it ended: ${different.join(', ')}`)
}

type LoggedContent = { before: Json | null; after: Json | null; createdVersion: number | undefined }

/** Checks that an event's other columns follow from its content. */
function checkEvent(
  kind: Kind,
  event: EventRow,
  { before, after, createdVersion }: LoggedContent,
  tell: Replay['tell'],
) {
  const shown = after ?? before
  if (shown === null) {
    tell(`${named(event)} says nothing`)
    return
  }
  const date = (json: Json | null) => (kind === 'transaction' ? (json?.date ?? null) : null)
  const stated: [string, unknown, unknown][] = [
    ['action', event.action, actionOf(changed(kind, before as never, after as never))], // of this kind, as far as anybody knows
    ['resource', event.resource, resourceOf(kind, shown as never)], // likewise
    ['record_id', event.record_id, idOf(kind, shown)],
    ['date_before', event.date_before, date(before)],
    ['date_after', event.date_after, date(after)],
    ['version', event.version, after?.version ?? event.version],
    ['created_version', createdVersion, shown.created_version ?? createdVersion],
  ]
  for (const [column, stored, follows] of stated)
    if (stored !== follows)
      tell(
        `${named(event)}: ${column} is ${JSON.stringify(stored)}, but its content says ${JSON.stringify(follows)}`,
      )
}

const idOf = (kind: Kind, json: Json): unknown =>
  kinds[kind].address ? addressOf(kinds[kind], json) : json.id

async function compareSizes(db: Db, sizes: readonly BookSize[], findings: Findings): Promise<void> {
  const kept = await rows<{ id: string; rows: number; bytes: number }>(
    db,
    bookSizes(sizes.map(({ book_id }) => book_id)),
  )
  const byId = new Map(kept.map((one) => [one.id, one]))
  for (const { book_id, rows, bytes, isAtLeast } of sizes) {
    const row = byId.get(book_id)
    if (row && (isAtLeast ? row.rows < rows : row.rows !== rows))
      findings.add('sizes', book_id, `books: row_count is ${row.rows} in the table, ${rows} by the log`)
    if (row && row.bytes !== bytes)
      findings.add('sizes', book_id, `books: byte_count is ${row.bytes} in the table, ${bytes} by the log`)
  }
}

/** Gathers items, and hands a number of them at a time to `handle`. */
export function batched<Item>(most: number, handle: (items: Item[]) => Promise<void>) {
  let items: Item[] = []
  const flush = async () => {
    const full = items
    items = []
    if (full.length > 0) await handle(full)
  }
  return {
    flush,
    async add(item: Item) {
      items.push(item)
      if (items.length >= most) await flush()
    },
  }
}
