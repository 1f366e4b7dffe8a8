import type { Change, ChangeQuery } from '../../contract/changes.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, firstRows, rows } from '../database/database.ts'
import { allOf, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { kindOf } from '../ledger/kind.ts'
import { type Known, knownFrom, type References } from '../ledger/known.ts'
import { load } from '../ledger/load.ts'
import type { AnyRow, Kind } from '../ledger/rows.ts'
import { fromStored } from '../ledger/stored.ts'
import { FLORIN } from '../ledger/verb.ts'
import { beyond, type HistoryPage, isOneOf, limitTo, positionIn, type SortKey } from '../lists/lists.ts'
import { commaSeparated, isId } from '../process/ids.ts'
import { namesOf, recordToApi } from './to-api.ts'

/** A page of the history has at most this many bytes: a change carries a record twice. */
export const MAX_HISTORY_BYTES = 1024 * 1024

/** The token that the request came with. */
type UsedToken = { userId: string; id: string }

const keys: SortKey[] = [
  { key: sql`e.version`, type: 'bigint' },
  { key: sql`e.ordinal`, type: 'integer' },
]

type ChangeEventRow = Pick<Change, 'at' | 'user_id' | 'device_name' | 'action' | 'resource' | 'id'> & {
  version: bigint
  ordinal: number
  undoes: bigint | null
  undone_by: bigint | null
  before: string | null
  after: string | null
}

/** UUIDs are in lower case; the id of an exchange rate has codes of currencies. */
const inEitherCase = (id: string): string[] => [id, id.toLowerCase()]

/** The changes that a query asks for, up to the version of the book: changes made while it is read belong to the next request. */
const conditions = ({ id: bookId, version }: BookRow, query: ChangeQuery): Sql[] => {
  const { since = 0, resource, id, user_id, created_by, from, to, dated_from, dated_to } = query
  const dated = (column: Sql) =>
    allOf([
      ...(dated_from === undefined ? [] : [sql`${column} >= ${dated_from}`]),
      ...(dated_to === undefined ? [] : [sql`${column} <= ${dated_to}`]),
    ])
  return [
    sql`e.book_id = ${bookId} and c.book_id = ${bookId}`,
    sql`e.version > ${since} and e.version <= ${version}`,
    ...(resource === undefined ? [] : [isOneOf(sql`e.resource`, commaSeparated(resource), sql`text`)]),
    ...(id === undefined
      ? []
      : [isOneOf(sql`e.record_id`, commaSeparated(id).flatMap(inEitherCase), sql`text`)]),
    ...[user_id, created_by].flatMap((one) =>
      one === undefined ? [] : [isOneOf(sql`c.user_id::text`, commaSeparated(one.toLowerCase()), sql`text`)],
    ),
    ...(from === undefined ? [] : [sql`c.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`c.at <= ${to}::timestamptz`]),
    ...(dated_from === undefined && dated_to === undefined
      ? []
      : [sql`(${dated(sql`e.date_before`)} or ${dated(sql`e.date_after`)})`]),
  ]
}

/** A page of the history. It reads one row more than it shows, to see whether the last version goes on. */
export async function changesOf(
  db: Db,
  book: BookRow,
  token: UsedToken,
  query: ChangeQuery,
): Promise<HistoryPage<Change>> {
  const { limit = 200, since = 0 } = query
  if (since > book.version) refuse('since_ahead', { since, version: book.version })
  const isDescending = query.order === 'desc'
  const position = positionIn(query.cursor, keys)
  const where = [...conditions(book, query), ...(position ? [beyond(keys, position, isDescending)] : [])]
  const direction = isDescending ? sql`desc` : sql`asc`
  const found = await firstRows<ChangeEventRow>(
    db,
    sql`select e.version, e.ordinal, c.at, c.user_id, c.device_name, e.action, e.resource, e.record_id as id, c.undoes, c.undone_by,
               e.before::text, e.after::text
        from events e join changes c on c.book_id = e.book_id and c.version = e.version
        where ${allOf(where)} order by e.version ${direction}, e.ordinal ${direction} ${limitTo(limit + 1)}`,
    limit + 1,
    MAX_HISTORY_BYTES,
  )
  const events = found.rows.slice(0, limit)
  return {
    data: await itemsOf(db, book, token, events),
    positions: events.map(({ version, ordinal }) => [String(version), String(ordinal)]),
    isMore: found.isCut || found.rows.length > limit,
    meta: { limit },
    mostBytes: MAX_HISTORY_BYTES,
    nextSince(count) {
      if (isDescending) return since
      const next = found.rows[count]
      if (next) return Number(next.version) - 1
      // Everything up to the version of the book was searched, whatever the filters, unless the page was cut before its end.
      return found.isCut ? Number(found.rows.at(-1)?.version) - 1 : book.version
    },
  }
}

const recordIn = (kind: Kind, text: string | null): AnyRow | null =>
  text === null ? null : fromStored(kind, JSON.parse(text))

/** The events as the API shows them, with the names that their records refer to. */
async function itemsOf(
  db: Db,
  book: BookRow,
  token: UsedToken,
  events: readonly ChangeEventRow[],
): Promise<Iterable<Change>> {
  const records = events.map(({ resource, before, after }) => {
    const kind = kindOf(resource)
    return { kind, before: recordIn(kind, before), after: recordIn(kind, after) }
  })
  const references = namesOf(
    records.flatMap(({ kind, before, after }) => [before, after].map((row) => ({ kind, row }))),
  )
  const known = await knownNames(db, book, token, references)
  const people = await namesOfPeople(
    db,
    events.map(({ user_id }) => user_id),
  )
  const deviceOf = await devicesOf(db, token.userId, events)
  return events.values().map(({ ordinal: _, ...event }, index): Change => {
    const { kind, before = null, after = null } = records[index] ?? { kind: 'book' }
    return {
      ...event,
      version: Number(event.version),
      user_name: people.get(event.user_id) ?? null,
      device_name: deviceOf(event),
      undoes: event.undoes === null ? null : Number(event.undoes),
      undone_by: event.undone_by === null ? null : Number(event.undone_by),
      before: recordToApi(kind, before, book, known),
      after: recordToApi(kind, after, book, known),
    }
  })
}

/** The records that others refer to, as they are now, in one statement; none if nothing is referred to. */
async function knownNames(db: Db, { id }: BookRow, token: UsedToken, references: References): Promise<Known> {
  const isAny = Object.values(references).some((keys) => keys.some((key) => typeof key === 'string'))
  if (!isAny) return knownFrom(new Map())
  const [loaded] = await load(db, [{ bookId: id, token, key: undefined, changeIds: [], references }])
  return knownFrom(loaded?.holdings ?? new Map())
}

type OfDevice = Pick<ChangeEventRow, 'user_id' | 'device_name'>

/**
 * The devices behind changes, as one person sees them. Names of devices are for their own person: changes have the ids of tokens, and the names that older
 * ones have are not shown to anybody else. The name of a token that has ended is in the person's own log, which goes with them.
 */
async function devicesOf(db: Db, userId: string, changes: readonly OfDevice[]) {
  const mine = changes.flatMap(({ user_id, device_name }) => (user_id === userId ? (device_name ?? '') : []))
  const ids = [...new Set(mine.filter(isId))]
  const tokens =
    ids.length === 0
      ? []
      : await rows<{ id: string; device_name: string }>(
          db,
          sql`select record_id as id, coalesce(after ->> 'device_name', after ->> 'name') as device_name from user_events
              where user_id = ${userId} and record_id = any (${ids}::uuid[]) and resource in ('device', 'program') and after is not null
              union all select id, device_name from tokens where user_id = ${userId} and id = any (${ids}::uuid[])`,
        )
  const names = new Map(tokens.map(({ id, device_name }) => [id, device_name]))
  return ({ user_id, device_name }: OfDevice): string | null => {
    if (device_name === FLORIN) return FLORIN
    if (user_id !== userId || device_name === null) return null
    return (isId(device_name) ? names.get(device_name) : device_name) || null
  }
}

async function namesOfPeople(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const people = await rows<{ id: string; name: string }>(
    db,
    sql`select id, name from users where id = any (${unique}::uuid[])`,
  )
  return new Map(people.map(({ id, name }) => [id, name]))
}
