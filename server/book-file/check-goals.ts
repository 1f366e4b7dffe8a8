import { todayIn } from '../../contract/day.ts'
import { MAX_ACCOUNTS } from '../../contract/goals.ts'
import { accountsOf } from '../goals/figures.ts'
import { MAX_GOALS } from '../goals/goals.ts'
import { firstShort, MAX_MOVES } from '../goals/moves.ts'
import type { AccountRow } from '../records/account.ts'
import { fault } from '../records/columns.ts'
import type { GoalRow } from '../records/goal.ts'
import { whyNotCounted } from '../records/require.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook } from './format.ts'

/** Checks goals and the moves of their envelopes. */
export async function checkGoals({ settings, records }: FileBook, known: KnownInFile): Promise<void> {
  // Days of another time zone may be one ahead.
  const latest = todayIn('Pacific/Kiritimati')
  const byGoal = Map.groupBy(
    records.goal_move.map(({ row }) => row),
    ({ goal_id }) => goal_id,
  )
  await eachOf(records.goal, (goal, index) => {
    if (index >= MAX_GOALS) fault(`it is one of more than ${MAX_GOALS} goals`)
    const { name, account_ids, envelope_account_id } = goal
    if (goal.target_amount === 0n) fault(`the goal "${name}" has a target of nothing`)
    const isOne = (envelope_account_id === null) === account_ids.length > 0
    if (!isOne || account_ids.length > MAX_ACCOUNTS || new Set(account_ids).size < account_ids.length)
      fault(`the goal "${name}" is saved neither on accounts nor in one envelope`)
    for (const id of accountsOf(goal)) checkCounted(goal, linked(known.accounts, 'the goal', id))
    const moves = byGoal.get(goal.id) ?? []
    if (moves.length > 0 && envelope_account_id === null)
      fault(`the goal "${name}" has moves and no envelope`)
    if (moves.length > MAX_MOVES) fault(`the goal "${name}" has more than ${MAX_MOVES} moves`)
    const short = firstShort(moves.filter(({ deleted_at }) => deleted_at === null))
    if (short) fault(`the envelope of the goal "${name}" holds less than nothing on ${short.date}`)
  })
  await eachOf(records.goal_move, (move) => {
    const goal = linked(known.goals, 'goal_id', move.goal_id)
    if (move.amount === 0n) fault('it moves nothing')
    if (move.currency_id !== goal.currency_id)
      fault(`it is in ${move.currency_id}, and its goal in ${goal.currency_id}`)
    if (move.date > latest) fault(`it is of ${move.date}, which is after today in ${settings.time_zone}`)
  })
}

/** A goal counts only money of one's own in its currency. One in the trash is checked when it comes back from there. */
function checkCounted({ name, currency_id, deleted_at }: GoalRow, account: AccountRow): void {
  if (deleted_at !== null) return
  const why = whyNotCounted(account, currency_id)
  if (why === 'money') fault(`the goal "${name}" counts "${account.name}", which is not money of one's own`)
  if (why === 'currency')
    fault(
      `the goal "${name}" is in ${currency_id}, and counts "${account.name}", which is kept in ${account.currency_id}`,
    )
}
