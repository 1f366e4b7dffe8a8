import { type Db, isSpread, spreadOf } from '../database/database.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import { isId } from '../process/ids.ts'
import { readOnShard } from '../scale/on-shard.ts'
import { allFinds, type Keys, recordTables } from './kind.ts'
import type { Reference, References } from './known.ts'
import { part } from './stored.ts'

/** The records of a book to load for a request. */
export type LoadRequest = {
  bookId: string
  /** The token that the request came with; null if the request is Florin's own. */
  token: { userId: string; id: string } | null
  /** Its Idempotency-Key. */
  key: string | undefined
  /** The changes that earlier attempts may have written. */
  changeIds: readonly string[]
  references: References
}

/** Ids as PostgreSQL writes a list of them: the driver would look through each for characters to escape. */
const idList = (ids: readonly string[]): Sql => sql`${`{${ids.join(',')}}`}::uuid[]`

/** The keys of all requests for a kind of reference; none if nobody asks for any. */
function keysIn(asked: readonly LoadRequest[], reference: Reference): Keys | undefined {
  if (!asked.some(({ references }) => (references[reference] ?? []).length > 0)) return undefined
  const texts = new Set<string>()
  for (const { references } of asked)
    for (const key of references[reference] ?? []) if (typeof key === 'string') texts.add(key)
  const all = [...texts]
  return { ids: idList(all.filter(isId)), texts: all, ofBooks: () => ofBooks(asked, reference) }
}

function ofBooks(asked: readonly LoadRequest[], reference: Reference): ReturnType<Keys['ofBooks']> {
  const keys = new Map<string, { bookId: string; key: string }>()
  for (const { bookId, references } of asked)
    for (const key of references[reference] ?? []) if (key) keys.set(`${bookId} ${key}`, { bookId, key })
  return [...keys.values()]
}

const bookPart = (books: Sql): Sql =>
  part(
    'book',
    sql`b.id`,
    sql`b.id, b.name, b.base_currency_id, b.time_zone, b.closed_through, b.month_starts_on, b.ecb_rates, b.is_archived, b.is_shared, b.version, encode(b.hash, 'hex'), b.members_version, b.changed_at,
        b.created_at, b.updated_at, b.row_count, b.byte_count`,
    sql`books b where b.id = any (${books}) and not b.is_ownerless`,
  )

/** Only a member's token opens a book. The part is left out if there are no tokens: Citus has no shard for a list without people. */
function tokenPart(books: Sql, asked: readonly LoadRequest[]): Sql {
  const tokens = asked.flatMap(({ token }) => token ?? [])
  const [people, ids] = [idList(tokens.map(({ userId }) => userId)), idList(tokens.map(({ id }) => id))]
  return part(
    'token',
    sql`m.book_id`,
    sql`k.user_id, k.id, encode(k.secret_hash, 'hex'), k.device_name, k.created_at, k.last_used_at, m.role, m.is_default, k.abilities, k.expires_at, k.book_id`,
    sql`tokens k join members m on m.user_id = k.user_id
        where k.user_id = any (${people}) and k.id = any (${ids})
          and m.user_id = any (${people}) and m.book_id = any (${books}) and (k.book_id is null or k.book_id = m.book_id)`,
  )
}

/** The earlier replies to the requests' Idempotency-Keys. */
const keysPart = (books: Sql, keys: readonly string[]): Sql =>
  part(
    'key',
    sql`i.book_id`,
    sql`i.key, encode(i.request_hash, 'hex'), i.reply, i.created_at`,
    sql`idempotency_keys i where i.book_id = any (${books}) and i.key = any (${keys}::text[])`,
  )

/** The changes that earlier attempts have written. */
const changesPart = (books: Sql, ids: readonly string[]): Sql =>
  part(
    'change',
    sql`c.book_id`,
    sql`c.id`,
    sql`changes c where c.book_id = any (${books}) and c.id = any (${ids}::uuid[])`,
  )

/** The one statement for all requests: their tokens, their books, and everything that they refer to. */
function loadStatement(asked: readonly LoadRequest[]): Sql {
  const books = idList([...new Set(asked.map(({ bookId }) => bookId))])
  const parts: Sql[] = []
  for (const [reference, { load }] of allFinds()) {
    const keysOfAll = keysIn(asked, reference)
    if (keysOfAll) parts.push(...load(books, keysOfAll))
  }
  const keys = asked.flatMap(({ key }) => (key === undefined ? [] : [key]))
  const changeIds = asked.flatMap(({ changeIds }) => changeIds)
  const requestParts = [
    ...(asked.some(({ token }) => token !== null) ? [tokenPart(books, asked)] : []),
    ...(keys.length > 0 ? [keysPart(books, keys)] : []),
    ...(changeIds.length > 0 ? [changesPart(books, changeIds)] : []),
  ]
  return join([bookPart(books), ...requestParts, ...parts], sql` union all `)
}

/**
 * The statements by which the writer loads: one, but for a cluster. There, a member of somebody else's book, and a person in a book that is not
 * their first, are on another shard than the book. What is theirs is then read apart, so that the statement about the book names one shard:
 * on a session of the writer it is a call on the node that has it, and Citus plans it otherwise too, which it does not with both in one.
 */
export function loading(db: Db, asked: readonly LoadRequest[]): Sql[] {
  const [first] = asked
  if (!first || !isSpread(db)) return [loadStatement(asked)]
  const isApart = asked.some(({ bookId, token, references: { person = [] } }) =>
    [token?.userId, ...person].some((id) => id && id !== bookId),
  )
  const ofBooks = isApart
    ? asked.map((one) => ({ ...one, token: null, references: { ...one.references, person: [] } }))
    : asked
  const statement = loadStatement(ofBooks)
  const shardOf = spreadOf(db)
  const isOneShard = shardOf && asked.every(({ bookId }) => shardOf(bookId) === shardOf(first.bookId))
  return [
    isOneShard ? readOnShard(first.bookId, statement, recordTables()) : statement,
    ...(isApart ? [peopleStatement(asked)] : []),
  ]
}

/** The tokens of requests, and the people that they refer to. */
function peopleStatement(asked: readonly LoadRequest[]): Sql {
  const books = idList([...new Set(asked.map(({ bookId }) => bookId))])
  const keys = keysIn(asked, 'person')
  const people = keys ? (allFinds().get('person')?.load(books, keys) ?? []) : []
  return join(
    [...(asked.some(({ token }) => token) ? [tokenPart(books, asked)] : []), ...people],
    sql` union all `,
  )
}
