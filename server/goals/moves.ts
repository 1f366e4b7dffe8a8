import { type Day, todayIn } from '../../contract/day.ts'
import type { GoalMove, GoalMoveDraft } from '../../contract/goals.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf, checkSize, formatAmount } from '../ledger/amounts.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { GoalRow } from '../records/goal.ts'
import { type MoveRow, moveToApi, type SlimMove } from '../records/goal-move.ts'
import { byDay } from './figures.ts'
import { requireGoal } from './goals.ts'

/** Puts an amount into the envelope of a goal, or takes it out. */
export const moveInto = (goalId: string, draft: GoalMoveDraft): Verb<GoalMove> => ({
  looksAt: { goal: [goalId], moves: [goalId] },
  decide: (book, known) => move(book, known, requireGoal(known, goalId), draft),
})

/** Decides a move of a goal that is live. */
export function move(book: Book, known: Known, goal: GoalRow, draft: GoalMoveDraft): Decision<GoalMove> {
  const { currency_id } = goal
  const today = todayIn(book.time_zone)
  const { date = today } = draft
  if (goal.envelope_account_id === null) refuse('goal_without_envelope', { name: goal.name })
  const amount = amountOf(draft.amount, currency_id, 'amount')
  if (amount === 0n)
    refuse('invalid', { errors: { amount: ['amount must not be 0: put something in, or take it out.'] } })
  if (amount > 0n && !goal.is_active) refuse('goal_inactive', { name: goal.name })
  if (date > today) refuse('goal_move_date', { date, today })
  const after: MoveRow = {
    id: newId(),
    goal_id: goal.id,
    date,
    amount,
    currency_id,
    notes: draft.notes || null,
    plan_id: null,
    created_version: book.version,
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    deleted_at: null,
  }
  checkHeld(goal, known.find('moves', goal.id) ?? [], after)

  // Nothing below this line refuses.
  return { answer: moveToApi(after), changes: [changed('goal_move', null, after)] }
}

/** Takes a move back: it goes to the trash. */
export const takeBackMove = (goalId: string, id: string, guard: Guard): Verb<GoalMove> => ({
  looksAt: { goal: [goalId], moves: [goalId], goal_move: [id] },
  decide(book, known) {
    const goal = requireGoal(known, goalId)
    const before = known.find('goal_move', id)
    if (!before || before.goal_id !== goal.id || before.deleted_at !== null) return refuse('not_found')
    guard(before)
    const after = { ...before, deleted_at: book.at, version: book.version, updated_at: book.at }
    checkHeld(goal, known.find('moves', goal.id) ?? [], after)

    // Nothing below this line refuses.
    return { answer: moveToApi(after), changes: [changed('goal_move', before, after)] }
  },
})

/** The moves of a goal that are live after one of them has changed, or was added. */
const movesAfter = (moves: readonly SlimMove[], after: SlimMove): SlimMove[] =>
  [...moves.filter(({ id }) => id !== after.id), after].filter(({ deleted_at }) => deleted_at === null)

/** The first day on which moves come to less than nothing. */
export function firstShort(moves: readonly SlimMove[]): { date: Day; held: bigint } | undefined {
  let held = 0n
  for (const [date, ofDay] of byDay(moves)) {
    held += ofDay
    if (held < 0n) return { date, held }
  }
  return undefined
}

/** Refuses a change after which an envelope would hold less than nothing on a day, or more than a number can say. */
function checkHeld(goal: GoalRow, moves: readonly SlimMove[], after: SlimMove): void {
  const live = movesAfter(moves, after)
  const short = firstShort(live)
  const { currency_id } = goal
  if (short) {
    const before = moves.filter(({ date, deleted_at }) => deleted_at === null && date <= short.date)
    refuse('envelope_short', {
      name: goal.name,
      date: short.date,
      held: formatAmount(
        before.reduce((sum, { amount }) => sum + amount, 0n),
        currency_id,
      ),
      after: formatAmount(short.held, currency_id),
    })
  }
  checkSize(
    live.reduce((sum, { amount }) => sum + amount, 0n),
    currency_id,
    'amount',
  )
}
