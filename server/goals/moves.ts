import { type Day, todayIn } from '../../contract/day.ts'
import type { GoalMove, GoalMoveDraft } from '../../contract/goals.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { amountOf, checkSize, formatAmount } from '../ledger/amounts.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { GoalRow } from '../records/goal.ts'
import { type MoveDay, type MoveRow, moveToApi } from '../records/goal-move.ts'
import { byDay } from './figures.ts'
import { requireGoal } from './goals.ts'

/** The most moves that a goal can have, trash included: the rules of one look at all of them. */
export const MAX_MOVES = 10_000

/** Puts an amount into the envelope of a goal, or takes it out. */
export const moveInto = (goalId: string, draft: GoalMoveDraft): Verb<GoalMove> => ({
  looksAt: { goal: [goalId], move_days: [goalId] },
  decide: (book, known) => move(book, known, requireGoal(known, goalId), draft),
})

/** Decides a move of a goal that is live. */
export function move(book: Book, known: Known, goal: GoalRow, draft: GoalMoveDraft): Decision<GoalMove> {
  const { currency_id } = goal
  const today = todayIn(book.time_zone)
  const { date = today } = draft
  const amount = amountOf(draft.amount, currency_id, 'amount')
  if (amount === 0n) refuseField('amount', 'nothing_moved', {})
  if (date > today) refuse('goal_move_date', { date, today })
  if (goal.envelope_account_id === null) refuse('goal_without_envelope', { name: goal.name })
  if (amount > 0n && !goal.is_active) refuse('goal_inactive', { name: goal.name })
  const count = known.find('move_days', goal.id)?.count ?? 0
  if (count >= MAX_MOVES) refuse('goal_moves_too_many', { name: goal.name, count })
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
  checkHeld(known, goal, after)

  // Nothing below this line refuses.
  return { answer: moveToApi(after), changes: [changed('goal_move', null, after)] }
}

/** Takes a move back: it goes to the trash. */
export const takeBackMove = (goalId: string, id: string, guard: Guard): Verb<GoalMove> => ({
  looksAt: { goal: [goalId], move_days: [goalId], goal_move: [id] },
  decide(book, known) {
    const goal = requireGoal(known, goalId)
    const before = known.find('goal_move', id)
    if (!before || before.goal_id !== goal.id || before.deleted_at !== null) return refuse('not_found')
    guard(before)
    const after = { ...before, deleted_at: book.at, version: book.version, updated_at: book.at }
    checkHeld(known, goal, { date: before.date, amount: -before.amount })

    // Nothing below this line refuses.
    return { answer: moveToApi(after), changes: [changed('goal_move', before, after)] }
  },
})

/** The first day on which moves come to less than nothing. */
export function firstShort(moves: readonly MoveDay[]): { date: Day; held: bigint } | undefined {
  let held = 0n
  for (const [date, ofDay] of byDay(moves)) {
    held += ofDay
    if (held < 0n) return { date, held }
  }
  return undefined
}

/** Refuses a change of so much on a day after which an envelope would hold less than nothing on a day, or more than a number can say. */
function checkHeld(known: Known, { id, name, currency_id }: GoalRow, change: MoveDay): void {
  const days = known.find('move_days', id)?.days ?? []
  const short = firstShort([...days, change])
  const sumOf = (some: readonly MoveDay[]) => some.reduce((sum, { amount }) => sum + amount, 0n)
  if (short)
    refuse('envelope_short', {
      name,
      date: short.date,
      held: formatAmount(sumOf(days.filter(({ date }) => date <= short.date)), currency_id),
      after: formatAmount(short.held, currency_id),
    })
  checkSize(sumOf([...days, change]), currency_id, 'amount')
}
