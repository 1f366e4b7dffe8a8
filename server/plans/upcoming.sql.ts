import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { idOrNone } from '../ids.ts'
import type { BookRow, OccurrenceRow, PlanRow } from '../ledger/records.ts'
import { plansOf } from './plans.sql.ts'

/**
 * A draft without its notes and memos: of a hundred parts they come to a hundred kilobytes, and nothing that is computed for all plans of a book
 * depends on them.
 */
const withoutTexts = (draft: Sql): Sql => sql`
  (select case when whole ? 'splits' then whole || jsonb_build_object('splits', (
            select coalesce(jsonb_agg(part - 'memo' order by place), '[]')
            from jsonb_array_elements(whole -> 'splits') with ordinality parts (part, place))) else whole end
   from (select ${draft}::jsonb - array['notes', 'memo'] as whole) one)`

/** The plans of a book that are not in the trash, in the order of their creation, without the texts of their drafts; of one plan, if it is given. */
export const livePlans = (db: Db, book: BookRow, planId?: string): Promise<PlanRow[]> =>
  rows(
    db,
    sql`select id, name, kind, ${withoutTexts(sql`draft`)} as draft, schedule, auto, since, next_date, created_version, version, created_at,
               updated_at, deleted_at
        from ${plansOf(book.id)} where deleted_at is null and ${planId === undefined ? sql`true` : sql`id = ${idOrNone(planId)}`}
        order by created_version, id`,
  )

/** A stored occurrence, without the texts of its draft: whether its transaction or obligation is live, and on which day that is. */
export type StoredOccurrence = Pick<
  OccurrenceRow,
  'plan_id' | 'date' | 'action' | 'draft' | 'transaction_id' | 'obligation_id' | 'version' | 'deleted_at'
> & { is_there: boolean; recorded_date: Day | null }

const storedIn = ({ id }: BookRow): Sql => sql`
  select o.plan_id, o.date, o.action, ${withoutTexts(sql`o.draft`)} as draft, o.transaction_id, o.obligation_id, o.version::float8 as version, o.deleted_at,
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

/** Whole drafts of occurrences, by plan and scheduled day. */
export const wholeDrafts = (
  db: Db,
  book: BookRow,
  of: readonly Pick<StoredOccurrence, 'plan_id' | 'date'>[],
): Promise<Pick<StoredOccurrence, 'plan_id' | 'date' | 'draft'>[]> =>
  of.length === 0
    ? Promise.resolve([])
    : rows(
        db,
        sql`select o.plan_id, o.date, o.draft from plan_occurrences o
            join unnest(${of.map(({ plan_id }) => plan_id)}::uuid[], ${of.map(({ date }) => date)}::date[]) asked (plan_id, date)
              on o.plan_id = asked.plan_id and o.date = asked.date
            where o.book_id = ${book.id}`,
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
