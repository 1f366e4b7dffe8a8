import { sql } from '../database/sql.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part, without } from '../ledger/stored.ts'
import { day, id, oneOf, orNull, type RowOf, since } from './columns.ts'
import { byId, dated, kind, mentions, namedIn, storedOf } from './kind.ts'
import { planDraft } from './plan.ts'

/** The outcome of a plan's occurrence on a scheduled day. An occurrence whose row is in the trash is open again. */
const columns = {
  id,
  plan_id: id,
  date: day,
  action: oneOf('post', 'skip', 'change'),
  /** The fields that differ from the plan's. */
  draft: orNull(planDraft),
  transaction_id: orNull(id),
  obligation_id: orNull(id),
  ...dated,
  goal_move_id: since(null, orNull(id)),
}
export type OccurrenceRow = RowOf<typeof columns>

/** An occurrence as a list has it: without its draft, which has notes. */
export type SlimOccurrence = Omit<OccurrenceRow, 'draft'>
const slimColumns = without(storedOf(columns), 'draft')

declare module '../ledger/rows.ts' {
  interface Rows {
    plan_occurrence: OccurrenceRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    /** A stored occurrence of a plan, as a whole record. */
    occurrence: OccurrenceRow
    /** The stored occurrences of a plan (posted, skipped or changed), by the plan's id, those in the trash too. */
    occurrences: SlimOccurrence[]
  }
}

/** The outcome of an occurrence, as the history shows it. */
const occurrenceRecordToApi = ({ created_version, date, ...row }: OccurrenceRow): object =>
  createdIn(created_version, { ...row, scheduled_date: date })

export const planOccurrence = kind('plan_occurrence', {
  table: 'plan_occurrences',
  alias: 'c',
  columns,
  entered: ['action', 'draft'],
  refers: { plan_id: mentions('plan') },
  finds: {
    occurrence: byId(sql`c`),
    occurrences: {
      none: [],
      load: (books, { ids }) => [
        part(
          'occurrences',
          sql`c.book_id`,
          listOf(slimColumns, 'c'),
          sql`plan_occurrences c where c.book_id = any (${books}) and c.plan_id = any (${ids})`,
        ),
      ],
    },
  },
  holders: {
    occurrences(holdings, lists) {
      const all = lists.map((list) => fromList(slimColumns, list) as SlimOccurrence)
      for (const [planId, some] of Map.groupBy(all, ({ plan_id }) => plan_id))
        hold(holdings, 'occurrences', planId, some)
    },
  },
  users: (ids, books) => [
    namedIn(sql`'plan'`, sql`plan_occurrences`, sql`plan_id`, sql`d.draft::text`, ids, books),
  ],
  show: occurrenceRecordToApi,
})
