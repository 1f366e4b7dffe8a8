import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { PlanRow } from '../records/plan.ts'

export const plansOf = (bookId: string): Sql => sql`
  (select id, name, kind, draft, schedule, auto, since, next_date, created_version, version::float8 as version, created_at, updated_at,
          deleted_at
   from plans where book_id = ${bookId}) plan`

/** Finds a plan that is not in the trash. */
export const findPlan = (db: Db, bookId: string, id: string): Promise<PlanRow | undefined> =>
  row(db, sql`select * from ${plansOf(bookId)} where id = ${id} and deleted_at is null`)
