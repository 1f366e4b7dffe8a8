import type { GoalMove } from '../../contract/goals.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold } from '../ledger/known.ts'
import { fromList, listOf, part, without } from '../ledger/stored.ts'
import { currency, day, id, orNull, type RowOf, signedIn, text } from './columns.ts'
import { belongsTo, byId, dated, kind, mentions, storedOf } from './kind.ts'

/** An amount put into the envelope of a goal, or, below zero, taken out of it. */
const columns = {
  id,
  goal_id: id,
  date: day,
  amount: signedIn(),
  currency_id: currency,
  notes: orNull(text(10_000)),
  plan_id: orNull(id),
  ...dated,
}
export type MoveRow = RowOf<typeof columns>

/** A move as a list has it: without its notes. */
export type SlimMove = Omit<MoveRow, 'notes'>
const slimColumns = without(storedOf(columns), 'notes')

/** A day with the amount that the live moves of a goal come to on it. */
export type MoveDay = Pick<MoveRow, 'date' | 'amount'>
/** How many moves a goal has, in the trash or not, and the days of the live ones in order. */
type MoveDays = { readonly count: number; readonly days: readonly MoveDay[] }

declare module '../ledger/rows.ts' {
  interface Rows {
    goal_move: MoveRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    goal_move: MoveRow
    /** The moves of a goal, in the trash or not, by the goal's id. */
    moves: SlimMove[]
    /** The same moves as days, by the goal's id: there may be thousands, and most rules and figures look at no single one. */
    move_days: MoveDays
  }
}

export const moveToApi = ({ created_version, amount, ...move }: MoveRow): GoalMove =>
  createdIn(created_version, { ...move, amount: amountToApi(amount, move.currency_id) })

export const goalMove = kind('goal_move', {
  table: 'goal_moves',
  alias: 'v',
  columns,
  entered: [['goal_id', 'date', 'amount', 'currency_id'], 'notes'],
  refers: { goal_id: belongsTo('goal'), plan_id: mentions('plan') },
  finds: {
    goal_move: byId(sql`v`),
    moves: {
      none: [],
      load: (books, { ids }) => [
        part(
          'moves',
          sql`v.book_id`,
          listOf(slimColumns, 'v'),
          sql`goal_moves v where v.book_id = any (${books}) and v.goal_id = any (${ids})`,
        ),
      ],
    },
    move_days: {
      none: { count: 0, days: [] },
      load: (books, { ids }) => [
        part(
          'move_days',
          sql`d.book_id`,
          sql`d.goal_id, sum(d.count), json_agg(json_build_array(d.date, d.amount::text) order by d.date) filter (where d.amount is not null)`,
          sql`(select v.book_id, v.goal_id, v.date, count(*) as count, sum(v.amount) filter (where v.deleted_at is null) as amount
               from goal_moves v where v.book_id = any (${books}) and v.goal_id = any (${ids})
               group by v.book_id, v.goal_id, v.date) d
              group by d.book_id, d.goal_id`,
        ),
      ],
    },
  },
  holders: {
    move_days(holdings, lists) {
      for (const [goalId, count, days] of lists)
        hold(holdings, 'move_days', String(goalId), {
          count: Number(count),
          days: ((days ?? []) as [string, string][]).map(([date, amount]) => ({
            date,
            amount: BigInt(amount),
          })), // as the part writes them
        })
    },
    moves(holdings, lists) {
      const all = lists.map((list) => fromList(slimColumns, list) as SlimMove)
      for (const [goalId, some] of Map.groupBy(all, ({ goal_id }) => goal_id))
        hold(holdings, 'moves', goalId, some)
    },
  },
  show: moveToApi,
})
