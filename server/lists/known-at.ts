import type { Day } from '../../contract/day.ts'
import { readMoment } from '../../contract/moment.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { storedAt } from '../ledger/known-at.sql.ts'
import type { Page } from './lists.ts'

/**
 * The version that `known_at` means: a version itself, or the latest version at a time. Undefined where the request has no `known_at`: it
 * asks for the book as it is now.
 */
export async function versionAt(
  db: Db,
  book: BookRow,
  knownAt: string | undefined,
): Promise<number | undefined> {
  if (knownAt === undefined) return undefined
  const moment = readMoment(knownAt)
  if (!moment) return refuseField('known_at', 'not_a_moment', {})
  // A change is never before its predecessor: its time may be ahead of the clock.
  const now = [new Date().toISOString(), book.changed_at].sort().at(-1) ?? ''
  const isAfter = 'version' in moment ? moment.version > book.version : moment.at > microseconds(now)
  if (isAfter) refuse('known_at_future', { known_at: knownAt, now, version: book.version })
  const isBefore = 'version' in moment ? moment.version < 1 : moment.at < microseconds(book.created_at)
  if (isBefore) refuse('known_at_too_early', { known_at: knownAt, created_at: book.created_at })
  return 'version' in moment ? moment.version : latestVersion(db, book, moment.at)
}

/** The same time with six digits, as `readMoment` writes times, so that texts compare as times do. */
const microseconds = (time: string) => time.replace('Z', '000Z')

/** The latest version that is not after a time. Versions follow each other without gaps, and so do their times: it is found by halving. */
async function latestVersion(db: Db, book: BookRow, at: string): Promise<number> {
  const found = await row<{ version: number }>(
    db,
    sql`with recursive search (low, high) as (
          select 1::bigint, ${book.version}::bigint
          union all
          select case when c.at <= ${at}::timestamptz then c.version else s.low end,
                 case when c.at <= ${at}::timestamptz then s.high else c.version - 1 end
          from search s join changes c on c.book_id = ${book.id} and c.version = (s.low + s.high + 1) / 2
          where s.low < s.high)
        select low::float8 as version from search where low = high`,
  )
  if (!found) throw new Error('a version without a change')
  return found.version
}

/** A book with the days that were closed at a version. */
export async function bookAt(db: Db, book: BookRow, version: number | undefined): Promise<BookRow> {
  if (version === undefined) return book
  const then = await row<{ closed_through: Day | null }>(
    db,
    sql`select after ->> 'closed_through' as closed_through from ${storedAt(book, sql`${book.id}::uuid`, version)} stored`,
  )
  if (!then) throw new Error('a book without its first version')
  return { ...book, ...then }
}

/**
 * A page of a list as known at a version. The cursor keeps the version: all pages of a list are of the same version, whatever
 * happens between them. `read` gets the version, and the query with the position alone as its cursor.
 */
export async function pageAt<Query extends { known_at?: string; cursor?: string }, Item>(
  db: Db,
  book: BookRow,
  query: Query,
  read: (version: number | undefined, query: Query) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  if (query.known_at === undefined) return read(undefined, query)
  const [pinned, ...position]: unknown[] = query.cursor === undefined ? [] : JSON.parse(query.cursor)
  const version = pinned === undefined ? await versionAt(db, book, query.known_at) : Number(pinned)
  const page = await read(
    version,
    pinned === undefined ? query : { ...query, cursor: JSON.stringify(position) },
  )
  return { ...page, positions: page.positions.map((one) => [String(version), ...one]) }
}
