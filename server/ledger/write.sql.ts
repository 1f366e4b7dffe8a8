import assert from 'node:assert/strict'
import type { Copy } from '../database/copied.ts'
import { type Statements, spreadOf, type WriteSession } from '../database/database.ts'
import { allOf, join, names, nothing, type Sql, selecter, sql, withParts } from '../database/sql.ts'
import { AS_LONG_AS_ITS_SIZE, startSlice } from '../process/slices.ts'
import { writeOnShard } from '../scale/on-shard.ts'
import type { BookSettings } from './book.ts'
import { allKinds, type KindOf, kindNamed, recordTables } from './kind.ts'
import type { Saved, StoredToken } from './log.ts'
import { changeParts, eventsPart, movementParts, postingParts, type Sums } from './postings.sql.ts'
import type { Kind } from './rows.ts'
import { valuesOf } from './stored.ts'
import { booksIn, insert, orUpdate, type Row, type TableWrite, upsert, valuesAs } from './table-write.sql.ts'
import type { Changed, RecordChange } from './verb.ts'

// PostgreSQL takes 65,535 parameters in a statement. Long parts are lists, and so long that sending one takes a few milliseconds.
const MAX_ROWS = 250
const MAX_IN_LISTS = 500
/** How many characters a statement writes, about: each has to end in time, and the search index of a mebibyte of text took two seconds. */
const MAX_CHARACTERS = 524_288

/**
 * The statements that write changes, in the order of the books' ids; those of one book follow each other. A group of ordinary requests takes one
 * statement. PostgreSQL first runs the update of the books' rows, which the main part reads: of two writers, one fails there, and goes alone,
 * once it has the lock of its book's row (`isLocked`). If the rows do not fit into one statement, several write them in one transaction.
 */
export function writeStatements(
  saved: readonly Saved[],
  { isLocked = false } = {},
): readonly Sql[] | AsyncIterable<Sql | Copy> {
  // Stable: the changes of one book stay in their order, in which each seal is made from the one before.
  const sorted = [...saved].sort((a, b) => (a.book.id < b.book.id ? -1 : a.book.id > b.book.id ? 1 : 0))
  if (isLarge(sorted)) return largeStatements(sorted, isLocked)
  return [moveBooks(sorted, isLocked, [...statementsOf(partsOf(sorted))]), ...endings(sorted)]
}

/** The statements by which a group of the writer writes: on a cluster one call on the node that has the books, as in `loading`. */
export function writing(session: WriteSession, saved: readonly Saved[]): Statements {
  const statements = writeStatements(saved)
  const [only, other] = Array.isArray(statements) ? (statements as readonly Sql[]) : []
  const [first] = saved
  return spreadOf(session) && only && !other && first
    ? [writeOnShard(first.book.id, only, recordTables())]
    : statements
}

/** The statements of parts: none of one that has no rows. */
function* statementsOf(parts: Iterable<TableWrite>): Generator<Sql> {
  for (const part of parts)
    for (const chunk of chunksOf(part, () => false)) if (chunk) yield part.write(chunk)
}

/** The rows of a part, as many at a time as one statement takes; undefined when the turn is over and other work should run first. */
function* chunksOf({ rows, isLong }: TableWrite, isTurnOver: () => boolean): Generator<Row[] | undefined> {
  const most = isLong ? MAX_IN_LISTS : MAX_ROWS
  let chunk: Row[] = []
  let length = 0
  for (const row of rows) {
    const added = lengthOf(row)
    if (chunk.length === most || (chunk.length > 0 && length + added > MAX_CHARACTERS)) {
      yield chunk
      chunk = []
      length = 0
    }
    chunk.push(row)
    length += added
    if (isTurnOver()) yield undefined
  }
  if (chunk.length > 0) yield chunk
}

const lengthOf = (row: Row): number =>
  row.reduce<number>((sum, value) => (typeof value === 'string' ? sum + value.length : sum), 0)

/**
 * Whether changes do not fit into one statement: they replace a chart, or have many rows for one table, or much text, by the events, which have that of all
 * records. Events are as many as records; a transaction may have many entries, a reconciliation many ticks.
 */
function isLarge(saved: readonly Saved[]): boolean {
  let [events, entries, ticks, undoneOnes, length] = [0, 0, 0, 0, 0]
  for (const one of saved) {
    if (one.isSealedLater || one.events.length > MAX_ROWS || replacesChart(one)) return true
    events += one.events.length
    undoneOnes += one.undone.length
    for (const { before, after } of one.events) length += (before?.length ?? 0) + (after?.length ?? 0)
    for (const { before, after } of one.changes) {
      if (after && 'entries' in after) entries += after.entries.length
      for (const row of [before, after])
        if (row && 'cleared_line_ids' in row) ticks += row.cleared_line_ids.length
    }
  }
  return Math.max(events, entries, ticks, undoneOnes) > MAX_ROWS || length > MAX_CHARACTERS
}

/**
 * Each statement is made when it is asked for, so that PostgreSQL runs one while the next one is made: transactions, entries and events in
 * turn, as the service has most to do for events and PostgreSQL for transactions. The row of the book comes first, or last if it is locked
 * already and its hash is known only then.
 */
async function* largeStatements(saved: readonly Saved[], isLocked: boolean): AsyncGenerator<Sql | Copy> {
  const isSealedLater = saved.some((one) => one.isSealedLater)
  if (!isSealedLater) yield* [moveBooks(saved, isLocked), ...statementsOf(changeParts(saved))]
  for (const one of saved) if (replacesChart(one)) yield sql`select remove_chart(${one.book.id})`
  yield* inTurns(recordParts(saved))
  const sums: Sums = new Map()
  for (const one of saved)
    for await (const slice of one.slices()) {
      const some = [{ book: one.book, ...slice }]
      yield* inTurns([...postingParts(some, sums), eventsPart(some)])
    }
  yield* statementsOf(movementParts(sums))
  if (isSealedLater) yield* [...statementsOf(changeParts(saved)), moveBooks(saved, isLocked)]
  yield* statementsOf([repliesPart(saved)])
  yield* endings(saved)
}

/** The statements of long parts: others are let in while one is made. */
async function* inTurns(parts: Iterable<TableWrite>): AsyncGenerator<Sql | Copy> {
  const turn = startSlice(AS_LONG_AS_ITS_SIZE) // a change that has begun is finished
  for (const part of parts)
    for (const chunk of chunksOf(part, turn.isOver)) {
      if (chunk) {
        yield* part.copy?.(chunk) ?? [part.write(chunk)]
        turn.resume()
      } else await turn.next()
    }
}

/** Whether a change removes accounts: the whole chart of a book without records gives way to another one, whose accounts may have the same codes. */
const replacesChart = ({ changes }: Saved): boolean =>
  changes.some(({ kind, after }) => after === null && !kindNamed(kind).address)

/** The last statements of a change: they delete for good the records that it names, and write the rows that are kept beside the book. */
function* endings(saved: readonly Saved[]): Generator<Sql> {
  for (const { book, isErasing, beside } of saved) {
    if (isErasing) yield sql`select erase_records(${book.id}, ${book.version})`
    yield* beside
  }
}

/** Everything but the books' rows, in the order of the foreign keys. */
function* partsOf(saved: readonly Saved[]): Generator<TableWrite> {
  const sums: Sums = new Map()
  yield* changeParts(saved)
  yield* recordParts(saved)
  yield* postingParts(saved, sums)
  yield* movementParts(sums)
  yield eventsPart(saved)
  yield repliesPart(saved)
}

/** The records that are not transactions. */
function* recordParts(saved: readonly Changed[]): Generator<TableWrite> {
  const changed = new Set<Kind>()
  for (const { changes } of saved) for (const { kind } of changes) changed.add(kind)
  const kinds = allKinds().filter(
    ({ name }) => name !== 'transaction' && name !== 'book' && changed.has(name),
  )
  for (const kind of kinds) yield rowsOf(saved, kind)
  for (const kind of kinds) if (kind.address) yield removedRows(saved, kind, kind.address)
  for (const kind of kinds) yield* kind.writes(saved)
}

/** The end of a book's log, and how much has been written to it: every change moves these. */
const bookTypes = {
  id: 'uuid',
  was: 'bigint',
  was_hash: 'bytea',
  was_members: 'bigint',
  version: 'bigint',
  hash: 'bytea',
  changed_at: 'timestamptz',
  row_count: 'bigint',
  byte_count: 'bigint',
}
const settingTypes = {
  name: 'text',
  base_currency_id: 'text',
  time_zone: 'text',
  closed_through: 'date',
  month_starts_on: 'text',
  ecb_rates: 'boolean',
  is_archived: 'boolean',
  is_shared: 'boolean',
  updated_at: 'timestamptz',
} satisfies Partial<Record<keyof BookSettings, string>>
const movedTypes = { ...bookTypes, ...settingTypes }
const settingNames = Object.keys(settingTypes) as (keyof typeof settingTypes)[] // its own keys

/**
 * Moves the books' rows and writes other parts with them, or fails and names a book that is gone or has moved on since it was loaded, or of
 * which something else differs from the cache. Nothing else would notice that a book was deleted: no other part has a foreign key to the
 * books, and there is no change left that the new one would collide with.
 */
const moveBooks = (saved: readonly Saved[], isLocked: boolean, others: readonly Sql[] = []): Sql => {
  const books = [...Map.groupBy(saved, ({ book }) => book.id).values()]
  return withParts(
    [updateBooks(books, isLocked), ...others],
    sql`select ('book ' || id || ' has moved on')::boolean from unnest(${idsOf(books)}::uuid[]) id
        where id not in (select id from part_0) ${remembered(saved)}`,
  )
}

const assigned = (types: object): Sql =>
  join(
    Object.keys(types)
      .filter((name) => !['id', 'was', 'was_hash', 'was_members'].includes(name))
      .map((name) => sql`${names(name)} = v.${names(name)}`),
    sql`, `,
  )
const moved = assigned(bookTypes)
const selectMoved = selecter(bookTypes)
const movedWithSettings = assigned(movedTypes)
const selectMovedWithSettings = selecter(movedTypes)

const hashBefore = ([first]: readonly Saved[]): Buffer => Buffer.from(first?.book.hash ?? '', 'hex')

/** The ids of books, of each of which there are changes. */
const idsOf = (books: readonly (readonly Saved[])[]): string[] =>
  books.flatMap(([first]) => first?.book.id ?? [])

/**
 * Moves each book's row from the version before its first change to that of its last one. The new values are lists: PostgreSQL computes a
 * list of `values` again for each row that it is joined with, which was a sixth of the processor time of a group of 16.
 */
function updateBooks(books: readonly (readonly Saved[])[], isLocked: boolean): Sql {
  const hasSettings = books.flat().some(({ changes }) => changes.some(({ kind }) => kind === 'book'))
  const rows = books.map((changes) => {
    const { book, settings, seal } = changes.at(-1) ?? assert.fail()
    const { hash, rows, bytes } = seal()
    return [
      book.id,
      book.version - changes.length,
      hashBefore(changes),
      book.members_version,
      book.version,
      hash,
      book.at,
      rows,
      bytes,
      ...(hasSettings ? settingNames.map((name) => settings[name]) : []),
    ]
  })
  return sql`
  update books set ${hasSettings ? movedWithSettings : moved}
  from (${hasSettings ? selectMovedWithSettings(rows) : selectMoved(rows)}) v
  ${isLocked ? nothing : sql`join ${takenAtOnce(books)} on taken.id = v.id`}
  where books.id = any (${idsOf(books)}::uuid[]) and books.id = v.id
    and books.version = v.was and books.hash = v.was_hash and books.members_version = v.was_members
  returning books.id`
}

/**
 * The books' rows, locked, but for those that somebody else holds: a group does not wait for the import or the group of another process.
 * It fails, and the book that is held goes alone.
 */
const takenAtOnce = (books: readonly (readonly Saved[])[]): Sql =>
  sql`(select id from books where id = any (${idsOf(books)}::uuid[]) for no key update skip locked) taken`

function rowsOf(
  saved: readonly Changed[],
  { name, table, key, columns, isWrittenApart }: KindOf,
): TableWrite {
  const isWritten = ({ kind, before, after }: RecordChange) =>
    kind === name && !isWrittenApart(before as never, after as never) // rows of this kind
  const isAllNew = saved.every(({ changes }) =>
    changes.every((change) => change.before === null || !isWritten(change)),
  )
  const all = ['book_id', ...Object.keys(columns)]
  // One by one: a book that is restored may have hundreds of thousands.
  function* rows(): Generator<Row> {
    for (const { book, changes } of saved)
      for (const change of changes)
        if (change.after && isWritten(change)) yield [book.id, ...valuesOf(columns, change.after)]
  }
  return {
    rows: rows(),
    write: (rows) => (isAllNew ? insert(table, all, rows) : upsert(table, key, all, rows)),
  }
}

/** A record whose id is its address leaves its table when it is removed; all other records go to the trash. */
function removedRows(
  saved: readonly Changed[],
  { name: kindName, table, key, columns }: KindOf,
  types: Readonly<Record<string, string>>,
): TableWrite {
  const ofKey = Object.fromEntries(key.map((name) => [name, columns[name] ?? 'plain']))
  const isRow = key.map((name) => sql`${names(table)}.${names(name)} = v.${names(name)}`)
  return {
    rows: saved.flatMap(({ book, changes }) =>
      changes.flatMap((change) =>
        change.kind === kindName && change.before && change.after === null
          ? [[book.id, ...valuesOf(ofKey, change.before)]]
          : [],
      ),
    ),
    write: (rows) => sql`
      delete from ${names(table)} using ${valuesAs({ book_id: 'uuid', ...types }, rows)}
      where ${names(table)}.book_id = any (${booksIn(rows)}) and ${names(table)}.book_id = v.book_id and ${allOf(isRow)}`,
  }
}

const replyTypes = {
  book_id: 'uuid',
  key: 'text',
  request_hash: 'bytea',
  reply: 'text',
  created_at: 'timestamptz',
}
const selectReplies = selecter(replyTypes)
const orReplaced = orUpdate(['key'], Object.keys(replyTypes))

/** The reply of an expired key is replaced. */
const repliesPart = (saved: readonly Saved[]): TableWrite => ({
  rows: saved.flatMap(({ book, reply }) =>
    reply ? [[book.id, reply.key, reply.hash, reply.text, book.at]] : [],
  ),
  write: (rows) =>
    sql`insert into idempotency_keys (${names(...Object.keys(replyTypes))}) ${selectReplies(rows)} ${orReplaced}`,
})

/**
 * Further rows of a statement that fails for each of them: changes that were decided from the cache (`memory.ts`) and whose token has ended,
 * or whose key was used before. That the book has not moved on is checked for every change.
 */
function remembered(saved: readonly Saved[]): Sql {
  const tokens = saved.flatMap(({ book, token }) => (token ? [tokenRow(book.id, token)] : []))
  const keys = saved.flatMap(({ book, token, reply }) => (token && reply ? [[book.id, reply.key]] : []))
  const books = [...new Set(saved.map(({ book }) => book.id))]
  return sql`${tokens.length > 0 ? endedTokens(books, tokens) : nothing} ${keys.length > 0 ? usedKeys(books, keys) : nothing}`
}

const tokenTypes = {
  book_id: 'uuid',
  user_id: 'uuid',
  id: 'uuid',
  secret_hash: 'bytea',
  created_at: 'timestamptz',
  last_used_at: 'timestamptz',
  role: 'text',
  is_default: 'boolean',
}

const selectTokens = selecter(tokenTypes)

const tokenRow = (
  bookId: string,
  { user_id, id, secret_hash, created_at, last_used_at, role, is_default }: StoredToken,
): Row => [bookId, user_id, id, Buffer.from(secret_hash, 'hex'), created_at, last_used_at, role, is_default]

const people = (tokens: readonly Row[]): string[] => [...new Set(tokens.map(([, userId]) => String(userId)))]

/** Tokens that have ended or were replaced, or whose owners no longer have the same role in the book. */
const endedTokens = (books: string[], tokens: readonly Row[]): Sql => sql`
  union all select ('book ' || v.book_id || ' is closed to a token')::boolean
  from (${selectTokens(tokens)}) v
  where not exists (
    select from tokens k join members m on m.user_id = k.user_id
    where k.user_id = any (${people(tokens)}::uuid[]) and m.user_id = any (${people(tokens)}::uuid[])
      and m.book_id = any (${books}::uuid[]) and k.user_id = v.user_id and k.id = v.id and k.secret_hash = v.secret_hash and k.created_at = v.created_at
      and k.last_used_at >= v.last_used_at and m.book_id = v.book_id and m.role = v.role and m.is_default = v.is_default)`

const selectKeys = selecter({ book_id: 'uuid', key: 'text' })
const usedKeys = (books: string[], keys: readonly Row[]): Sql => sql`
  union all select ('book ' || v.book_id || ' has a reply to a key')::boolean
  from (${selectKeys(keys)}) v
  where exists (select from idempotency_keys i where i.book_id = any (${books}::uuid[]) and i.book_id = v.book_id and i.key = v.key)`
