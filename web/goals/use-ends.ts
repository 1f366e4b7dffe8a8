import { createGoalMove, type Goal, updateGoal } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { movedText } from './goal-words.ts'

/** The ways on with a reached goal: its envelope is emptied, or it is archived. */
export function useEnds(goal: Goal) {
  const { id, name, saved, currency_id } = goal
  const params = { id }
  const emptying = useChange(createGoalMove, {
    words: ({ amount }) => movedText(amount, currency_id, name),
  })
  const putting = useChange(updateGoal, {
    words: ({ is_active }) =>
      is_active ? t('{goal} is taken up again', { goal: name }) : t('{goal} is archived', { goal: name }),
  })
  return {
    isBusy: emptying.isBusy || putting.isBusy,
    sentence: emptying.sentence ?? putting.sentence,
    empty:
      goal.envelope && saved > 0 ? () => void emptying.send({ params, body: { amount: -saved } }) : undefined,
    archive: () =>
      void putting.send({ params, headers: ifVersion(goal), body: { is_active: !goal.is_active } }),
  }
}
