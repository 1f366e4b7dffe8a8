import assert from 'node:assert/strict'
import type { Blocker } from '../../contract/refusal.ts'
import { fitsGoal, goalsHolding } from '../goals/facts.ts'
import { accountsOf } from '../goals/figures.ts'
import { firstShort } from '../goals/moves.ts'
import { type Known, type PastChange, requireLoaded } from '../ledger/known.ts'
import type { AccountRow } from '../records/account.ts'
import type { GoalRow } from '../records/goal.ts'
import type { MoveRow, SlimMove } from '../records/goal-move.ts'
import type { UndoStep } from './take-back.ts'

const blockerOf = (past: PastChange, { id, created_version, version }: SlimMove): Blocker => ({
  version: created_version > past.version ? created_version : version,
  resource: 'goal_move',
  id,
})

/** Whether an envelope holds less because of a change of a move after another change: it was taken out since, or put in before and taken back since. */
const isLess = (past: PastChange, { amount, created_version, version, deleted_at }: SlimMove): boolean =>
  version > past.version &&
  (amount < 0n ? deleted_at === null : deleted_at !== null && created_version <= past.version)

/**
 * An envelope never holds less than nothing: a later move by which it holds less blocks the undo. A goal with moves stays an envelope of its
 * currency.
 */
export function goalBlockers(known: Known, past: PastChange, steps: readonly UndoStep[]): Blocker[] {
  const moves = steps.flatMap(
    ({ kind, after }) => (kind === 'goal_move' && after ? [after as MoveRow] : []), // rows of their kinds, here and below
  )
  const goals = steps.flatMap(({ kind, before, after }) =>
    kind === 'goal' && before && after ? [{ before: before as GoalRow, after: after as GoalRow }] : [],
  )
  const byGoal = Map.groupBy(moves, ({ goal_id }) => goal_id)
  requireLoaded(known, { moves: [...byGoal.keys(), ...goals.map(({ after }) => after.id)] })
  const short = [...byGoal].flatMap(([goalId, changed]) => {
    const all = new Map<string, SlimMove>((known.find('moves', goalId) ?? []).map((one) => [one.id, one]))
    for (const move of changed) all.set(move.id, move)
    if (!firstShort([...all.values()].filter(({ deleted_at }) => deleted_at === null))) return []
    for (const { id } of changed) all.delete(id)
    const later = [...all.values()].filter((move) => isLess(past, move))
    assert(later.length > 0, 'an envelope was not short before the change')
    return later.map((move) => blockerOf(past, move))
  })
  const bound = goals.flatMap(({ before, after }) => {
    const isOther =
      before.currency_id !== after.currency_id ||
      (before.envelope_account_id === null) !== (after.envelope_account_id === null)
    return isOther ? (known.find('moves', after.id) ?? []).map((move) => blockerOf(past, move)) : []
  })
  return [...short, ...bound, ...accountBlockers(known, past, steps)]
}

/** A goal counts only money of one's own in its currency: neither an account nor a goal comes back so that it would count another. */
function accountBlockers(known: Known, past: PastChange, steps: readonly UndoStep[]): Blocker[] {
  const accounts = new Map<string, AccountRow>()
  const goals = new Map<string, GoalRow | null>()
  for (const { kind, before, after } of steps) {
    if (kind === 'account' && after) accounts.set(after.id, after as AccountRow)
    if (kind === 'goal') goals.set((after ?? (before as GoalRow)).id, after as GoalRow | null)
  }
  const all = () =>
    (known.find('goals', '') ?? []).flatMap((one) => {
      const after = goals.get(one.id)
      return after === null ? [] : { ...one, ...after }
    })
  const held = steps.flatMap(({ kind, before, after }) =>
    kind === 'account' && before && after
      ? goalsHolding(before as AccountRow, after as AccountRow, all).map(
          ({ id, version, created_version }): Blocker => ({
            version: created_version > past.version ? created_version : version,
            resource: 'goal',
            id,
          }),
        )
      : [],
  )
  const counted = steps.flatMap(({ kind, before, after }) => {
    const [was, goal] = [before as GoalRow | null, after as GoalRow | null]
    if (kind !== 'goal' || !goal || goal.deleted_at !== null) return []
    const isSame = was && was.deleted_at === null && was.currency_id === goal.currency_id
    return accountsOf(goal)
      .filter((id) => !(isSame && accountsOf(was).includes(id)))
      .map((id) => ({ id, currency_id: goal.currency_id }))
  })
  requireLoaded(known, { account: counted.map(({ id }) => id) })
  const unfit = counted.flatMap(({ id, currency_id }): Blocker[] => {
    const account = accounts.get(id) ?? known.find('account', id)
    return account && !fitsGoal(account, currency_id)
      ? [{ version: account.version, resource: 'account', id }]
      : []
  })
  return [...held, ...unfit]
}
