import { forecast } from '../../contract/forecast.ts'
import * as contract from '../../contract/plans.ts'
import { findPlans, fixedPlans } from '../../contract/recurring.ts'
import { refuse } from '../../contract/refusals.ts'
import { snapshot } from '../database/database.ts'
import { fromReplica } from '../database/replica.ts'
import { sql } from '../database/sql.ts'
import { byCreation, contains, page } from '../lists/lists.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { type PlanRow, planToApi } from '../records/plan.ts'
import { serve } from '../serve.ts'
import { readFixed } from './fixed.ts'
import { readForecast } from './forecast.ts'
import { readFound } from './found.ts'
import { readOccurrences } from './occurrence-list.ts'
import { settle } from './occurrences.ts'
import { findPlan, plansOf } from './plans.sql.ts'
import { addPlan, changePlan, planLife } from './plans.ts'
import { readUpcoming } from './upcoming.ts'

export const plans = [
  serve(contract.listPlans, ({ db, book, query }) =>
    page<PlanRow, contract.Plan>(db, query, {
      from: plansOf(book.id),
      where: [
        query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
        ...(query.kind === undefined ? [] : [sql`kind = ${query.kind}`]),
        ...(query.auto === undefined ? [] : [sql`auto = ${query.auto}`]),
        ...(query.q ? [contains(sql`folded(name)`, query.q)] : []),
      ],
      order: 'next_date',
      orders: {
        next_date: { key: sql`coalesce(next_date, 'infinity')`, type: 'date' },
        name: { key: sql`name collate "und-x-icu"`, type: 'text' },
        created_at: { key: sql`created_at`, type: 'timestamptz' },
      },
      ties: byCreation,
      record: planToApi,
    }),
  ),

  serve(contract.listUpcoming, ({ db, book, query }) => readUpcoming(db, book, query)),

  serve(findPlans, async ({ db, book, query, ignored }) => {
    const { limit = 100, ...asked } = query
    const data = await fromReplica(db, book.id, (reading) =>
      snapshot(reading, (at) => readFound(at, book, { ...asked, limit })),
    )
    return { data, meta: { limit, ignored } }
  }),

  serve(fixedPlans, ({ db, book }) => snapshot(db, (reading) => readFixed(reading, book))),

  serve(contract.createPlan, ({ write, body }) => write(addPlan(body))),

  serve(contract.getPlan, async ({ db, book, params }) =>
    planToApi((await findPlan(db, book.id, params.id)) ?? refuse('not_found')),
  ),

  serve(contract.updatePlan, ({ write, params, body, guard }) => write(changePlan(params.id, body, guard))),

  serve(contract.deletePlan, ({ write, params, query, guard }) =>
    write(remove(planLife(params.id), query, guard)),
  ),

  serve(contract.restorePlan, ({ write, params }) => write(restore(planLife(params.id)))),

  serve(contract.listOccurrences, ({ db, book, params, query }) =>
    readOccurrences(db, book, params.id, query),
  ),

  serve(contract.settleOccurrence, ({ write, params, body }) => write(settle(params.id, params.date, body))),

  serve(forecast, ({ db, book, query }) =>
    fromReplica(db, book.id, (reading) => readForecast(reading, book, query)),
  ),
]
