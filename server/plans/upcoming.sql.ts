import type { Day } from '../../contract/day.ts'
import type { PlanDraft } from '../../contract/plans.ts'
import { type Db, firstRows, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { MAX_PAGE_BYTES } from '../lists/lists.ts'
import { idOrNone } from '../process/ids.ts'
import type { PlanRow } from '../records/plan.ts'
import type { OccurrenceRow } from '../records/plan-occurrence.ts'
import { plansOf } from './plans.sql.ts'

/** How many plans, or drafts, are read at once: a megabyte of the largest ones. With more, garbage collection of one piece took 40 ms. */
const PIECE = 20

/**
 * A draft without its notes and memos: for a hundred parts they take a hundred kilobytes, and nothing that is computed for all plans of a
 * book depends on them. They are dropped here, when they arrive: PostgreSQL takes six times as long to drop them as to send them.
 */
function withoutTexts({ notes: _, memo: __, ...draft }: PlanDraft): PlanDraft {
  return draft.splits ? { ...draft, splits: draft.splits.map(({ memo: _, ...part }) => part) } : draft
}

/** A plan without its draft: enough to know its days. */
export type ScheduledPlan = Omit<PlanRow, 'draft'>

/** The plans of a book that are not in the trash, without their drafts. */
export const scheduledPlans = (db: Db, book: BookRow): Promise<ScheduledPlan[]> =>
  rows(
    db,
    sql`select id, name, kind, schedule, auto, since, next_date, created_version, version, created_at, updated_at, deleted_at
        from ${plansOf(book.id)} where deleted_at is null`,
  )

/** The plans of a book that are not in the trash, in the order of their creation, without the texts of their drafts; of one plan, if it is given. */
export async function livePlans(db: Db, book: BookRow, planId?: string): Promise<PlanRow[]> {
  const found: PlanRow[] = []
  const isAsked = planId === undefined ? sql`true` : sql`id = ${idOrNone(planId)}`
  for (;;) {
    const last = found.at(-1)
    const isNext = last ? sql`(created_version, id) > (${last.created_version}, ${last.id})` : sql`true`
    const some = await rows<PlanRow>(
      db,
      sql`select * from ${plansOf(book.id)} where deleted_at is null and ${isAsked} and ${isNext}
          order by created_version, id limit ${PIECE}`,
    )
    for (const plan of some) found.push({ ...plan, draft: withoutTexts(plan.draft) })
    if (some.length < PIECE) return found
  }
}

/** A stored occurrence, without the texts of its draft: whether its transaction or obligation is live, and on which day that is. */
export type StoredOccurrence = Pick<
  OccurrenceRow,
  | 'plan_id'
  | 'date'
  | 'action'
  | 'draft'
  | 'transaction_id'
  | 'obligation_id'
  | 'goal_move_id'
  | 'version'
  | 'deleted_at'
> & { is_there: boolean; recorded_date: Day | null }

const storedIn = ({ id }: BookRow): Sql => sql`
  select o.plan_id, o.date, o.action, o.draft is not null as is_changed, o.transaction_id, o.obligation_id, o.goal_move_id, o.version::float8 as version,
         o.deleted_at, t.id is not null or d.id is not null or v.id is not null as is_there,
         coalesce(t.date, d.opened_date, v.date) as recorded_date
  from plan_occurrences o
  left join transactions t on t.book_id = ${id} and t.id = o.transaction_id and t.deleted_at is null
  left join obligations d on d.book_id = ${id} and d.id = o.obligation_id and d.deleted_at is null
  left join goal_moves v on v.book_id = ${id} and v.id = o.goal_move_id and v.deleted_at is null
  where o.book_id = ${id} and o.deleted_at is null`

/** Reads occurrences; the drafts of those that differ from their plan are read in pieces. */
async function stored(db: Db, book: BookRow, statement: Sql): Promise<StoredOccurrence[]> {
  const found = (await rows<Omit<StoredOccurrence, 'draft'> & { is_changed: boolean }>(db, statement)).map(
    (one) => ({ ...one, draft: null as PlanDraft | null }),
  )
  const changed = found.filter(({ is_changed }) => is_changed)
  for (let first = 0; first < changed.length; first += PIECE) {
    const some = changed.slice(first, first + PIECE)
    const whole = await rows<Drafted>(db, wholeDrafts(book, some))
    const drafts = new Map(whole.map((one) => [keyOf(one), one.draft]))
    for (const one of some) {
      const draft = drafts.get(keyOf(one))
      one.draft = draft ? withoutTexts(draft) : null
    }
  }
  return found
}

/** The stored outcomes of plans' occurrences between two scheduled days. */
export const occurrencesOf = (
  db: Db,
  book: BookRow,
  planIds: readonly string[],
  from: Day,
  to: Day,
): Promise<StoredOccurrence[]> =>
  stored(
    db,
    book,
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
  stored(
    db,
    book,
    sql`${storedIn(book)} and o.plan_id = ${planId} and o.date < ${before} and o.action <> 'change' order by o.date desc limit ${most}`,
  )

type Occasion = Pick<StoredOccurrence, 'plan_id' | 'date'>

/** Names an occurrence. */
export const keyOf = ({ plan_id, date }: Occasion): string => `${plan_id} ${date}`

type Drafted = Occasion & Pick<StoredOccurrence, 'draft'>

const wholeDrafts = (book: BookRow, of: readonly Occasion[]): Sql => sql`
  select o.plan_id, o.date, o.draft, asked.n::int as n from plan_occurrences o
  join unnest(${of.map(({ plan_id }) => plan_id)}::uuid[], ${of.map(({ date }) => date)}::date[]) with ordinality asked (plan_id, date, n)
    on o.plan_id = asked.plan_id and o.date = asked.date
  where o.book_id = ${book.id} order by asked.n`

/** Whole drafts of the first occurrences by `keyOf`, as many as a page has bytes for, and their number. */
export async function firstDrafts(
  db: Db,
  book: BookRow,
  of: readonly Occasion[],
): Promise<{ drafts: Map<string, PlanDraft | null>; count: number }> {
  if (of.length === 0) return { drafts: new Map(), count: 0 }
  const found = await firstRows<Drafted & { n: number }>(db, wholeDrafts(book, of), of.length, MAX_PAGE_BYTES)
  return {
    drafts: new Map(found.rows.map((one) => [keyOf(one), one.draft])),
    count: found.isCut ? (found.rows.at(-1)?.n ?? 0) : of.length,
  }
}

/** The currencies that accounts and goals are kept in. */
export const currenciesOf = async (
  db: Db,
  book: BookRow,
  ids: readonly string[],
): Promise<Map<string, string | null>> => {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; currency_id: string | null }>(
    db,
    sql`select id, currency_id from accounts where book_id = ${book.id} and id = any (${ids}::uuid[])
        union all select id, currency_id from goals where book_id = ${book.id} and id = any (${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, currency_id }) => [id, currency_id]))
}

/** The types of accounts. */
export const accountTypesOf = async (
  db: Db,
  book: BookRow,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; type: string }>(
    db,
    sql`select id, type from accounts where book_id = ${book.id} and id = any (${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, type }) => [id, type]))
}
