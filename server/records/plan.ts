import { createPlan, type Plan, type PlanDraft } from '../../contract/plans.ts'
import type { Schedule } from '../../contract/schedule.ts'
import { sql } from '../database/sql.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { wholePart } from '../ledger/stored.ts'
import { asSent, day, flag, id, name, oneOf, orNull, type RowOf } from './columns.ts'
import { byId, dated, kind, namedIn } from './kind.ts'

const sent = createPlan.body.properties

/** The fields that a plan records each time: those of the API but for the day. */
export const planDraft = asSent<PlanDraft>(sent.draft, (field) => field !== 'date')

/** A plan, which recurs. Its occurrences count from `since` on; `next_date` is that of the first open one. */
const columns = {
  id,
  name: name(255),
  kind: oneOf('expense', 'income', 'transfer', 'obligation', 'goal'),
  draft: planDraft,
  schedule: asSent<Schedule>(sent.schedule),
  auto: flag,
  since: day,
  next_date: orNull(day),
  ...dated,
}
export type PlanRow = RowOf<typeof columns>

declare module '../ledger/rows.ts' {
  interface Rows {
    plan: PlanRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    plan: PlanRow
    /** How many plans the book has, trash included; its key is `''`. */
    planned: number
  }
}

/** A plan as the API shows it. */
export const planToApi = (plan: Omit<PlanRow, 'since'>): Plan =>
  createdIn(plan.created_version, {
    id: plan.id,
    name: plan.name,
    kind: plan.kind,
    draft: plan.draft,
    schedule: plan.schedule,
    auto: plan.auto,
    next_date: plan.next_date,
    version: plan.version,
    created_at: plan.created_at,
    updated_at: plan.updated_at,
    deleted_at: plan.deleted_at,
  })

/** A plan whose category is in the trash waits. Its references need not be live, but they cannot be deleted for good. */
export const plan = kind('plan', {
  table: 'plans',
  alias: 'n',
  columns,
  entered: ['name', ['kind', 'draft'], ['schedule', 'since'], 'auto'],
  finds: {
    plan: byId(sql`n`),
    planned: { load: wholePart('planned', sql`count(*)`, sql`plans`) },
  },
  holders: {
    planned(holdings, lists) {
      for (const [count] of lists) hold(holdings, 'planned', '', Number(count))
    },
  },
  course({ known, put }, before, after) {
    put('plan', after.id, after)
    if (before === null) put('planned', '', (known.find('planned', '') ?? 0) + 1)
  },
  users: (ids, books) => [namedIn(sql`'plan'`, sql`plans`, sql`id`, sql`d.draft::text`, ids, books)],
  show: planToApi,
})
