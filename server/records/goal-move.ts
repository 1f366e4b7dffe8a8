import type { GoalMove } from '../../contract/goals.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
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
  }
}

export const moveToApi = ({ created_version: _, amount, ...move }: MoveRow): GoalMove => ({
  ...move,
  amount: amountToApi(amount, move.currency_id),
})

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
  },
  holders: {
    moves(holdings, lists) {
      const all = lists.map((list) => fromList(slimColumns, list) as SlimMove)
      for (const [goalId, some] of Map.groupBy(all, ({ goal_id }) => goal_id))
        hold(holdings, 'moves', goalId, some)
    },
  },
  show: moveToApi,
})
