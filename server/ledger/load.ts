import { type Db, rows, rowsToChange } from '../database/database.ts'
import type { BookRow } from './book.ts'
import { addressOf, allFinds, allKinds, findNamed, type KindOf } from './kind.ts'
import {
  type Holder,
  type Holdings,
  hold,
  type List,
  type Reference,
  type References,
  together,
} from './known.ts'
import { type LoadRequest, loading } from './load.sql.ts'
import type { StoredToken } from './log.ts'
import { pastHolders } from './past.ts'
import type { EarlierReply } from './repeats.ts'
import { fromList, holdRow, timeFrom } from './stored.ts'
import type { Size } from './verb.ts'

/** The loaded rows of one book for one request. */
export type Loaded = {
  book: (BookRow & { size: Size }) | undefined
  token: StoredToken | undefined
  /** The reply to the same Idempotency-Key. */
  earlier: EarlierReply | undefined
  /** The id of the change, if an earlier attempt of this request has written it. */
  changeId: string | undefined
  holdings: Holdings
  /** Whether it is remembered from the last change, not loaded: it may be out of date. */
  isRecalled: boolean
}

/** One row of the statement: the name of its part, its book, and the list of its columns. */
type LoadedRow = { part: string; book_id: string; list: readonly unknown[] }

/**
 * Loads all records that requests look at in one statement, except for those of which there may be very many and that are held already.
 * Requests of the same book get the same records of it.
 */
export async function load(
  db: Db,
  asked: readonly LoadRequest[],
  { held, isAlone = false }: { held?: Holdings | undefined; isAlone?: boolean } = {},
): Promise<Loaded[]> {
  const missing = held ? asked.map((one) => without(one, held)) : asked
  const read = isAlone ? rowsToChange<LoadedRow> : rows<LoadedRow>
  const records: LoadedRow[] = []
  for (const statement of loading(db, missing)) for (const row of await read(db, statement)) records.push(row)
  const found = Map.groupBy(records, ({ book_id }) => book_id)
  const books = new Map<string, OfBook>()
  for (const [bookId, ofBook] of Map.groupBy(missing, ({ bookId }) => bookId))
    books.set(bookId, await gather(ofBook, found.get(bookId) ?? []))
  for (const reference of manyOf())
    for (const { holdings } of held ? books.values() : []) keep(holdings, reference, held?.get(reference))
  return missing.map((one) => loadedFor(one, books.get(one.bookId) as OfBook)) // one of each book
}

const manyOf = (): Reference[] =>
  [...allFinds()].flatMap(([reference, { isMany }]) => (isMany ? [reference] : []))

function keep(holdings: Holdings, reference: Reference, held?: ReadonlyMap<string, unknown>): void {
  if (held) holdings.set(reference, new Map([...(holdings.get(reference) ?? []), ...held]))
}

function without(asked: LoadRequest, held: Holdings): LoadRequest {
  const references = manyOf().map((reference) => [
    reference,
    (asked.references[reference] ?? []).filter((key) => !held.get(reference)?.has(String(key))),
  ])
  return { ...asked, references: { ...asked.references, ...Object.fromEntries(references) } }
}

const text = (value: unknown) => value as string // a column that is text, and not null
const time = (value: unknown) => timeFrom(text(value))

/** The rows of one book, for all requests of it. */
type OfBook = Pick<Loaded, 'book' | 'holdings'> & { of: (part: string) => List[] }

async function gather(asked: readonly LoadRequest[], found: readonly LoadedRow[]): Promise<OfBook> {
  const lists = Map.groupBy(found, ({ part }) => part)
  const of = (part: string) => (lists.get(part) ?? []).map(({ list }) => list)
  const holdings: Holdings = new Map()
  const [first] = asked
  const references =
    first && asked.length === 1 ? first.references : together(asked.map((one) => one.references))
  holdAbsent(holdings, references)
  holders ??= holdersOf(allKinds())
  for (const [part, hold] of holders) if (lists.has(part)) await hold(holdings, of(part), { references, of })
  return { book: of('book').map(bookOf)[0], holdings, of }
}

function loadedFor({ token, key, changeIds }: LoadRequest, { book, holdings, of }: OfBook): Loaded {
  return {
    book,
    token: of('token')
      .map(tokenOf)
      .find(({ id, user_id }) => id === token?.id && user_id === token.userId),
    earlier: of('key')
      .filter(([one]) => one === key)
      .map(([, request_hash, reply, at]) => ({
        request_hash: text(request_hash),
        reply: reply as string | null, // null once it was erased
        created_at: time(at),
      }))[0],
    changeId: of('change')
      .map(([id]) => text(id))
      .find((id) => changeIds.includes(id)),
    holdings,
    isRecalled: false,
  }
}

function bookOf(list: readonly unknown[]): BookRow & { size: Size } {
  const [id, name, base, zone, closed, starts, ecb, ...rest] = list
  const [archived, shared, version, hash, members, changed, created, updated, ...counts] = rest
  const [row_count, byte_count] = counts
  return {
    id: text(id),
    name: text(name),
    base_currency_id: text(base),
    time_zone: text(zone),
    closed_through: closed as string | null, // a day, or null
    month_starts_on: text(starts),
    ecb_rates: ecb === true,
    is_archived: archived === true,
    is_shared: shared === true,
    version: Number(version),
    hash: text(hash),
    members_version: Number(members),
    changed_at: time(changed),
    created_at: time(created),
    updated_at: time(updated),
    size: { rows: Number(row_count), bytes: Number(byte_count) },
  }
}

function tokenOf(list: readonly unknown[]): StoredToken {
  const [user_id, id, secret_hash, device_name, created_at, last_used_at, role, is_default, ...key] = list
  const [abilities, expires_at, book_id] = key
  return {
    id: text(id),
    user_id: text(user_id),
    secret_hash: text(secret_hash),
    role: text(role),
    is_default: is_default === true,
    device_name: text(device_name),
    created_at: text(created_at),
    last_used_at: text(last_used_at),
    program: Array.isArray(abilities)
      ? {
          name: text(device_name),
          abilities,
          expires_at: expires_at as string | null, // a time, or null
          bookId: book_id as string | null, // an id, or null
        }
      : null,
  }
}

/** Marks every requested key as absent; the rows overwrite the ones that exist. */
function holdAbsent(holdings: Holdings, references: References): void {
  for (const [name, keys] of Object.entries(references)) {
    const reference = name as Reference // a key of References
    const { none } = findNamed(reference)
    for (const key of keys)
      if (typeof key === 'string') hold(holdings, reference, key, (none as never) ?? null) // of this reference
  }
}

/** Holds the rows of a kind under every reference that finds them. */
const holderOf =
  (kind: KindOf): Holder =>
  (holdings, lists) => {
    for (const list of lists) {
      const row = fromList(kind.columns, list)
      if (kind.address) row.id = addressOf(kind, row)
      holdRow(holdings, kind, row as never) // a row of the kind
    }
  }

/**
 * The holders of all parts of the load statement. Those of parts without rows do not run; the others run in the order of the kinds. Each row of
 * a kind has its columns, in their order.
 */
const holdersOf = (kinds: readonly KindOf[]): ReadonlyMap<string, Holder> =>
  new Map([
    ...kinds.flatMap((kind): [string, Holder][] => [
      ...(kind.name === 'book' ? [] : [[kind.name, holderOf(kind)] as [string, Holder]]), // the book itself is loaded with every request
      ...Object.entries(kind.holders),
    ]),
    ...Object.entries(pastHolders),
  ])
let holders: ReadonlyMap<string, Holder> | undefined
