import { type Day, FIRST_DAY } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { PlanRow } from '../records/plan.ts'

/** A plan that may be due, with whoever made it, and its book's time zone and version. */
export type DuePlan = Pick<PlanRow, 'id' | 'draft' | 'schedule' | 'since'> & {
  book_id: string
  user_id: string
  next_date: Day
  time_zone: string
  version: number
}

/** A position in the order of all due plans. */
export type PlanPosition = Pick<DuePlan, 'next_date' | 'book_id' | 'id'>

const NIL = '00000000-0000-0000-0000-000000000000'
export const FIRST_POSITION: PlanPosition = { next_date: FIRST_DAY, book_id: NIL, id: NIL }

/** One step of plans of all books that Florin posts and that are due on a day or earlier, after a position. */
export const duePlans = ({ next_date, book_id, id }: PlanPosition, latest: Day, most: number): Sql => sql`
  select p.book_id, p.id, p.draft, p.schedule, p.since, p.next_date, b.time_zone, b.version::float8 as version, c.user_id
  from plans p join books b on b.id = p.book_id join changes c on c.book_id = p.book_id and c.version = p.created_version
  where p.auto and p.deleted_at is null and p.next_date is not null and p.next_date <= ${latest}
    and (p.next_date, p.book_id, p.id) > (${next_date}::date, ${book_id}::uuid, ${id}::uuid) and not b.is_ownerless and not b.is_archived
  order by p.next_date, p.book_id, p.id limit ${most}`

/** The scheduled days of a plan, from a day on, that are posted or skipped. */
export const doneSince = async (db: Db, { book_id, id }: DuePlan, from: Day): Promise<Set<Day>> => {
  const found = await rows<{ date: Day }>(
    db,
    sql`select date from plan_occurrences
        where book_id = ${book_id} and plan_id = ${id} and date >= ${from} and deleted_at is null and action <> 'change'`,
  )
  return new Set(found.map(({ date }) => date))
}
