import * as contract from '../../contract/goals.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { pageAt, versionAt } from '../lists/known-at.ts'
import { byCreation, contains, isIncluded, page } from '../lists/lists.ts'
import { idOrNone } from '../process/ids.ts'
import { type MoveRow, moveToApi } from '../records/goal-move.ts'
import { remove, restore } from '../records/life-cycle.ts'
import { serve } from '../serve.ts'
import { goalToApi } from './figures.ts'
import { goalFrom, goalsOf, movesOf, type ReadGoal } from './goals.sql.ts'
import { addGoal, changeGoal, goalLife } from './goals.ts'
import { moveInto, takeBackMove } from './moves.ts'
import { factsFor } from './read.ts'

async function requireRow(db: Db, book: BookRow, id: string, version: number | undefined): Promise<ReadGoal> {
  const found = await row<ReadGoal>(
    db,
    sql`select * from ${goalsOf(book, version)} where id = ${idOrNone(id)} and deleted_at is null`,
  )
  return found ?? refuse('not_found')
}

export const goals = [
  serve(contract.listGoals, ({ db, book, query }) =>
    pageAt(db, book, query, (version, query) =>
      snapshot(db, async (reading) => {
        const facts = await factsFor(reading, book, version)
        return page<ReadGoal, contract.Goal>(reading, query, {
          from: goalsOf(book, version),
          where: [
            query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`,
            ...(query.is_active === undefined ? [] : [sql`is_active = ${query.is_active}`]),
            ...(query.q ? [contains(sql`folded(name)`, query.q)] : []),
          ],
          order: 'name',
          orders: {
            name: { key: sql`name collate "und-x-icu"`, type: 'text' },
            // Goals without a day come last, also across pages.
            target_date: { key: sql`coalesce(target_date, 'infinity')`, type: 'date' },
            created_at: { key: sql`created_at`, type: 'timestamptz' },
          },
          ties: byCreation,
          record: (read) => goalToApi(goalFrom(read), facts),
        })
      }),
    ),
  ),

  serve(contract.createGoal, ({ write, body }) => write(addGoal(body))),

  serve(contract.getGoal, ({ db, book, params, query }) =>
    snapshot(db, async (reading) => {
      const version = await versionAt(reading, book, query.known_at)
      const found = await requireRow(reading, book, params.id, version)
      return goalToApi(goalFrom(found), await factsFor(reading, book, version, [found.id]))
    }),
  ),

  serve(contract.updateGoal, ({ write, params, body, guard }) => write(changeGoal(params.id, body, guard))),

  serve(contract.deleteGoal, ({ write, params, query, guard }) =>
    write(remove(goalLife(params.id), query, guard)),
  ),

  serve(contract.restoreGoal, ({ write, params }) => write(restore(goalLife(params.id)))),

  serve(contract.listGoalMoves, ({ db, book, params, query }) =>
    pageAt(db, book, query, (version, query) =>
      snapshot(db, async (reading) => {
        const goal = await requireRow(reading, book, params.id, version)
        const [from, where] = [movesOf(book, version), sql`goal_id = ${goal.id} and deleted_at is null`]
        const found = await page<Omit<MoveRow, 'amount'> & { amount: string }, contract.GoalMove>(
          reading,
          query,
          {
            from,
            where: [where],
            order: '-date',
            orders: { date: { key: sql`date`, type: 'date' } },
            ties: byCreation,
            record: (move) => moveToApi({ ...move, amount: BigInt(move.amount) }),
          },
        )
        if (!isIncluded(query, 'sum')) return found
        const added = await row<{ sum: string }>(
          reading,
          sql`select coalesce(sum(amount::bigint), 0)::text as sum from ${from} where ${where}`,
        )
        const sum = amountToApi(BigInt(added?.sum ?? 0), goal.currency_id)
        return { ...found, meta: { ...found.meta, sum } }
      }),
    ),
  ),

  serve(contract.createGoalMove, ({ write, params, body }) => write(moveInto(params.id, body))),

  serve(contract.deleteGoalMove, ({ write, params, guard }) =>
    write(takeBackMove(params.id, params.move_id, guard)),
  ),
]
