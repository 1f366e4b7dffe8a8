import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { OwnRecord } from './book-knows.ts'

/** Transactions of the book that are looked up by their ids. */

/** At most this many records are looked up by id at a time. */
const STEP = 1_000

/** Looks up records by id, some at a time: without statistics, a join may compare every pair of rows. */
export async function byIds<Row>(
  db: Db,
  ids: Iterable<string>,
  statement: (some: readonly string[]) => Sql,
): Promise<Row[]> {
  const found: Row[] = []
  const all = [...new Set(ids)]
  for (let first = 0; first < all.length; first += STEP)
    for (const one of await rows<Row>(db, statement(all.slice(first, first + STEP)))) found.push(one)
  return found
}

/**
 * The memo of the first entry of a transaction. Entries are found by their transaction: a condition that they are live would offer the
 * planner other indexes, of the whole book.
 */
export const memoOf = (bookId: string, transactionId: Sql): Sql => sql`
  (select nullif(e.memo, '') from entries e where e.book_id = ${bookId} and e.transaction_id = ${transactionId}
   order by e.version desc, e.ordinal limit 1)`

/** Whether a transaction `t` is in the trash because the change that made it was undone: nobody said that it is not to be. */
export const isUndone = (bookId: string): Sql =>
  sql`t.deleted_at is not null and exists (
    select from changes c where c.book_id = ${bookId} and c.version = t.created_version and c.undone_by is not null)`

/** Whether the commit of an import `i` was undone. */
export const isUndoneImport = (bookId: string): Sql =>
  sql`exists (select from changes c where c.book_id = ${bookId} and c.version = i.committed_version and c.undone_by is not null)`

/** The transfers that replaced halves, by the id of the half, which is now in the trash: a row of the half counts as a row of the transfer. */
export async function replacementsOf(
  db: Db,
  bookId: string,
  trashed: readonly string[],
): Promise<Map<string, { id: string; deleted_at: string | null }>> {
  if (trashed.length === 0) return new Map()
  const found = await rows<{ half: string; id: string; deleted_at: string | null }>(
    db,
    sql`select r.of_record ->> 'id' as half, t.id, t.deleted_at
        from import_rows r join imports i on i.book_id = ${bookId} and i.id = r.import_id and i.status = 'committed'
        join transactions t on t.book_id = ${bookId} and t.id = r.transaction_id and t.kind = 'transfer'
        where r.book_id = ${bookId} and r.verdict = 'transfer' and r.of_record ->> 'id' = any (${trashed}::text[])
          and not ${isUndoneImport(bookId)}`,
  )
  return new Map(found.map(({ half, ...transfer }) => [half, transfer]))
}

/** The transactions of these ids, in the trash too, but those whose making was undone. */
export async function ownRecords(db: Db, bookId: string, ids: ReadonlySet<string>): Promise<OwnRecord[]> {
  type Found = Omit<OwnRecord, 'own_id'> & { is_undone: boolean }
  const find = (some: Iterable<string>) =>
    byIds<Found>(
      db,
      some,
      (these) => sql`
        select t.id, t.date, t.amount, t.currency_id, t.deleted_at, ${isUndone(bookId)} as is_undone,
               coalesce(${memoOf(bookId, sql`t.id`)}, (select name from categories c where c.book_id = ${bookId} and c.id = t.category_id), t.kind) as name
        from transactions t where t.book_id = ${bookId} and t.id = any (${these}::uuid[])`,
    )
  const found = await find(ids)
  const trashed = found.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : id))
  const replaced = await replacementsOf(db, bookId, trashed)
  const transfers = new Map(
    (await find([...replaced.values()].map(({ id }) => id))).map((one) => [one.id, one]),
  )
  return found.flatMap((one) => {
    const { is_undone, ...record } = transfers.get(replaced.get(one.id)?.id ?? '') ?? one
    return is_undone ? [] : [{ ...record, own_id: one.id }]
  })
}
