import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { idOrNone } from '../ids.ts'
import type { BookRow, OccurrenceRow, PlanRow } from '../ledger/records.ts'
import { plansOf } from './plans.sql.ts'

/** The plans of a book that are not in the trash, in the order of their creation; of one plan, if it is given. */
export const livePlans = (db: Db, book: BookRow, planId?: string): Promise<PlanRow[]> =>
  rows(
    db,
    sql`select * from ${plansOf(book.id)} where deleted_at is null and ${planId === undefined ? sql`true` : sql`id = ${idOrNone(planId)}`}
        order by created_version, id`,
  )

/** What became of an occurrence, whether what it was posted as is there (not if it is in the trash), and the day that has. */
export type StoredOccurrence = Pick<
  OccurrenceRow,
  'plan_id' | 'date' | 'action' | 'draft' | 'transaction_id' | 'obligation_id' | 'version' | 'deleted_at'
> & { is_there: boolean; recorded_date: Day | null }

const storedIn = ({ id }: BookRow): Sql => sql`
  select o.plan_id, o.date, o.action, o.draft, o.transaction_id, o.obligation_id, o.version::float8 as version, o.deleted_at,
         t.id is not null or d.id is not null as is_there, coalesce(t.date, d.opened_date) as recorded_date
  from plan_occurrences o
  left join transactions t on t.book_id = ${id} and t.id = o.transaction_id and t.deleted_at is null
  left join obligations d on d.book_id = ${id} and d.id = o.obligation_id and d.deleted_at is null
  where o.book_id = ${id} and o.deleted_at is null`

/** What became of the occurrences of plans, of the scheduled days from one to another. */
export const occurrencesOf = (
  db: Db,
  book: BookRow,
  planIds: readonly string[],
  from: Day,
  to: Day,
): Promise<StoredOccurrence[]> =>
  rows(
    db,
    sql`${storedIn(book)} and o.plan_id = any (${planIds}::uuid[]) and o.date between ${from} and ${to}`,
  )

/** The latest occurrences of a plan that are posted or skipped, of scheduled days before a day. */
export const settledBefore = (
  db: Db,
  book: BookRow,
  planId: string,
  before: Day,
  most: number,
): Promise<StoredOccurrence[]> =>
  rows(
    db,
    sql`${storedIn(book)} and o.plan_id = ${planId} and o.date < ${before} and o.action <> 'change' order by o.date desc limit ${most}`,
  )

/** The currencies that accounts are kept in. */
export const currenciesOf = async (
  db: Db,
  book: BookRow,
  ids: readonly string[],
): Promise<Map<string, string | null>> => {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; currency_id: string | null }>(
    db,
    sql`select id, currency_id from accounts where book_id = ${book.id} and id = any (${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, currency_id }) => [id, currency_id]))
}
