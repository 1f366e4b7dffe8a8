import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'

/** The version that created a record, kept beside the fields that the API shows: a symbol is not part of an answer. */
export const CREATED = Symbol('created version')

/** Notes the version that created a record, so that its answer can say who did (`http/who.ts`). */
export function createdIn<T extends object>(version: number | bigint, record: T): T {
  ;(record as { [CREATED]?: number })[CREATED] = Number(version) // a field that no shape has
  return record
}

const MAX_KNOWN = 50_000
/** The people who made versions of shared books, by book and version, the one found first comes first. The log never changes, so that this cannot be outdated. */
const known = new Map<string, string>()

function note(key: string, userId: string): void {
  const [oldest] = known.size >= MAX_KNOWN ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(key, userId)
}

/** The people who made versions of a book. It asks for those that this process does not know, in one statement. */
export async function authorsOf(
  db: Db,
  bookId: string,
  versions: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  const missing = new Set<number>()
  for (const version of versions) {
    const author = known.get(`${bookId} ${version}`)
    if (author === undefined) missing.add(version)
    else found.set(version, author)
  }
  if (missing.size === 0) return found
  const asked = await rows<{ version: bigint; user_id: string }>(
    db,
    sql`select version, user_id from changes where book_id = ${bookId} and version = any (${[...missing]}::bigint[])`,
  )
  for (const { version, user_id } of asked) {
    found.set(Number(version), user_id)
    note(`${bookId} ${version}`, user_id)
  }
  return found
}

/** Whether one of some people, whose ids have commas between them, made a version of a book. A book that was never shared has one author, so the log is read once and not for each row. */
export function isCreatedBy(book: BookRow, version: Sql, userIds: string): Sql {
  const people = userIds.toLowerCase().split(',')
  return book.is_shared
    ? sql`exists (select from changes by where by.book_id = ${book.id} and by.version = ${version} and by.user_id::text = any (${people}::text[]))`
    : sql`(select by.user_id::text from changes by where by.book_id = ${book.id} and by.version = 1) = any (${people}::text[])`
}
